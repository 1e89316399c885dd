package app

import (
	"io"
	"net/http"
	"testing"
	"time"

	"xunlu/app/demo"
	"xunlu/storage"
)

// demoRoutes reads every route page of a demo web through Process, with the group the truth table gives it.
func demoRoutes(t *testing.T, o demo.Options) map[string][]storage.Route {
	t.Helper()
	web, err := demo.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.Start(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	rules, err := ShippedRules(DefaultRules)
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewExtractor()
	if err != nil {
		t.Fatal(err)
	}
	j, err := NewJudge(rules, nil, x)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]storage.Route{}
	id := uint64(0)
	for _, truth := range web.Truth() {
		if truth.Group == "" || truth.Gone || truth.Script {
			continue
		}
		resp, err := http.Get(truth.URL)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err := resp.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil || resp.StatusCode != http.StatusOK {
			continue
		}
		p, err := j.Page(truth.URL, resp.Header.Get("Content-Type"), body)
		if err != nil {
			t.Fatal(err)
		}
		if p.Route != nil {
			id++
			p.Route.ID, p.Route.Site = id, truth.Site
			out[truth.Group] = append(out[truth.Group], *p.Route)
		}
	}
	return out
}

// TestGroupsDemo: pairs of routes that are the same tour by the truth table, against the pairs found.
func TestGroupsDemo(t *testing.T) {
	tours, truth := newTours(), map[uint64]string{}
	for group, routes := range demoRoutes(t, demo.Options{Sites: 12, Pages: 900, Seed: 77, Today: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}) {
		for i := range routes {
			truth[routes[i].ID] = group
			tours.add(likenessOf(&routes[i]))
		}
	}
	var both, said, is float64
	for a, ga := range truth {
		for b, gb := range truth {
			if a >= b {
				continue
			}
			found := tours.leader[a] == tours.leader[b]
			said, is = said+float64(b2i(found)), is+float64(b2i(ga == gb))
			both += float64(b2i(found && ga == gb))
		}
	}
	t.Logf("%d routes, %.0f pairs: precision %.3f, recall %.3f", len(truth), is, both/said, both/is)
	if len(truth) < 100 || is < 30 || both/said < 0.97 || both/is < 0.9 {
		t.Errorf("%d routes, %.0f pairs: precision %.3f (wanted 0.97), recall %.3f (wanted 0.9)", len(truth), is, both/said, both/is)
	}
}

func sold(site string, price float64, days int, stops ...string) storage.Route {
	r := storage.Route{Site: site, Title: site + "的云南游", Price: price, Currency: "CNY", Days: days, From: "上海", To: []string{"昆明", "大理"}, Transport: "flight"}
	for i := range days {
		r.Itinerary = append(r.Itinerary, storage.Day{N: i + 1, Title: stops[i%len(stops)]})
	}
	return r
}

// TestSameTour: side by side, cheapest first, with what differs; it follows changes and removals.
func TestSameTour(t *testing.T) {
	a := openLibrary(t)
	stops := []string{"上海—昆明—石林", "昆明—大理—洱海", "大理古城—喜洲"}
	two := sold("b.example", 2300, 3, stops...)
	two.ChildPrice, two.Dates = 999, []string{"2030-01-01"}
	one := sold("a.example", 2500, 3, stops...)
	one.ChildPrice = 1200
	rs := shelve(t, a, one, two, sold("c.example", 2000, 4, stops...), sold("a.example", 1500, 3, "上海—三亚", "亚龙湾—天涯海角", "南山寺"))
	tour, err := a.SameTour(t.Context(), rs[0].ID)
	if err != nil || len(tour.Offers) != 2 || tour.Sites != 2 || tour.Low != 2300 || tour.High != 2500 {
		t.Fatalf("%+v, %v", tour, err)
	}
	if o := tour.Offers[1]; o.ID != rs[0].ID || o.Above != 200 || len(o.Differs) != 2 || o.Differs[0] != "price" || o.Differs[1] != "child_price" {
		t.Errorf("%+v", o)
	}
	if all, err := a.Tours(t.Context(), 0); err != nil || len(all) != 1 {
		t.Errorf("%d tours, %v", len(all), err)
	}
	if err := a.DeletePage(t.Context(), rs[0].URL); err != nil {
		t.Fatal(err)
	}
	if tour, err = a.SameTour(t.Context(), rs[1].ID); err != nil || len(tour.Offers) != 1 || tour.Offers[0].ID != rs[1].ID {
		t.Errorf("after its twin went: %+v, %v", tour, err)
	}
}
