package page

// cardText is how many bytes of text a card of a listing holds at most; more is a column of the page.
const cardText = 2400

// itemText is the same for an item of a list of links.
const itemText = 300

// box is what stood before an element when it was opened; the difference at its end is what it holds.
type box struct {
	links, prices, text int
	cards, cardPrices   int // children that are cards, and the amounts in them
	items               int // children that are items of a list
}

func (s *scan) openBox() box {
	b := box{links: s.facts.links, prices: s.facts.prices, text: len(s.text)}
	if s.tree.inLink() {
		b.links-- // the whole box stands in a link
	}
	return b
}

// closeBox looks at a finished element. When it holds a link and a price and little text, it is a card among its parent's
// children; when it holds a link and hardly anything else, an item of a list. PricedCards and LinkItems are the most
// under one parent.
func (s *scan) closeBox(i int) {
	f := &s.facts
	b := &s.tree.stack[i].box
	if b.cards > 2 {
		f.cardPrices += b.cardPrices
	}
	links, text := f.links-b.links, len(s.text)-b.text
	if i == 0 || links <= 0 {
		return
	}
	parent := &s.tree.stack[i-1].box
	if prices := f.prices - b.prices; b.cards < 2 && prices > 0 && text <= cardText {
		parent.cards++
		parent.cardPrices += prices
		f.PricedCards = max(f.PricedCards, parent.cards)
	}
	if b.items < 2 && links <= 3 && text <= itemText {
		parent.items++
		f.LinkItems = max(f.LinkItems, parent.items)
	}
}
