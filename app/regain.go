package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"xunlu/engine"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// Regain reads the archive and stores every page the store lacks or has in an older version, judged and extracted by the rules in
// force. Sites the store does not know are made again by the address of their first page, paused: their settings are in
// backups only. A damaged stretch of the archive is stepped over and named in Lost. Pages that were removed by hand while
// their copies stayed come back. It is a work that can be watched and stopped.
func (a *App) Regain(ctx context.Context) (Regained, error) {
	i, err := a.newImporter(ctx)
	if err != nil {
		return Regained{}, err
	}
	ctx, work := a.works.begin(ctx, "Reading pages again from their copies", 0)
	defer work.end()
	r := &regainer{importer: i, ctx: ctx}
	n := 0
	err = a.archive.Each(func(place string, rec archive.Record) error {
		n++
		work.progress(n, 0)
		return errors.Join(r.take(place, &rec), ctx.Err())
	})
	if errors.Is(err, archive.ErrDamaged) {
		r.out.Lost, err = err.Error(), nil
	}
	if err := errors.Join(err, r.flush()); err != nil {
		return r.out, fmt.Errorf("read pages again from their copies: %w", err)
	}
	r.out.Copies = n
	return r.out, nil
}

// Regained says what came out of the archive.
type Regained struct {
	Copies int      `json:"copies"` // read
	Pages  int      `json:"pages"`  // stored: new, or newer than what the store had
	Failed int      `json:"failed,omitempty"`
	Sites  []string `json:"sites,omitempty"` // that were made again
	Lost   string   `json:"lost,omitempty"`  // damaged stretches of the archive
}

// regainer is an importer whose pages lie in the archive already. One goroutine.
type regainer struct {
	importer *importer
	ctx      context.Context // of the one call of Regain this belongs to
	group    []engine.Regained
	site     string // of the group
	out      Regained
}

func (r *regainer) take(place string, rec *archive.Record) error {
	a := r.importer.app
	if p, err := a.store.PageOf(rec.URL); err == nil && (p.Archive == place || !p.Fetched.Before(rec.Fetched)) {
		return nil
	}
	if err := r.known(rec); err != nil {
		return err
	}
	o, _ := engine.Process(responseOf(rec, nil), &engine.Context{Judge: r.importer.judge, Terms: r.importer.terms, Templates: r.importer.rules[rec.Site], Extractor: a.extract})
	if o.Failed() {
		r.out.Failed++
		return nil
	}
	twin := slices.ContainsFunc(r.group, func(g engine.Regained) bool { return g.Response.URL == rec.URL })
	if r.site != rec.Site || twin || len(r.group) >= importGroup {
		if err := r.flush(); err != nil {
			return err
		}
	}
	r.site, r.group = rec.Site, append(r.group, engine.Regained{Outcome: o, Place: place})
	return nil
}

func (r *regainer) flush() error {
	if len(r.group) == 0 {
		return nil
	}
	n, err := r.importer.app.coord.Regain(r.ctx, r.site, r.group)
	r.out.Pages += n
	r.group = r.group[:0]
	return err
}

// known makes the site of a record when the store does not have it, and its templates ready.
func (r *regainer) known(rec *archive.Record) error {
	i := r.importer
	if _, done := i.rules[rec.Site]; done {
		return nil
	}
	s, err := i.app.store.Site(rec.Site)
	if errors.Is(err, storage.ErrNotFound) {
		if s, err = i.app.NewSite(rec.URL); err != nil {
			return err
		}
		s.ID, s.Paused, s.PausedWhy = rec.Site, true, ""
		if s, err = i.app.coord.AddSite(r.ctx, s); err == nil {
			r.out.Sites = append(r.out.Sites, s.ID)
		}
	}
	if err != nil {
		return err
	}
	i.rules[rec.Site], err = judge.CompileTemplates(s.Templates)
	return err
}
