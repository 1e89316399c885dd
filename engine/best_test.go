package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"testing"

	"xunlu/engine"
	"xunlu/storage"
)

// mixed serves a site of n pages in an opaque tree: one in four is a tour, and the words of a link tell which.
func mixed(t *testing.T, ip string, n int) string {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	name := func(k int) string {
		if k%4 == 1 {
			return fmt.Sprintf("精品纯玩线%d", k)
		}
		return fmt.Sprintf("本站消息%d", k)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k := 0
		if r.URL.Path != "/" {
			if _, err := fmt.Sscanf(r.URL.Path, "/p/%d.html", &k); err != nil || k >= n {
				w.WriteHeader(404)
				return
			}
		}
		title := "公告"
		if k%4 == 1 {
			title = "漓江3日游"
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<html><head><title>%s %d</title></head><body><p>第%d页的文字</p>", title, k, k)
		for j := 1; j <= 12; j++ {
			to := (k*12 + j) % n
			fmt.Fprintf(w, `<p><a href="/p/%d.html">%s</a></p>`, to, name(to))
		}
		fmt.Fprint(w, "</body></html>")
	})}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return l.Addr().String()
}

// found crawls so many pages of a site and counts the routes.
func found(t *testing.T, host string, o storage.Order, pages int) int {
	r := open(t, t.TempDir(), func(op *engine.Options) { op.MaxPages, op.Params.Workers, op.Params.LeaseSize = pages, 2, 2 })
	defer r.stop()
	r.add(&site{host: host}, func(s *storage.Site) { s.Order = o })
	r.wait()
	rows, err := r.coord.Harvest(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	for _, h := range rows {
		if h.Fetched > 0 && h.Shape == "/p/*.html" && h.Per100 != 100*float64(h.Routes)/float64(h.Fetched) {
			t.Errorf("%+v: routes per 100 do not follow", h)
		}
		got += h.Routes
	}
	if n := r.store.Counts().Total.Routes; n != got {
		t.Errorf("shapes say %d routes, the store %d", got, n)
	}
	return got
}

// TestBestFirst: with a budget of a fifth of a site best-first finds twice the routes that breadth-first finds, though nothing
// but the words of the links tells them, which no rule knows beforehand.
func TestBestFirst(t *testing.T) {
	host := mixed(t, "127.0.3.40", 240)
	bfs, best := found(t, host, storage.BFS, 48), found(t, host, storage.Best, 48)
	t.Logf("of 48 pages %d routes breadth-first, %d best-first", bfs, best)
	if best < 2*bfs {
		t.Errorf("best-first found %d routes, breadth-first %d", best, bfs)
	}
}
