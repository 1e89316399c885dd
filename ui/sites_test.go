//go:build !headless

package ui

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// row makes a site row with counts.
func row(name string, pages, routes int) app.SiteRow {
	return app.SiteRow{Site: storage.Site{ID: name, Name: name, Seeds: []string{"http://" + name + ".example/"}, Delay: time.Second},
		Count: storage.SiteCount{Pages: pages, Routes: routes, Links: pages}}
}

func listed(t *sitesTab) string {
	var out []string
	for _, i := range t.rows {
		out = append(out, t.all[i].Name)
	}
	return strings.Join(out, " ")
}

func TestSitesSortFilterAndSegments(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "zh", kit.Light, firstWidth, firstHeight)
	tab := x.tabs[tabSites].(*sitesTab)
	failing := row("broken", 0, 0)
	failing.Count.Failures = map[storage.Failure]int{storage.FailDNS: 1}
	paused := row("asleep", 40, 20)
	paused.Paused = true
	running := row("busy", 100, 10)
	running.Status.Leased = 2
	s := app.Snapshot{At: time.Now(), Sites: []app.SiteRow{running, paused, failing}}
	tab.update(&s)
	if got := listed(tab); got != "asleep busy broken" {
		t.Errorf("by routes, most first: %s", got)
	}
	if got := strings.Join(tab.segments(3, 1, 1, 1), " "); got != "全部 3 运行 1 停止 1 异常 1" {
		t.Errorf("segments %s", got)
	}
	for i, want := range []string{"asleep busy broken", "busy", "asleep", "broken"} {
		tab.segment.Choose(i)
		tab.arrange()
		if got := listed(tab); got != want {
			t.Errorf("segment %d: %s, want %s", i, got, want)
		}
	}
	tab.segment.Choose(0)
	tab.search.Set("BUS")
	tab.arrange()
	if got := listed(tab); got != "busy" {
		t.Errorf("search: %s", got)
	}
}

func TestSiteStates(t *testing.T) {
	w := spoken(t, "en")
	now := time.Now()
	held := row("held", 5, 1)
	held.Status.Hold = now.Add(47 * time.Minute)
	capped := row("capped", 1000, 41)
	capped.Status.Capped, capped.MaxPages = true, 1000
	failing := row("failing", 0, 0)
	failing.Count.Failures = map[storage.Failure]int{storage.FailDNS: 1}
	for _, c := range []struct {
		r     app.SiteRow
		shape kit.State
		words string
	}{
		{held, kit.Held, "again in 4"}, {capped, kit.Idle, "1,000"}, {failing, kit.Failing, "does not resolve"}, {row("done", 9, 1), kit.Idle, "Done"},
		{row("fresh", 0, 0), kit.Waiting, "Not yet"},
	} {
		shape, words, _ := w.siteState(&c.r, now)
		if shape != c.shape || !strings.Contains(words, c.words) {
			t.Errorf("%s: %v %q", c.r.Name, shape, words)
		}
	}
}

func TestSiteIsEditedInThePane(t *testing.T) {
	a := openApp(t, 0, 0)
	s, err := a.NewSite("https://agency.example/tours/")
	if err != nil {
		t.Fatal(err)
	}
	s.Paused = true
	if _, err := a.AddSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	tab := x.tabs[tabSites].(*sitesTab)
	tab.table.Select(s.ID)
	tab.choose()
	limits := tab.pane.forms[2].(*limitForm)
	limits.delay.field.Set("abc")
	tab.pane.edited()
	if tab.pane.save.Enabled() {
		t.Error("a mistake can be saved")
	}
	if got := tab.pane.trouble.Value(); !strings.HasPrefix(got, "1 mistake,") {
		t.Errorf("footer says %q", got)
	}
	limits.delay.field.Set("2.5")
	limits.pages.field.Set("300")
	tab.pane.edited()
	if !tab.pane.save.Enabled() {
		t.Fatal("a correct change cannot be saved")
	}
	tab.pane.store()
	got, err := a.Site(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Delay != 2500*time.Millisecond || got.MaxPages != 300 || !got.Paused || got.Seeds[0] != s.Seeds[0] {
		t.Errorf("stored %+v", got)
	}
	if tab.pane.dirty {
		t.Error("still changed after saving")
	}
}

func TestTemplatesAreTriedAndChecked(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "en", kit.Light, firstWidth, firstHeight)
	edits := 0
	f := newTemplateForm(x.desk, func() { edits++ })
	f.add()
	r := f.rows[0]
	r.name.Set("Tour")
	r.pattern.set(`/tour/(\d+`)
	if n := f.store(&storage.Site{}); n != 1 {
		t.Errorf("%d mistakes with an open parenthesis", n)
	}
	r.pattern.set(`/tour/\d+\.html$`)
	f.try.Set("https://a.example/tour/17.html")
	f.test()
	if got := f.result.Value(); got != "Matches Tour → route page" {
		t.Errorf("result %q", got)
	}
	var s storage.Site
	if n := f.store(&s); n != 0 || len(s.Templates) != 1 || s.Templates[0].Name != "Tour" {
		t.Errorf("%d mistakes, %+v", n, s.Templates)
	}
	f.drop(r)
	if len(f.rows) != 0 || edits != 2 {
		t.Errorf("%d rows after removal, %d edits", len(f.rows), edits)
	}
}

func TestSpaceAndDeleteKeys(t *testing.T) {
	a := openApp(t, 0, 0)
	s, err := a.NewSite("https://agency.example/")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AddSite(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	tab := x.tabs[tabSites].(*sitesTab)
	tab.table.Select(s.ID)
	tab.choose()
	tab.key(&fyne.KeyEvent{Name: fyne.KeySpace})
	if got, err := a.Site(s.ID); err != nil || !got.Paused {
		t.Errorf("Space did not pause: %+v %v", got.Paused, err)
	}
	tab.key(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if len(x.desk.win.Canvas().Overlays().List()) != 1 {
		t.Error("Delete does not ask")
	}
	if _, err := a.Site(s.ID); err != nil {
		t.Error("Delete removed without an answer")
	}
}

// TestTenThousandSites: an update of 10,000 rows touches only those in sight.
func TestTenThousandSites(t *testing.T) {
	x := stage(t, openApp(t, 0, 0), "zh", kit.Light, firstWidth, firstHeight)
	tab := x.tabs[tabSites].(*sitesTab)
	s := app.Snapshot{At: time.Now()}
	for i := range 10_000 {
		s.Sites = append(s.Sites, row(fmt.Sprintf("site%05d", i), i%977, i%61))
	}
	x.show(s)
	if len(tab.rows) != 10_000 {
		t.Fatalf("%d rows", len(tab.rows))
	}
	shot(t, x, "sites-10000")
	tab.table.ScrollBy(5000 * 34)
	tab.update(&s)
	first := &tab.all[tab.rows[0]]
	for _, i := range tab.rows[:100] {
		if tab.all[i].Count.Routes != first.Count.Routes {
			t.Fatal("not sorted by routes")
		}
	}
}
