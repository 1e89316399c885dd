//go:build !headless

package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"xunlu/app"
	"xunlu/ui/kit"
)

func TestSiteIsAddedInASheet(t *testing.T) {
	a := openApp(t, 0, 0)
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	x.turn(tabSites)
	x.tabs[tabSites].(*sitesTab).add()
	c := x.desk.win.Canvas()
	if c.Overlays().Top() == nil {
		t.Fatal("no sheet")
	}
	f := c.Focused()
	if f == nil {
		t.Fatal("the address cannot be typed at once")
	}
	test.Type(f, "https://agency.example/tours")
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	sites, err := a.Sites()
	if err != nil || len(sites) != 1 || sites[0].ID != "agency.example" {
		t.Fatalf("sites %+v, %v", sites, err)
	}
	if c.Overlays().Top() != nil {
		t.Error("the sheet stays after the site was added")
	}
}

func TestWrongAddressStaysInTheSheet(t *testing.T) {
	a := openApp(t, 0, 0)
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	x.tabs[tabSites].(*sitesTab).add()
	c := x.desk.win.Canvas()
	test.Type(c.Focused(), "http://[::bad")
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if c.Overlays().Top() == nil {
		t.Error("the sheet is gone although nothing was added")
	}
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.Overlays().Top() != nil {
		t.Error("Escape does not close the sheet")
	}
}

func TestKeysOfTheWindow(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "en", kit.Light, firstWidth, firstHeight)
	ctrl := x.ctrl()
	for i, k := range []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5} {
		ctrl[k]()
		if x.current != i {
			t.Errorf("Ctrl+%s shows tab %d", k, x.current)
		}
	}
	ctrl[fyne.KeyF]()
	if !x.tabs[tabRoutes].(*routesTab).search.Focused() {
		t.Error("Ctrl+F does not go to the search field")
	}
}

func TestLanguageAndThemeChangeWithoutRestart(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "zh", kit.Light, firstWidth, firstHeight)
	x.turn(tabRoutes)
	x.rebuild(spoken(t, "en"), kit.NewTheme(kit.Dark))
	if x.current != tabRoutes {
		t.Errorf("the tab in sight became %d", x.current)
	}
	if got := x.tabs[tabRoutes].(*routesTab).export.Text(); got != "Export" {
		t.Errorf("the button says %q", got)
	}
	shot(t, x, "rebuilt")
}

func TestEverySheetFits(t *testing.T) {
	a := openApp(t, 0, 0)
	for _, lang := range []string{"zh", "en"} {
		x := stage(t, a, lang, kit.Light, leastWidth, leastHeight)
		sites := x.tabs[tabSites].(*sitesTab)
		for name, open := range map[string]func(){
			"add": sites.add, "import": sites.importSites, "settings": func() { showSettings(x.desk, x.rebuild) },
			"paste": x.tabs[tabPreview].(*previewTab).paste, "problems": func() { openProblems(x.desk, nil) },
			"changes": func() { showChanges(x.desk, nil) }, "mine": func() { showMine(x.desk, nil) }, "offer": func() { showOffer(x.desk, []uint64{1}) },
			"alerts": func() { showAlerts(x.desk, nil, func(app.Query) {}) }, "watch": func() { showWatch(x.desk, app.Watch{Name: "桂林", Query: &app.Query{Text: "桂林"}}) },
			"others": func() { showOthers(x.desk) }, "node": func() { showNodeParams(x.desk, "local", app.NodeParams{}) },
		} {
			open()
			shot(t, x, "sheet-"+name+"-"+lang)
			top, ok := x.desk.win.Canvas().Overlays().Top().(*kit.Sheet)
			if !ok {
				t.Fatalf("%s opens no sheet", name)
			}
			top.Close()
		}
	}
}

func TestOtherPCsAreLetInAndNamed(t *testing.T) {
	a := openApp(t, 0, 0)
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	o := showOthers(x.desk)
	o.listen.set("127.0.0.1:0")
	o.turn(true)
	if s, at, err := a.Others(); err != nil || !s.On || at == "" || !o.allow.On() {
		t.Fatalf("sharing %+v at %q, %v", s, at, err)
	}
	if o.print.Value() == missing || o.at.Value() == missing {
		t.Error("the sheet tells neither address nor fingerprint")
	}
	o.name.set("two words")
	o.ready()
	if o.wrongName("two words") == "" {
		t.Error("a name of two words is taken")
	}
	o.name.set("office-2")
	o.addOne()
	if _, ok := x.desk.win.Canvas().Overlays().Top().(*kit.Sheet); !ok || len(o.members) != 1 {
		t.Fatalf("members %+v", o.members)
	}
	shot(t, x, "others-ticket")
	o.table.Select("office-2")
	o.choose()
	o.pauseOne()
	if len(o.members) != 1 || !o.members[0].Paused {
		t.Fatalf("after pausing: %+v", o.members)
	}
	o.removeOne()
	o.turn(false)
	if s, at, err := a.Others(); err != nil || s.On || at != "" || len(s.Nodes) != 0 || len(o.members) != 0 {
		t.Errorf("in the end: %+v at %q, %v, rows %+v", s, at, err, o.members)
	}
}

// TestSaveDialog: the dialog that asks where to write opens.
func TestSaveDialog(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "zh", kit.Light, firstWidth, firstHeight)
	x.desk.choosePath("routes.xlsx", func(string) {})
	if x.desk.win.Canvas().Overlays().Top() == nil {
		t.Error("no dialog")
	}
}
