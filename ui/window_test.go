//go:build !headless

package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"

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

// TestTabsFillOtherSizes: a large screen, and one on which everything is drawn half as large again.
func TestTabsFillOtherSizes(t *testing.T) {
	a := openApp(t, 5, 300)
	for _, c := range []struct {
		name  string
		scale float32
		w, h  float32
	}{{"1920", 1, 1920, 1080}, {"150", 1.5, 1280, 720}} {
		x := stage(t, a, "zh", kit.Light, c.w, c.h)
		x.desk.win.Canvas().(software.WindowlessCanvas).SetScale(c.scale)
		x.desk.win.Resize(fyne.NewSize(c.w, c.h))
		for i, name := range tabNames {
			fillTab(x, i)
			if s := x.desk.win.Canvas().Size(); s.Width != c.w || s.Height != c.h {
				t.Errorf("%s makes a window of %v × %v out of %v × %v", name, s.Width, s.Height, c.w, c.h)
			}
			shot(t, x, name+"-zh-"+c.name)
		}
	}
}
