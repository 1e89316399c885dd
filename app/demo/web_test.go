package demo

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

func TestDefaultMix(t *testing.T) {
	w, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	kinds, charsets, designs := map[Kind]int{}, map[string]int{}, map[string]bool{}
	for _, s := range w.Sites() {
		kinds[s.Kind]++
		charsets[s.Charset]++
		designs[s.Design] = true
	}
	if kinds[KindAgency] < 6 || kinds[KindPlatform] < 1 || kinds[KindNews] < 1 || charsets["gb18030"] < 1 || charsets["big5"] != 1 || len(designs) < 8 {
		t.Errorf("kinds %v charsets %v designs %v", kinds, charsets, designs)
	}
	truth := w.Truth()
	if len(truth) != 1500 {
		t.Errorf("%d pages, want 1500", len(truth))
	}
	routes := 0
	for _, x := range truth {
		if x.Label == "route" {
			routes++
		}
	}
	if share := float64(routes) / float64(len(truth)); share < 0.2 || share > 0.32 {
		t.Errorf("%.2f of the pages are routes", share)
	}
}

// TestTruthCoversTheWeb crawls every site by its links and compares what it meets with the truth table.
func TestTruthCoversTheWeb(t *testing.T) {
	w, _ := startWeb(t, Options{Agencies: 10, Platforms: 1, Others: 5, Pages: 970, Latency: time.Microsecond})
	want := map[string]Truth{}
	for _, x := range w.Truth() {
		if _, twice := want[x.URL]; twice {
			t.Errorf("%s stands twice in the truth", x.URL)
		}
		want[x.URL] = x
	}
	for _, site := range w.Sites() {
		t.Run(site.Design+" "+string(site.Kind), func(t *testing.T) { checkSite(t, w, site, want) })
	}
}

func checkSite(t *testing.T, w *Web, site Site, want map[string]Truth) {
	c := crawl(t, w, site)
	reached := map[string]bool{}
	for _, v := range c.pages {
		if v.status == http.StatusNotFound && strings.Contains(v.url, "/special/2011") || strings.Contains(v.url, "/login") || strings.Contains(v.url, "/user/") {
			continue
		}
		x, ok := w.Lookup(v.url)
		if !ok {
			t.Errorf("%s (%d) is not in the truth", v.url, v.status)
			continue
		}
		reached[x.URL] = true
		if x.Status != v.status {
			t.Errorf("%s answered %d, truth says %d", v.url, v.status, x.Status)
		}
		if x.Label == "route" && !x.Script && !strings.Contains(html.UnescapeString(v.text), x.Title) {
			t.Errorf("%s does not show its title %q", v.url, x.Title)
		}
	}
	missed := 0
	for u, x := range want {
		if x.Site == site.Name && !reached[u] && x.Status == 200 && !strings.Contains(u, "/old") {
			if missed++; missed < 5 {
				t.Errorf("%s (%s) cannot be reached", u, x.Label)
			}
		}
	}
	if site.Design == "modern" && c.traps <= c.cap {
		t.Errorf("the calendar ends after %d pages", c.traps)
	}
}

func TestPlatformTemplates(t *testing.T) {
	w, _ := startWeb(t, Options{Platforms: 3, Pages: 900})
	for _, s := range w.Sites() {
		checkTemplates(t, w, s)
	}
}

func TestLargeWebStartsFast(t *testing.T) {
	begin := time.Now()
	w, err := New(Options{Sites: 75, Pages: 15000})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("planned %d pages in %v", len(w.Truth()), time.Since(begin))
	names := map[string]bool{}
	for _, s := range w.Sites() {
		if names[s.Name] {
			t.Errorf("two sites are called %s", s.Name)
		}
		names[s.Name] = true
	}
	if n := len(w.Truth()); n != 15000 {
		t.Errorf("%d pages", n)
	}
}

// TestThePapersExperiments builds the two webs of the paper: three platforms of 3,000 pages, and groups of 25 sites.
func TestThePapersExperiments(t *testing.T) {
	if n := len(truthOf(t, Options{Platforms: 3, PlatformPages: 3000})); n != 9000 {
		t.Errorf("three platforms have %d pages", n)
	}
	w, err := New(Options{Agencies: 20, Others: 5, Pages: 2000, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Truth()) != 2000 || len(w.Sites()) != 25 {
		t.Errorf("%d pages on %d sites", len(w.Truth()), len(w.Sites()))
	}
	for _, bad := range []Options{{Sites: -1}, {Sites: 500}, {Pages: 10}, {PlatformPages: 5}, {Edition: 99}} {
		if _, err := New(bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
