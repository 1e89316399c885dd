package storage

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"xunlu/judge"
)

var day = time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)

func mustOpen(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func urlOf(n int) string { return fmt.Sprintf("http://qingwu.example/line/%d.html", n) }

func linkTo(n int) Link {
	return Link{URL: urlOf(n), Host: "qingwu.example", Site: "qingwu", From: 1, Depth: n % 7, Priority: 0.5,
		Text: fmt.Sprintf("云溪%d日游", n%9+1), Found: day}
}

// donePage is the row of the n-th page; every fifth is a route.
func donePage(n int) Page {
	p := Page{URL: urlOf(n), Site: "qingwu", Depth: n % 7, State: Done, Status: 200, First: day, Fetched: day, Took: 120 * time.Millisecond,
		ContentType: "text/html; charset=gbk", Declared: "gbk", Charset: "gb18030", ETag: fmt.Sprintf(`"%d"`, n), Title: "云溪之旅",
		Size: 44000 + n, Archive: fmt.Sprintf("1:%d:900", n*900), Hash: HashURL(urlOf(n)), Links: 60, Evidence: []byte{1, 2, 3, byte(n)},
		Verdict: judge.Verdict{Label: judge.LabelOther, By: judge.BySum, Score: 0.25, Threshold: 1, Rules: "paper@1"}}
	if n%5 == 0 {
		p.Verdict.Label, p.Verdict.Route, p.Verdict.Score = judge.LabelRoute, true, 2.5
	}
	return p
}

func goodRoute(n int) Route {
	return Route{URL: urlOf(n), Site: "qingwu", Title: fmt.Sprintf("云溪%d日游", n%9+1), Price: float64(1000 + n), Currency: "CNY",
		Days: n%9 + 1, From: "杭州", To: []string{"云溪"}, Dates: []string{"2026-06-01", "2026-06-08"}, Seen: day,
		Sources: map[string]string{"title": "heading", "price": "label"}}
}

// batchOf has links, pages and routes numbered from…to.
func batchOf(from, to int) *Batch {
	b := &Batch{}
	for n := from; n < to; n++ {
		b.Links = append(b.Links, linkTo(n))
		b.Pages = append(b.Pages, donePage(n))
		if n%5 == 0 {
			b.Routes = append(b.Routes, goodRoute(n))
		}
	}
	return b
}

func commit(t testing.TB, s *Store, b *Batch) uint64 {
	t.Helper()
	seq, err := s.Commit(b)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func TestOpenTwice(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if s.Dir() != dir {
		t.Errorf("Dir is %q", s.Dir())
	}
	if _, err := Open(dir); !errors.Is(err, ErrLocked) {
		t.Fatalf("second Open: %v, want ErrLocked", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := mustOpen(t, dir)
	commit(t, again, batchOf(0, 3))
	if _, err := s.Commit(&Batch{}); !errors.Is(err, ErrClosed) {
		t.Errorf("Commit after Close: %v", err)
	}
}
