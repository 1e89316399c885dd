package app_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/judge"
	"xunlu/storage"
)

// scriptSite serves the demo web and gives its site that is built by JavaScript, with the truth about it.
func scriptSite(t *testing.T) (demo.Site, []demo.Truth) {
	t.Helper()
	web, err := demo.New(demo.Options{Agencies: 8, Pages: 8 * 60})
	if err != nil {
		t.Fatal(err)
	}
	s, err := web.Start(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, site := range web.Sites() {
		if site.Script {
			var truth []demo.Truth
			for _, x := range web.Truth() {
				if x.Site == site.Name {
					truth = append(truth, x)
				}
			}
			return site, truth
		}
	}
	t.Fatal("the demo web has no site built by script")
	return demo.Site{}, nil
}

// crawlWith crawls one site to its end with the browser set, and lets look at what came of it. Pages that always fail are left
// out: the waits between their tries are not what is tested.
func crawlWith(t *testing.T, start string, truth []demo.Truth, browser string, then func(*app.App)) {
	t.Helper()
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler),
		Config: func(c *app.Config) { c.Browser = browser }})
	if err != nil {
		t.Fatal(err)
	}
	site, err := a.NewSite(start)
	if err != nil {
		t.Fatal(err)
	}
	site.Delay = 0
	for _, x := range truth {
		if x.Status >= 500 {
			site.Scope.Exclude = append(site.Scope.Exclude, regexp.QuoteMeta(x.URL))
		}
	}
	if _, err := a.AddSite(t.Context(), site); err != nil {
		t.Fatal(err)
	}
	a.Start()
	if err := a.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	then(a)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestScriptSite: a site built by JavaScript has no routes without a browser, all with one; there is one browser, and
// nothing of it is left.
func TestScriptSite(t *testing.T) {
	tmp, err := os.MkdirTemp("", "b") // t.TempDir's names are too long for a browser's sockets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(tmp) })
	t.TempDir() // its place is fixed by the first call
	t.Setenv("TMPDIR", tmp)
	site, truth := scriptSite(t)
	crawlWith(t, site.Start, truth, filepath.Join(tmp, "none"), func(a *app.App) {
		list, err := a.Problems(t.Context(), 10)
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		for _, p := range list {
			if p.Failure == storage.FailBrowser && strings.Contains(p.Error, "none") {
				said++
			}
		}
		if c := a.Snapshot().Counts.Total; said != 1 || c.Routes != 0 {
			t.Errorf("said %d times that there is no browser, %d routes: %+v", said, c.Routes, list)
		}
	})
	crawlWith(t, site.Start, truth, "auto", func(a *app.App) { builtSite(t, a, truth, tmp) })
	if left, err := filepath.Glob(filepath.Join(tmp, "*")); err != nil || len(left) > 0 || browsers(t, tmp) > 0 {
		t.Errorf("left behind: %d browsers, files %q, %v", browsers(t, tmp), left, err)
	}
}

func builtSite(t *testing.T, a *app.App, truth []demo.Truth, tmp string) {
	if n := browsers(t, tmp); n > 1 {
		t.Errorf("%d browsers at the same time", n)
	}
	routes, found, right := 0, 0, 0
	for _, x := range truth {
		if x.Label != "route" || !x.Script {
			continue
		}
		routes++
		p, err := a.Preview(context.Background(), app.PreviewSource{Stored: x.URL}, judge.Rules{})
		if err != nil {
			t.Errorf("%s: %v", x.URL, err)
			continue
		}
		if !strings.Contains(p.Text, x.Title) || p.Charset != "utf-8" {
			t.Errorf("%s: its text is not there: %.200s", x.URL, p.Text)
		}
		if p.Verdict.Route {
			found++
		}
		if p.Route != nil && p.Route.Days == x.Days {
			right++
		}
	}
	if routes == 0 || found < routes || right*10 < found*9 {
		t.Errorf("%d of %d routes found, %d with the right number of days", found, routes, right)
	}
	front, err := a.Preview(context.Background(), app.PreviewSource{URL: truth[0].URL}, judge.Rules{})
	if err != nil || front.Failure != "" || len(front.Links) < 10 {
		t.Errorf("preview of the start page: %v, %s, %d links", err, front.Error, len(front.Links))
	}
}

// browsers counts the browsers whose profile lies in dir; their children carry a --type.
func browsers(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		line, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err == nil && strings.Contains(string(line), "--user-data-dir="+dir) && !strings.Contains(string(line), "--type=") &&
			!strings.Contains(string(line), "crashpad") {
			n++
		}
	}
	return n
}
