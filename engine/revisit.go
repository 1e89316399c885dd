package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"xunlu/engine/order"
	"xunlu/judge"
	"xunlu/storage"
)

// Intervals between two visits of a page: where they begin, and the bounds of a site that names none.
const (
	listingEvery = 12 * time.Hour
	routeEvery   = 24 * time.Hour
	otherEvery   = 7 * 24 * time.Hour
	visitMin     = 6 * time.Hour
	visitMax     = 30 * 24 * time.Hour
)

// visitClass orders the visits of a site: what leads to new routes first, then the routes, then the rest.
type visitClass int

const (
	visitListing visitClass = iota
	visitRoute
	visitOther
)

// classOf says what a page is to a revisit. A listing page is one that a template names, a start address, one that routes were found on, or
// one of a shape that leads to routes. Owned by Coordinator.Run, as listers and families are.
func (st *siteState) classOf(p *storage.Page) visitClass {
	switch {
	case p.Verdict.Class == judge.ClassListing, p.Depth == 0:
		return visitListing
	case p.Verdict.Route:
		return visitRoute
	case st.listers[p.ID]:
		return visitListing
	}
	if f := st.families[order.ShapeOf(p.URL).Full]; f != nil && f.listing() {
		return visitListing
	}
	return visitOther
}

// bounds of the interval of a class. Listing pages are looked at oftener than what they list, however long nothing changed.
func (st *siteState) bounds(class visitClass) (lo, hi time.Duration) {
	lo, hi = visitMin, visitMax
	if st.site.VisitMin > 0 {
		lo = st.site.VisitMin
	}
	if st.site.VisitMax > 0 {
		hi = st.site.VisitMax
	}
	if class == visitListing {
		hi /= 4
	}
	return lo, max(lo, hi)
}

// adapt decides when a page that answered is due again: a changed one in half the time of before, an unchanged one in one and
// a half times (listing) or twice (the others) of it.
func (st *siteState) adapt(p *storage.Page, changed bool) {
	class := st.classOf(p)
	lo, hi := st.bounds(class)
	d := p.Interval
	switch {
	case d == 0:
		d = [...]time.Duration{listingEvery, routeEvery, otherEvery}[class]
	case changed:
		d /= 2
	case class == visitListing:
		d += d / 2
	default:
		d *= 2
	}
	p.Interval = min(max(d, lo), hi)
	p.Due = p.Checked.Add(p.Interval)
}

// postpone decides when a page is due again whose visit failed for good in this crawl.
func (st *siteState) postpone(p *storage.Page, now time.Time) {
	lo, hi := st.bounds(visitOther)
	if p.State != storage.Done { // nothing good was ever there: seldom, and ever more seldom
		p.Interval = min(max(2*p.Interval, 24*time.Hour, lo), hi)
	}
	p.Due = now.Add(min(max(p.Interval, lo), hi))
}

// visit is a page that a revisit queues.
type visit struct {
	link  storage.Link
	class visitClass
}

// Revisit queues stored pages of a site again: all of them, or those whose time has come, and then the start addresses beside
// them, so that there is something to see whether the site answers by. Listing pages come first. It returns how many.
func (c *Coordinator) Revisit(ctx context.Context, site string, all bool) (int, error) {
	n := 0
	err := c.do(ctx, func() error {
		st, err := c.siteNamed(site)
		if err != nil {
			return err
		}
		due, err := c.dueOf(st, all)
		if err != nil {
			return err
		}
		n = c.queueVisits(st, due)
		return nil
	})
	return n, err
}

// dueOf collects what is to be visited. Only Run's goroutine comes here.
func (c *Coordinator) dueOf(st *siteState, all bool) ([]visit, error) {
	var due, seeds []visit
	now := c.now()
	err := c.store.Pending(func(l storage.Link, p storage.Page, has bool) error {
		if l.Site != st.site.ID || !has || p.State == storage.Retry {
			return nil
		}
		v := visit{l, st.classOf(&p)}
		switch {
		case all || !p.Due.After(now) && p.State != storage.Redirect:
			due = append(due, v)
		case l.Depth == 0:
			seeds = append(seeds, v)
		}
		return nil
	})
	if len(due) > 0 {
		due = append(due, seeds...)
	}
	slices.SortStableFunc(due, func(a, b visit) int { return cmp.Compare(a.class, b.class) })
	return due, err
}

func (c *Coordinator) queueVisits(st *siteState, due []visit) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, n := c.now(), 0
	st.unreachable, st.overtime, st.began, st.bytes = false, false, time.Time{}, 0
	for _, v := range due {
		if c.leases[v.link.ID] != nil || st.visiting[v.link.ID] {
			continue
		}
		// Waiting links go by time: the classes stand a second apart, in the past.
		at := now.Add(time.Duration(v.class-visitOther) * time.Second)
		c.frontier.wait(c.frontier.host(v.link.Host, st), waiting{due: at, id: v.link.ID, attempt: 1, revisit: true, sitemap: v.link.Sitemap})
		n++
	}
	c.wake()
	return n
}
