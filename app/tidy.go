package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"xunlu/storage"
)

// Tidied says what Tidy did.
type Tidied struct {
	Removed int   `json:"removed"` // pages that were gone for longer than their site keeps them
	Before  int64 `json:"before"`  // bytes of the store
	After   int64 `json:"after"`

	CopiesBefore int64 `json:"copies_before"` // bytes of the archived copies and pictures
	CopiesAfter  int64 `json:"copies_after"`
}

// Tidy removes pages whose site said that they are gone, when that was longer ago than the site keeps them (Site.KeepDays),
// and gives the room of removed rows, copies and pictures back to the disk. Searching goes on meanwhile; a crawl waits at times.
// Ended early, it loses nothing, and goes on the next time.
func (a *App) Tidy(ctx context.Context, now time.Time) (Tidied, error) {
	var t Tidied
	keep := map[string]time.Time{}
	sites, err := a.store.Sites()
	if err != nil {
		return t, err
	}
	for _, s := range sites {
		if s.KeepDays > 0 {
			keep[s.ID] = now.AddDate(0, 0, -s.KeepDays)
		}
	}
	var old []string
	err = a.store.EachPage(0, func(p storage.Page) error {
		if edge, ok := keep[p.Site]; ok && p.State == storage.Gone && a.goneSince(&p).Before(edge) {
			old = append(old, p.URL)
		}
		return ctx.Err()
	})
	if err != nil {
		return t, err
	}
	ctx, work := a.works.begin(ctx, "Tidying up", len(old))
	defer work.end()
	if t.CopiesBefore, err = a.bytesKept(); err != nil {
		return t, err
	}
	for i, u := range old {
		if err := a.DeletePage(ctx, u); err != nil {
			return t, fmt.Errorf("tidy up: %w", err)
		}
		t.Removed++
		work.progress(i+1, len(old))
	}
	if t.Before, err = a.store.Size(); err != nil {
		return t, err
	}
	moved, err := a.sweep(ctx, work.progress)
	if err != nil {
		return t, fmt.Errorf("tidy up: %w", err)
	}
	if err := a.coord.Edit(ctx, func() error { return a.store.Compact(ctx) }); err != nil {
		return t, fmt.Errorf("tidy up: %w", err)
	}
	if moved > 0 { // older backups of the store name places that are no more
		if _, err := a.KeepBackup(ctx, now, true); err != nil {
			return t, fmt.Errorf("tidy up: %w", err)
		}
	}
	if t.After, err = a.store.Size(); err != nil {
		return t, err
	}
	t.CopiesAfter, err = a.bytesKept()
	return t, err
}

// TidyNow is Tidy as of this moment.
func (a *App) TidyNow(ctx context.Context) (Tidied, error) { return a.Tidy(ctx, time.Now()) }

// goneSince is when a page that is gone was decided to be; of one that is no route only its last good visit is known.
func (a *App) goneSince(p *storage.Page) time.Time {
	r, err := a.store.Route(p.ID)
	if err != nil {
		return p.Fetched
	}
	for _, h := range slices.Backward(r.History) {
		if h.Field == storage.FieldState && h.New == string(storage.RouteGone) {
			return h.At
		}
	}
	return p.Fetched
}
