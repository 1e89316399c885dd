package app_test

import (
	"log/slog"
	"testing"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/storage"
)

// TestCopiesLoseNothing: on the demo web no page that sells a tour is taken for a copy of another tour; the same page under another
// address is one.
func TestCopiesLoseNothing(t *testing.T) {
	t.Parallel() // mostly waits for slow answers of the demo web
	ctx := t.Context()
	web, err := demo.New(demo.Options{Sites: 3, Pages: 240})
	if err != nil {
		t.Fatal(err)
	}
	srv, err := web.Start(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	dir := t.TempDir()
	a, err := app.Open(ctx, app.Options{Dir: dir, Create: true, Log: slog.New(slog.DiscardHandler), Config: func(c *app.Config) { c.Browser = "off" }})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range web.Sites() {
		row, err := a.NewSite(s.Start)
		if err != nil {
			t.Fatal(err)
		}
		row.Delay = 0
		if _, err := a.AddSite(ctx, row); err != nil {
			t.Fatal(err)
		}
	}
	a.Start()
	if err := a.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	st, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	copies, pages := 0, 0
	err = st.EachPage(0, func(p storage.Page) error {
		pages++
		if p.State != storage.Duplicate {
			return nil
		}
		copies++
		truth, ok := web.Lookup(p.URL)
		of, ok2 := web.Lookup(p.Of)
		if ok && truth.Label == "route" && (!ok2 || of.URL != truth.URL) {
			t.Errorf("%s sells a tour and was taken for a copy of %s", p.URL, p.Of)
		}
		return nil
	})
	t.Logf("%d pages, %d copies", pages, copies)
	if err != nil || pages < 200 || copies == 0 {
		t.Errorf("%d pages, %v", pages, err)
	}
}
