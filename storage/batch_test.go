package storage

import (
	"errors"
	"reflect"
	"testing"
)

func TestCommitAndReadBack(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	b := batchOf(0, 20)
	seq := commit(t, s, b)
	if seq != 24 {
		t.Errorf("last sequence number %d, want 24: twenty pages and four routes", seq)
	}
	check := func(s *Store) {
		t.Helper()
		for i, want := range b.Pages {
			if want.ID != uint64(i+1) || !b.Links[i].New {
				t.Errorf("page %d has id %d, link new %v", i, want.ID, b.Links[i].New)
			}
			got, err := s.PageOf(want.URL)
			if err != nil {
				t.Fatal(err)
			}
			ev, err := s.EvidenceOf(want.ID)
			if err != nil || !reflect.DeepEqual(ev, want.Evidence) {
				t.Errorf("evidence %v, %v; want %v", ev, err, want.Evidence)
			}
			want.Evidence = nil
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			l, err := s.Link(want.ID)
			wantLink := b.Links[i]
			wantLink.New = false
			if err != nil || !reflect.DeepEqual(l, wantLink) {
				t.Errorf("got %+v, %v\nwant %+v", l, err, wantLink)
			}
		}
		for _, want := range b.Routes {
			got, err := s.RouteOf(want.URL)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
			}
			if got.State != RouteNew || !got.First.Equal(day) {
				t.Errorf("route is %s since %s", got.State, got.First)
			}
		}
	}
	check(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	check(s)
	again := batchOf(10, 30)
	commit(t, s, again)
	for i, l := range again.Links {
		if l.ID != uint64(i+11) || l.New != (i >= 10) {
			t.Errorf("link %d: id %d, new %v", i, l.ID, l.New)
		}
	}
	if s.KnownURLs() != 30 {
		t.Errorf("%d urls known, want 30", s.KnownURLs())
	}
}

func TestCommitIsAllOrNothing(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 5))
	before := s.Counts()
	bad := batchOf(5, 10)
	bad.Pages = append(bad.Pages, donePage(99)) // nobody knows its URL
	if _, err := s.Commit(bad); !errors.Is(err, ErrNotFound) {
		t.Fatalf("Commit: %v, want ErrNotFound", err)
	}
	if _, ok := s.Known(urlOf(5)); ok {
		t.Error("a link of the failed batch is known")
	}
	if !reflect.DeepEqual(s.Counts(), before) {
		t.Errorf("counts changed: %+v", s.Counts())
	}
	if _, err := s.Link(6); !errors.Is(err, ErrNotFound) {
		t.Errorf("link of the failed batch: %v", err)
	}
	if seq := commit(t, s, batchOf(5, 6)); seq != 8 {
		t.Errorf("sequence %d after a failed batch, want 8", seq)
	}
}
