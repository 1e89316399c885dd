package app

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"xunlu/storage"
)

// TestRemovalIsTakenBack: a site set aside is out of lists, sums and searches at once, comes back whole, and goes for good when its time
// is over.
func TestRemovalIsTakenBack(t *testing.T) {
	a, err := Open(t.Context(), Options{Dir: t.TempDir(), Create: true, MaxPages: 120, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	crawlSmallDemo(ctx, t, a)
	before := a.Snapshot()
	total := func() uint64 {
		t.Helper()
		f, err := a.Search(ctx, Query{})
		if err != nil {
			t.Fatal(err)
		}
		return f.Total
	}
	routes := total()
	id, gone := before.Sites[0].ID, before.Sites[0].Count
	if gone.Routes == 0 || len(before.Sites) < 2 {
		t.Fatalf("nothing to remove: %+v", before.Sites)
	}
	if err := a.SetAside(ctx, []string{id}); err != nil {
		t.Fatal(err)
	}
	s := a.Snapshot()
	if len(s.Sites) != len(before.Sites)-1 || s.Counts.Total.Pages != before.Counts.Total.Pages-gone.Pages || total() != routes-uint64(gone.Routes) {
		t.Errorf("a removed site is still there: %d sites, %d pages, %d routes found", len(s.Sites), s.Counts.Total.Pages, total())
	}
	if list, err := a.Sites(); err != nil || len(list) != len(before.Sites)-1 {
		t.Errorf("%d sites listed, %v", len(list), err)
	}
	if err := a.TakeBack(ctx, []string{id}); err != nil {
		t.Fatal(err)
	}
	if s := a.Snapshot(); len(s.Sites) != len(before.Sites) || s.Counts.Total.Pages != before.Counts.Total.Pages || total() != routes {
		t.Errorf("undone, but %d sites, %d pages, %d routes", len(s.Sites), s.Counts.Total.Pages, total())
	}
	if err := a.SetAside(ctx, []string{id}); err != nil {
		t.Fatal(err)
	}
	if next, err := a.dropDue(ctx, time.Now()); err != nil || next.IsZero() {
		t.Fatalf("due %v, %v", next, err)
	}
	if next, err := a.dropDue(ctx, time.Now().Add(removalGrace+time.Second)); err != nil || !next.IsZero() {
		t.Fatalf("still due %v, %v", next, err)
	}
	if err := a.TakeBack(ctx, []string{id}); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("taking back what is gone: %v", err)
	}
	if n := a.store.Counts().Total.Pages; n != before.Counts.Total.Pages-gone.Pages {
		t.Errorf("%d pages are left of %d − %d", n, before.Counts.Total.Pages, gone.Pages)
	}
}
