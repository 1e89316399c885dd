package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// relabelGroup is how many rows one transaction takes.
const relabelGroup = 200

// relabel weighs every stored page by the rules: see rejudge.
func (a *App) relabel(ctx context.Context, r judge.Rules) error {
	return a.rejudge(ctx, r, func(*storage.Page) bool { return true })
}

// rejudgeSite judges a site's stored pages again, after its templates changed.
func (a *App) rejudgeSite(ctx context.Context, site string) error {
	return a.rejudge(ctx, a.ActiveRules(), func(p *storage.Page) bool { return p.Site == site })
}

// rejudge judges the stored pages that pick wants by the rules, and by the templates and profiles their sites have now, and writes what
// changed: label and score into the page row, routes in or out, and with them the index. The stored counts are enough; only pages that
// become routes, and those whose counts were made with other terms or another profile, are read from the archive.
func (a *App) rejudge(ctx context.Context, r judge.Rules, pick func(*storage.Page) bool) error {
	terms, err := a.terms()
	if err != nil {
		return err
	}
	j, err := judge.Compile(r, terms)
	if err != nil {
		return err
	}
	total := a.store.Counts().Total.Pages
	ctx, work := a.works.begin(ctx, "Judging stored pages", total)
	defer work.end()
	l := &relabeller{app: a, judge: j, terms: terms, sites: map[string]*siteView{}}
	done := 0
	var group []storage.Page
	flush := func() error {
		if len(group) == 0 {
			return nil
		}
		rows := group
		group = nil
		return a.coord.Edit(ctx, func() error { return l.write(rows) })
	}
	err = a.store.EachPage(0, func(p storage.Page) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.State != storage.Done || !pick(&p) {
			return nil
		}
		if done++; done%500 == 0 {
			work.progress(done, total)
		}
		changed, err := l.weigh(&p)
		if err != nil || !changed {
			return err
		}
		if group = append(group, p); len(group) >= relabelGroup {
			return flush()
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("judge stored pages: %w", err)
	}
	return flush()
}

type relabeller struct {
	app   *App
	judge *judge.Judge
	terms *judge.Terms
	sites map[string]*siteView
}

// siteView is what pages of a site are judged by besides the rules.
type siteView struct {
	templates *judge.Templates
	profile   *judge.Profile
}

func (l *relabeller) view(site string) (*siteView, error) {
	if v := l.sites[site]; v != nil {
		return v, nil
	}
	v := &siteView{profile: l.app.coord.Profile(site)}
	s, err := l.app.store.Site(site)
	if err == nil {
		v.templates, err = judge.CompileTemplates(s.Templates)
	}
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return nil, fmt.Errorf("site %s: %w", site, err)
	}
	l.sites[site] = v
	return v, nil
}

// weigh gives a page its verdict by the new rules; false when nothing changed.
func (l *relabeller) weigh(p *storage.Page) (bool, error) {
	site, err := l.view(p.Site)
	if err != nil {
		return false, err
	}
	data, err := l.app.store.EvidenceOf(p.ID)
	if err != nil {
		return false, fmt.Errorf("page %s: %w", p.URL, err)
	}
	var e judge.Evidence
	version := 0
	if site.profile != nil {
		version = site.profile.Version
	}
	if err := e.UnmarshalBinary(data); (err != nil || !l.judge.Fits(&e) || p.Verdict.Profile != version) && p.Archive != "" {
		o, err := l.again(p)
		if err != nil || o.Failed() {
			return false, err
		}
		p.Verdict, p.Evidence = o.Verdict, o.Evidence
		p.Verdict.Reasons = nil
		return true, nil
	}
	v := l.judge.Verdict(&e)
	if t, ok := site.templates.Match(p.URL); ok {
		v = l.judge.ByTemplate(t)
	}
	v.Profile = p.Verdict.Profile
	if x := p.Verdict; v.Label == x.Label && v.Score == x.Score && v.Rules == x.Rules && v.By == x.By && v.Template == x.Template && v.Class == x.Class {
		return false, nil
	}
	p.Verdict = v
	return true, nil
}

// again runs the stored page through Process.
func (l *relabeller) again(p *storage.Page) (*engine.Outcome, error) {
	rec, err := l.app.archive.Read(p.Archive)
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.URL, err)
	}
	site, err := l.view(p.Site)
	if err != nil {
		return nil, err
	}
	o, _ := engine.Process(responseOf(&rec, p), &engine.Context{Judge: l.judge, Terms: l.terms, Templates: site.templates,
		Profile: site.profile, Extractor: l.app.extract, Hint: p.Charset})
	return o, nil
}

// write commits a group: a page that became a route is extracted first.
func (l *relabeller) write(rows []storage.Page) error {
	b := &storage.Batch{}
	for i := range rows {
		p := &rows[i]
		if now, err := l.app.store.Page(p.ID); err != nil || now.Seq != p.Seq {
			continue // fetched again or deleted meanwhile: it was judged by what is in force, or is no more
		}
		b.Pages = append(b.Pages, *p)
		if !p.Verdict.Route {
			continue
		}
		if _, err := l.app.store.Route(p.ID); err == nil {
			continue
		}
		o, err := l.again(p)
		if err != nil {
			return err
		}
		if o.Route != nil && !o.NoIndex {
			route := *o.Route
			route.ID, route.URL, route.Site, route.Seen = p.ID, p.URL, p.Site, p.Fetched
			b.Routes = append(b.Routes, route)
		}
	}
	_, err := l.app.store.Commit(b)
	return err
}

// responseOf turns an archived record back into the response it was.
func responseOf(rec *archive.Record, p *storage.Page) *page.Response {
	r := &page.Response{URL: rec.URL, FinalURL: rec.FinalURL, Status: rec.Status, Header: rec.Header, Body: rec.Body, Fetched: rec.Fetched,
		Rendered: rec.Header.Get(fetch.RenderedHeader) != ""}
	if r.FinalURL == "" {
		r.FinalURL = r.URL
	}
	if p != nil && r.Fetched.Equal(time.Time{}) {
		r.Fetched = p.Fetched
	}
	return r
}
