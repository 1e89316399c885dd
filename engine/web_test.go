package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// site is one host of the fixture web: pages that link to each other in every form a link can have, counted at the server.
type site struct {
	host string // ip:port
	n    int

	mu     sync.Mutex
	hits   map[string]int
	last   time.Time
	gap    time.Duration // smallest between two requests
	active int
	peak   int
	once   map[string]bool // paths that fail the first time
	robots string
	status int // of robots.txt
}

// serveSite starts a site of n pages on its own loopback address.
func serveSite(t *testing.T, ip string, n int) *site {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatalf("listen on %s: %v", ip, err)
	}
	s := &site{host: l.Addr().String(), n: n, hits: map[string]int{}, gap: time.Hour, once: map[string]bool{}, robots: "User-agent: *\nDisallow: /private/\n", status: 200}
	srv := &http.Server{Handler: s}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return s
}

func (s *site) url(path string) string { return "http://" + s.host + path }

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	now := time.Now()
	if !s.last.IsZero() && now.Sub(s.last) < s.gap {
		s.gap = now.Sub(s.last)
	}
	s.last = now
	s.active++
	s.peak = max(s.peak, s.active)
	s.hits[r.URL.RequestURI()]++
	fail := s.once[r.URL.Path] && s.hits[r.URL.RequestURI()] == 1
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.active--
		s.mu.Unlock()
	}()
	switch {
	case r.URL.Path == "/robots.txt":
		w.WriteHeader(s.status)
		fmt.Fprint(w, s.robots)
	case fail:
		w.WriteHeader(503)
	case r.URL.Path == "/moved":
		http.Redirect(w, r, "/p/1.html", http.StatusMovedPermanently)
	default:
		s.page(w, r)
	}
}

func (s *site) page(w http.ResponseWriter, r *http.Request) {
	var k int
	if r.URL.Path != "/" {
		if _, err := fmt.Sscanf(r.URL.Path, "/p/%d.html", &k); err != nil || k >= s.n {
			w.WriteHeader(404)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!DOCTYPE html><html><head><title>第%d页 桂林五日游</title></head><body><h1>页面 %d</h1>", k, k)
	// the same few pages again and again, with fragments, dots, upper-case hosts and tracking parameters
	for _, j := range []int{2*k + 1, 2*k + 2, (k * 7) % s.n, (k + 1) % s.n} {
		if j >= s.n {
			continue
		}
		fmt.Fprintf(w, `<p><a href="/p/%d.html">一</a> <a href="/p/../p/%d.html#top">二</a> <a href="HTTP://%s/p/%d.html?utm_source=x">三</a></p>`, j, j, s.host, j)
	}
	fmt.Fprint(w, `<a href="/private/x.html">not allowed</a><a href="http://elsewhere.example/">away</a><a href="/moved">moved</a></body></html>`)
}

// counted gives the page hits without robots.txt.
func (s *site) counted() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]int{}
	for k, v := range s.hits {
		if k != "/robots.txt" {
			out[k] = v
		}
	}
	return out
}
