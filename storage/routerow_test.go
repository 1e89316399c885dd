package storage

import (
	"errors"
	"testing"
)

// TestPageTakesCareOfItsRoute commits a page row without a route and looks at what becomes of the stored one.
func TestPageTakesCareOfItsRoute(t *testing.T) {
	later := day.AddDate(0, 0, 3)
	for _, tt := range []struct {
		name  string
		edit  func(p *Page)
		state RouteState // "" when the route leaves
		seen  bool       // counts as seen later
		seq   bool       // the followers are told
	}{
		{"fetched again", func(p *Page) { p.Fetched = later }, RouteUnchanged, true, true},
		{"judged again", func(p *Page) { p.Verdict.Score = 3 }, RouteNew, false, false},
		{"failed once", func(p *Page) { p.Failure, p.Attempts = FailTimeout, 1 }, RouteNew, false, false},
		{"to be tried again", func(p *Page) { p.State, p.Failure = Retry, FailTimeout }, RouteNew, false, false},
		{"gone", func(p *Page) { p.State = Gone }, RouteGone, false, true},
		{"no route any more", func(p *Page) { p.Verdict.Route, p.Verdict.Label = false, "other" }, "", false, true},
		{"moved", func(p *Page) { p.State, p.Of = Redirect, urlOf(1) }, "", false, true},
		{"duplicate", func(p *Page) { p.State, p.Of = Duplicate, urlOf(1) }, "", false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, t.TempDir())
			before := commit(t, s, batchOf(0, 2))
			p := donePage(0)
			tt.edit(&p)
			b := &Batch{Pages: []Page{p}}
			commit(t, s, b)
			r, err := s.Route(1)
			if tt.state == "" {
				if !errors.Is(err, ErrNotFound) {
					t.Fatalf("route is %+v, %v; want none", r, err)
				}
			} else if err != nil || r.State != tt.state || r.Seen.Equal(later) != tt.seen {
				t.Fatalf("route is %s, seen %v, %v", r.State, r.Seen, err)
			}
			rows, err := s.Changes(before, 10)
			if err != nil {
				t.Fatal(err)
			}
			told := false
			for _, row := range rows {
				told = told || row.ID == 1 && row.Kind != ChangePage
			}
			if told != tt.seq {
				t.Errorf("changes %v; told %v, want %v", rows, told, tt.seq)
			}
			sound(t, s)
		})
	}
}

func TestRouteComesBack(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 1))
	p := donePage(0)
	p.State = Gone
	commit(t, s, &Batch{Pages: []Page{p}})
	if n := s.Counts().Total; n.Routes != 0 || n.Gone != 1 {
		t.Errorf("counts %+v after the route went", n)
	}
	commit(t, s, batchOf(0, 1))
	r, err := s.Route(1)
	if err != nil || r.State != RouteUnchanged || !r.First.Equal(day) {
		t.Errorf("route came back as %+v, %v", r, err)
	}
	if n := s.Counts().Total; n.Routes != 1 || n.Gone != 0 {
		t.Errorf("counts %+v after it came back", n)
	}
}

// TestUnchangedIsNotToldTwice revisits an unchanged route: the first visit tells the followers that it is not new any
// more, the next ones are silent.
func TestUnchangedIsNotToldTwice(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 1))
	var seqs []uint64
	for i := range 3 {
		r := goodRoute(0)
		r.Seen = day.AddDate(0, 0, i+1)
		b := &Batch{Routes: []Route{r}}
		commit(t, s, b)
		seqs = append(seqs, b.Routes[0].Seq)
	}
	if seqs[0] != 3 || seqs[1] != 3 || seqs[2] != 3 {
		t.Errorf("sequence numbers %v, want 3 each time", seqs)
	}
	sound(t, s)
}
