//go:build !headless

package ui

import (
	"strings"
	"testing"

	"xunlu/judge"
	"xunlu/ui/kit"
)

func TestRulesAreTunedUndoneAndSaved(t *testing.T) {
	a := openApp(t, 3, 190)
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	x.turn(tabRules)
	x.show(a.Snapshot())
	tab := x.tabs[tabRules].(*rulesTab)
	if tab.tuning.Pages == 0 || tab.tuning.Routes == 0 {
		t.Fatalf("nothing was judged: %+v", tab.tuning)
	}
	base := tab.draft.Threshold
	routes := tab.tuning.Routes
	tab.moved(tab.tuning.High + 1)
	if tab.tuning.Routes != 0 || tab.tuning.Left == 0 {
		t.Errorf("above every score %d routes are left, %d dropped", tab.tuning.Routes, tab.tuning.Left)
	}
	tab.moved(tab.tuning.Low - 5)
	tab.settled(tab.tuning.Low - 5)
	if tab.tuning.Others != 0 && tab.tuning.Routes <= routes {
		t.Errorf("below every score there are %d routes", tab.tuning.Routes)
	}
	if got := tab.save.Text(); !strings.HasPrefix(got, "Save as v") {
		t.Errorf("the button says %q after a change", got)
	}
	tab.undo()
	if tab.draft.Threshold != base || tab.tuning.Routes != routes {
		t.Errorf("undone to threshold %v with %d routes, want %v with %d", tab.draft.Threshold, tab.tuning.Routes, base, routes)
	}
	tab.redo()
	if tab.draft.Threshold == base {
		t.Error("redo did nothing")
	}
	tab.undo()

	version := a.ActiveRules().Version
	tab.edit(func(r *judge.Rules) { r.Threshold = base + 0.25 })
	tab.store()
	now := a.ActiveRules()
	if now.Version != version+1 || now.Threshold != base+0.25 {
		t.Errorf("in force is %s with threshold %v", now.Ref(), now.Threshold)
	}
	if tab.changed() {
		t.Error("the draft still differs after it was saved")
	}
}

func TestLabelsAreCounted(t *testing.T) {
	a := openApp(t, 3, 190)
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	s := a.Snapshot()
	routes := x.tabs[tabRoutes].(*routesTab)
	routes.update(&s)
	if len(routes.result.Routes) == 0 {
		t.Fatal("no routes to label")
	}
	x.openPage(routes.result.Routes[0].URL)
	preview := x.tabs[tabPreview].(*previewTab)
	preview.label(judge.LabelRoute)
	labels, err := a.Labels()
	if err != nil || len(labels) != 1 || labels[0].Label != judge.LabelRoute {
		t.Fatalf("labels %+v, %v", labels, err)
	}
	preview.label(judge.LabelRoute)
	if labels, err = a.Labels(); err != nil || len(labels) != 0 {
		t.Errorf("the same label again does not take it back: %+v %v", labels, err)
	}
	before := preview.page.URL
	preview.nextUnsure()
	if preview.page.URL == before {
		t.Error("there is no next page to label")
	}
}
