package learn_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/judge/learn"
)

// root walks up to the directory of go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}

// labelled is one row of the shared collection.
type labelled struct {
	learn.Sample
	lang, label string
	page        judge.Page
}

// scanned keeps the shared pages for all tests of this package.
var scanned = struct {
	sync.Mutex
	pages []labelled
}{}

// collection gives the shared labelled pages; the test is skipped where they are not.
func collection(t *testing.T) []labelled {
	t.Helper()
	scanned.Lock()
	defer scanned.Unlock()
	if scanned.pages == nil {
		scanned.pages = readCollection(t)
	}
	return append([]labelled(nil), scanned.pages...)
}

func readCollection(t *testing.T) []labelled {
	t.Helper()
	dir := filepath.Join(root(t), "..", "shared", "corpus")
	data, err := os.ReadFile(filepath.Join(dir, "labels.tsv"))
	if os.IsNotExist(err) {
		t.Skip("the shared collection of labelled pages is not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []labelled
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		body, err := os.ReadFile(filepath.Join(dir, f[1]))
		if err != nil {
			t.Fatal(err)
		}
		url := "http://page.example/"
		doc, err := page.Scan(&page.Response{URL: url, FinalURL: url, Status: 200, Body: body}, page.ScanOptions{})
		if err != nil {
			t.Fatalf("page %s: %v", f[0], err)
		}
		site, _, _ := strings.Cut(f[5], " ")
		out = append(out, labelled{learn.Sample{ID: f[0], Site: site, Route: f[4] == "route"}, f[3], f[4], doc.Page})
	}
	return out
}

func rules(t *testing.T, name string) judge.Rules {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), "assets", "rules", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := judge.ParseRules(data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// samples counts the terms of r on the pages that keep wants.
func samples(t *testing.T, r judge.Rules, pages []labelled, keep func(labelled) bool) (*judge.Terms, []learn.Sample) {
	t.Helper()
	terms, err := judge.NewTerms(r)
	if err != nil {
		t.Fatal(err)
	}
	var out []learn.Sample
	for i := range pages {
		if keep(pages[i]) {
			s := pages[i].Sample
			s.Evidence = terms.Find(&pages[i].page, nil)
			out = append(out, s)
		}
	}
	return terms, out
}

func chinese(p labelled) bool { return strings.HasPrefix(p.lang, "zh") }
