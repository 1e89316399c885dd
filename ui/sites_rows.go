//go:build !headless

package ui

import (
	"context"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// menu is what a right click on a site offers; it acts on all that are selected.
func (t *sitesTab) menu(i int) []*fyne.MenuItem {
	r := &t.all[t.rows[i]]
	start := kit.MenuItem("pause", t.L("Pause"), false, func() { t.pause(true) })
	if r.Paused {
		start = kit.MenuItem("play", t.L("Start"), false, func() { t.pause(false) })
	}
	if r.Status.Vanished > 0 {
		return []*fyne.MenuItem{kit.MenuItem("help", t.L("Are these routes gone?"), false, func() { t.askVanished(r) }), start}
	}
	return []*fyne.MenuItem{
		start,
		kit.MenuItem("refresh", t.L("Revisit"), false, t.revisit),
		kit.MenuItem("route", t.L("Show its routes"), r.Count.Routes == 0, func() { t.routesOf(r.ID) }),
		kit.MenuLine(),
		kit.MenuItem("external", t.L("Open the start page"), false, func() { t.openStart(r) }),
		kit.MenuItem("copy", t.L("Copy"), false, t.table.Copy),
		kit.MenuLine(),
		kit.MenuItem("trash", t.L("Remove…"), false, t.remove),
	}
}

// line is a site as Ctrl+C copies it, for a spreadsheet.
func (t *sitesTab) line(i int) string {
	r := &t.all[t.rows[i]]
	_, state, _ := t.siteState(r, t.now)
	return strings.Join([]string{r.Name, start(r), comma(r.Count.Pages), comma(r.Count.Routes), comma(queued(r)), percent(r.Harvest(), 1), state}, "\t")
}

// opened is a double click: a question that waits for an answer, else the start page.
func (t *sitesTab) opened(i int) {
	r := &t.all[t.rows[i]]
	if r.Status.Vanished > 0 {
		t.askVanished(r)
		return
	}
	t.openStart(r)
}

// openStart shows the start page in the system's browser.
func (t *sitesTab) openStart(r *app.SiteRow) {
	u, err := url.Parse(start(r))
	if err == nil {
		err = fyne.CurrentApp().OpenURL(u)
	}
	t.fail(err)
}

// remove asks before it takes the selected sites away with all that is stored of them; for a while it can be undone.
func (t *sitesTab) remove() {
	ids := t.table.Selection()
	if len(ids) == 0 {
		return
	}
	pages, routes := 0, 0
	for i := range t.all {
		if t.table.Selected(t.all[i].ID) {
			pages, routes = pages+t.all[i].Count.Pages, routes+t.all[i].Count.Routes
		}
	}
	var sheet *kit.Sheet
	yes := kit.NewButton(kit.OnBad, "trash", t.L("Remove"), func() {
		sheet.Close()
		t.setAside(ids)
	})
	text := kit.NewProse(t.count(len(ids), "1 site goes, with %s stored pages and %s routes.", "%d sites go, with %s stored pages and %s routes.", comma(pages), comma(routes))+
		t.L(" It can be undone for one minute."), kit.SizeBody, kit.Ink2)
	sheet = kit.ShowSheet(t.win.Canvas(), t.L("Remove sites?"), 420, 180, text, kit.Space(),
		kit.NewButton(kit.Outline, "", t.L("Keep"), func() { sheet.Close() }), yes)
	t.win.Canvas().Focus(yes)
}

func (t *sitesTab) setAside(ids []string) {
	t.table.Select()
	t.pane.open(nil, t.now)
	act(t.pump, func(ctx context.Context) error { return t.app.SetAside(ctx, ids) }, func(err error) {
		t.fail(err)
		t.soon()
		if err == nil {
			t.aside = ids
			t.desk.undo(t.count(len(ids), "1 site was removed.", "%d sites were removed."), t.undo)
		}
	})
}

// undo takes the last removal back.
func (t *sitesTab) undo() {
	ids := t.aside
	if len(ids) == 0 {
		return
	}
	t.aside = nil
	act(t.pump, func(ctx context.Context) error { return t.app.TakeBack(ctx, ids) }, func(err error) {
		t.fail(err)
		t.soon()
		if err == nil {
			t.table.Select(ids...)
			t.note(kit.Green, t.count(len(ids), "1 site is back.", "%d sites are back."))
		}
	})
}

// redo does nothing: a removal is not done again by a key.
func (t *sitesTab) redo() {}
