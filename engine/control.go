package engine

import (
	"context"
	"slices"
	"strings"

	"xunlu/judge"
	"xunlu/storage"
)

// AddSite stores a site and queues its seeds; a site that is known already takes the new version.
func (c *Coordinator) AddSite(ctx context.Context, s storage.Site) (storage.Site, error) {
	if _, err := newSiteState(s); err != nil {
		return s, err
	}
	if !s.Paused {
		s.PausedWhy = ""
	}
	var out storage.Site
	err := c.do(ctx, func() error {
		stored, err := c.store.PutSite(s)
		if err != nil {
			return err
		}
		out = stored
		return c.seed(stored)
	})
	return out, err
}

// seed brings a site into the frontier. Only Run's goroutine comes here.
func (c *Coordinator) seed(s storage.Site) error {
	c.mu.Lock()
	st := c.sites[s.ID]
	fresh := st == nil
	var err error
	if fresh {
		st, err = newSiteState(s)
	} else {
		err = st.set(s)
	}
	if err == nil {
		c.sites[s.ID] = st
		c.takeOrder(st)
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	b := &storage.Batch{}
	for _, u := range s.Seeds {
		if _, known := c.store.Known(u); !known {
			b.Links = append(b.Links, storage.Link{URL: u, Host: HostOf(u), Site: s.ID, Priority: seedPriority, Found: c.now()})
		}
	}
	if len(b.Links) > 0 {
		if _, err := c.store.Commit(b); err != nil {
			return err
		}
	}
	c.mu.Lock()
	c.discover(b.Links)
	c.wake()
	c.mu.Unlock()
	return nil
}

// seedPriority puts seeds before anything discovered, whatever the order.
const seedPriority = 1000

// sitemapPriority is that of the lists of addresses a site publishes; the number marks them in the queue.
const sitemapPriority = 2000

// RemoveSite drops a site with its queue and all that was stored of it; it returns the number of pages that went.
func (c *Coordinator) RemoveSite(ctx context.Context, id string) (int, error) {
	pages := 0
	err := c.do(ctx, func() error {
		c.mu.Lock()
		if st := c.sites[id]; st != nil {
			for _, l := range c.leases {
				if l.queue.site == st {
					c.release(l)
				}
			}
			c.frontier.forget(st)
			delete(c.sites, id)
		}
		c.wake()
		c.mu.Unlock()
		var err error
		pages, err = c.store.RemoveSite(id)
		return err
	})
	return pages, err
}

// Edit runs a writing job between two commits: everything that changes the store while a crawl runs goes through here.
func (c *Coordinator) Edit(ctx context.Context, job func() error) error { return c.do(ctx, job) }

// PauseAll stops or resumes lending. Pages already lent are finished.
func (c *Coordinator) PauseAll(paused bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused != paused {
		c.paused = paused
		c.params.Version++
		c.announce()
		c.wake()
	}
}

// UseRules changes what the nodes judge by, from the next page on.
func (c *Coordinator) UseRules(active judge.Rules, beside []judge.Rules) error {
	terms, err := judge.NewTerms(append([]judge.Rules{active}, beside...)...)
	if err != nil {
		return err
	}
	if _, err := judge.Compile(active, terms); err != nil {
		return err
	}
	return c.SetParams(func(p *Params) { p.Rules, p.Beside = active, beside })
}

// Sites lists the sites in the order they were added.
func (c *Coordinator) Sites() []storage.Site {
	c.mu.Lock()
	out := make([]storage.Site, 0, len(c.sites))
	for _, st := range c.sites {
		out = append(out, *st.site)
	}
	c.mu.Unlock()
	slices.SortFunc(out, func(a, b storage.Site) int {
		if d := a.Added.Compare(b.Added); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}
