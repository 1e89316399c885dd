package storage

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

func TestEditAndDelete(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	seq := commit(t, s, batchOf(0, 10))
	if err := s.EditPage(urlOf(5), "问过价"); err != nil {
		t.Fatal(err)
	}
	if p, err := s.PageOf(urlOf(5)); err != nil || p.Note != "问过价" || p.Seq != seq+1 || p.Title != "云溪之旅" {
		t.Errorf("edited page is %+v, %v", p, err)
	}
	commit(t, s, &Batch{Pages: []Page{donePage(5)}}) // without the note
	if p, err := s.PageOf(urlOf(5)); err != nil || p.Note != "问过价" {
		t.Errorf("the note is %q, %v after a revisit", p.Note, err)
	}
	if err := s.DeletePage(urlOf(5)); err != nil {
		t.Fatal(err)
	}
	rows, err := s.Changes(seq, 10)
	if want := []ChangeRow{{seq + 3, 6, ChangeDeleted}}; err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("changes %v, %v; want %v", rows, err, want)
	}
	for what, err := range map[string]error{
		"edit": s.EditPage(urlOf(5), "x"), "delete": s.DeletePage(urlOf(5)), "page": second(s.PageOf(urlOf(5))),
		"route": second(s.RouteOf(urlOf(5))), "unknown": s.DeletePage(urlOf(77)), "evidence": second(s.EvidenceOf(6)),
	} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", what, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	if id, ok := s.Known(urlOf(5)); !ok || id != 6 {
		t.Error("a deleted page is forgotten: a link to it would bring it back")
	}
	b := batchOf(5, 6)
	b.Pages[0].ID, b.Routes[0].ID = 6, 6
	commit(t, s, b) // a worker was on its way with it
	if _, err := s.Page(6); !errors.Is(err, ErrNotFound) || b.Links[0].New {
		t.Errorf("a deleted page came back: %v", err)
	}
	if err := s.Pending(func(l Link, _ Page, _ bool) error {
		if l.ID == 6 {
			t.Error("a deleted page is pending")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if c := s.Counts().Total; c.Pages != 9 || c.Routes != 1 || c.Deleted != 1 || c.Queued() != 0 {
		t.Errorf("counts %+v", c)
	}
	sound(t, s)
}

// TestPending has tried and untried links mixed over several chunks.
func TestPending(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	const n = 2*chunk + 37
	b := &Batch{}
	for i := range n {
		b.Links = append(b.Links, linkTo(i))
		if i%3 == 0 {
			p := donePage(i)
			if i%6 == 0 {
				p.State, p.Failure, p.Due = Retry, FailTimeout, day.Add(time.Hour)
			}
			b.Pages = append(b.Pages, p)
		}
	}
	commit(t, s, b)
	i := 0
	err := s.Pending(func(l Link, p Page, has bool) error {
		if l.ID != uint64(i+1) || l.URL != urlOf(i) || has != (i%3 == 0) {
			t.Errorf("place %d: link %d %s, has %v", i, l.ID, l.URL, has)
		}
		if has && (p.ID != l.ID || (p.State == Retry) != (i%6 == 0)) {
			t.Errorf("page %+v beside link %d", p, l.ID)
		}
		if i++; i == chunk { // the store may be written from within
			commit(t, s, &Batch{Links: []Link{linkTo(n)}})
		}
		return nil
	})
	if err != nil || i != n+1 {
		t.Fatalf("%d links, %v; want %d", i, err, n+1)
	}
	stop := errors.New("stop")
	if err := s.Pending(func(Link, Page, bool) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error of fn is lost: %v", err)
	}
	if c := s.Counts().Total; c.Queued() != n+1-len(b.Pages) || c.Failures[FailTimeout] == 0 {
		t.Errorf("counts %+v", c)
	}
}

func TestEach(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	const n = chunk + 100
	commit(t, s, batchOf(0, n))
	for _, after := range []uint64{0, 1, chunk - 1, chunk, n - 1, n, n + 50} {
		links, pages, routes := 0, 0, 0
		err := errors.Join(
			s.EachLink(after, func(l Link) error {
				links++
				if l.ID <= after {
					t.Errorf("link %d after %d", l.ID, after)
				}
				return nil
			}),
			s.EachPage(after, func(Page) error { pages++; return nil }),
			s.EachRoute(after, func(r Route) error { routes++; return nil }),
		)
		want := max(0, n-int(after))
		if err != nil || links != want || pages != want || routes > want {
			t.Errorf("after %d: %d links, %d pages, %v; want %d", after, links, pages, err, want)
		}
	}
	count := 0
	err := s.EachEvidence(func(id uint64, ev []byte) error {
		if len(ev) != 4 || ev[3] != byte(id-1) {
			t.Errorf("evidence of %d is %v", id, ev)
		}
		count++
		return nil
	})
	if err != nil || count != n {
		t.Errorf("%d pieces of evidence, %v", count, err)
	}
}

func TestEvidenceStaysWhenNotGiven(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 1))
	p := donePage(0)
	p.State, p.Failure, p.Evidence = Retry, FailDNS, nil
	commit(t, s, &Batch{Pages: []Page{p}})
	if ev, err := s.EvidenceOf(1); err != nil || len(ev) != 4 {
		t.Errorf("evidence %v, %v", ev, err)
	}
}
