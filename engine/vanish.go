package engine

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"xunlu/storage"
)

// When a page that was read before counts as gone.
const (
	goneChecks     = 3                // visits in a row that find it missing
	goneChecks410  = 2                // the same when the site says «gone for good»
	goneWitness    = 10 * time.Minute // within which the site must have answered another page well
	vanishedShare  = 5                // one in so many of a site's routes may vanish at once without asking
	vanishedLeast  = 3                // fewer are never asked about
	defaultGoneGap = time.Hour        // between two of the visits
)

// checksFor is how often a page must be found missing, by the last answer.
func checksFor(status int) int {
	if status == http.StatusGone {
		return goneChecks410
	}
	return goneChecks
}

// missing says whether a visit found a page that was good before to be no longer there, and how. Besides 404 and 410 that is,
// for a route, an address that now leads elsewhere or shows something that is no route (a soft 404).
func (s *settled) missing() (how string, yes bool) {
	l := s.lease
	if !l.has || l.prev.State != storage.Done && l.prev.State != storage.Gone {
		return "", false
	}
	switch {
	case s.Failure == storage.FailStatus && (s.Status == http.StatusNotFound || s.Status == http.StatusGone):
		return fmt.Sprintf("answered %d", s.Status), true
	case s.Failed(), s.NotModified, !l.prev.Verdict.Route:
		return "", false
	case s.Redirect != "":
		return "leads to " + s.Redirect + " now", true
	case !s.Verdict.Route && s.Verdict.Rules == l.prev.Verdict.Rules && s.Verdict.By == l.prev.Verdict.By:
		return "shows no route any more", true
	}
	return "", false
}

// missingRow counts a visit that found a page missing. What was read before stays as it is.
func (c *Coordinator) missingRow(s *settled, p *storage.Page, now time.Time, how string) {
	st := s.lease.queue.site
	p.Status, p.Failure, p.Error, p.Attempts, p.Checked = s.Status, storage.FailStatus, how, 0, now
	if p.State == storage.Gone {
		p.GoneCount++
		st.adapt(p, false)
		return
	}
	if now.Sub(st.answered) > max(goneWitness, 3*c.goneGap) {
		p.Error += ", as the whole site does"
		st.postpone(p, now)
		return
	}
	p.GoneCount++
	if p.GoneCount >= checksFor(p.Status) {
		st.postpone(p, now)
		return
	}
	s.again, s.recheck = now.Add(c.goneGap), true
	p.Due = s.again
}

// suspect keeps the list of pages that were found missing often enough and wait for the decision. Caller holds mu.
func (st *siteState) suspect(p *storage.Page) {
	if p.State == storage.Done && p.GoneCount >= checksFor(p.Status) {
		st.vanished[p.ID] = true
		return
	}
	delete(st.vanished, p.ID)
}

// ripe lists the sites whose visits are over and that have pages to decide on. Caller holds mu.
func (c *Coordinator) ripe() []*siteState {
	var out []*siteState
	for _, st := range c.sites {
		if len(st.vanished) > st.asked && len(st.visiting) == 0 {
			out = append(out, st)
		}
	}
	return out
}

// decide marks what vanished from a site as gone, or holds it when that is a large part of the site's routes: a redesign, a
// block or a fault looks the same. Only Run's goroutine comes here.
func (c *Coordinator) decide(st *siteState) {
	pages, routes, err := c.vanishedOf(st)
	if err == nil {
		held := routes >= vanishedLeast && routes*vanishedShare > c.store.Count(st.site.ID).Routes
		if held {
			pages = keepPages(pages, func(p *storage.Page) bool { return !p.Verdict.Route })
		}
		if err = c.markGone(st, pages); err == nil {
			c.mu.Lock()
			st.held, st.asked = 0, len(st.vanished)
			if held {
				st.held = routes
				c.log.Warn("many routes vanished at once; waiting to be told whether they are gone", "site", st.site.ID, "task", routes)
			}
			c.mu.Unlock()
			return
		}
	}
	c.log.Error("vanished pages not decided on", "site", st.site.ID, "err", err)
}

// vanishedOf reads the rows of a site's suspects and counts the routes among them.
func (c *Coordinator) vanishedOf(st *siteState) (pages []storage.Page, routes int, err error) {
	c.mu.Lock()
	ids := make([]uint64, 0, len(st.vanished))
	for id := range st.vanished {
		ids = append(ids, id)
	}
	c.mu.Unlock()
	for _, id := range ids {
		p, err := c.store.Page(id)
		if err != nil {
			return nil, 0, err
		}
		if p.Verdict.Route {
			routes++
		}
		pages = append(pages, p)
	}
	return pages, routes, nil
}

func keepPages(pages []storage.Page, keep func(*storage.Page) bool) []storage.Page {
	var out []storage.Page
	for i := range pages {
		if keep(&pages[i]) {
			out = append(out, pages[i])
		}
	}
	return out
}

func (c *Coordinator) markGone(st *siteState, pages []storage.Page) error {
	for i := range pages {
		pages[i].State = storage.Gone
	}
	return c.putVanished(st, pages)
}

// putVanished writes decided rows and takes them off the list.
func (c *Coordinator) putVanished(st *siteState, pages []storage.Page) error {
	if len(pages) == 0 {
		return nil
	}
	if _, err := c.store.Commit(&storage.Batch{Pages: pages}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range pages {
		delete(st.vanished, pages[i].ID)
	}
	return nil
}

// ConfirmGone marks the held routes of a site as gone; it returns how many.
func (c *Coordinator) ConfirmGone(ctx context.Context, site string) (int, error) {
	return c.answerHeld(ctx, site, c.markGone)
}

// DeclineGone keeps the held routes of a site as they were; they are looked at again in a day.
func (c *Coordinator) DeclineGone(ctx context.Context, site string) (int, error) {
	return c.answerHeld(ctx, site, func(st *siteState, pages []storage.Page) error {
		for i := range pages {
			p := &pages[i]
			p.GoneCount, p.Failure, p.Error, p.Due = 0, "", "", c.now().Add(24*time.Hour)
		}
		return c.putVanished(st, pages)
	})
}

func (c *Coordinator) answerHeld(ctx context.Context, site string, do func(*siteState, []storage.Page) error) (int, error) {
	n := 0
	err := c.do(ctx, func() error {
		st, err := c.siteNamed(site)
		if err != nil {
			return err
		}
		pages, routes, err := c.vanishedOf(st)
		if err != nil {
			return err
		}
		if err := do(st, pages); err != nil {
			return err
		}
		n = routes
		c.mu.Lock()
		st.held, st.asked = 0, 0
		c.wake()
		c.mu.Unlock()
		return nil
	})
	return n, err
}
