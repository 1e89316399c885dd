package app

import (
	"testing"
	"time"

	"xunlu/judge"
	"xunlu/storage"
)

// visit stores a later state of a route.
func visit(t *testing.T, a *App, r storage.Route, change func(p *storage.Page, r *storage.Route)) {
	t.Helper()
	p, err := a.store.PageOf(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	p.Fetched = p.Fetched.Add(time.Hour)
	r.Seen, r.State, r.History = p.Fetched, "", nil
	change(&p, &r)
	b := &storage.Batch{Pages: []storage.Page{p}}
	if p.State == storage.Done && p.Verdict.Route {
		b.Routes = []storage.Route{r}
	}
	if err := a.coord.Edit(t.Context(), func() error { _, err := a.store.Commit(b); return err }); err != nil {
		t.Fatal(err)
	}
	if err := a.Indexed(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func kinds(t *testing.T, a *App) string {
	t.Helper()
	news, err := a.CheckWatches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	for _, n := range news {
		out += n.Name + ":" + n.Kind + " "
	}
	return out
}

// TestWatches: a route and a search tell what is new, cheaper by enough, and gone; once each.
func TestWatches(t *testing.T) {
	a := openLibrary(t)
	rs := shelve(t, a, storage.Route{Title: "桂林5日", To: []string{"桂林"}, Price: 2000, Currency: "CNY"}, storage.Route{Title: "丽江6日", To: []string{"丽江"}, Price: 3000, Currency: "CNY"})
	if _, err := a.AddWatch(t.Context(), Watch{Name: "r", Route: rs[0].ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.AddWatch(t.Context(), Watch{Name: "s", Query: &Query{Text: "丽江"}, Drop: 10}); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []Watch{{}, {Route: 1, Query: &Query{}}, {Route: rs[0].ID, Drop: 100}} {
		if _, err := a.AddWatch(t.Context(), bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	price := func(v float64) func(*storage.Page, *storage.Route) {
		return func(_ *storage.Page, r *storage.Route) { r.Price = v }
	}
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"nothing yet", func() {}, ""},
		{"the route is cheaper", func() { visit(t, a, rs[0], price(1999)) }, "r:cheaper "},
		{"told once", func() {}, ""},
		{"too little for the search", func() { visit(t, a, rs[1], price(2800)) }, ""},
		{"together enough", func() { visit(t, a, rs[1], price(2700)) }, "s:cheaper "},
		{"a new one", func() {
			shelve(t, a, storage.Route{Title: "昆明丽江4日", To: []string{"丽江"}, URL: "http://agency.example/new"})
		}, "s:new "},
		{"gone by the site", func() {
			visit(t, a, rs[0], func(p *storage.Page, _ *storage.Route) { p.State = storage.Gone })
		}, "r:gone "},
		{"no route any more", func() {
			visit(t, a, rs[1], func(p *storage.Page, _ *storage.Route) { p.Verdict = judge.Verdict{} })
		}, "s:gone "},
		{"told once again", func() {}, ""},
	} {
		step.do()
		if got := kinds(t, a); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	if all, err := a.Alerts(); err != nil || len(all) != 5 || all[0].Kind != AlertGone || all[4].Was != 2000 {
		t.Errorf("%+v, %v", all, err)
	}
	if err := a.RemoveWatch(t.Context(), 1); err != nil {
		t.Error(err)
	}
	if all, err := a.Watches(); err != nil || len(all) != 1 || all[0].Name != "s" {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestMine: where I am dearer, what I do not sell, what changed at the others.
func TestMine(t *testing.T) {
	a := openLibrary(t)
	yunnan, sanya := []string{"上海—昆明—石林", "昆明—大理—洱海", "大理古城—喜洲"}, []string{"上海—三亚", "亚龙湾—天涯海角", "南山寺—蜈支洲岛"}
	rs := shelve(t, a, sold("mine.example", 2500, 3, yunnan...), sold("b.example", 2300, 3, yunnan...), sold("b.example", 1500, 3, sanya...), sold("c.example", 1600, 3, sanya...))
	if s, err := a.Mine(t.Context(), time.Time{}); err != nil || len(s.Mine)+len(s.Missing) > 0 {
		t.Errorf("without a site of mine: %+v, %v", s, err)
	}
	site, err := a.Site("mine.example")
	if err != nil {
		t.Fatal(err)
	}
	site.Mine = true
	if _, err := a.EditSite(t.Context(), site); err != nil {
		t.Fatal(err)
	}
	visit(t, a, rs[2], func(_ *storage.Page, r *storage.Route) { r.Price = 1400 })
	s, err := a.Mine(t.Context(), rs[0].Seen.Add(time.Minute))
	if err != nil || s.Routes != 1 || s.Shared != 1 || len(s.Dearer) != 1 || s.Dearer[0].Offers[1].Above != 200 || len(s.Missing) != 1 || s.Missing[0].Low != 1400 {
		t.Errorf("%+v, %v", s, err)
	}
	if c := s.Changed.Changed; len(c) != 1 || c[0].Field != "price" || c[0].Old != "1500" || len(s.Changed.New) != 0 {
		t.Errorf("changes %+v", s.Changed)
	}
	r, err := a.Route(rs[2].ID)
	if err != nil {
		t.Fatal(err)
	}
	if h := PriceHistory(&r); len(h) != 2 || h[0].Price != 1500 || h[1].Price != 1400 || !h[0].At.Equal(r.First) {
		t.Errorf("history %+v", h)
	}
}
