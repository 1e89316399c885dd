package engine

import (
	"time"

	"xunlu/engine/order"
	"xunlu/engine/page"
	"xunlu/storage"
)

// links offers what the page links to: known ones fall out by one look into the seen set, the scope decides on the rest.
func (c *Coordinator) links(s *settled, b *storage.Batch, now time.Time, fresh map[string]bool) {
	site := s.lease.queue.site
	if s.NoFollow || site.offTopic(s.Outcome) {
		return
	}
	from := len(b.Links)
	defer func() {
		if found := b.Links[from:]; !s.Task.Sitemap && (!s.lease.revisit || len(found) > 0) { // a page that is read again owes its family nothing new
			site.credit(s.Outcome, found)
		}
	}()
	view := site.orderLinks(s.Outcome, s.lease)
	for i, k := range s.Links {
		if k.NoFollow || fresh[k.URL] {
			continue
		}
		if id, known := c.store.Known(k.URL); known {
			if view != nil {
				c.sightings = append(c.sightings, sighting{site, view, i, id})
			}
			continue
		}
		if l, ok := c.offer(s, &k, now); ok {
			if view != nil && !l.Sitemap {
				n := view.note(site, i)
				c.noted[k.URL], l.Priority = n, view.best.worth(n, n.features) // its cash counts from the next look at the queue on
			}
			fresh[k.URL] = true
			b.Links = append(b.Links, l)
		}
	}
}

// offer makes a row of a link that is not known, when the scope wants it and it is no trap. What a sitemap names counts as one link
// from a start address, and what an index names is a sitemap: of that only the host has to be the site's.
func (c *Coordinator) offer(s *settled, k *page.Link, now time.Time) (storage.Link, bool) {
	site := s.lease.queue.site
	l := storage.Link{URL: k.URL, Host: HostOf(k.URL), Site: site.site.ID, From: s.Task.ID, Depth: s.Task.Depth + 1, Text: k.Text, Found: now}
	if k.Modified != 0 {
		l.Modified = time.Unix(k.Modified, 0)
	}
	if s.Task.Sitemap && (k.Kind == page.SitemapFile || s.Redirect != "") {
		l.Sitemap, l.Priority = true, sitemapPriority
		return l, site.scope.host(l.Host)
	}
	if s.Task.Sitemap {
		l.Depth = 1
	}
	if ok, _ := site.wants(k.URL, l.Depth); !ok {
		return l, false
	}
	shape := order.ShapeOf(k.URL)
	if bad, _ := c.trapped(site, k.URL, shape, s.Task.ID); bad {
		return l, false
	}
	site.count(shape, func(f *family) { f.links++ })
	return l, true
}

// discover queues the links that were new. Caller holds mu; the commit is durable.
func (c *Coordinator) discover(links []storage.Link) {
	for i := range links {
		l := &links[i]
		st := c.sites[l.Site]
		if !l.New || st == nil {
			continue
		}
		c.frontier.push(c.frontier.host(l.Host, st), l.ID, st.orderKey(l.Depth, l.Priority), c.noted[l.URL])
	}
}
