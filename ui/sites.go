//go:build !headless

package ui

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// sitesTab is the list of sites and the pane of the chosen one.
type sitesTab struct {
	*desk
	table   *kit.Table
	search  *kit.Field
	segment *kit.Segment
	pane    *sitePane
	foot    [2]*kit.Text
	body    *fyne.Container // table and pane, or the empty state
	full    fyne.CanvasObject
	empty   fyne.CanvasObject

	all  []app.SiteRow
	rows []int // indexes into all: filtered, sorted
	now  time.Time

	aside []string // the sites removed last, as long as that can be undone
}

// Columns of the table.
const (
	colName = iota
	colStart
	colKind
	colPages
	colRoutes
	colQueue
	colHarvest
	colState
)

func newSitesTab(d *desk) *sitesTab {
	t := &sitesTab{desk: d}
	t.pane = newSitePane(d, t.remove)
	t.table = kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{
			colName:    {Title: t.L("Site"), Width: 92, Grow: 1, Sort: true},
			colStart:   {Title: t.L("Start address"), Width: 100, Grow: 1.1, Sort: true, Drop: 760},
			colKind:    {Title: t.L("Judged by"), Width: 62},
			colPages:   {Title: t.L("Pages"), Width: 50, Number: true, Sort: true},
			colRoutes:  {Title: t.L("Routes"), Width: 54, Number: true, Sort: true},
			colQueue:   {Title: t.L("Queue"), Width: 46, Number: true, Sort: true},
			colHarvest: {Title: t.L("Harvest"), Width: 82, Number: true, Sort: true},
			colState:   {Title: t.L("State and reason"), Width: 110, Grow: 1.3, Lead: 12},
		},
		RowHeight: 34, NewCells: newSiteCells, Fill: t.fill, Key: func(i int) string { return t.all[t.rows[i]].ID },
		Line: t.line, Words: d.tableWords(), Many: true, RoundTop: true, SortBy: colRoutes, Descending: true,
	})
	t.table.OnSort = func(int, bool) { t.arrange() }
	t.table.OnSelect = t.choose
	t.table.OnKey = func(e *fyne.KeyEvent) { t.key(e) }
	t.table.OnOpen = t.opened
	t.table.OnMenu = t.menu
	d.remember("sites", t.table)
	t.search = kit.NewSearch(t.L("Find a site"), 80)
	t.search.OnChange = func(string) { t.arrange() }
	t.segment = kit.NewSegment(t.segments(0, 0, 0, 0), func(i int) {
		d.keep("sites.class", i)
		t.arrange()
	})
	t.segment.Choose(d.recall("sites.class", 0))
	t.build()
	return t
}

func (t *sitesTab) build() {
	tools := kit.Toolbar(kit.Grow(t.search), t.segment,
		kit.NewButton(kit.Outline, "play", t.L("Start"), func() { t.pause(false) }).Shy(),
		kit.NewButton(kit.Outline, "pause", t.L("Pause"), func() { t.pause(true) }).Shy(),
		kit.NewButton(kit.Outline, "refresh", t.L("Revisit"), t.revisit).Shy(),
		kit.VLine(),
		kit.NewButton(kit.Outline, "import", t.L("Import"), t.importSites).Shy(),
		kit.NewButton(kit.Filled, "plus", t.L("Add site"), t.add))
	t.foot[0], t.foot[1] = kit.Small("").Shorten(80), kit.Small("").Right()
	foot := kit.Fixed(kit.Pad(kit.Row(8, kit.Grow(t.foot[0]), t.foot[1]), 12, 0, 12, 0), 0, 30)
	card := kit.Card(kit.Col(0, kit.Grow(t.table), kit.HLine(), foot))
	left := kit.Col(kit.CardGap, tools, kit.Grow(card))
	t.full = kit.Across(12, kit.Grow(left), t.pane.view())
	t.empty = kit.Card(kit.Empty("globe", t.L("No sites yet"), t.L("Add the address of a travel agency, or paste or import a list of addresses."),
		kit.NewButton(kit.Filled, "plus", t.L("Add site"), t.add),
		kit.NewButton(kit.Outline, "import", t.L("Import…"), t.importSites),
		kit.NewButton(kit.Outline, "play", t.L("Try the demo"), t.demo)))
	t.body = kit.Stack(t.empty)
}

func (t *sitesTab) view() fyne.CanvasObject { return t.body }

func newSiteCells() []fyne.CanvasObject {
	name := kit.Strong("", kit.SizeBody).Shorten(20)
	num := func() *kit.Text { return kit.NewText("").Right() }
	state := kit.Small("").Shorten(20)
	return []fyne.CanvasObject{
		kit.Across(8, kit.NewShape(kit.Idle), kit.Grow(name)),
		kit.Styled("", kit.SizeBody, kit.Ink2).Shorten(20),
		kit.NewBadge("", kit.Grey),
		num(), num(), num(),
		kit.Across(6, kit.Fixed(kit.NewMeter(26, 4, kit.Blue), 26, 0), kit.Grow(num())),
		state,
	}
}

// fill shows one site in a row's cells.
func (t *sitesTab) fill(i int, c []fyne.CanvasObject) {
	r := &t.all[t.rows[i]]
	shape, words, tone := t.siteState(r, t.now)
	first := c[colName].(*fyne.Container)
	first.Objects[0].(*kit.Shape).Set(shape)
	first.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(r.Name)
	c[colStart].(*kit.Text).Set(shortURL(start(r)))
	if len(r.Templates) > 0 {
		c[colKind].(*kit.Badge).Set(t.L("Template"), kit.Blue)
	} else {
		c[colKind].(*kit.Badge).Set(t.L("General"), kit.Grey)
	}
	c[colPages].(*kit.Text).Set(comma(r.Count.Pages))
	c[colRoutes].(*kit.Text).Set(comma(r.Count.Routes))
	c[colQueue].(*kit.Text).Set(comma(queued(r)))
	harvest := c[colHarvest].(*fyne.Container)
	meter := harvest.Objects[0].(*fyne.Container).Objects[0].(*kit.Meter)
	figure := harvest.Objects[1].(*fyne.Container).Objects[0].(*kit.Text)
	if r.Count.Pages == 0 {
		meter.Set(-1, kit.Blue)
		figure.SetRole(missing, kit.Ink3)
	} else {
		meter.Set(r.Harvest(), kit.Blue)
		figure.SetRole(percent(r.Harvest(), 1), kit.Ink)
	}
	role := kit.Ink2
	if tone != kit.Grey {
		role = tone.Ink()
	}
	c[colState].(*kit.Text).SetRole(words, role)
}

// queued is what waits to be fetched of a site, first visits and revisits.
func queued(r *app.SiteRow) int { return r.Status.Queued + r.Status.Waiting }

func start(r *app.SiteRow) string {
	if len(r.Seeds) == 0 {
		return ""
	}
	return r.Seeds[0]
}

// update takes a snapshot.
func (t *sitesTab) update(s *app.Snapshot) {
	t.all, t.now = s.Sites, s.At
	want := t.full
	if len(t.all) == 0 {
		want = t.empty
	}
	if t.body.Objects[0] != want {
		t.body.Objects[0] = want
		t.body.Refresh()
	}
	if len(t.all) == 0 {
		return
	}
	t.arrange()
	t.pane.update(t.chosen(), s.At)
}

// arrange filters and sorts the rows and counts the segments.
func (t *sitesTab) arrange() {
	text := strings.ToLower(strings.TrimSpace(t.search.Text()))
	active, stopped, wrong := 0, 0, 0
	t.rows = t.rows[:0]
	for i := range t.all {
		r := &t.all[i]
		shape, _, _ := t.siteState(r, t.now)
		class := 1
		switch shape {
		case kit.Failing, kit.Held:
			wrong++
			class = 3
		case kit.Paused, kit.Idle:
			stopped++
			class = 2
		default:
			active++
		}
		if c := t.segment.Chosen(); c != 0 && c != class {
			continue
		}
		if text != "" && !strings.Contains(strings.ToLower(r.Name), text) && !strings.Contains(strings.ToLower(start(r)), text) {
			continue
		}
		t.rows = append(t.rows, i)
	}
	t.segment.SetOptions(t.segments(len(t.all), active, stopped, wrong))
	t.sort()
	t.table.SetCount(len(t.rows))
	t.footer()
}

func (t *sitesTab) segments(all, active, stopped, wrong int) []string {
	return []string{t.L("All %s", comma(all)), t.L("Active %s", comma(active)), t.L("Stopped %s", comma(stopped)), t.L("Problems %s", comma(wrong))}
}

func (t *sitesTab) sort() {
	by, down := t.table.Sorting()
	slices.SortStableFunc(t.rows, func(a, b int) int {
		x, y := &t.all[a], &t.all[b]
		n := 0
		switch by {
		case colName:
			n = strings.Compare(x.Name, y.Name)
		case colStart:
			n = strings.Compare(start(x), start(y))
		case colPages:
			n = x.Count.Pages - y.Count.Pages
		case colRoutes:
			n = x.Count.Routes - y.Count.Routes
		case colQueue:
			n = queued(x) - queued(y)
		case colHarvest:
			n = compareFloat(x.Harvest(), y.Harvest())
		}
		if down {
			n = -n
		}
		return n
	})
}

func compareFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (t *sitesTab) footer() {
	pages, routes := 0, 0
	for _, i := range t.rows {
		pages, routes = pages+t.all[i].Count.Pages, routes+t.all[i].Count.Routes
	}
	harvest := missing
	if pages > 0 {
		harvest = percent(float64(routes)/float64(pages), 1)
	}
	t.foot[0].Set(t.L("%s sites · %s selected", comma(len(t.rows)), comma(len(t.table.Selection()))))
	t.foot[1].Set(t.L("Total %s pages · %s routes · harvest %s", comma(pages), comma(routes), harvest))
}

// chosen is the first selected site, nil when none is.
func (t *sitesTab) chosen() *app.SiteRow {
	keys := t.table.Selection()
	if len(keys) == 0 {
		return nil
	}
	for i := range t.all {
		if t.all[i].ID == keys[0] {
			return &t.all[i]
		}
	}
	return nil
}

func (t *sitesTab) choose() {
	t.footer()
	t.pane.open(t.chosen(), t.now)
}

// each runs an intent on every selected site, or on all when none is selected.
func (t *sitesTab) each(work func(ctx context.Context, id string) error) {
	ids := t.table.Selection()
	if len(ids) == 0 {
		for _, i := range t.rows {
			ids = append(ids, t.all[i].ID)
		}
	}
	act(t.pump, func(ctx context.Context) error {
		for _, id := range ids {
			if err := work(ctx, id); err != nil {
				return err
			}
		}
		return nil
	}, func(err error) {
		t.fail(err)
		t.soon()
	})
}

func (t *sitesTab) pause(on bool) {
	t.each(func(ctx context.Context, id string) error { return t.app.PauseSite(ctx, id, on) })
}

func (t *sitesTab) revisit() {
	t.each(func(ctx context.Context, id string) error {
		_, err := t.app.Revisit(ctx, id, true)
		return err
	})
}

// key answers the keyboard: Space pauses or starts, Delete removes, F5 revisits.
func (t *sitesTab) key(e *fyne.KeyEvent) bool {
	r := t.chosen()
	if r == nil {
		return false
	}
	switch e.Name {
	case fyne.KeySpace:
		t.pause(!r.Paused)
	case fyne.KeyDelete:
		t.remove()
	case fyne.KeyF5:
		t.revisit()
	default:
		return false
	}
	return true
}

func (t *sitesTab) find()   { t.search.Focus() }
func (t *sitesTab) reload() { t.revisit() }
