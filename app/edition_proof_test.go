//go:build proof

package app

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"xunlu/app/demo"
	"xunlu/storage"
)

// crawlDemo crawls an edition of the demo web, or visits all that is stored of it again, and gives what it reports and the bytes that came.
func crawlDemo(t *testing.T, dir string, edition int, again bool) (r ChangeReport, stored map[string]bool, bytes int64, truth map[string]demo.Truth) {
	t.Helper()
	a, err := Open(t.Context(), Options{Dir: dir, Create: true, GoneGap: 2 * time.Second, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := a.StartDemo(t.Context(), demo.Options{Edition: edition}); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, before := a.Traffic()
	if again {
		for _, s := range a.coord.Sites() {
			if _, err := a.Revisit(t.Context(), s.ID, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	a.Start()
	if err := a.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err = a.Changes(t.Context(), start); err != nil {
		t.Fatal(err)
	}
	_, bytes = a.Traffic()
	stored, truth = map[string]bool{}, map[string]demo.Truth{}
	if err := a.store.EachRoute(0, func(x storage.Route) error { stored[x.URL] = true; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, x := range a.demo.web.Truth() {
		truth[x.URL] = x
	}
	return r, stored, bytes - before, truth
}

// TestEditionProof: the second edition of the demo web is visited again: each price that changed, each route that vanished or came is
// reported, none falsely, with at most 40 % of the bytes of the crawl.
func TestEditionProof(t *testing.T) {
	dir := t.TempDir()
	_, stored, full, first := crawlDemo(t, dir, 1, false)
	r, _, bytes, second := crawlDemo(t, dir, 2, true)
	alive := func(x demo.Truth) bool { return x.Label == "route" && !x.Gone && x.Status == 200 }
	var gone, fresh, changed []string
	for u, x := range first {
		switch y := second[u]; {
		case !stored[u]: // never found, so that nothing can be said of it
		case alive(x) && !alive(y):
			gone = append(gone, u)
		case alive(x) && (x.Price != y.Price || x.MarketPrice != y.MarketPrice || x.ChildPrice != y.ChildPrice):
			changed = append(changed, u)
		}
	}
	for u, y := range second {
		if alive(y) && !alive(first[u]) {
			fresh = append(fresh, u)
		}
	}
	lines := func(all []RouteLine) (out []string) {
		for _, x := range all {
			out = append(out, x.URL)
		}
		return out
	}
	var said []string
	for _, c := range r.Changed {
		if !slices.Contains(said, c.URL) {
			said = append(said, c.URL)
		}
	}
	for _, c := range []struct {
		name      string
		want, got []string
	}{{"gone", gone, lines(r.Gone)}, {"new", fresh, lines(r.New)}, {"changed", changed, said}} {
		missed := slices.DeleteFunc(slices.Clone(c.want), func(u string) bool { return slices.Contains(c.got, u) })
		wrong := slices.DeleteFunc(slices.Clone(c.got), func(u string) bool { return slices.Contains(c.want, u) })
		t.Logf("%s: %d are, %d are reported", c.name, len(c.want), len(c.got))
		if len(missed)+len(wrong) > 0 || len(c.want) == 0 {
			t.Errorf("%s: not reported %q, falsely reported %q", c.name, missed, wrong)
		}
	}
	t.Logf("%d bytes, %.1f %% of the first crawl's %d", bytes, 100*float64(bytes)/float64(full), full)
	if bytes*10 > full*4 {
		t.Error("more than 40 % of the bytes of a full crawl")
	}
	for u := range stored {
		if strings.Contains(u, "?from=") {
			t.Errorf("%s: a route is stored under the way somebody came to it", u)
		}
	}
}
