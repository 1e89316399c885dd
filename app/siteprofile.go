package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// profiler makes the profiles of sites while they are crawled, and judges pages again that were judged before there was one.
type profiler struct {
	app *App

	mu    sync.Mutex // held while a profile is made or pages are judged by it
	stale map[string]bool
}

func newProfiler(a *App) *profiler { return &profiler{app: a, stale: map[string]bool{}} }

// profileSettle is after how long pages lent before a profile came in are judged again.
const profileSettle = 30 * time.Second

// Run takes sites that have grown until ctx is done.
func (p *profiler) Run(ctx context.Context) error {
	tick := time.NewTicker(profileSettle)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case site := <-p.app.coord.Grown():
			err = p.make(ctx, site)
		case <-tick.C:
			err = p.settle(ctx)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, engine.ErrStopped) {
			p.app.log.Error("site profile", "err", err)
		}
	}
}

// finish makes what is still to be made and judges what is still to be judged, at the end of a crawl.
func (p *profiler) finish(ctx context.Context) error {
	for {
		select {
		case site := <-p.app.coord.Grown():
			if err := p.make(ctx, site); err != nil {
				return err
			}
			continue
		default:
		}
		return p.settle(ctx)
	}
}

// make makes the profile of a site from what the coordinator counted, or else from its stored pages, and, when it leaves out other blocks than before, puts it in force.
func (p *profiler) make(ctx context.Context, site string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.app.coord.Profile(site)
	version := 1
	if old != nil {
		version = old.Version + 1
	}
	fresh, ok := p.app.coord.MakeProfile(site, version)
	if !ok {
		var err error
		if fresh, err = p.read(ctx, site, version); err != nil {
			return fmt.Errorf("profile of %s: %w", site, err)
		}
	}
	if fresh == nil || fresh.Same(old) {
		return nil
	}
	if err := p.app.coord.SetProfile(ctx, site, fresh); err != nil {
		return err
	}
	p.stale[site] = true
	return p.judge(ctx)
}

// read makes a profile from stored pages, for a site whose first pages were crawled in another run.
func (p *profiler) read(ctx context.Context, site string, version int) (*judge.Profile, error) {
	terms, err := p.app.terms()
	if err != nil {
		return nil, err
	}
	sample, err := p.sample(ctx, site)
	if err != nil {
		return nil, err
	}
	b := judge.NewProfileBuilder(terms)
	for i := range sample {
		doc, err := p.app.scanStored(&sample[i])
		if err != nil {
			continue // a page that can no longer be read says nothing
		}
		b.Observe(&doc.Page, !sample[i].Verdict.Route || sample[i].Depth == 0 && doc.Page.Features.Links >= engine.EntranceLinks)
	}
	return b.Profile(version), nil
}

// sample gives the newest read pages of a site, each body once.
func (p *profiler) sample(ctx context.Context, site string) ([]storage.Page, error) {
	var ring []storage.Page
	bodies := map[uint64]bool{}
	n := 0
	err := p.app.store.EachPage(0, func(x storage.Page) error {
		if x.Site != site || x.State != storage.Done || x.Archive == "" || bodies[x.Hash] {
			return ctx.Err()
		}
		bodies[x.Hash] = true
		switch {
		case len(ring) < engine.ProfileWindow:
			ring = append(ring, x)
		case x.Depth > 0: // start pages stay: they are surely no routes
			at := n % engine.ProfileWindow
			if ring[at].Depth == 0 {
				at = (at + 1) % engine.ProfileWindow
			}
			ring[at] = x
		}
		n++
		return ctx.Err()
	})
	return ring, err
}

// settle judges pages again that were in work while a profile came.
func (p *profiler) settle(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.judge(ctx)
}

// judge brings the pages of stale sites up to their profiles. A site is settled when a pass finds no page left. Caller holds mu.
func (p *profiler) judge(ctx context.Context) error {
	if len(p.stale) == 0 {
		return nil
	}
	found := map[string]bool{}
	err := p.app.rejudge(ctx, p.app.ActiveRules(), func(x *storage.Page) bool {
		if !p.stale[x.Site] {
			return false
		}
		if q := p.app.coord.Profile(x.Site); q == nil || x.Verdict.Profile == q.Version {
			return false
		}
		found[x.Site] = true
		return true
	})
	if err != nil {
		return err
	}
	for site := range p.stale {
		if !found[site] {
			delete(p.stale, site)
		}
	}
	return nil
}

// countedTerms are prepared terms and the rule sets they are of.
type countedTerms struct {
	refs  string
	terms *judge.Terms
}

// terms are those that pages are counted by at present; they are prepared once for the same rule sets.
func (a *App) terms() (*judge.Terms, error) {
	params := a.coord.Params()
	sets := append([]judge.Rules{params.Rules}, params.Beside...)
	refs := ""
	for _, r := range sets {
		refs += r.Ref() + " "
	}
	if c := a.counted.Load(); c != nil && c.refs == refs {
		return c.terms, nil
	}
	terms, err := judge.NewTerms(sets...)
	if err != nil {
		return nil, err
	}
	a.counted.Store(&countedTerms{refs, terms})
	return terms, nil
}

// scanStored reads a stored page as it came.
func (a *App) scanStored(p *storage.Page) (*page.Document, error) {
	rec, err := a.archive.Read(p.Archive)
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.URL, err)
	}
	doc, err := page.Scan(responseOf(&rec, p), page.ScanOptions{Hint: p.Charset})
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", p.URL, err)
	}
	return doc, nil
}

// siteOf finds the site an address belongs to; nil when none does.
func (a *App) siteOf(url string) *storage.Site {
	host := engine.HostOf(url)
	for _, s := range a.coord.Sites() {
		for _, h := range s.Scope.Hosts {
			if h == host {
				return &s
			}
		}
	}
	return nil
}
