package app

import (
	"context"
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

// relabel weighs every stored page by the rules and writes what changed: label and score into the page row, routes in or out,
// and with them the index. The stored counts are enough; only pages that become routes, and those whose counts were made with
// other terms, are read from the archive.
func (a *App) relabel(ctx context.Context, r judge.Rules) error {
	params := a.coord.Params()
	terms, err := judge.NewTerms(append([]judge.Rules{params.Rules}, params.Beside...)...)
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
	l := &relabeller{app: a, judge: j, terms: terms}
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
		if p.State != storage.Done {
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
}

// weigh gives a page its verdict by the new rules; false when nothing changed. What a template decided stays.
func (l *relabeller) weigh(p *storage.Page) (bool, error) {
	if p.Verdict.By == judge.ByTemplate {
		return false, nil
	}
	data, err := l.app.store.EvidenceOf(p.ID)
	if err != nil {
		return false, fmt.Errorf("page %s: %w", p.URL, err)
	}
	var e judge.Evidence
	if err := e.UnmarshalBinary(data); err != nil || !l.judge.Fits(&e) {
		o, err := l.again(p)
		if err != nil || o.Failed() {
			return false, err
		}
		p.Verdict, p.Evidence = o.Verdict, o.Evidence
		return true, nil
	}
	v := l.judge.Verdict(&e)
	if v.Label == p.Verdict.Label && v.Score == p.Verdict.Score && v.Rules == p.Verdict.Rules {
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
	o, _ := engine.Process(responseOf(&rec, p), &engine.Context{Judge: l.judge, Terms: l.terms, Extractor: l.app.extract, Hint: p.Charset})
	return o, nil
}

// write commits a group: a page that became a route is extracted first.
func (l *relabeller) write(rows []storage.Page) error {
	b := &storage.Batch{}
	for i := range rows {
		p := &rows[i]
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
