package engine_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"

	"xunlu/storage"
)

// listing serves a site whose pages no link leads to: only its sitemaps name them.
func listing(t *testing.T, ip, robots string) (host string, hits func(string) int) {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	host = l.Addr().String()
	var mu sync.Mutex
	seen := map[string]int{}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.URL.Path]++
		mu.Unlock()
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprintf(w, robots, host)
		case "/maps/index.xml":
			fmt.Fprintf(w, "<sitemapindex><sitemap><loc>/maps/index.xml</loc></sitemap><sitemap><loc>http://%s/maps/1.xml.gz</loc></sitemap><sitemap><loc>/maps/gone.xml</loc></sitemap></sitemapindex>", host)
		case "/sitemap.xml", "/maps/1.xml.gz":
			var z bytes.Buffer
			g := gzip.NewWriter(&z)
			fmt.Fprint(g, "<urlset><url><loc>/hidden/1.html</loc><lastmod>2026-01-02</lastmod></url><url><loc>/private/x.html</loc></url><url><loc>http://elsewhere.test/</loc></url></urlset>")
			if err := g.Close(); err != nil {
				t.Error(err)
			}
			w.Write(z.Bytes())
		case "/", "/hidden/1.html":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, "<title>%s 桂林2日游</title><p>页面 %s</p>", r.URL.Path, r.URL.Path)
		default:
			w.WriteHeader(404)
		}
	})}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return host, func(p string) int { mu.Lock(); defer mu.Unlock(); return seen[p] }
}

// TestSitemaps: what robots.txt or the usual address names is crawled under the same rules as links, sitemaps count as no pages and
// a missing one is no failure; a site that says no is left alone.
func TestSitemaps(t *testing.T) {
	for i, c := range []struct {
		name, robots string
		off          bool
		pages        int
		hits         map[string]int
	}{
		{"named by robots.txt", "User-agent: *\nDisallow: /private/\nSitemap: http://%s/maps/index.xml\n", false, 2,
			map[string]int{"/maps/index.xml": 1, "/maps/1.xml.gz": 1, "/maps/gone.xml": 1, "/hidden/1.html": 1, "/private/x.html": 0, "/sitemap.xml": 0}},
		{"usual address", "User-agent: *\nDisallow: /private/\n# %s\n", false, 2, map[string]int{"/sitemap.xml": 1, "/hidden/1.html": 1, "/private/x.html": 0}},
		{"forbidden", "User-agent: *\nDisallow: /sitemap.xml\n# %s\n", false, 1, map[string]int{"/sitemap.xml": 0, "/hidden/1.html": 0}},
		{"off", "Sitemap: http://%s/maps/index.xml\n", true, 1, map[string]int{"/maps/index.xml": 0, "/sitemap.xml": 0}},
	} {
		host, hits := listing(t, fmt.Sprintf("127.0.3.%d", 50+i), c.robots)
		r := open(t, t.TempDir(), nil)
		r.add(&site{host: host}, func(s *storage.Site) { s.NoSitemaps = c.off })
		r.wait()
		for p, want := range c.hits {
			if got := hits(p); got != want {
				t.Errorf("%s: %s was asked for %d times, want %d", c.name, p, got, want)
			}
		}
		n := r.store.Counts().Total
		if n.Pages != c.pages || n.Failures[storage.FailStatus] != 0 {
			t.Errorf("%s: %d pages, failures %v; want %d", c.name, n.Pages, n.Failures, c.pages)
		}
		if l, err := r.store.LinkOf("http://" + host + "/hidden/1.html"); c.pages == 2 && (err != nil || l.Depth != 1 || l.Modified.Year() != 2026) {
			t.Errorf("%s: link %+v, %v", c.name, l, err)
		}
		r.stop()
	}
}
