package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// serveFunc starts a host of the fixture web that answers as told.
func serveFunc(t *testing.T, ip string, answer http.HandlerFunc) *site {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatalf("listen on %s: %v", ip, err)
	}
	srv := &http.Server{Handler: answer}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return &site{host: l.Addr().String()}
}

// links answers / with n links and every other page by do.
func links(n int, do http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, "<html><title>首页</title>")
			for i := range n {
				fmt.Fprintf(w, `<a href="/%d.html">线路 %d</a>`, i, i)
			}
		default:
			do(w, r)
		}
	}
}

// TestDiskGuard: below the first threshold nothing is fetched, below the second nothing is written, and it goes on by itself.
func TestDiskGuard(t *testing.T) {
	var free atomic.Uint64
	free.Store(1000 << 20)
	s := serveSite(t, "127.0.4.20", 80)
	r := open(t, t.TempDir(), func(o *engine.Options) {
		o.DiskLow, o.DiskFree = 800<<20, func() (uint64, error) {
			if s.count() >= 20 && free.Load() == 1000<<20 {
				free.Store(10 << 20)
			}
			return free.Load(), nil
		}
	})
	defer r.stop()
	r.add(s, nil)
	until(t, "the crawl is held for the disk", func() bool { return r.coord.Status().Idle == engine.IdleDisk })
	n := r.store.Counts().Total.Pages
	if n >= 60 {
		t.Errorf("%d pages were written", n)
	}
	free.Store(900 << 20) // more than it was held at, less than it goes on at
	free.Store(1001 << 20)
	r.wait()
	if n := r.store.Counts().Total.Pages; n < 80 {
		t.Errorf("%d pages after there was room again", n)
	}
}

func (s *site) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.hits)
}

func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// TestAutoPause: a site that refuses most of what is asked is paused, with the codes; one that has many 404 is not.
func TestAutoPause(t *testing.T) {
	refuses := serveFunc(t, "127.0.4.21", links(200, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) }))
	misses := serveFunc(t, "127.0.4.22", links(200, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }))
	wall := serveFunc(t, "127.0.4.23", links(200, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<html><head><title>安全验证</title></head><body>请完成安全验证后继续访问</body></html>")
	}))
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	for _, s := range []*site{refuses, misses, wall} {
		r.add(s, nil)
	}
	r.wait()
	for s, code := range map[*site]string{refuses: "403 ×", wall: "blocks crawlers ×", misses: ""} {
		row, err := r.store.Site(s.host)
		if err != nil {
			t.Fatal(err)
		}
		if row.Paused != (code != "") || !strings.Contains(row.PausedWhy, code) {
			t.Errorf("%s: paused %v, %q", s.host, row.Paused, row.PausedWhy)
		}
	}
	st := r.coord.Status().Sites[wall.host]
	if st.Blocked < 10 || r.store.Count(wall.host).Pages != 1 {
		t.Errorf("challenge pages: %+v, %+v", st, r.store.Count(wall.host))
	}
}

// TestSiteCaps: bytes and time are caps as pages are.
func TestSiteCaps(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<html><title>x</title>"+strings.Repeat("文", 3000))
	}
	for cap, set := range map[string]func(*storage.Site){
		"bytes": func(s *storage.Site) { s.MaxBytes = 100_000 },
		"pages": func(s *storage.Site) { s.MaxPages = 10 },
		"time":  func(s *storage.Site) { s.MaxTime = time.Second; s.Delay = 30 * time.Millisecond },
	} {
		s := serveFunc(t, "127.0.4.24", links(400, page))
		r := open(t, t.TempDir(), nil)
		r.add(s, set)
		r.wait()
		st := r.coord.Status().Sites[s.host]
		if st.Cap != cap || !st.Capped || st.Fetched > 150 || st.Queued == 0 {
			t.Errorf("%s: %+v", cap, st)
		}
		r.stop()
	}
}

// TestSlowHostsTakeNoWorkers: more hosts that send a byte now and then than there are workers; a normal host is done while
// they still drip.
func TestSlowHostsTakeNoWorkers(t *testing.T) {
	quit := make(chan struct{})
	var dripping atomic.Int32
	drip := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			return
		}
		dripping.Add(1)
		defer dripping.Add(-1)
		w.Header().Set("Content-Type", "text/html")
		for {
			if _, err := w.Write([]byte("<")); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			select {
			case <-quit:
				return
			case <-r.Context().Done():
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	}
	r := open(t, t.TempDir(), func(o *engine.Options) { o.Params.Workers = 3 })
	defer r.stop()
	defer close(quit)
	for i := range 8 {
		r.add(serveFunc(t, fmt.Sprintf("127.0.5.%d", i+1), drip), nil)
	}
	until(t, "the slow hosts hold the workers", func() bool { return dripping.Load() >= 3 })
	fast := serveSite(t, "127.0.5.100", 30)
	r.add(fast, nil)
	until(t, "the fast host is crawled", func() bool { return r.store.Count(fast.host).Pages >= 30 })
	if n := dripping.Load(); n < 8 {
		t.Errorf("only %d of 8 slow hosts still drip: they were not what the fast one had to get past", n)
	}
}
