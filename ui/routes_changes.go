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
	c.kind = kit.NewSubTabs([]string{"", "", "", ""}, false, func(int) { c.show() })
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

// show fills the four lists from what belongs to the chosen site; the table holds the chosen one.
func (c *changesSheet) show() {
	r := &c.report
	lists := [...][]routeLine{c.lines(r.New, true), c.moves(r.Cheaper), c.moves(r.Dearer), c.lines(r.Gone, false)}
	names := []string{c.L("New"), c.L("Cheaper"), c.L("Dearer"), c.L("Gone")}
	for i := range names {
		names[i] += " " + strconv.Itoa(len(lists[i]))
	}
	c.kind.Rename(names)
	c.list.set(lists[max(0, c.kind.Chosen())])
}

// lines are routes that came or went; the price stands where it is known, now or before.
func (c *changesSheet) lines(all []app.RouteLine, came bool) (lines []routeLine) {
	for i := range all {
		l := &all[i]
		if !c.wanted(l.Site) {
			continue
		}
		was, now := moneyOrEmpty(l.Price, l.Currency), ""
		if came {
			was, now = now, was
		}
		lines = append(lines, changeLine(c.names, l, was, now, ""))
	}
	return lines
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
	return changeLine(names, &m.RouteLine, priceText(m.Old, m.Currency), priceText(m.New, m.Currency), m.At.Local().Format("01-02 15:04"))
}

// changeLine is a line under changeColumns.
func changeLine(names map[string]string, l *app.RouteLine, was, now, at string) routeLine {
	return routeLine{l.URL, []string{l.Title, siteName(names, l.Site), was, now, at}}
}

func priceText(s, currency string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return s
	}
	return moneyOrEmpty(v, currency)
}

// siteName is what the user calls a site.
func siteName(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}
