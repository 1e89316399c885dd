package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xunlu/app/demo"
	"xunlu/storage"
)

// crawlSmallDemo crawls a small demo web to its end, within a minute.
func crawlSmallDemo(ctx context.Context, t *testing.T, a *App) {
	t.Helper()
	if err := a.StartDemo(ctx, demo.Options{Sites: 2, Pages: 160}); err != nil {
		t.Fatal(err)
	}
	a.Start()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := errors.Join(a.Wait(ctx), a.Indexed(ctx)); err != nil {
		t.Fatal(err)
	}
}

// crawledFolder is a data folder with a small crawl of the demo web, and what it holds.
func crawledFolder(t *testing.T) (dir string, pages map[string]string, routes int) {
	t.Helper()
	dir = t.TempDir()
	a, err := Open(t.Context(), Options{Dir: dir, Create: true, MaxPages: 150, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	crawlSmallDemo(t.Context(), t, a)
	pages, routes = goodPages(t, a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, pages, routes
}

// goodPages are the pages with a copy, with their state, and how many routes there are.
func goodPages(t *testing.T, a *App) (map[string]string, int) {
	t.Helper()
	pages, routes := map[string]string{}, 0
	err := errors.Join(a.store.EachPage(0, func(p storage.Page) error {
		if p.Archive != "" {
			pages[p.URL] = string(p.State) + " " + p.Title
		}
		return nil
	}), a.store.EachRoute(0, func(storage.Route) error { routes++; return nil }))
	if err != nil {
		t.Fatal(err)
	}
	return pages, routes
}

// TestMend: a store cut in half is refused with advice, put aside, and from the copies alone, as from a backup, all pages and routes
// are there again; mending that was cut off is refused until it is done again.
func TestMend(t *testing.T) {
	dir, want, routes := crawledFolder(t)
	store := filepath.Join(dir, backupStore)
	open := func() (*App, error) {
		return Open(t.Context(), Options{Dir: dir, Create: true, Paused: true, Log: slog.New(slog.DiscardHandler)})
	}
	same := func(m Mended) {
		t.Helper()
		a, err := open()
		if err != nil {
			t.Fatal(err)
		}
		got, n := goodPages(t, a)
		if n != routes || len(got) != len(want) {
			t.Errorf("%d pages and %d routes, want %d and %d: %+v", len(got), n, len(want), routes, m)
		}
		for u, s := range want {
			if got[u] != s {
				t.Errorf("%s: %q, want %q", u, got[u], s)
			}
		}
		if r, err := a.Check(t.Context(), false); err != nil || r.Sound() != nil {
			t.Errorf("check: %+v, %v", r, err)
		}
		if _, err := a.KeepBackup(t.Context(), time.Now(), true); err != nil {
			t.Error(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if m, err := Mend(t.Context(), dir, false, slog.New(slog.DiscardHandler)); err != nil || !m.Sound || m.Aside != "" {
		t.Errorf("a sound folder: %+v, %v", m, err)
	}
	for round, spoil := range []func() error{
		func() error { // no backup: from the copies alone
			return errors.Join(os.RemoveAll(filepath.Join(dir, keptFolder)), os.Truncate(store, 20_000))
		},
		func() error { return os.Truncate(store, 4095) }, // from the backup that same made
		func() error { return os.Remove(store) },
		func() error { return os.WriteFile(filepath.Join(dir, mendingFile), nil, 0o600) }, // cut off
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if a, err := open(); err == nil || FaultOf(err) != FaultDamaged {
			t.Fatalf("round %d: opened %v, %v", round, a, err)
		}
		m, err := Mend(t.Context(), dir, false, slog.New(slog.DiscardHandler))
		if err != nil || (m.Backup != nil) != (round == 1 || round == 2) || (m.Aside != "") != (round < 2) {
			t.Fatalf("round %d: %+v, %v", round, m, err)
		}
		same(m)
	}
}

// TestKeptBackups: seven are kept, the day decides, a clock set back makes another one due, and a damaged store is not kept.
func TestKeptBackups(t *testing.T) {
	dir := t.TempDir()
	a, err := Open(t.Context(), Options{Dir: dir, Create: true, Paused: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	now := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	if made, err := a.KeepBackup(t.Context(), now, false); made || err != nil {
		t.Errorf("an empty store: %v, %v", made, err)
	}
	s, err := a.NewSite("http://agency.example/")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AddSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		due   bool
	}{{0, true}, {time.Hour, false}, {25 * time.Hour, true}, {-9000 * time.Hour, true}, {-8999 * time.Hour, false}, {90000 * time.Hour, true},
		{90030 * time.Hour, true}, {90060 * time.Hour, true}, {90090 * time.Hour, true}, {90120 * time.Hour, true}} {
		if made, err := a.KeepBackup(t.Context(), now.Add(c.after), false); made != c.due || err != nil {
			t.Errorf("after %v: made %v, %v", c.after, made, err)
		}
	}
	kept, err := KeptBackups(dir)
	if err != nil || len(kept) != keptMost || kept[0].Number != 8 || kept[6].Number != 2 {
		t.Errorf("kept %+v, %v", kept, err)
	}
}
