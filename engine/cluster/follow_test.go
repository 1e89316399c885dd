package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"xunlu/engine"
	"xunlu/engine/cluster"
	"xunlu/storage"
)

// TestFollow: a copy on another PC gets the pages and routes that are there and those that come, goes on where it was, drops
// what is deleted, and takes no other store's rows.
func TestFollow(t *testing.T) {
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	o.site("agency.example", 4)
	a := o.join("a")
	got := lease(t, a, "a", 4)
	report := func(x engine.Task) {
		t.Helper()
		if err := a.Report(t.Context(), []*engine.Outcome{crawled(x, "x")}); err != nil {
			t.Fatal(err)
		}
	}
	report(got[0])
	report(got[1])
	dir := t.TempDir()
	tok := o.token(cluster.RoleFollower, "copy")
	follow := func(until func(*storage.Store) bool) {
		t.Helper()
		st, err := storage.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		c, err := cluster.Dial(cluster.DialOptions{Token: tok, Addr: o.broker.Addr(), Log: slog.New(o.log)})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- c.Follow(ctx, st, func(cluster.Progress) {}) }()
		eventually(t, func() (int, error) {
			if until(st) {
				return 0, nil
			}
			return 0, fmt.Errorf("the copy has %+v", st.Counts().Total)
		})
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	follow(func(st *storage.Store) bool { return st.Counts().Total.Routes == 2 })
	report(got[2])
	follow(func(st *storage.Store) bool {
		c := st.Counts().Total
		r, err := st.Route(got[2].ID)
		p, perr := st.PageOf(got[2].URL)
		return c.Routes == 3 && c.Pages == 3 && err == nil && r.Price == 1680 && perr == nil && p.Verdict.Route
	})
	if err := o.coord.Edit(t.Context(), func() error { return o.store.DeletePage(got[2].URL) }); err != nil {
		t.Fatal(err)
	}
	follow(func(st *storage.Store) bool {
		_, err := st.Route(got[2].ID)
		return errors.Is(err, storage.ErrNotFound) && st.Counts().Total.Routes == 2
	})
	st, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if _, err := st.CopyInto(1, nil, nil); !errors.Is(err, storage.ErrCopyOfAnother) {
		t.Errorf("another store's rows: %v", err)
	}
	rep, err := st.Check(t.Context())
	if err != nil || len(rep.Problems) > 0 {
		t.Errorf("check of the copy: %v %v", rep.Problems, err)
	}
}
