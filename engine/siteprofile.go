package engine

import (
	"context"
	"fmt"

	"xunlu/judge"
)

// profileRung is the number of read pages after which a site's profile is made first; after four times as many it is made again, and so
// on: a redesign is noticed, and the work stays a small share of the crawl's.
const profileRung = 30

// Grown names sites of which enough pages have been read to make their profile (again). One that nobody takes is offered at its next rung.
func (c *Coordinator) Grown() <-chan string { return c.grown }

// grow counts a page of a site that was read for the first time. Caller holds mu.
func (c *Coordinator) grow(st *siteState, s *settled) {
	st.observe(s)
	st.read++
	if st.read < st.rung {
		return
	}
	st.sample.ripen(st.rung)
	for st.rung <= st.read {
		st.rung *= 4
	}
	select {
	case c.grown <- st.site.ID:
	default:
	}
}

// MakeProfile makes the profile of a site that has grown from the blocks that its pages' outcomes named. ok is false when they were not
// seen from the first page on, as after a start; then the pages have to be read again. Profile and ok are nil and true when nothing is known yet.
func (c *Coordinator) MakeProfile(site string, version int) (p *judge.Profile, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	st := c.sites[site]
	if st == nil {
		return nil, true
	}
	if st.sample.ripe == nil {
		return nil, false
	}
	return st.sample.ripe.Profile(version), true
}

// SetProfile stores what stands on nearly every page of a site; tasks lent from now on are judged with it.
func (c *Coordinator) SetProfile(ctx context.Context, site string, p *judge.Profile) error {
	data, err := p.MarshalBinary()
	if err != nil {
		return fmt.Errorf("profile of %s: %w", site, err)
	}
	return c.do(ctx, func() error {
		c.mu.Lock()
		st := c.sites[site]
		c.mu.Unlock()
		if st == nil {
			return nil // removed meanwhile
		}
		if err := c.store.PutProfile(site, data); err != nil {
			return err
		}
		c.mu.Lock()
		st.profile = p
		c.mu.Unlock()
		return nil
	})
}

// Profile is what stands on nearly every page of a site, nil when that is not known.
func (c *Coordinator) Profile(site string) *judge.Profile {
	c.mu.Lock()
	defer c.mu.Unlock()
	if st := c.sites[site]; st != nil {
		return st.profile
	}
	return nil
}
