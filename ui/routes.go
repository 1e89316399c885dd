//go:build !headless

package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// routesTab searches the stored routes while one types.
type routesTab struct {
	*desk
	search  *kit.Field
	order   *kit.Select
	alerts  *kit.Button // with the number of those not looked at
	export  *kit.Button
	filters *routeFilters
	list    *kit.Table
	found   *kit.Text
	took    *kit.Text
	indexed *kit.Text
	detail  *routeDetail
	middle  *fyne.Container
	none    fyne.CanvasObject
	root    fyne.CanvasObject

	result  app.Found
	names   map[string]string // site id → name
	seen    int               // routes in the store at the last search
	started bool
	held    bool // the detail shows a route that was opened from elsewhere
}

// orders of the list, as the index knows them.
var routeOrders = [...]string{"fit", "price", "-price", "price_day", "days", "newest", "drop"}

// maxFound is how many routes the list holds.
const maxFound = 500

func newRoutesTab(d *desk) *routesTab {
	t := &routesTab{desk: d, names: map[string]string{}}
	t.search = kit.NewSearch(d.L("Search: a place, a theme, days, a price …"), 160)
	t.search.OnChange = func(string) { t.ask() }
	t.order = kit.NewSelect([]string{d.L("Best match"), d.L("Cheapest"), d.L("Dearest"), d.L("Cheapest a day"), d.L("Shortest"), d.L("Newest"), d.L("Largest drop")}, 140,
		func(int) { t.ask() })
	t.filters = newRouteFilters(d, t.ask)
	t.found, t.took, t.indexed = kit.Strong("", kit.SizeBody), kit.Small(""), kit.Small("").Right()
	t.list = kit.NewTable(kit.TableOptions{Columns: []kit.Column{{Width: 200, Grow: 1}}, NoHead: true, RowHeight: 84, SortBy: -1,
		NewCells: newFoundCells, Fill: t.fill, Key: func(i int) string { return t.result.Routes[i].URL }, AccentEdge: true, Many: true, Line: t.line})
	t.list.OnMenu = t.menu
	t.list.OnSelect = t.choose
	t.list.OnOpen = func(i int) { d.page(t.result.Routes[i].URL) }
	t.detail = newRouteDetail(d, t.agency)
	t.none = kit.Empty("search", d.L("Nothing found"), d.L("Try fewer words, or clear the filters."))
	t.middle = kit.Stack(t.list)
	head := kit.CardHead(kit.Row(7, t.found, t.took), t.indexed)
	left := kit.Fixed(kit.Card(t.filters.root), 214, 0)
	list := kit.Fixed(kit.Card(kit.Col(0, head, kit.HLine(), kit.Grow(t.middle))), 0, 0)
	body := kit.Across(kit.CardGap, left, kit.GrowBy(0.72, kit.AtLeast(list, 300, 200)), kit.GrowBy(1, kit.AtLeast(kit.Card(t.detail.root), 330, 200)))
	keep := kit.NewButton(kit.Ghost, "plus", d.L("Save this search"), t.keepSearch).Shy()
	t.alerts = kit.NewButton(kit.Ghost, "bolt", d.L("Alerts"), func() {
		t.unread(0)
		showAlerts(d, t.names, t.searchAgain)
	}).Shy()
	changes := kit.NewButton(kit.Ghost, "clock", d.L("What changed"), func() { showChanges(d, t.names) }).Shy()
	mine := kit.NewButton(kit.Ghost, "versus", d.L("My site against the others"), func() { showMine(d, t.names) }).Shy()
	t.export = kit.NewButton(kit.Outline, "export", d.L("Export"), t.exportFound).Shy()
	t.root = kit.Col(kit.CardGap, kit.Toolbar(kit.Grow(t.search), t.order, keep, t.alerts, changes, mine, t.export), kit.Grow(body))
	return t
}

// unread tells on the button how many alerts were not looked at yet.
func (t *routesTab) unread(n int) {
	text := t.L("Alerts")
	if n > 0 {
		text += " " + comma(n)
	}
	if t.alerts.Text() != text {
		t.alerts.Set("bolt", text)
	}
}

func (t *routesTab) view() fyne.CanvasObject { return t.root }

// update searches again when the store has other routes than the list was made from.
func (t *routesTab) update(s *app.Snapshot) {
	for i := range s.Sites {
		t.names[s.Sites[i].ID] = s.Sites[i].Name
	}
	t.indexed.Set(t.L("%s routes stored", comma(s.Counts.Total.Routes)))
	n := s.Counts.Total.Routes + s.Counts.Total.Gone
	if !t.started || n != t.seen {
		t.started, t.seen = true, n
		t.ask()
	}
}

// query is what is searched for now: the words, the filters, the order.
func (t *routesTab) query() app.Query {
	q := t.filters.query()
	q.Text, q.Sort = t.search.Text(), routeOrders[max(0, t.order.Chosen())]
	return q
}

// ask searches; only the newest answer is shown.
func (t *routesTab) ask() {
	q := t.query()
	q.Limit, q.Facets = maxFound, true
	ask(t.pump, "search", func(ctx context.Context) (timed, error) {
		start := time.Now()
		f, err := t.app.Search(ctx, q)
		return timed{f, time.Since(start)}, err
	}, func(r timed, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		t.show(r.found, r.took)
	})
}

// timed is an answer and how long it took.
type timed struct {
	found app.Found
	took  time.Duration
}

func (t *routesTab) show(f app.Found, took time.Duration) {
	t.result = f
	t.found.Set(t.L("%s routes", comma(int(f.Total))))
	t.took.Set(t.L("%d ms", max(1, took.Milliseconds())))
	t.filters.update(f.Facets, t.names)
	var want fyne.CanvasObject = t.list
	if len(f.Routes) == 0 {
		want = t.none
	}
	if t.middle.Objects[0] != want {
		t.middle.Objects[0] = want
		t.middle.Refresh()
	}
	t.list.SetCount(len(f.Routes))
	if len(t.list.Selection()) == 0 && len(f.Routes) > 0 && !t.held {
		t.list.Select(f.Routes[0].URL)
		t.list.ScrollTop()
		t.choose()
	}
}

// newFoundCells is a result of three lines: title and badge; the way; agency, departures and price.
func newFoundCells() []fyne.CanvasObject {
	title := kit.NewMarked(kit.SizeTab, true)
	badge := kit.NewBadge("", kit.Blue)
	way := kit.Small("").Shorten(20)
	agency := kit.Styled("", kit.SizeSmall, kit.Accent).Shorten(40)
	dates := kit.Small("").Shorten(20)
	old := kit.Small("")
	old.Strike = true
	price := kit.Strong("", kit.SizeTitle)
	return []fyne.CanvasObject{kit.Pad(kit.Col(0,
		kit.Fixed(kit.Row(8, kit.Grow(title), badge), 0, 25), kit.Fixed(way, 0, 21),
		kit.Fixed(kit.Row(5, kit.Fixed(agency, 96, 0), kit.Grow(dates), old, price), 0, 26)), 3, 6, 2, 6)}
}

func (t *routesTab) fill(i int, c []fyne.CanvasObject) {
	r := &t.result.Routes[i]
	col := c[0].(*fyne.Container).Objects[0].(*fyne.Container)
	line := func(n int) *fyne.Container { return col.Objects[n].(*fyne.Container).Objects[0].(*fyne.Container) }
	role := kit.Ink
	if r.State == storage.RouteGone {
		role = kit.Ink3
	}
	first := line(0)
	first.Objects[0].(*fyne.Container).Objects[0].(*kit.Marked).Set(r.Title, spansOf(r.Title, r.Marks), role)
	first.Objects[1].(*kit.Badge).Set(t.routeBadge(&r.Route))
	first.Refresh()
	col.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(t.way(&r.Route))
	last := line(2)
	last.Objects[0].(*fyne.Container).Objects[0].(*kit.Text).Set(t.agency(&r.Route))
	last.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(t.departures(&r.Route, 2))
	old := ""
	if r.MarketPrice > r.Price {
		old = money(r.MarketPrice, r.Currency)
	}
	last.Objects[2].(*kit.Text).Set(old)
	last.Objects[3].(*kit.Text).Set(money(r.Price, r.Currency))
	last.Refresh()
}

func (t *routesTab) agency(r *storage.Route) string {
	if n := t.names[r.Site]; n != "" {
		return n
	}
	if r.Agency != "" {
		return r.Agency
	}
	return r.Site
}

// spansOf turns marks in runes into spans in bytes.
func spansOf(s string, marks []app.Span) []kit.Span {
	if len(marks) == 0 {
		return nil
	}
	at := make([]int, 0, len(s)+1)
	for i := range s {
		at = append(at, i)
	}
	at = append(at, len(s))
	var out []kit.Span
	for _, m := range marks {
		if m.Start >= 0 && m.End < len(at) && m.Start < m.End {
			out = append(out, kit.Span{Start: at[m.Start], End: at[m.End], Tone: kit.Amber})
		}
	}
	return out
}

// routeBadge says what the last visits found: new, gone, price down or up.
func (w *words) routeBadge(r *storage.Route) (string, kit.Tone) {
	old := lastMove(r)
	switch {
	case r.State == storage.RouteGone:
		return w.L("Gone"), kit.Grey
	case old > r.Price && r.Price > 0:
		return w.L("%s down", money(old-r.Price, r.Currency)), kit.Green
	case old > 0 && r.Price > old:
		return w.L("%s up", money(r.Price-old, r.Currency)), kit.Amber
	case r.State == storage.RouteChanged:
		return w.L("Changed"), kit.Amber
	}
	return "", kit.Grey
}

// choose shows the selected route.
func (t *routesTab) choose() {
	keys := t.list.Selection()
	if len(keys) == 0 {
		return
	}
	t.held = false
	for i := range t.result.Routes {
		if r := &t.result.Routes[i].Route; r.URL == keys[0] {
			t.detail.show(r, t.agency(r))
			return
		}
	}
}

// open shows a route by its address, whether the search finds it or not.
func (t *routesTab) open(url string) {
	ask(t.pump, "open route", func(context.Context) (storage.Route, error) {
		id, ok := t.app.CopyOf(url, "")
		if !ok {
			return storage.Route{}, storage.ErrNotFound
		}
		return t.app.Route(id)
	}, func(r storage.Route, err error) {
		t.fail(err)
		if err != nil {
			return
		}
		t.list.Select(url)
		t.held = len(t.list.Selection()) == 0
		t.detail.show(&r, t.agency(&r))
	})
}

// keepSearch saves what is searched for now.
func (t *routesTab) keepSearch() {
	q := t.query()
	name := q.Text
	for _, part := range []string{q.From, q.To} {
		if part != "" {
			name = strings.TrimSpace(name + " " + part)
		}
	}
	if name == "" {
		name = t.L("All routes")
	}
	showWatch(t.desk, app.Watch{Name: name, Query: &q})
}

// searchAgain shows a saved search.
func (t *routesTab) searchAgain(q app.Query) {
	t.search.Set(q.Text)
	t.order.Choose(max(0, slices.Index(routeOrders[:], q.Sort)))
	t.filters.load(q)
}

// menu is what a right click on a route offers.
func (t *routesTab) menu(i int) []*fyne.MenuItem {
	r := &t.result.Routes[i].Route
	return []*fyne.MenuItem{
		kit.MenuItem("file", t.L("Stored page"), false, func() { t.openCopy(r.ID) }),
		kit.MenuItem("eye", t.L("Open in Preview"), false, func() { t.page(r.URL) }),
		kit.MenuItem("external", t.L("Open live page"), false, func() { t.desk.open(r.URL) }),
		kit.MenuItem("bolt", t.L("Watch this route…"), false, func() { showWatch(t.desk, app.Watch{Name: r.Title, Route: r.ID}) }),
		kit.MenuLine(),
		kit.MenuItem("copy", t.L("Copy"), false, t.list.Copy),
		kit.MenuItem("export", t.L("Export the selected…"), false, t.exportChosen),
		kit.MenuItem("file", t.L("Offer sheet of the selected…"), false, func() { showOffer(t.desk, t.chosen()) }),
		kit.MenuLine(),
		kit.MenuItem("globe", t.L("Only this site"), false, func() { t.filters.only(r.Site) }),
	}
}

// line is a route as Ctrl+C copies it, for a spreadsheet.
func (t *routesTab) line(i int) string {
	r := &t.result.Routes[i].Route
	return strings.Join([]string{r.Title, money(r.Price, r.Currency), t.daysNights(r), r.From, strings.Join(r.To, t.L(", ")), t.agency(r), t.departures(r, 6), r.URL}, "\t")
}

func (t *routesTab) find()   { t.search.Focus() }
func (t *routesTab) reload() { t.ask() }
