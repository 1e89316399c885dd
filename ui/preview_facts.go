//go:build !headless

package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// factsCard shows what was read from the page: the route, the links, the page itself, and problems in an amber strip.
type factsCard struct {
	*desk
	tabs    *kit.Tabs
	hold    *fyne.Container
	scroll  *kit.Scroller
	links   *kit.Table
	rows    []linkRow
	strip   *fyne.Container
	problem *kit.Prose
	page    *app.Preview
	root    *fyne.Container
}

type linkRow struct{ url, text string }

func newFactsCard(d *desk, open func(url string)) *factsCard {
	c := &factsCard{desk: d}
	c.tabs = kit.NewSubTabs([]string{d.L("Route"), d.L("Links"), d.L("Page")}, true, func(int) { c.fill() })
	c.scroll = kit.NewScroller(kit.Gap(1), 100, 60)
	c.links = kit.NewTable(kit.TableOptions{Columns: []kit.Column{{Width: 80, Grow: 1}}, NoHead: true, RowHeight: 44, SortBy: -1,
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{kit.Col(0, kit.Fixed(kit.NewText("").Shorten(20), 0, 23), kit.Fixed(kit.Hint("").Shorten(20), 0, 17))}
		},
		Fill: func(i int, cells []fyne.CanvasObject) {
			col := cells[0].(*fyne.Container)
			col.Objects[0].(*fyne.Container).Objects[0].(*kit.Text).Set(c.rows[i].text)
			col.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(shortURL(c.rows[i].url))
		},
		Key: func(i int) string { return strconv.Itoa(i) },
	})
	c.links.OnOpen = func(i int) { open(c.rows[i].url) }
	c.hold = kit.Stack(c.scroll)
	c.problem = kit.NewProse("", kit.SizeSmall, kit.Warn)
	c.problem.MaxRows = 3
	c.strip = kit.Pad(kit.Stack(kit.NewPanel(kit.WarnSoft, "", 6), kit.Pad(kit.Across(7, kit.NewShape(kit.Held), kit.Grow(c.problem)), 10, 5, 10, 6)), 10, 6, 10, 8)
	c.root = kit.Card(kit.Col(0, kit.Pad(c.tabs, 8, 0, 8, 0), kit.HLine(), kit.Grow(c.hold), c.strip))
	return c
}

func (c *factsCard) show(p *app.Preview) {
	c.page = p
	c.rows = c.rows[:0]
	for _, l := range p.Links {
		text := l.Text
		if text == "" {
			text = missing
		}
		c.rows = append(c.rows, linkRow{l.URL, text})
	}
	c.tabs.Rename([]string{c.L("Route"), c.L("Links") + " " + strconv.Itoa(len(c.rows)), c.L("Page")})
	c.strip.Hidden = len(p.Problems) == 0
	c.problem.Set(strings.Join(p.Problems, "\n"))
	c.fill()
	c.root.Refresh()
}

func (c *factsCard) fill() {
	if c.page == nil {
		return
	}
	var o fyne.CanvasObject = c.scroll
	switch c.tabs.Chosen() {
	case 0:
		c.scroll.SetContent(kit.Pad(factRows(c.routeFacts(c.page.Route)), 12, 8, 18, 8))
		c.scroll.Top()
	case 1:
		o = c.links
		c.links.SetCount(len(c.rows))
	case 2:
		c.scroll.SetContent(kit.Pad(factRows(c.pageFacts(c.page)), 12, 8, 18, 8))
		c.scroll.Top()
	}
	if c.hold.Objects[0] != o {
		c.hold.Objects[0] = o
		c.hold.Refresh()
	}
}

// fact is one label and value; an empty value is "not found".
type fact struct{ label, value string }

// factRows sets labels at the left, wrapped values at the right.
func factRows(facts []fact) fyne.CanvasObject {
	col := kit.Col(7)
	for _, f := range facts {
		if f.label == "" {
			col.Objects = append(col.Objects, kit.HLine())
			continue
		}
		role, value := kit.Ink, f.value
		if value == "" {
			role, value = kit.Ink3, missing
		}
		text := kit.NewProse(value, kit.SizeBody, role)
		text.Leading, text.MaxRows = 1.4, 5
		label := kit.NewProse(f.label, kit.SizeSmall, kit.Ink2)
		label.Leading = 1.5
		col.Objects = append(col.Objects, kit.Across(8, kit.Fixed(label, 76, 0), kit.Grow(text)))
	}
	return col
}

// routeFacts lists what was read of a route.
func (w *words) routeFacts(r *storage.Route) []fact {
	if r == nil {
		return []fact{{w.L("Route"), w.L("None was read: only route pages have one")}}
	}
	price := ""
	if r.Price > 0 {
		price = money(r.Price, r.Currency)
		if r.PriceHigh > r.Price {
			price += "–" + money(r.PriceHigh, r.Currency)
		}
	}
	list := ""
	if r.MarketPrice > 0 {
		list = money(r.MarketPrice, r.Currency)
	}
	itinerary := ""
	if n := len(r.Itinerary); n > 0 {
		itinerary = w.L("%d days, read day by day", n)
	}
	return []fact{
		{w.L("Title"), r.Title}, {w.L("Price"), price}, {w.L("List price"), list}, {w.L("Days"), w.daysNights(r)},
		{w.L("From"), r.From}, {w.L("To"), strings.Join(r.To, w.L(", "))}, {w.L("Transport"), w.transport(r.Transport)},
		{w.L("Departures"), w.departures(r, 6)}, {w.L("Agency"), r.Agency}, {w.L("Phone"), r.Phone}, {w.L("Visa"), r.Visa},
		{w.L("Included"), r.Included}, {w.L("Excluded"), r.Excluded}, {w.L("Itinerary"), itinerary},
	}
}

func (w *words) pageFacts(p *app.Preview) []fact {
	charset := p.Charset
	if p.Declared != "" && !strings.EqualFold(p.Declared, p.Charset) {
		charset += w.L(" (declared %s)", p.Declared)
	}
	status := ""
	if p.Status > 0 {
		status = strconv.Itoa(p.Status)
	}
	facts := []fact{{w.L("Title"), p.Title}, {w.L("Address"), p.URL}, {w.L("Canonical"), p.Canonical}, {w.L("Charset"), charset},
		{w.L("Status"), status}, {w.L("Links"), strconv.Itoa(len(p.Links))}}
	if s := p.Stored; s != nil {
		facts = append(facts, fact{}, fact{w.L("State"), w.stateName(s.State)}, fact{w.L("Fetched"), s.Fetched.Local().Format("2006-01-02 15:04")},
			fact{w.L("Took"), w.lasting(s.Took)}, fact{w.L("Size"), bytesText(uint64(max(0, s.Size)))}, fact{w.L("Depth"), strconv.Itoa(s.Depth)})
	}
	return facts
}

// stateName names the state of a URL.
func (w *words) stateName(s storage.State) string {
	switch s {
	case storage.Queued:
		return w.L("queued")
	case storage.Retry:
		return w.L("to be tried again")
	case storage.Failed:
		return w.L("failed")
	case storage.Done:
		return w.L("done")
	case storage.Redirect:
		return w.L("redirects")
	case storage.Duplicate:
		return w.L("duplicate")
	case storage.Gone:
		return w.L("gone")
	}
	return string(s)
}
