//go:build !headless

package ui

import (
	"context"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// routeDetail shows one route: head, then one of five pages.
type routeDetail struct {
	*desk
	title   *kit.Prose
	badge   *kit.Badge
	price   *kit.Text
	unit    *kit.Text
	old     *kit.Text
	facts   *fyne.Container
	tabs    *kit.Tabs
	scroll  *kit.Scroller
	stored  *kit.Button
	live    *kit.Button
	watch   *kit.Button
	edit    *kit.Button
	head    *fyne.Container
	root    *fyne.Container
	content fyne.CanvasObject
	route   *storage.Route
	agency  string
	others  []storage.Route             // the same tour elsewhere
	nameOf  func(*storage.Route) string // the agency of a route
}

func newRouteDetail(d *desk, nameOf func(*storage.Route) string) *routeDetail {
	v := &routeDetail{desk: d, nameOf: nameOf, title: kit.NewProse("", kit.SizeTitle, kit.Ink), badge: kit.NewBadge("", kit.Blue),
		price: kit.Strong("", 22), unit: kit.Hint(d.L("a person")), old: kit.Small("")}
	v.title.Bold, v.title.MaxRows, v.title.Leading = true, 2, 1.35
	v.old.Strike = true
	v.stored = kit.NewButton(kit.Outline, "file", d.L("Stored page"), func() { d.openCopy(v.route.ID) }).Shy()
	v.watch = kit.NewButton(kit.Ghost, "bolt", d.L("Watch"), func() { showWatch(d, app.Watch{Name: v.route.Title, Route: v.route.ID}) }).Shy()
	v.edit = kit.NewButton(kit.Ghost, "edit", "", func() { showFields(d, v.route, func() { v.reread(v.route.ID) }) }).Hinted(d.L("Fields and corrections"))
	v.live = kit.NewButton(kit.Ghost, "external", d.L("Open live page"), v.openLive).Shy()
	v.facts = kit.Flow(16)
	v.tabs = kit.NewSubTabs([]string{d.L("Overview"), d.L("Itinerary"), d.L("Fees"), d.L("Notices"), d.L("Changes")}, false, func(int) { v.fill() })
	v.scroll = kit.NewScroller(kit.Gap(1), 200, 100)
	v.head = kit.Pad(kit.Col(7, kit.Across(8, kit.Grow(v.title), v.badge),
		kit.Toolbar(v.price, v.unit, v.old, kit.Space(), v.edit, v.watch, v.stored, v.live), v.facts), 15, 11, 13, 4)
	v.content = kit.Col(0, v.head, kit.Pad(v.tabs, 13, 0, 13, 0), kit.HLine(), kit.Grow(v.scroll))
	v.root = kit.Stack(kit.Empty("route", d.L("No route chosen"), d.L("Choose one in the list.")))
	return v
}

// show fills the detail with a route.
func (v *routeDetail) show(r *storage.Route, agency string) {
	again := v.route != nil && v.route.ID == r.ID && v.route.Seq == r.Seq
	v.route, v.agency = r, agency
	if v.root.Objects[0] != v.content {
		v.root.Objects[0] = v.content
	}
	if again {
		return
	}
	v.title.Set(r.Title)
	v.badge.Set(v.routeBadge(r))
	v.price.Set(money(r.Price, r.Currency))
	v.old.Set("")
	if r.MarketPrice > r.Price {
		v.old.Set(money(r.MarketPrice, r.Currency))
	}
	v.unit.Hidden = r.Price <= 0
	v.facts.Objects = nil
	for _, f := range []fact{{v.L("Agency"), agency}, {v.L("Days"), v.daysNights(r)}, {v.L("From"), r.From},
		{v.L("To"), strings.Join(r.To[:min(4, len(r.To))], v.L(", "))}, {v.L("Transport"), v.words.transport(r.Transport)}} {
		value := f.value
		if value == "" {
			value = missing
		}
		v.facts.Objects = append(v.facts.Objects, kit.Col(0, kit.Hint(f.label), kit.NewText(value)))
	}
	v.tabs.Rename([]string{v.L("Overview"), v.L("Itinerary"), v.L("Fees"), v.L("Notices"), v.L("Changes") + " " + strconv.Itoa(len(r.History))})
	v.similar(r)
	v.fill()
	v.root.Refresh()
	v.scroll.Top()
}

// reread shows the route as it is stored now.
func (v *routeDetail) reread(id uint64) {
	ask(v.pump, "route again", func(context.Context) (storage.Route, error) { return v.app.Route(id) }, func(r storage.Route, err error) {
		v.fail(err)
		if err == nil && v.route != nil && v.route.ID == id {
			v.show(&r, v.agency)
		}
	})
}

// fill shows the chosen page of the detail.
func (v *routeDetail) fill() {
	if v.route == nil {
		return
	}
	var o fyne.CanvasObject
	switch v.tabs.Chosen() {
	case 1:
		o = v.itinerary(v.route)
	case 2:
		o = v.fees(v.route)
	case 3:
		o = v.notices(v.route)
	case 4:
		o = v.changes(v.route)
	default:
		o = v.overview(v.route)
	}
	v.scroll.SetContent(kit.Pad(o, 15, 12, 16, 14))
	v.scroll.Top()
}

func section(title string, right string, o fyne.CanvasObject) fyne.CanvasObject {
	return kit.Col(6, kit.Row(8, kit.Strong(title, kit.SizeBody), kit.Space(), kit.Hint(right)), o)
}

// overview: price history, departures, itinerary in short.
func (v *routeDetail) overview(r *storage.Route) fyne.CanvasObject {
	col := kit.Col(16)
	if p := prices(r); len(p) > 1 {
		chart := kit.NewChart(200, 110)
		chart.Plot.Step, chart.Plot.EndDot = true, true
		lo, hi := p[0], p[0]
		for _, x := range p {
			lo, hi = min(lo, x), max(hi, x)
		}
		under := []string{r.First.Local().Format("01-02"), v.L("today")}
		chart.Set(false, under, kit.Series{Values: priceLine(r, time.Now(), pricePoints), Tone: kit.Blue})
		col.Objects = append(col.Objects, section(v.L("Price history"), v.L("lowest %s, highest %s", money(lo, r.Currency), money(hi, r.Currency)), kit.Fixed(chart, 0, 120)))
	}
	if len(v.others) > 0 {
		col.Objects = append(col.Objects, section(v.L("The same tour elsewhere"), v.L("same length, most of the places"), v.elsewhere(r)))
	}
	if s := v.departures(r, 12); s != "" {
		col.Objects = append(col.Objects, section(v.L("Departures"), "", kit.NewProse(s, kit.SizeBody, kit.Ink)))
	}
	if len(r.Itinerary) > 0 {
		col.Objects = append(col.Objects, section(v.L("Itinerary"), "", v.days(r, 2)))
	}
	facts := factRows([]fact{{v.L("Child price"), moneyOrEmpty(r.ChildPrice, r.Currency)}, {v.L("Phone"), r.Phone}, {v.L("Visa"), r.Visa},
		{v.L("First seen"), r.First.Local().Format("2006-01-02 15:04")}, {v.L("Last seen"), r.Seen.Local().Format("2006-01-02 15:04")}, {v.L("Address"), r.URL}})
	col.Objects = append(col.Objects, section(v.L("More"), "", facts))
	return col
}

// pricePoints is how finely the price history is drawn.
const pricePoints = 160

func moneyOrEmpty(v float64, currency string) string {
	if v <= 0 {
		return ""
	}
	return money(v, currency)
}

// days is the itinerary as a numbered rail; rows limits the lines of a day, 0 shows all.
func (v *routeDetail) days(r *storage.Route, rows int) fyne.CanvasObject {
	col := kit.Col(9)
	for _, d := range r.Itinerary {
		words := kit.Col(2)
		if d.Title != "" {
			t := kit.NewProse(d.Title, kit.SizeBody, kit.Ink)
			t.Bold, t.MaxRows = true, 2
			words.Objects = append(words.Objects, t)
		}
		if d.Text != "" {
			t := kit.NewProse(d.Text, kit.SizeSmall, kit.Ink2)
			t.MaxRows = rows
			words.Objects = append(words.Objects, t)
		}
		if rows == 0 {
			for _, f := range []fact{{v.L("Meals"), d.Meals}, {v.L("Hotel"), d.Hotel}} {
				if f.value != "" {
					words.Objects = append(words.Objects, kit.NewProse(f.label+": "+f.value, kit.SizeSmall, kit.Ink3))
				}
			}
		}
		col.Objects = append(col.Objects, kit.Across(10, kit.Col(0, kit.NewNumber(d.N)), kit.Grow(words)))
	}
	return col
}

func (v *routeDetail) itinerary(r *storage.Route) fyne.CanvasObject {
	if len(r.Itinerary) == 0 {
		return kit.Small(v.L("No itinerary was read from the page."))
	}
	return v.days(r, 0)
}

func (v *routeDetail) fees(r *storage.Route) fyne.CanvasObject {
	list := func(text string, s kit.State) fyne.CanvasObject {
		col := kit.Col(6)
		for _, l := range lines(text) {
			col.Objects = append(col.Objects, kit.Across(8, kit.Fixed(kit.NewShape(s), 12, 0), kit.Grow(kit.NewProse(l, kit.SizeBody, kit.Ink))))
		}
		if len(col.Objects) == 0 {
			return kit.Small(missing)
		}
		return col
	}
	return kit.Col(16, section(v.L("Included"), "", list(r.Included, kit.Yes)), section(v.L("Excluded"), "", list(r.Excluded, kit.No)))
}

func (v *routeDetail) notices(r *storage.Route) fyne.CanvasObject {
	text := func(s string) fyne.CanvasObject {
		if s == "" {
			return kit.Small(missing)
		}
		return kit.NewProse(s, kit.SizeBody, kit.Ink)
	}
	return kit.Col(16, section(v.L("Notices"), "", text(r.Notice)), section(v.L("Visa"), "", text(r.Visa)))
}

func (v *routeDetail) changes(r *storage.Route) fyne.CanvasObject {
	col := kit.Col(10)
	for i := len(r.History) - 1; i >= 0; i-- {
		c := r.History[i]
		old, now := c.Old, c.New
		if c.Field == storage.FieldState {
			old, now = v.routeState(old), v.routeState(now)
		}
		text := kit.NewProse(v.L("%s: %s → %s", v.fieldName(c.Field), orMissing(old), orMissing(now)), kit.SizeBody, kit.Ink)
		text.MaxRows = 4
		col.Objects = append(col.Objects, kit.Across(8, kit.Fixed(kit.Col(0, kit.Small(c.At.Local().Format("01-02 15:04"))), 84, 0), kit.Grow(text)))
	}
	if len(col.Objects) == 0 {
		return kit.Small(v.L("Nothing changed since it was first seen."))
	}
	return col
}

func orMissing(s string) string {
	if s == "" {
		return missing
	}
	return s
}

// fieldName names a field of a route as the window does.
func (w *words) fieldName(f string) string {
	switch f {
	case "title":
		return w.L("Title")
	case "price":
		return w.L("Price")
	case "market_price":
		return w.L("List price")
	case "days":
		return w.L("Days")
	case "dates":
		return w.L("Departures")
	case "state":
		return w.L("State")
	case "price_high":
		return w.L("Highest price")
	case "child_price":
		return w.L("Child price")
	case "nights":
		return w.L("Nights")
	case "from":
		return w.L("From")
	case "to":
		return w.L("To")
	case "transport":
		return w.L("Transport")
	case "agency":
		return w.L("Agency")
	case "phone":
		return w.L("Phone")
	case "itinerary":
		return w.L("Itinerary")
	case "included":
		return w.L("Included")
	case "excluded":
		return w.L("Excluded")
	case "notice":
		return w.L("Notices")
	case "visa":
		return w.L("Visa")
	}
	return f
}

// openLive shows the page in the system's browser.
func (v *routeDetail) openLive() { v.open(v.route.URL) }
