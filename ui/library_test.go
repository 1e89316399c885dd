//go:build !headless

package ui

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// TestRouteIsCorrectedWatchedAndRead: what the Routes tab does with one route, from the sheets to the store and back.
func TestRouteIsCorrectedWatchedAndRead(t *testing.T) {
	a := openApp(t, 3, 190)
	x := stage(t, a, "zh", kit.Light, firstWidth, firstHeight)
	x.turn(tabRoutes)
	tab := x.tabs[tabRoutes].(*routesTab)
	r := tab.detail.route
	if r == nil {
		t.Fatal("no route is shown")
	}
	said := r.Price
	f := showFields(x.desk, r, func() { tab.detail.reread(r.ID) })
	shot(t, x, "fields")
	f.change(r.ID, func(ctx context.Context) error { return a.CorrectRoute(ctx, r.URL, "price", "1234") }, func() {})
	now, err := a.Route(r.ID)
	if err != nil || now.Price != 1234 || now.Sources["price"] != storage.SourceUser || tab.detail.route.Price != 1234 {
		t.Errorf("after the correction the store says %v from %q, the detail %v; %v", now.Price, now.Sources["price"], tab.detail.route.Price, err)
	}
	shot(t, x, "fields-corrected")
	f.withdraw(r.ID, "price")
	if now, err = a.Route(r.ID); err != nil || now.Price != said {
		t.Errorf("after taking it back %v, the page says %v; %v", now.Price, said, err)
	}
	f.sheet.Close()

	if _, err := a.AddWatch(t.Context(), app.Watch{Name: "看它", Route: r.ID}); err != nil {
		t.Fatal(err)
	}
	s := showAlerts(x.desk, tab.names, tab.searchAgain)
	s.tabs.Choose(1)
	s.turn(1)
	if len(s.watches) != 1 || len(s.kept.lines) != 1 || s.hold.Objects[0] != s.kept.table {
		t.Errorf("watched: %+v", s.watches)
	}
	shot(t, x, "alerts")
	s.sheet.Close()

	url, err := x.desk.library.copyURL(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(page), strings.FieldsFunc(r.Title, func(r rune) bool { return !unicode.Is(unicode.Han, r) })[0]) || !strings.Contains(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("the stored page: %d, %v, policy %q, title %q", resp.StatusCode, err, resp.Header.Get("Content-Security-Policy"), r.Title)
	}
	if err := x.desk.library.close(); err != nil {
		t.Error(err)
	}
}

// TestChangesAreLeafedThrough: from a long list to an empty one and back, with the rows of both on the screen.
func TestChangesAreLeafedThrough(t *testing.T) {
	a := openApp(t, 3, 190)
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	s := showChanges(x.desk, nil)
	shot(t, x, "changes")
	n := len(s.report.New)
	if n == 0 || len(s.list.lines) != n {
		t.Fatalf("%d new routes, %d lines", n, len(s.list.lines))
	}
	for _, tab := range []struct{ at, lines int }{{1, 0}, {0, n}, {3, 0}, {2, 0}, {0, n}} {
		s.kind.Choose(tab.at)
		s.show()
		shot(t, x, "changes")
		if len(s.list.lines) != tab.lines {
			t.Errorf("list %d has %d lines, want %d", tab.at, len(s.list.lines), tab.lines)
		}
	}
}
