package page

// cardText is how many bytes of text a card of a listing holds at most; more is a column of the page.
const cardText = 2400

// box is what stood before an element when it was opened; the difference at its end is what it holds.
type box struct {
	links, prices, text int
	cards               int // children that are cards
}

func (s *scan) openBox() box {
	b := box{links: s.facts.links, prices: s.facts.prices, text: len(s.text)}
	if s.tree.inLink() {
		b.links-- // the whole box stands in a link
	}
	return b
}

// closeBox looks at a finished element: when it holds a link and a price and little text, it is a card among its
// parent's children. PricedCards is the largest number of cards under one parent.
func (s *scan) closeBox(i int) {
	e := &s.tree.stack[i]
	if i == 0 || e.box.cards > 1 || s.facts.links <= e.box.links || s.facts.prices <= e.box.prices {
		return
	}
	if len(s.text)-e.box.text > cardText {
		return
	}
	parent := &s.tree.stack[i-1]
	parent.box.cards++
	s.facts.PricedCards = max(s.facts.PricedCards, parent.box.cards)
}
