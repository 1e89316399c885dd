package demo

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestSitesAreHostsOfTheirOwn(t *testing.T) {
	w, s := startWeb(t, Options{Sites: 6, Pages: 360})
	hosts := map[string]bool{}
	for i, site := range w.Sites() {
		if s.URL(i) != site.Start {
			t.Errorf("site %d: %s and %s", i, s.URL(i), site.Start)
		}
		hosts[site.Start] = true
		if v := get(t, site.Start); v.status != http.StatusOK {
			t.Errorf("%s answers %d", site.Start, v.status)
		}
	}
	if v := get(t, s.Front()); !strings.Contains(v.text, w.Sites()[5].Start) {
		t.Errorf("front page: %d %s", v.status, v.text)
	}
	if len(hosts) != 6 {
		t.Errorf("hosts %v", hosts)
	}
	if _, err := w.Start(context.Background(), ""); !errors.Is(err, ErrServing) {
		t.Errorf("second start: %v", err)
	}
}

func TestPortsWhenThereIsOneAddress(t *testing.T) {
	ls, err := listenPorts("127.0.0.1", 0, 3)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, l := range ls {
		seen[l.Addr().String()] = true
	}
	if err := closeAll(ls); err != nil || len(seen) != 3 {
		t.Errorf("addresses %v, %v", seen, err)
	}
	for _, bad := range []string{"8.8.8.8:80", "0.0.0.0:1", "127.0.0.1", "127.0.0.1:x"} {
		if _, err := listenAll(bad, 1); err == nil {
			t.Errorf("listens on %s", bad)
		}
	}
}

func TestRobotsAndSitemaps(t *testing.T) {
	w, s := startWeb(t, Options{Platforms: 1, Agencies: 4, PlatformPages: 1300, Pages: 240})
	for i, site := range w.Sites() {
		robots := get(t, s.URL(i)+"robots.txt")
		if robots.status != http.StatusOK || !strings.Contains(robots.text, "User-agent: *\nDisallow: /user/") {
			t.Errorf("%s robots: %d %q", site.Name, robots.status, robots.text)
		}
		at := ""
		for line := range strings.Lines(robots.text) {
			if v, ok := strings.CutPrefix(line, "Sitemap: "); ok {
				at = strings.TrimSpace(v)
			}
		}
		if at == "" {
			continue
		}
		urls := readSitemap(t, at)
		for n, u := range urls {
			if x, ok := w.Lookup(u); !ok {
				t.Errorf("sitemap names %s, which is not in the truth", u)
			} else if n%40 == 0 && x.Status == http.StatusOK {
				if v := get(t, u); v.status != http.StatusOK && v.status != http.StatusServiceUnavailable {
					t.Errorf("sitemap names %s, which answers %d", u, v.status)
				}
			}
		}
		if site.Kind == KindPlatform && len(urls) < 1200 {
			t.Errorf("%d addresses in the platform's sitemaps", len(urls))
		}
	}
}

// readSitemap reads a sitemap or an index of sitemaps.
func readSitemap(t *testing.T, at string) []string {
	t.Helper()
	v := get(t, at)
	var set urlset
	if err := xml.Unmarshal(v.body, &set); err == nil {
		var out []string
		for _, u := range set.URLs {
			out = append(out, u.Loc)
		}
		return out
	}
	var index sitemapIndex
	if err := xml.Unmarshal(v.body, &index); err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	var out []string
	for _, m := range index.Maps {
		out = append(out, readSitemap(t, m.Loc)...)
	}
	return out
}

func TestFaults(t *testing.T) {
	w, s := startWeb(t, Options{Edition: 3})
	seen := map[fault]bool{}
	gone := map[int]bool{}
	for i, site := range w.sites {
		for _, e := range site.entries {
			if e.kind == pkRoute && !site.tours[e.n].alive() && e.fault == faultNone && len(gone) < 3 {
				how := site.tours[e.n].goneHow
				gone[how] = true
				if v := get(t, site.base+e.path); v.status != how {
					t.Errorf("%s answers %d, want %d", e.path, v.status, how)
				}
			}
			if seen[e.fault] || e.fault == faultNone || e.fault == faultSlow {
				continue
			}
			seen[e.fault] = true
			a, b := get(t, site.base+e.path), get(t, site.base+e.path)
			switch e.fault {
			case faultOnce:
				if a.status != 503 || b.status == 503 {
					t.Errorf("%s answers %d, then %d", e.path, a.status, b.status)
				}
			case faultAlways:
				if a.status != 500 || b.status != 500 {
					t.Errorf("%s answers %d, then %d", e.path, a.status, b.status)
				}
			}
		}
		if v := get(t, s.URL(i)+"index_old.html"); v.status != http.StatusMovedPermanently {
			t.Errorf("%s does not redirect: %d", s.URL(i), v.status)
		}
		if v := get(t, s.URL(i)+"nothing/here"); v.status != http.StatusNotFound {
			t.Errorf("%s: unknown page answers %d", s.URL(i), v.status)
		}
	}
	if len(seen) != 2 || len(gone) != 3 {
		t.Errorf("faults %v, gone %v", seen, gone)
	}
}

func TestStatsCount(t *testing.T) {
	w, s := startWeb(t, Options{Sites: 1, Pages: 60})
	start := s.URL(0)
	get(t, start)
	get(t, start+"?from=hot")
	get(t, start+"robots.txt")
	get(t, start+"none")
	req, err := http.NewRequest(http.MethodGet, start, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(start)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	req.Header.Set("If-None-Match", resp.Header.Get("ETag"))
	if resp, err = http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	got := s.Stats()[0]
	if got.Site != w.Sites()[0].Name || got.Requests != 6 || got.Unique != 1 || got.Duplicates != 2 || got.NotModified != 1 ||
		got.Failed != 1 || got.Robots != 1 || got.MaxActive < 1 || got.MaxConns < 1 {
		t.Errorf("%+v", got)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	w, err := New(Options{Sites: 5, Pages: 300, Latency: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := w.Start(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	under := make(chan struct{})
	go func() {
		defer close(under)
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		for i := range 5 {
			if resp, err := client.Get(s.URL(i)); err == nil {
				_ = resp.Body.Close()
			}
		}
	}()
	cancel()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	<-under
	for range 2000 { // connections end on their own goroutines a moment after their sockets are closed
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", n, before, buf[:runtime.Stack(buf, true)])
	}
	again, err := w.Start(context.Background(), "")
	if err != nil {
		t.Fatalf("start after close: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestWriteTruth(t *testing.T) {
	w, err := New(Options{Pages: 720})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := w.WriteTruth(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 720 {
		t.Errorf("%d lines", len(lines))
	}
	var x Truth
	if err := json.Unmarshal([]byte(lines[40]), &x); err != nil || x.URL == "" || x.Label == "" {
		t.Errorf("%+v %v", x, err)
	}
}
