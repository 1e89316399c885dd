package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/app"
)

// TestRetryPages: a page that failed and waits for its next try is fetched at once when the user asks for it, and only once.
func TestRetryPages(t *testing.T) {
	var broken atomic.Bool
	var asked atomic.Int32
	broken.Store(true)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/weak" && broken.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/weak":
			asked.Add(1)
			io.WriteString(w, "<html><title>now it works</title><body>well</body></html>")
		default:
			io.WriteString(w, `<html><title>home</title><body><a href="/weak">weak</a></body></html>`)
		}
	}))
	defer web.Close()
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler),
		Config: func(c *app.Config) { c.Delay, c.Browser = time.Millisecond, "off" }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s, err := a.NewSite(web.URL)
	if err == nil {
		_, err = a.AddSite(ctx, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.Start()
	var list []string
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	until := func(what string, is func() bool) {
		t.Helper()
		for !is() {
			select {
			case <-tick.C:
			case <-ctx.Done():
				t.Fatalf("waited for nothing: %s", what)
			}
		}
	}
	until("the weak page failed", func() bool {
		pages, err := a.Problems(ctx, 10)
		if err != nil {
			t.Fatal(err)
		}
		list = nil
		for _, p := range pages {
			list = append(list, p.URL)
		}
		return len(list) > 0
	})
	broken.Store(false)
	if n, err := a.RetryPages(ctx, append(list, "https://unknown.example/")); err != nil || n != 1 {
		t.Fatalf("%d queued of %v, %v", n, list, err)
	}
	until("the page is read", func() bool { return asked.Load() > 0 })
	until("nothing failed is left", func() bool {
		pages, err := a.Problems(ctx, 10)
		return err == nil && len(pages) == 0
	})
	if n := asked.Load(); n != 1 {
		t.Errorf("fetched %d times", n)
	}
}
