package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"xunlu/storage"
)

// commit writes route pages with these titles into the store, URLs by number.
func commit(t *testing.T, st *storage.Store, titles map[int]string) {
	t.Helper()
	var b storage.Batch
	for n, title := range titles {
		url := fmt.Sprintf("http://agency.example/%d", n)
		b.Links = append(b.Links, storage.Link{URL: url, Host: "agency.example", Site: "agency"})
		b.Pages = append(b.Pages, storage.Page{URL: url, Site: "agency", State: storage.Done, Fetched: time.Unix(1_780_000_000, 0)})
		b.Routes = append(b.Routes, storage.Route{URL: url, Site: "agency", Title: title})
	}
	if _, err := st.Commit(&b); err != nil {
		t.Fatal(err)
	}
}

// settled waits until the index has what the store had when it was called.
func settled(t *testing.T, st *storage.Store, x *Index, query string, want int) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(20 * time.Second)
	for {
		if got := find(t, x, Query{Text: query}); len(got) == want {
			return
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("%s: found %v, want %d", query, find(t, x, Query{Text: query}), want)
		}
	}
}

// agencyStore is a store with the site that commit writes pages of.
func agencyStore(t *testing.T) *storage.Store {
	t.Helper()
	st, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := st.PutSite(storage.Site{ID: "agency", Name: "agency", Seeds: []string{"http://agency.example/"}}); err != nil {
		t.Fatal(err)
	}
	return st
}

func TestFollow(t *testing.T) {
	st := agencyStore(t)
	x := open(t, newAtlas())
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Follow(ctx, st, x) }()

	commit(t, st, map[int]string{1: "桂林四日", 2: "黄山二日"})
	settled(t, st, x, "桂林", 1)
	commit(t, st, map[int]string{1: "桂林阳朔五日", 3: "丽江"})
	for range 3 { // somebody waits; nobody is held up by it
		x.Hurry()
	}
	settled(t, st, x, "阳朔", 1)
	settled(t, st, x, "桂林", 1)
	if err := st.DeletePage("http://agency.example/2"); err != nil {
		t.Fatal(err)
	}
	settled(t, st, x, "黄山", 0)
	cancel()
	if err := <-done; err != nil {
		t.Fatalf("Follow ended with %v", err)
	}

	// What came while nobody followed is found when somebody does again.
	many := make(map[int]string)
	for n := 10; n < 10+batchMost*2+17; n++ {
		many[n] = fmt.Sprintf("厦门%d日", n%9+1)
	}
	commit(t, st, many)
	ctx, cancel = context.WithCancel(t.Context())
	go func() { done <- Follow(ctx, st, x) }()
	settled(t, st, x, "丽江", 1)
	settled(t, st, x, "厦门", min(len(many), 1000))
	cancel()
	if err := <-done; err != nil {
		t.Fatalf("Follow ended with %v", err)
	}
}

// An index that knows more than the store belongs to another one: a backup was restored.
func TestFollowStartsAgain(t *testing.T) {
	st, err := storage.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	commit(t, st, map[int]string{1: "桂林四日"})
	x := open(t, nil)
	if err := x.Apply([]storage.Route{{ID: 77, Title: "三亚"}}, nil, 1_000_000); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Follow(ctx, st, x) }()
	settled(t, st, x, "桂林", 1)
	settled(t, st, x, "三亚", 0)
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if last, err := st.LastSeq(); err != nil || x.Watermark() != last {
		t.Errorf("watermark %d, store %d, %v", x.Watermark(), last, err)
	}
}

// Searches go on while the index is written and emptied.
func TestSearchWhileWriting(t *testing.T) {
	x := open(t, newAtlas(), "桂林四日")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 2)
	for range 2 {
		go func() {
			for ctx.Err() == nil {
				if _, err := x.Search(t.Context(), Query{Text: "桂林", Facets: true}); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for n := range uint64(40) {
		var routes []storage.Route
		for i := range uint64(20) {
			routes = append(routes, storage.Route{ID: i + 1, Title: fmt.Sprintf("桂林%d日 第%d次", i%9+1, n), To: []string{fmt.Sprint("地方", n)}})
		}
		if err := x.Apply(routes, []uint64{n}, n+1); err != nil {
			t.Fatal(err)
		}
		if n == 25 {
			if err := x.Reset(); err != nil {
				t.Fatal(err)
			}
		}
	}
	cancel()
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	got := find(t, x, Query{Text: "第39次"})
	slices.Sort(got)
	if len(got) != 20 {
		t.Errorf("found %v of the last batch", got)
	}
}

// TestRebuild empties an index that follows its store: it is full again without a commit.
func TestRebuild(t *testing.T) {
	st := agencyStore(t)
	x := open(t, newAtlas())
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Follow(ctx, st, x) }()
	commit(t, st, map[int]string{1: "桂林四日", 2: "黄山二日"})
	settled(t, st, x, "桂林", 1)
	if err := x.Apply(nil, []uint64{1, 2}, x.Watermark()); err != nil { // as if it had lost them
		t.Fatal(err)
	}
	if err := x.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	settled(t, st, x, "桂林", 1)
	settled(t, st, x, "黄山", 1)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := x.Rebuild(ctx); err == nil {
		t.Error("rebuilt without anybody to do it")
	}
}
