package app_test

import (
	"bytes"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/judge"
	"xunlu/storage"
)

// crawlDemo crawls a small demo web, with the templates of its platforms or without.
func crawlDemo(t *testing.T, o demo.Options, templates bool) (*app.App, *demo.Web) {
	t.Helper()
	web, err := demo.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server, err := web.Start(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, ds := range web.Sites() {
		s, err := a.NewSite(ds.Start)
		if err != nil {
			t.Fatal(err)
		}
		s.Delay = 0
		for _, x := range ds.Templates {
			if templates {
				s.Templates = append(s.Templates, judge.Template{Name: x.Name, Class: judge.Class(x.Class), Pattern: x.Pattern})
			}
		}
		if _, err := a.AddSite(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	a.Start()
	if err := a.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a, web
}

// TestTuning: what a person does after a crawl, without fetching anything: templates offered, accepted and watched, the labelling queue,
// labels out and in, learning.
func TestTuning(t *testing.T) {
	t.Parallel() // mostly waits for slow answers of the demo web
	a, web := crawlDemo(t, demo.Options{Agencies: 3, Platforms: 1, Others: 1, Pages: 700, Seed: 5}, false)
	sites, err := a.Sites()
	if err != nil {
		t.Fatal(err)
	}
	platform := sites[3].ID
	t.Run("templates", func(t *testing.T) { testTemplates(t, a, web, platform) })
	t.Run("queue", func(t *testing.T) { testQueue(t, a) })
	t.Run("labels", func(t *testing.T) { testLabels(t, a) })
	t.Run("learn", func(t *testing.T) { testLearn(t, a, web) })
}

func testTemplates(t *testing.T, a *app.App, web *demo.Web, site string) {
	offers, err := a.SuggestTemplates(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	hits, right, routes := 0, 0, 0
	var routeOffer *app.Suggestion
	for i, o := range offers {
		t.Logf("%s %s %s: %d pages, %.3f; %v", o.Template.Class, o.Template.Name, o.Template.Pattern, o.Pages, o.Agree, o.Examples)
		if o.Pages < 20 || o.Agree < 0.95 || len(o.Examples) == 0 {
			t.Errorf("offer %+v", o)
		}
		if o.Template.Class == judge.ClassRoute && routeOffer == nil {
			routeOffer = &offers[i]
		}
	}
	if routeOffer == nil {
		t.Fatal("no template for the platform's routes is offered")
	}
	re := regexp.MustCompile(routeOffer.Template.Pattern)
	for _, x := range web.Truth() {
		if x.Site == web.Sites()[3].Name && x.Label == "route" {
			routes++
		}
		if re.MatchString(x.URL) {
			if hits++; x.Label == "route" {
				right++
			}
		}
	}
	if float64(right) < 0.95*float64(hits) || float64(right) < 0.5*float64(routes) {
		t.Errorf("%s matches %d pages, %d of them routes, of %d routes", routeOffer.Template.Pattern, hits, right, routes)
	}
	before := a.Snapshot().Counts.Sites[site].Routes
	s, err := a.AcceptTemplate(t.Context(), site, routeOffer.Template)
	if err != nil || len(s.Templates) != 1 {
		t.Fatalf("accepted: %v, %v", s.Templates, err)
	}
	// A template that is wrong: everything is a route.
	if _, err := a.AcceptTemplate(t.Context(), site, judge.Template{Name: "all", Class: judge.ClassRoute, Pattern: "^https?://"}); err != nil {
		t.Fatal(err)
	}
	health, err := a.TemplateHealth(t.Context(), site)
	if err != nil || len(health) != 2 {
		t.Fatalf("health %v, %v", health, err)
	}
	if h := health[0]; h.Flagged || h.Agree < 0.95 || h.Pages < 20 {
		t.Errorf("the offered template: %+v", h)
	}
	if h := health[1]; !h.Flagged || len(h.Examples) == 0 {
		t.Errorf("the template for everything: %+v", h)
	}
	again, err := a.SuggestTemplates(t.Context(), site)
	if err != nil || len(again) != 0 {
		t.Errorf("with a template for everything there is still offered %v, %v", again, err)
	}
	withdrawn(t, a, site, before)
}

// withdrawn: accepting a template for everything made all stored pages of the site routes; taking the templates away makes them what they
// were, by their content.
func withdrawn(t *testing.T, a *app.App, site string, before int) {
	done := func() int { return a.Snapshot().Counts.Sites[site].States[storage.Done] }
	// All but those that say themselves that they are gone: no template makes a route of them.
	if n := a.Snapshot().Counts.Sites[site].Routes; n < done()*9/10 || n <= before {
		t.Errorf("with a template for everything %d of %d pages are routes, %d before", n, done(), before)
	}
	s, err := a.Site(site)
	if err != nil {
		t.Fatal(err)
	}
	s.Templates = nil
	if _, err := a.EditSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if n := a.Snapshot().Counts.Sites[site].Routes; n != before {
		t.Errorf("without templates %d pages are routes, %d before", n, before)
	}
}

func testQueue(t *testing.T, a *app.App) {
	queue, err := a.UnsurePages(t.Context(), 12)
	if err != nil || len(queue) != 12 {
		t.Fatalf("%d pages, %v", len(queue), err)
	}
	sites, seen := map[string]bool{}, map[string]bool{}
	for i, u := range queue {
		sites[u.Site] = true
		if seen[u.URL] || i > 0 && u.Unsure && !queue[i-1].Unsure {
			t.Errorf("%d: %+v comes twice or too late", i, u)
		}
		seen[u.URL] = true
	}
	if len(sites) < 3 {
		t.Errorf("12 pages come from %d sites", len(sites))
	}
	if err := a.Label(t.Context(), queue[0].URL, judge.LabelOther); err != nil {
		t.Fatal(err)
	}
	if next, err := a.UnsurePages(t.Context(), 1); err != nil || next[0].URL == queue[0].URL {
		t.Errorf("a labelled page stays in the queue: %v, %v", next, err)
	}
	if err := a.Label(t.Context(), queue[0].URL, judge.LabelUnsure); err != nil {
		t.Fatal(err)
	}
}

func testLabels(t *testing.T, a *app.App) {
	text := "\uFEFFurl\tlabel\r\nhttp://agency.example/tour/1.html\troute\r\nhttp://agency.example/news/1.html\t其他\t2026\r\n# a note\r\nno tab\r\n" +
		"http://agency.example/x\tperhaps\r\nnot an address\troute\r\nHTTP://agency.example/news/1.html#top\troute\r\n"
	n, bad, err := a.ImportLabels(t.Context(), text)
	if err != nil || n != 2 || len(bad) != 3 {
		t.Fatalf("imported %d, rejected %v, %v", n, bad, err)
	}
	var out bytes.Buffer
	if n, err = a.ExportLabels(&out); err != nil || n != 2 {
		t.Fatalf("exported %d, %v", n, err)
	}
	want := "url\tlabel\nhttp://agency.example/news/1.html\troute\nhttp://agency.example/tour/1.html\troute\n"
	if out.String() != want {
		t.Errorf("exported %q, want %q", out.String(), want)
	}
	if again, bad := app.ReadURLLabels(out.String()); len(again) != 2 || len(bad) != 0 {
		t.Errorf("read again: %v, %v", again, bad)
	}
}

func testLearn(t *testing.T, a *app.App, web *demo.Web) {
	if _, err := a.Learn(t.Context(), app.LearnLogistic); err == nil || !strings.Contains(err.Error(), "at least 5 of each") {
		t.Errorf("learning from nothing: %v", err)
	}
	// Somebody spoiled the rules: a high threshold. His labels bring it back.
	spoiled := a.ActiveRules()
	spoiled.Name, spoiled.Threshold = "spoiled", 3*spoiled.Threshold
	if _, err := a.SaveRules(t.Context(), spoiled); err != nil {
		t.Fatal(err)
	}
	if err := a.UseRules(t.Context(), "spoiled"); err != nil {
		t.Fatal(err)
	}
	labelled := map[string]int{}
	for _, x := range web.Truth() {
		if x.Script || x.Status != 200 || labelled[x.Site+x.Label] >= 12 {
			continue
		}
		labelled[x.Site+x.Label]++
		label := judge.LabelOther
		if x.Label == "route" {
			label = judge.LabelRoute
		}
		if err := a.Label(t.Context(), x.URL, label); err != nil {
			t.Fatal(err)
		}
	}
	for _, method := range []string{app.LearnPaper, app.LearnLogistic} {
		l, err := a.Learn(t.Context(), method)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s\n%s", method, l.Text)
		if l.LeftOut < 2 || l.Labels < 60 || l.Cross.Table.N() != l.Labels || l.Cross.F1.Value < 0.8 || l.Cross.F1.Value <= l.Before.F1.Value {
			t.Errorf("%s: %+v", method, l)
		}
		if l.Rules.Name != "spoiled-learned" || !strings.Contains(l.Rules.Source, "labels made in this data folder") {
			t.Errorf("%s: rules %s from %q", method, l.Rules.Name, l.Rules.Source)
		}
	}
	l, err := a.Learn(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	before := a.Summary(a.Opened(), 0).Routes
	r, err := a.AcceptLearned(t.Context(), l)
	if err != nil || r.Version != 1 || a.ActiveRules().Ref() != "spoiled-learned@1" {
		t.Fatalf("accepted %s, %v; in force %s", r.Ref(), err, a.ActiveRules().Ref())
	}
	if after := a.Summary(a.Opened(), 0).Routes; after <= before {
		t.Errorf("%d routes before, %d after", before, after)
	}
	if _, err := a.Learn(t.Context(), "guess"); err == nil {
		t.Error("an unknown method was taken")
	}
}
