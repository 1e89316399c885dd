//go:build !headless

package ui

import (
	"testing"

	"xunlu/ui/kit"
)

var tabNames = [5]string{"sites", "nodes", "rules", "preview", "routes"}

// fillTab makes a tab show something that a user would look at.
func fillTab(x *window, i int) {
	x.turn(i)
	s := x.desk.app.Snapshot()
	x.show(s)
	switch i {
	case tabSites:
		if len(s.Sites) > 0 {
			t := x.tabs[tabSites].(*sitesTab)
			t.table.Select(t.all[t.rows[0]].ID)
			t.choose()
		}
	case tabPreview:
		routes := x.tabs[tabRoutes].(*routesTab)
		routes.update(&s)
		if len(routes.result.Routes) > 0 {
			x.openPage(routes.result.Routes[0].URL)
		}
	}
	x.show(s)
}

// TestTabsFit: the window grows silently when its content wants more than it has, so every tab must be content with the least size.
func TestTabsFit(t *testing.T) {
	a := openApp(t, 5, 300)
	for _, lang := range []string{"zh", "en"} {
		for _, mode := range []kit.Mode{kit.Light, kit.Dark} {
			x := stage(t, a, lang, mode, firstWidth, firstHeight)
			for i, name := range tabNames {
				fillTab(x, i)
				if m := x.desk.win.Content().MinSize(); m.Width > leastWidth || m.Height > leastHeight {
					t.Errorf("%s in %s wants %v × %v, more than %d × %d", name, lang, m.Width, m.Height, leastWidth, leastHeight)
				}
				shot(t, x, name+"-"+lang+"-"+string(mode))
			}
		}
	}
}

func TestFirstStartAndEmpty(t *testing.T) {
	a := openApp(t, 0, 0)
	for _, lang := range []string{"zh", "en"} {
		x := stage(t, a, lang, kit.Light, firstWidth, firstHeight)
		if !x.welcome {
			t.Fatal("an empty folder does not begin with the first-start screen")
		}
		shot(t, x, "first-"+lang)
		for i, name := range tabNames {
			x.turn(i)
			x.show(a.Snapshot())
			if m := x.desk.win.Content().MinSize(); m.Width > leastWidth || m.Height > leastHeight {
				t.Errorf("empty %s in %s wants %v × %v", name, lang, m.Width, m.Height)
			}
			shot(t, x, "empty-"+name+"-"+lang)
		}
	}
}
