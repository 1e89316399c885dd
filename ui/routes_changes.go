//go:build !headless

package ui

import (
	"context"
	"strconv"
	"time"

	"xunlu/app"
	"xunlu/ui/kit"
)

// changesSheet tells what visits found lately, over all sites or one: new, cheaper, dearer, gone.
type changesSheet struct {
	*desk
	names  map[string]string
	report app.ChangeReport
	span   *kit.Segment
	site   *kit.Select
	kind   *kit.Tabs
	list   *lineList
	sheet  *kit.Sheet
}

// changeSpans are the days looked back.
var changeSpans = [...]int{1, 7, 30}

// changeColumns of the lists of changes.
func (d *desk) changeColumns() []kit.Column {
	return []kit.Column{{Title: d.L("Route"), Width: 220, Grow: 1}, {Title: d.L("Site"), Width: 130}, {Title: d.L("Before"), Width: 80, Number: true},
		{Title: d.L("Now"), Width: 80, Number: true}, {Title: d.L("Time"), Width: 90, Lead: 12}}
}

func showChanges(d *desk, names map[string]string) *changesSheet {
	c := &changesSheet{desk: d, names: names}
	c.span = kit.NewSegment([]string{d.L("1 day"), d.L("7 days"), d.L("30 days")}, func(int) { c.load() })
	c.span.Choose(1)
	c.site = kit.NewSelect([]string{d.L("All sites")}, 200, func(int) { c.show() })
	c.kind = kit.NewSubTabs(c.kinds(), false, func(int) { c.show() })
	c.list = newLineList(d.changeColumns(), func(url string) {
		c.sheet.Close()
		d.route(url)
	})
	w, h := d.wideSheet()
	c.sheet = kit.ShowSheet(d.win.Canvas(), d.L("What changed"), w, h,
		kit.Col(8, kit.Row(8, c.span, c.site, kit.Space()), c.kind, kit.Grow(c.list.table)), kit.Hint(d.L("A double click opens the route.")), kit.Space())
	c.load()
	return c
}

// kinds are the names of the four lists with their lengths, of the chosen site.
func (c *changesSheet) kinds() []string {
	of := func(name string, n int) string { return name + " " + strconv.Itoa(n) }
	r := &c.report
	return []string{of(c.L("New"), c.count1(len(r.New), func(i int) string { return r.New[i].Site })),
		of(c.L("Cheaper"), c.count1(len(r.Cheaper), func(i int) string { return r.Cheaper[i].Site })),
		of(c.L("Dearer"), c.count1(len(r.Dearer), func(i int) string { return r.Dearer[i].Site })),
		of(c.L("Gone"), c.count1(len(r.Gone), func(i int) string { return r.Gone[i].Site }))}
}

// count1 counts what belongs to the chosen site.
func (c *changesSheet) count1(n int, site func(int) string) int {
	m := 0
	for i := range n {
		if c.wanted(site(i)) {
			m++
		}
	}
	return m
}

func (c *changesSheet) wanted(site string) bool {
	i := c.site.Chosen()
	return i <= 0 || c.report.Sites[i-1].Site == site
}

func (c *changesSheet) load() {
	since := time.Now().AddDate(0, 0, -changeSpans[max(0, c.span.Chosen())])
	ask(c.pump, "changes", func(ctx context.Context) (app.ChangeReport, error) { return c.app.Changes(ctx, since) },
		func(r app.ChangeReport, err error) {
			c.fail(err)
			if err != nil {
				return
			}
			c.report = r
			sites := []string{c.L("All sites")}
			for _, s := range r.Sites {
				sites = append(sites, siteName(c.names, s.Site))
			}
			c.site.SetOptions(sites, 0)
			c.show()
		})
}

func (c *changesSheet) show() {
	c.kind.Rename(c.kinds())
	r := &c.report
	var lines []routeLine
	switch c.kind.Chosen() {
	case 1:
		lines = c.moves(r.Cheaper)
	case 2:
		lines = c.moves(r.Dearer)
	case 3:
		for i := range r.Gone {
			if l := &r.Gone[i]; c.wanted(l.Site) {
				lines = append(lines, routeLine{l.URL, []string{l.Title, siteName(c.names, l.Site), moneyOrEmpty(l.Price, ""), "", ""}})
			}
		}
	default:
		for i := range r.New {
			if l := &r.New[i]; c.wanted(l.Site) {
				lines = append(lines, routeLine{l.URL, []string{l.Title, siteName(c.names, l.Site), "", moneyOrEmpty(l.Price, ""), ""}})
			}
		}
	}
	c.list.set(lines)
}

func (c *changesSheet) moves(all []app.FieldChange) (lines []routeLine) {
	for i := range all {
		if m := &all[i]; c.wanted(m.Site) {
			lines = append(lines, moveLine(c.names, m))
		}
	}
	return lines
}

// moveLine is a price that moved.
func moveLine(names map[string]string, m *app.FieldChange) routeLine {
	return routeLine{m.URL, []string{m.Title, siteName(names, m.Site), priceText(m.Old), priceText(m.New), m.At.Local().Format("01-02 15:04")}}
}

func priceText(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return moneyOrEmpty(v, "")
}

// siteName is what the user calls a site.
func siteName(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}
