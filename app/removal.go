package app

import (
	"context"
	"fmt"
	"maps"
	"time"

	"xunlu/storage"
)

// removalGrace is how long a removal can be taken back.
const removalGrace = time.Minute

// SetAside takes sites out of lists, searches and the crawl. They are dropped for good when the time to take it back is over, at the
// next start if the program ends before.
func (a *App) SetAside(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := a.mark(ctx, id, func(s *storage.Site) { s.Removed = time.Now() }); err != nil {
			return err
		}
	}
	select {
	case a.removal <- struct{}{}:
	default:
	}
	return nil
}

// TakeBack undoes SetAside, as far as the sites are not dropped yet: one that is gone is ErrNotFound.
func (a *App) TakeBack(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if err := a.mark(ctx, id, func(s *storage.Site) { s.Removed = time.Time{} }); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) mark(ctx context.Context, id string, change func(*storage.Site)) error {
	s, err := a.store.Site(id)
	if err != nil {
		return fmt.Errorf("site %s: %w", id, err)
	}
	change(&s)
	_, err = a.putSite(ctx, s)
	return err
}

// aside lists the sites that are on their way out.
func (a *App) aside() []string {
	var out []string
	for _, s := range a.coord.Sites() {
		if !s.Removed.IsZero() {
			out = append(out, s.ID)
		}
	}
	return out
}

// dropAside drops sites whose time is over until ctx is done.
func (a *App) dropAside(ctx context.Context) error {
	for {
		next, err := a.dropDue(ctx, time.Now())
		if err != nil {
			return err
		}
		var due <-chan time.Time
		if !next.IsZero() {
			t := time.NewTimer(time.Until(next))
			defer t.Stop()
			due = t.C
		}
		select {
		case <-due:
		case <-a.removal:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// dropDue drops what is due and tells when the next one is.
func (a *App) dropDue(ctx context.Context, now time.Time) (next time.Time, err error) {
	for _, id := range a.aside() {
		s, err := a.store.Site(id)
		if err != nil {
			return next, fmt.Errorf("site %s: %w", id, err)
		}
		due := s.Removed.Add(removalGrace)
		switch {
		case s.Removed.IsZero(): // taken back meanwhile
		case due.After(now):
			if next.IsZero() || due.Before(next) {
				next = due
			}
		default:
			if _, err := a.RemoveSite(ctx, id); err != nil {
				return next, err
			}
		}
	}
	return next, nil
}

// leaveOut takes what is stored of a site out of the sums.
func (s *Snapshot) leaveOut(id string) {
	c, t := s.Counts.Sites[id], &s.Counts.Total
	t.Links, t.Deleted, t.Pages, t.Routes, t.Gone = t.Links-c.Links, t.Deleted-c.Deleted, t.Pages-c.Pages, t.Routes-c.Routes, t.Gone-c.Gone
	t.Failures = maps.Clone(t.Failures)
	for k, n := range c.Failures {
		t.Failures[k] -= n
	}
	st := s.Status.Sites[id]
	s.Status.Queued, s.Status.Waiting = s.Status.Queued-st.Queued, s.Status.Waiting-st.Waiting
	delete(s.Counts.Sites, id)
}
