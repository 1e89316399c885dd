//go:build proof && !headless

package ui_test

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/storage"
)

// stockCopies is how often the crawled demo web stands in a stock: each time under other hosts.
const stockCopies = 1000

// makeStock fills a data folder with so many pages: a small demo web is crawled, and its pages, counts, verdicts and routes are committed
// again and again as those of other agencies. The copies share the archived pages of the first.
func makeStock(t *testing.T, dir string, pages int) {
	t.Helper()
	small := t.TempDir()
	withApp(t, small, func(a *app.App) {
		if err := a.StartDemo(t.Context(), demo.Options{Sites: 6, Pages: 700}); err != nil {
			t.Fatal(err)
		}
		a.Start()
		if err := a.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
	withApp(t, dir, func(*app.App) {}) // brings the rule sets
	from, err := storage.Open(small)
	if err != nil {
		t.Fatal(err)
	}
	to, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for k := 0; k < stockCopies && pages > 0; k++ {
		pages -= copyWeb(t, from, to, k, pages)
	}
	for _, s := range []*storage.Store{from, to} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "more"), os.DirFS(filepath.Join(small, "archive"))); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "archive")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "more"), filepath.Join(dir, "archive")); err != nil {
		t.Fatal(err)
	}
	withApp(t, dir, func(a *app.App) {
		if err := a.Indexed(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// withApp opens the program on a folder, lets it do something and closes it.
func withApp(t *testing.T, dir string, do func(*app.App)) {
	t.Helper()
	a, err := app.Open(t.Context(), app.Options{Dir: dir, Create: true, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	do(a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// copyWeb commits the pages of a small store, at most so many, under hosts that carry the number k. It returns how many.
func copyWeb(t *testing.T, from, to *storage.Store, k, most int) int {
	t.Helper()
	sites, err := from.Sites()
	if err != nil {
		t.Fatal(err)
	}
	rename := map[string]string{} // site of the small store → of the copy
	for i, s := range sites {
		host := fmt.Sprintf("agency-%d-%d.example", k, i)
		rename[s.ID] = host
		s.ID, s.Version, s.Name, s.Seeds, s.Private, s.Templates = host, 0, fmt.Sprintf("%s %d", s.Name, k+1), []string{"http://" + host + "/"}, nil, nil
		s.Scope = storage.Scope{Hosts: []string{host}}
		s.Delay = time.Second
		if _, err := to.PutSite(s); err != nil {
			t.Fatal(err)
		}
	}
	move := func(url, site string) string {
		_, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
		return "http://" + rename[site] + "/" + path
	}
	var b storage.Batch
	n := 0
	commit := func() {
		if _, err := to.Commit(&b); err != nil {
			t.Fatal(err)
		}
		b = storage.Batch{}
	}
	stop := fmt.Errorf("enough")
	err = from.EachPage(0, func(p storage.Page) error {
		if p.State != storage.Done || rename[p.Site] == "" {
			return nil
		}
		if n == most {
			return stop
		}
		n++
		if p.Evidence, err = from.EvidenceOf(p.ID); err != nil {
			return err
		}
		url, site := move(p.URL, p.Site), rename[p.Site]
		if r, err := from.Route(p.ID); err == nil {
			r.ID, r.Seq, r.URL, r.Site, r.Title = 0, 0, url, site, fmt.Sprintf("%s（%d）", r.Title, k+1)
			b.Routes = append(b.Routes, r)
		}
		p.ID, p.Seq, p.URL, p.FinalURL, p.Canonical, p.Of, p.Site = 0, 0, url, "", "", "", site
		b.Links = append(b.Links, storage.Link{URL: url, Host: site, Site: site, Depth: p.Depth, Text: p.Title, Found: p.First})
		b.Pages = append(b.Pages, p)
		b.Visit(site, p.Size)
		if len(b.Pages) == 2000 {
			commit()
		}
		return nil
	})
	if err != nil && err != stop {
		t.Fatal(err)
	}
	commit()
	return n
}
