package storage

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

const correctedURL = "http://www.lvye.test/line/7.html"

// readRoute is what the extractor gives of a page.
func readRoute(price float64, at time.Time) Route {
	return Route{URL: correctedURL, Site: "lvye", Title: "漓江三日", Price: price, Days: 3, To: []string{"桂林"}, Seen: at,
		Sources: map[string]string{"price": "label", "days": "title", "to": "title"}}
}

// commitRoute commits a page with a route as a crawl does.
func commitRoute(t *testing.T, s *Store, r Route) Route {
	t.Helper()
	b := &Batch{Links: []Link{{URL: r.URL, Host: "www.lvye.test", Site: r.Site}},
		Pages:  []Page{{URL: r.URL, Site: r.Site, State: Done, Fetched: r.Seen, Checked: r.Seen}},
		Routes: []Route{r}}
	b.Pages[0].Verdict.Route = true
	if _, err := s.Commit(b); err != nil {
		t.Fatal(err)
	}
	got, err := s.RouteOf(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A correction holds over revisits and over the route's leaving and coming back, notes no change, and can be withdrawn.
func TestCorrections(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	day := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
	before := commitRoute(t, s, readRoute(280, day))
	for _, c := range [][2]string{{"price", "2,680"}, {"to", "桂林、阳朔"}} {
		if err := s.Correct(correctedURL, c[0], c[1], day); err != nil {
			t.Fatal(err)
		}
	}
	check := func(step string, r Route) {
		t.Helper()
		if r.Price != 2680 || !slices.Equal(r.To, []string{"桂林", "阳朔"}) || r.Sources["price"] != SourceUser || len(r.History) != 0 {
			t.Errorf("%s: price %v to %v sources %v history %v", step, r.Price, r.To, r.Sources, r.History)
		}
	}
	r, err := s.RouteOf(correctedURL)
	if err != nil {
		t.Fatal(err)
	}
	check("corrected", r)
	if r.Seq <= before.Seq {
		t.Error("the index is not told")
	}
	again := readRoute(300, day.AddDate(0, 0, 1))
	if again.Differs(&r) {
		t.Error("a corrected field counts as a change of the page")
	}
	check("revisited", commitRoute(t, s, again))

	if _, err := s.Commit(&Batch{Pages: []Page{{URL: correctedURL, Site: "lvye", State: Done, Fetched: day.AddDate(0, 0, 2)}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.RouteOf(correctedURL); !errors.Is(err, ErrNotFound) {
		t.Fatalf("the page is no route, its route is still there: %v", err)
	}
	check("judged a route again", commitRoute(t, s, readRoute(310, day.AddDate(0, 0, 3))))

	list, err := s.Corrections(correctedURL)
	if err != nil || len(list) != 2 || string(list[0].Page) != "310" || list[0].Source != "label" {
		t.Fatalf("corrections are %+v, %v", list, err)
	}
	if err := s.WithdrawCorrection(correctedURL, "price"); err != nil {
		t.Fatal(err)
	}
	if r, err = s.RouteOf(correctedURL); err != nil || r.Price != 310 || r.Sources["price"] != "label" || r.Sources["to"] != SourceUser {
		t.Errorf("withdrawn: %v %v %v", r.Price, r.Sources, err)
	}
	if err := s.WithdrawCorrection(correctedURL, "price"); !errors.Is(err, ErrNotFound) {
		t.Errorf("withdrawn twice: %v", err)
	}
}

// What cannot be a value of a field is refused in one sentence and changes nothing.
func TestCorrectRefuses(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	day := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
	was := commitRoute(t, s, readRoute(280, day))
	for field, value := range map[string]string{"price": "NaN", "days": "three", "currency": "元", "dates": "5月1日", "ranges": "2026-05-09/2026-05-01",
		"weekly": "周六", "monthly": "32", "daily": "perhaps", "colour": "red"} {
		err := s.Correct(correctedURL, field, value, day)
		if err == nil || strings.Contains(err.Error(), "\n") || (field == "colour") != errors.Is(err, ErrNoField) {
			t.Errorf("%s=%s: %v", field, value, err)
		}
	}
	if err := s.Correct("http://www.lvye.test/none", "price", "1", day); !errors.Is(err, ErrNotFound) {
		t.Errorf("no route: %v", err)
	}
	now, err := s.RouteOf(correctedURL)
	if err != nil || now.Seq != was.Seq || now.Price != 280 {
		t.Errorf("a refused correction changed the route: %+v %v", now, err)
	}
	for field, value := range map[string]string{"dates": "2026-05-09，2026-05-02", "ranges": "2026-05-01/2026-05-09", "weekly": "mo,we", "monthly": "1、15", "daily": "true",
		"itinerary": "桂林 | 到达\n阳朔", "price": ""} {
		if err := s.Correct(correctedURL, field, value, day); err != nil {
			t.Errorf("%s=%s: %v", field, value, err)
		}
	}
	if now, err = s.RouteOf(correctedURL); err != nil || now.Price != 0 || now.Dates[0] != "2026-05-02" || len(now.Monthly) != 2 || now.Itinerary[1].Title != "阳朔" || now.Weekly[1] != "WE" {
		t.Errorf("corrected to %+v %v", now, err)
	}
}
