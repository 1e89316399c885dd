package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
)

// bugInput reads the input of a bug case beside the repository.
func bugInput(t *testing.T, name, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "cases", "bugs", name, file))
	if err != nil {
		t.Skip("the shared cases are not beside the repository: ", err)
	}
	return string(data)
}

// TestConformanceBugURL is case 10-preencoded-gbk-query-mangled.
func TestConformanceBugURL(t *testing.T) {
	u := strings.TrimSpace(bugInput(t, "10-preencoded-gbk-query-mangled", "input.url"))
	if got, err := page.Canonical(u); err != nil || !strings.Contains(got, "wd=%C0%F6%BD%AD") || !strings.Contains(got, "n=1") {
		t.Errorf("%s became %s, %v", u, got, err)
	}
}

// TestConformanceBugRobots crawls a site whose robots.txt is that of 15-robots-5xx-means-allow, then of 20-robots-html-200.
func TestConformanceBugRobots(t *testing.T) {
	for name, allowed := range map[string]bool{"15-robots-5xx-means-allow": false, "20-robots-html-200": true} {
		answer := bugInput(t, name, "input.robots.http")
		pages := crawlUntil(t, 6*time.Second, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				c, buf, err := w.(http.Hijacker).Hijack()
				if err != nil {
					panic(err)
				}
				defer c.Close()
				_, _ = buf.WriteString(answer) // the crawler may have left
				_ = buf.Flush()                // the same
				return
			}
			fmt.Fprint(w, "<!doctype html><title>桂林</title><p>阳朔")
		}, allowed)
		if (pages > 0) != allowed {
			t.Errorf("%s: %d pages asked for", name, pages)
		}
	}
}

// TestConformanceBugTraps plays 30-calendar-without-end and 32-relative-link-path-grows. Their templates are sentences, so that the pages
// are written here.
func TestConformanceBugTraps(t *testing.T) {
	bugInput(t, "30-calendar-without-end", "input.template")
	traps := map[string]struct {
		most int
		do   http.HandlerFunc
	}{
		"30-calendar-without-end": {210, func(w http.ResponseWriter, r *http.Request) {
			var n int
			_, _ = fmt.Sscan(r.URL.Query().Get("year"), &n) // 0 at the start
			fmt.Fprintf(w, "<!doctype html><title>%d</title><p>year %d</p><a href='/cal?year=%d'>next</a>", n, n*7, n+1)
		}},
		"32-relative-link-path-grows": {50, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, "<!doctype html><title>t</title><a href='./search.php?sid=%032x'>s</a><a href='tour/index.html'>t</a>", time.Now().UnixNano())
		}},
	}
	for name, trap := range traps {
		if n := crawlUntil(t, 30*time.Second, trap.do, true); n > trap.most || n < 2 {
			t.Errorf("%s: %d requests, at most %d", name, n, trap.most)
		}
	}
}

// crawlUntil crawls one site until the crawl is over, or the time is, and returns how many pages were asked for.
func crawlUntil(t *testing.T, most time.Duration, do http.HandlerFunc, ends bool) int {
	t.Helper()
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			asked.Add(1)
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		do(w, r)
	}))
	defer s.Close()
	a, err := Open(t.Context(), Options{Dir: t.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	site, err := a.NewSite(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	if site.Delay = 0; !ends {
		most = 2 * time.Second // it waits for a better robots.txt
	}
	if _, err := a.AddSite(t.Context(), site); err != nil {
		t.Fatal(err)
	}
	a.Start()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	if err := a.Wait(ctx); err != nil && ends {
		t.Errorf("after %v: %v, %d pages", most, err, asked.Load())
	}
	return int(asked.Load())
}

// TestConformanceBugFormulas exports the titles of 72-export-formula: no cell begins like a formula.
func TestConformanceBugFormulas(t *testing.T) {
	titles := strings.Split(strings.TrimRight(bugInput(t, "72-export-formula", "input.titles"), "\n"), "\n")
	var out bytes.Buffer
	x, err := newCSVExport(&out)
	if err != nil {
		t.Fatal(err)
	}
	for i, title := range titles {
		if err := x.put(&storage.Route{ID: uint64(i + 1), Title: title, URL: "http://a.test/"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.finish(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\uFEFF"))).ReadAll()
	if err != nil || len(rows) != len(titles)+1 {
		t.Fatalf("%d rows of %d titles, %v", len(rows), len(titles), err)
	}
	for _, row := range rows[1:] {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+@\t\r") || strings.HasPrefix(cell, "＝") {
				t.Errorf("cell %q", cell)
			}
		}
	}
}
