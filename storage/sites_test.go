package storage

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"
)

func TestSites(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	for _, bad := range []Site{{}, {ID: "x"}, {Seeds: []string{"http://x.example/"}}} {
		if _, err := s.PutSite(bad); !errors.Is(err, ErrNoSite) {
			t.Errorf("PutSite(%+v): %v, want ErrNoSite", bad, err)
		}
	}
	var ids []string
	for _, id := range []string{"zhuque", "baihu", "qinglong"} { // not in the order of their names
		got, err := s.PutSite(Site{ID: id, Name: id, Seeds: []string{"http://" + id + ".example/"}, Delay: time.Second, Added: day})
		if err != nil || got.Version != 1 {
			t.Fatalf("PutSite: version %d, %v", got.Version, err)
		}
		ids = append(ids, id)
	}
	again, err := s.Site("baihu")
	if err != nil {
		t.Fatal(err)
	}
	again.Paused = true
	if again, err = s.PutSite(again); err != nil || again.Version != 2 {
		t.Fatalf("second PutSite: version %d, %v", again.Version, err)
	}
	sites, err := s.Sites()
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, site := range sites {
		order = append(order, site.ID)
	}
	if !reflect.DeepEqual(order, ids) || !reflect.DeepEqual(sites[1], again) {
		t.Errorf("sites %v, second %+v", order, sites[1])
	}
	if _, err := s.Site("nobody"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Site of nobody: %v", err)
	}
}

// otherSite is a batch of pages of a second site.
func otherSite(n int) *Batch {
	b := batchOf(0, n)
	for i := range b.Links {
		url := fmt.Sprintf("http://baihu.example/%d", i)
		b.Links[i].URL, b.Links[i].Host, b.Links[i].Site = url, "baihu.example", "baihu"
		b.Pages[i].URL, b.Pages[i].Site = url, "baihu"
	}
	for i := range b.Routes {
		b.Routes[i].URL, b.Routes[i].Site = fmt.Sprintf("http://baihu.example/%d", i*5), "baihu"
	}
	return b
}

func TestRemoveSite(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for _, id := range []string{"qingwu", "baihu"} {
		if _, err := s.PutSite(Site{ID: id, Seeds: []string{"http://" + id + ".example/"}}); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, s, batchOf(0, 20))
	commit(t, s, otherSite(10))
	commit(t, s, &Batch{Hosts: []Host{{Host: "qingwu.example", Site: "qingwu", Robots: []byte("x")}, {Host: "baihu.example", Site: "baihu"}}})
	if err := errors.Join(s.PutProfile("qingwu", []byte("p")), s.PutLabel(Label{URL: urlOf(1), Label: "other", At: day})); err != nil {
		t.Fatal(err)
	}
	seq, err := s.LastSeq()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.RemoveSite("qingwu"); err != nil || n != 20 {
		t.Fatalf("RemoveSite: %d pages, %v; want 20", n, err)
	}
	rows, err := s.Changes(seq, 100)
	if err != nil || len(rows) != 4 || rows[0].Kind != ChangeDeleted {
		t.Errorf("changes %v, %v; want four deleted routes", rows, err)
	}

	late := batchOf(10, 25) // what workers had in their hands
	late.Hosts = []Host{{Host: "qingwu.example", Site: "qingwu"}}
	late.Counters = map[string]SiteCount{"qingwu": {Fetches: 15}}
	for i := range late.Pages[:10] {
		late.Pages[i].ID = uint64(i + 11)
	}
	late.Pages, late.Routes = late.Pages[:10], nil
	commit(t, s, late)
	if late.Links[12].ID != 0 || late.Links[12].New || late.Pages[0].Seq != 0 {
		t.Errorf("late link %+v, late page with number %d", late.Links[12], late.Pages[0].Seq)
	}

	verify := func(s *Store) {
		t.Helper()
		sound(t, s)
		if _, ok := s.Known(urlOf(3)); ok || s.KnownURLs() != 10 {
			t.Errorf("a removed url is known, or not ten are: %d", s.KnownURLs())
		}
		if id, ok := s.Known("http://baihu.example/3"); !ok || id != 24 {
			t.Errorf("the other site's page has id %d, %v; want 24", id, ok)
		}
		for what, err := range map[string]error{
			"site": second(s.Site("qingwu")), "link": second(s.Link(3)), "page": second(s.Page(3)), "route": second(s.Route(1)),
			"evidence": second(s.EvidenceOf(3)), "host": second(s.Host("qingwu.example")), "profile": second(s.Profile("qingwu")),
		} {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("%s: %v, want ErrNotFound", what, err)
			}
		}
		if _, err := s.Host("baihu.example"); err != nil {
			t.Error(err)
		}
		if labels, err := s.Labels(); err != nil || len(labels) != 1 {
			t.Errorf("labels %v, %v; they stay", labels, err)
		}
		if c := s.Counts(); c.Total.Pages != 10 || c.Total.Links != 10 || len(c.Sites) != 1 {
			t.Errorf("counts %+v", c)
		}
	}
	verify(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	verify(s)

	if _, err := s.PutSite(Site{ID: "qingwu", Seeds: []string{"http://qingwu.example/"}}); err != nil {
		t.Fatal(err)
	}
	b := batchOf(0, 5)
	commit(t, s, b)
	if b.Links[0].ID != 31 || !b.Links[0].New {
		t.Errorf("added again: %+v, want a new link with id 31", b.Links[0])
	}
	sound(t, s)
}

func second[T any](_ T, err error) error { return err }

// TestRemoveLargeSite takes more links away than one transaction does.
func TestRemoveLargeSite(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	if _, err := s.PutSite(Site{ID: "qingwu", Seeds: []string{"http://qingwu.example/"}}); err != nil {
		t.Fatal(err)
	}
	commit(t, s, batchOf(0, 9000))
	if n, err := s.RemoveSite("qingwu"); err != nil || n != 9000 {
		t.Fatalf("RemoveSite: %d, %v", n, err)
	}
	if s.KnownURLs() != 0 {
		t.Errorf("%d urls are known", s.KnownURLs())
	}
	sound(t, s)
}
