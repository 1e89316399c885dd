package page

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/engine/field"
	"xunlu/storage"
)

// Extractor reads the fields of a tour from route pages. It holds nothing of a page and may be shared by workers.
type Extractor struct {
	Places *field.Places // nil: places are read by patterns alone
}

// draft is a route being put together by one call of Extract.
type draft struct {
	x          *Extractor
	view       *view
	route      storage.Route
	titleLine  int    // line of view that holds the title, -1 when none does
	dataSource string // jsonld or microdata
	heard      []storage.Dispute
}

// from notes where a field was read; the first source of a field counts.
func (b *draft) from(name, source string) {
	if _, ok := b.route.Sources[name]; !ok {
		b.route.Sources[name] = source
	}
}

// Extract reads a route page. For each field structured data come first, then labelled values, then headings and the
// title, then patterns of text; a price that the page shows wins over a higher one in its structured data, which is
// then the list price, and d.Problems says so. What the page does not say stays zero. today is the day of the fetch; ID,
// Seq, Site, State and the times are the caller's.
func (x *Extractor) Extract(d *Document, today time.Time) storage.Route {
	b := &draft{x: x, view: newView(d), titleLine: -1, route: storage.Route{URL: d.URL, Sources: map[string]string{}}}
	s := b.structured(d, today)
	list := b.view.pairs()
	b.title(d, list, s)
	list = fromTitle(list, b.titleLine)
	parts := b.view.sections()
	days, last := b.view.itinerary()
	r := &b.route
	r.Itinerary, r.Included, r.Excluded, r.Notice, r.Visa = days, parts[included], parts[excluded], parts[notice], parts[visa]
	if len(days) == 0 && len(s.itinerary) > 0 {
		for i, step := range s.itinerary {
			title, text, _ := strings.Cut(step, "\n")
			r.Itinerary = append(r.Itinerary, storage.Day{N: i + 1, Title: title, Text: text})
		}
		b.from("itinerary", b.dataSource)
	}
	for name, filled := range map[string]bool{"itinerary": len(days) > 0, "included": r.Included != "", "excluded": r.Excluded != "", "notice": r.Notice != "", "visa": r.Visa != ""} {
		if filled {
			b.from(name, "heading")
		}
	}
	b.price(d, list, s)
	b.days(list, s, last)
	b.when(list, s, today)
	b.ends(list, s)
	b.transport(list)
	b.contact(d, list, s)
	r.Lang = b.view.language(r.Title)
	b.localMoney()
	b.settle()
	return b.route
}

// structured reads JSON-LD, else microdata.
func (b *draft) structured(d *Document, today time.Time) structured {
	var nodes []node
	for _, body := range d.JSONLD {
		nodes = append(nodes, readJSONLD(body)...)
	}
	if len(d.JSONLD) == 0 && b.view.dom != nil {
		eachElement(b.view.dom.Nodes[0], func(n *html.Node) bool {
			if n.DataAtom == atom.Script && attrExactly(n, "type") == "application/ld+json" {
				nodes = append(nodes, readJSONLD([]byte(rawText(n)))...)
			}
			return true
		})
	}
	b.dataSource = "jsonld"
	s, ok := readStructured(nodes, today)
	if !ok && b.view.dom != nil {
		b.dataSource = "microdata"
		s, ok = readStructured(readMicrodata(b.view.dom), today)
	}
	if !ok {
		return structured{}
	}
	return s
}

// title fills the name of the tour and remembers where on the page it stands.
func (b *draft) title(d *Document, list []pair, s structured) {
	c := b.x.title(b.view, d, list)
	b.titleLine = c.line
	b.route.Title = c.text
	if s.name != "" && !genericTitle.MatchString(s.name) {
		c = candidate{text: cleanTitle(s.name, false), source: b.dataSource}
		b.route.Title = c.text
		for i, l := range b.view.lines {
			if l.text == b.route.Title && !l.aside {
				b.titleLine = i
				break
			}
		}
	}
	if b.route.Title != "" {
		b.from("title", c.source)
	}
}

// price settles what structured data and the page say about money.
func (b *draft) price(d *Document, list []pair, s structured) {
	m := b.view.visiblePrice(list, b.titleLine)
	text := b.view.topText(max(b.titleLine-3, 0))
	m.Currency = localCurrency(m.Currency, d.URL, text)
	r := &b.route
	r.MarketPrice, r.ChildPrice = m.MarketPrice, m.ChildPrice
	r.Price, r.PriceHigh, r.Currency = m.Price, m.PriceHigh, m.Currency
	source := m.source
	if s.price > 0 {
		b.hearNumber("price", s.price, b.dataSource)
		sameMoney := s.currency == "" || m.Currency == "" || s.currency == m.Currency
		if m.source == "label" && sameMoney {
			b.hearNumber("price", m.Price, "label")
		}
		lower := m.Price > 0 && sameMoney && (m.Price < s.price && m.Price > s.price/5 && m.source == "label" || s.price == m.MarketPrice && m.Price < s.price)
		switch {
		case lower:
			r.MarketPrice = max(r.MarketPrice, s.price)
			d.Problems = append(d.Problems, fmt.Sprintf("structured data give the price %v, the page shows %v", s.price, m.Price))
		default:
			r.Price, r.PriceHigh, source = s.price, s.high, b.dataSource
			if s.currency != "" {
				r.Currency = s.currency
			}
			if r.Currency == "" && hanText(r.Title) {
				r.Currency = "CNY"
			}
		}
	}
	if r.MarketPrice <= r.Price {
		r.MarketPrice = 0
	}
	if r.Price > 0 {
		b.from("price", source)
	}
	for name, v := range map[string]float64{"market_price": r.MarketPrice, "child_price": r.ChildPrice} {
		if v > 0 {
			b.from(name, "label")
		}
	}
}

// contact fills agency, phone and picture.
func (b *draft) contact(d *Document, list []pair, s structured) {
	r := &b.route
	r.Agency, r.Phone, r.Image = s.agency, s.phone, absolute(d, s.image)
	for name, v := range map[string]string{"agency": r.Agency, "phone": r.Phone, "image": r.Image} {
		if v != "" {
			b.from(name, b.dataSource)
		}
	}
	if r.Agency == "" {
		name, source := b.view.agency(list, d, b.titleLine)
		if r.Agency = name; name != "" {
			b.from("agency", source)
		}
	}
	if r.Phone == "" {
		number, source := b.view.phone(list)
		if r.Phone = number; number != "" {
			b.from("phone", source)
		}
	}
	if r.Image == "" {
		if r.Image = b.view.image(d, b.titleLine); r.Image != "" {
			b.from("image", "text")
		}
	}
}
