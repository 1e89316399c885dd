//go:build !headless

package ui

import (
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// TestJourney: one owner's morning through the verbs of the tabs: drag the threshold, label ten pages, learn, accept, export a
// workbook, remove a site and take that back. Rules, labels, file and store are looked at afterwards. EndToEnd does the mouse.
func TestJourney(t *testing.T) {
	a := openApp(t, 3, 190)
	x := stage(t, a, "zh", kit.Light, firstWidth, firstHeight)
	x.turn(tabRules)
	x.show(a.Snapshot())
	rules := x.tabs[tabRules].(*rulesTab)
	base := rules.draft.Threshold
	rules.moved(base + 0.2)
	rules.settled(base + 0.2)
	if rules.draft.Threshold == base || !rules.changed() {
		t.Errorf("dragged from %v to %v", base, rules.draft.Threshold)
	}
	rules.undo()

	s := a.Snapshot()
	routes := x.tabs[tabRoutes].(*routesTab)
	routes.update(&s)
	preview := x.tabs[tabPreview].(*previewTab)
	label := func(url string, is judge.Label) {
		x.openPage(url)
		preview.label(is)
	}
	for i := range 5 {
		label(routes.result.Routes[i].URL, judge.LabelRoute)
	}
	others := 0
	pages, err := a.UnsurePages(t.Context(), 200)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if p.Score < p.Threshold && others < 5 {
			others++
			label(p.URL, judge.LabelOther)
		}
	}
	labels, err := a.Labels()
	if err != nil || len(labels) != 10 {
		t.Fatalf("%d labels, %v", len(labels), err)
	}
	before := a.ActiveRules().Ref()
	learned, err := a.Learn(t.Context(), "")
	if err != nil || learned.Labels != 10 || learned.Routes != 5 {
		t.Fatalf("learned %+v, %v", learned, err)
	}
	rules.accept(learned)
	if now := a.ActiveRules().Ref(); now == before || rules.active != now {
		t.Errorf("in force is %s, before it was %s, the tab says %s", now, before, rules.active)
	}

	file := filepath.Join(t.TempDir(), "routes.xlsx")
	routes.ask()
	n, err := a.ExportFile(t.Context(), app.Query{}, "xlsx", file)
	if err != nil || n == 0 {
		t.Fatalf("%d routes were written, %v", n, err)
	}
	book, err := excelize.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows(book.GetSheetName(0))
	if err := book.Close(); err != nil {
		t.Error(err)
	}
	if err != nil || len(rows) != n+1 {
		t.Errorf("%d rows of %d routes, %v", len(rows), n, err)
	}

	stored, id := a.Snapshot().Counts.Total.Pages, s.Sites[0].ID
	sites := x.tabs[tabSites].(*sitesTab)
	sites.update(&s)
	sites.table.Select(id)
	sites.setAside([]string{id})
	if left := a.Snapshot(); len(left.Sites) != len(s.Sites)-1 || left.Counts.Total.Pages >= stored {
		t.Errorf("after the removal %d sites and %d pages", len(left.Sites), left.Counts.Total.Pages)
	}
	sites.undo()
	if back := a.Snapshot(); len(back.Sites) != len(s.Sites) || back.Counts.Total.Pages != stored {
		t.Errorf("taken back: %d sites and %d pages, before %d and %d", len(back.Sites), back.Counts.Total.Pages, len(s.Sites), stored)
	}
}
