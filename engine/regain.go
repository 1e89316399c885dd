package engine

import (
	"context"
	"fmt"

	"xunlu/storage"
)

// Regained is a page that was read from the archive again, and where its copy lies.
type Regained struct {
	*Outcome
	Place string
}

// Regain stores pages of one site whose copies are in the archive while the store lacks them, or has an older version: what an
// older backup does not know, or all of it. Unlike Import it finds copies of pages again and queues what the pages link to
// (within the site's scope), so that a crawl goes on where it was. It returns how many were stored.
func (c *Coordinator) Regain(ctx context.Context, site string, got []Regained) (int, error) {
	n := 0
	err := c.do(ctx, func() error {
		c.mu.Lock()
		st := c.sites[site]
		c.mu.Unlock()
		if st == nil {
			return fmt.Errorf("regain pages of %s: %w", site, storage.ErrNotFound)
		}
		// The addresses first: copies are found by the numbers of pages, which a new address gets with its row.
		links := &storage.Batch{}
		for _, g := range got {
			if _, known := c.store.Known(g.Response.URL); !known {
				links.Links = append(links.Links, storage.Link{URL: g.Response.URL, Host: HostOf(g.Response.URL), Site: site, Found: g.Response.Fetched})
			}
		}
		if len(links.Links) > 0 {
			if _, err := c.store.Commit(links); err != nil {
				return fmt.Errorf("regain: %w", err)
			}
		}
		b := &storage.Batch{}
		fresh := map[string]bool{}
		for _, g := range got {
			kept, err := c.regainedRow(st, g, b, fresh)
			if err != nil {
				return err
			}
			if kept {
				n++
			}
		}
		if len(b.Pages) == 0 {
			return nil
		}
		if _, err := c.store.Commit(b); err != nil {
			return fmt.Errorf("regain: %w", err)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// regainedRow adds the row of one page, unless the store has it as new or newer.
func (c *Coordinator) regainedRow(st *siteState, g Regained, b *storage.Batch, fresh map[string]bool) (bool, error) {
	p, known, err := c.importedRow(st.site.ID, g.Response.URL)
	if err != nil {
		return false, err
	}
	if known && !p.Fetched.Before(g.Response.Fetched) {
		return false, nil
	}
	s := &settled{Outcome: g.Outcome, lease: &lease{link: storage.Link{ID: p.ID, URL: p.URL, Site: p.Site}, prev: p, has: !p.Fetched.IsZero()}}
	orig, copied := c.copyOf(s, b)
	if copied && !s.preferred(&orig) {
		s.Verdict.Route = false
	}
	if !g.NoFollow {
		for _, k := range g.Links {
			if _, known := c.store.Known(k.URL); known || k.NoFollow || fresh[k.URL] {
				continue
			}
			if ok, _ := st.scope.Allows(k.URL, p.Depth+1); ok {
				fresh[k.URL] = true
				b.Links = append(b.Links, storage.Link{URL: k.URL, Host: HostOf(k.URL), Site: p.Site, From: p.ID, Depth: p.Depth + 1, Text: k.Text, Found: g.Response.Fetched})
			}
		}
	}
	s.content(&p, b)
	p.Archive = g.Place
	if copied {
		c.markCopy(s, &p, &orig, b)
	}
	c.copies.remember(&p)
	b.Pages = append(b.Pages, p)
	return true, nil
}
