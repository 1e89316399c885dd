package engine

import (
	"context"
	"fmt"

	"xunlu/storage"
	"xunlu/storage/archive"
)

// Import stores pages of one site that were read from elsewhere (another crawler's files) as if they had been fetched then:
// copy, verdict, route. What they link to is not queued. A page that was fetched here later than the imported one was keeps
// what it has. It returns how many were stored.
func (c *Coordinator) Import(ctx context.Context, site string, outcomes []*Outcome) (int, error) {
	n := 0
	err := c.do(ctx, func() error {
		b := &storage.Batch{}
		var rows []int
		var copies []archive.Record
		for _, o := range outcomes {
			p, keep, err := c.importedRow(site, o.Response.URL)
			if err != nil {
				return err
			}
			if keep && !p.Fetched.Before(o.Response.Fetched) {
				continue
			}
			if !keep {
				b.Links = append(b.Links, storage.Link{URL: p.URL, Host: HostOf(p.URL), Site: p.Site, Depth: p.Depth, Found: c.now()})
			}
			if (&settled{Outcome: o}).content(&p, b) {
				rows, copies = append(rows, len(b.Pages)), append(copies, recordOf(&p, o.Response))
			}
			b.Pages = append(b.Pages, p)
		}
		if len(b.Pages) == 0 {
			return nil
		}
		if err := c.keep(b, rows, copies); err != nil {
			return err
		}
		if _, err := c.store.Commit(b); err != nil {
			return fmt.Errorf("import: %w", err)
		}
		n = len(b.Pages)
		return nil
	})
	return n, err
}

// importedRow gives the row an imported page goes into, and whether its address was known.
func (c *Coordinator) importedRow(site, url string) (storage.Page, bool, error) {
	fresh := storage.Page{URL: url, Site: site, First: c.now()}
	if _, known := c.store.Known(url); !known {
		return fresh, false, nil
	}
	l, err := c.store.LinkOf(url)
	if err != nil {
		return fresh, true, err
	}
	if p, err := c.store.PageOf(url); err == nil {
		return p, true, nil
	}
	fresh.ID, fresh.Site, fresh.Depth = l.ID, l.Site, l.Depth
	return fresh, true, nil
}
