package engine

import (
	"time"

	"xunlu/engine/order"
	"xunlu/engine/page"
	"xunlu/storage"
)

// outcomeRow turns one outcome into rows; lacks says that the last row of a page lacks the place of its copy.
func (c *Coordinator) outcomeRow(s *settled, b *storage.Batch, now time.Time, fresh map[string]bool) (lacks bool) {
	l := s.lease
	p := storage.Page{ID: l.link.ID, URL: l.link.URL, Site: l.link.Site, Depth: l.link.Depth, First: now}
	if l.has {
		p = l.prev
	}
	how, missing := s.missing()
	switch {
	case s.Barred != "":
		s.held = true
		return false
	case !s.Hold.IsZero() && l.queue.holds < MaxHolds:
		s.held = true
		return false
	case s.Unreached && c.reachable(l.queue):
		s.cut = true
		return false
	case missing:
		c.missingRow(s, &p, now, how)
		if s.Redirect != "" {
			c.links(s, b, now, fresh)
		}
	case s.Failed():
		c.failedRow(s, &p, now)
		c.sitemaps(s, b, now, fresh)
	case s.Task.Sitemap && s.Redirect == "":
		c.listed(s, &p, b, now, fresh)
	case s.Redirect != "":
		p.State, p.Of, p.Status, p.Failure, p.Error, p.Attempts = storage.Redirect, s.Redirect, s.Status, "", "", 0
		c.sitemaps(s, b, now, fresh)
		c.links(s, b, now, fresh)
	case s.NotModified && p.State == storage.Duplicate:
		p.Status, p.Failure, p.Error, p.Attempts, p.Fetched, p.Checked, s.good = s.Status, "", "", 0, now, now, true
		l.queue.site.adapt(&p, false)
	case s.NotModified:
		p.State, p.Status, p.Failure, p.Error, p.Attempts, p.GoneCount = storage.Done, s.Status, "", "", 0, 0
		p.Fetched, p.Checked, s.good = now, now, true
		l.queue.site.adapt(&p, false)
	default:
		orig, copied := c.copyOf(s, b)
		if s.Twin && !copied { // what it is a copy of is not stored: read it again and judge it
			s.again = now
			p.State, p.Due, p.Attempts = storage.Retry, now, s.Task.Attempt
			break
		}
		if copied && !s.preferred(&orig) {
			s.Verdict.Route = false
		}
		c.sitemaps(s, b, now, fresh)
		found := len(b.Links)
		c.links(s, b, now, fresh)
		changed := c.altered(s, &p, len(b.Links)-found)
		lacks = s.content(&p, b)
		if copied {
			c.markCopy(s, &p, &orig, b)
		}
		c.copies.remember(&p)
		if p.State == storage.Duplicate {
			l.queue.site.count(order.ShapeOf(p.URL), func(f *family) { f.copies++ })
		}
		if s.good = true; p.Verdict.Route {
			l.queue.site.listers[l.link.From] = true
		}
		l.queue.site.adapt(&p, changed)
	}
	b.Visit(p.Site, s.bodySize())
	s.page = p
	b.Pages = append(b.Pages, p)
	return lacks
}

// failedRow notes a failure. A page that was read before keeps all it had: a failed fetch never replaces a good page.
func (c *Coordinator) failedRow(s *settled, p *storage.Page, now time.Time) {
	p.Failure, p.Error, p.Attempts = s.Failure, s.Error, s.Task.Attempt
	if s.lease.has && s.lease.prev.State == storage.Done {
		if s.Status != 0 {
			p.Status = s.Status
		}
	} else {
		p.Status, p.State = s.Status, storage.Failed
	}
	if Retryable(s.Failure, s.Status) && s.Task.Attempt < MaxAttempts {
		s.again = now.Add(backOff(c.backoff, s.Task.Attempt, s.After))
		if p.State == storage.Failed {
			p.State, p.Due = storage.Retry, s.again
		}
		return
	}
	if s.Task.Sitemap {
		p.State, p.Failure = storage.Listed, "" // a sitemap that is not there is no failure of the crawl
	}
	if s.Status != 0 {
		p.Checked = now
	}
	s.lease.queue.site.postpone(p, now)
}

// content fills a page row with what came. The place of the copy is known later; lacks is false when the stored copy is of the
// same bytes.
func (s *settled) content(p *storage.Page, b *storage.Batch) (lacks bool) {
	r := s.Response
	lacks = p.Archive == "" || s.bodyHash() != p.Hash
	p.State, p.Failure, p.Error, p.Attempts, p.GoneCount, p.Of = storage.Done, "", "", 0, 0, ""
	p.Checked, p.Due = r.Fetched, time.Time{}
	p.Status, p.Fetched, p.Took, p.Size = r.Status, r.Fetched, r.Took, len(r.Body)
	p.ContentType, p.ETag, p.Modified = header(r, "Content-Type"), header(r, "ETag"), header(r, "Last-Modified")
	p.Declared, p.Charset, p.Title, p.Links = s.Declared, s.Charset, s.Title, len(s.Links)
	p.Hash, p.Print, p.Facts, p.Canonical = s.bodyHash(), s.Print, s.Facts, s.Canonical
	if r.Rendered { // the frame may stay the same while what its scripts fetch changes
		p.ETag, p.Modified = "", ""
	}
	p.Verdict, p.Evidence = s.Verdict, s.Evidence
	p.Verdict.Reasons = nil
	if s.Route != nil && !s.NoIndex {
		route := *s.Route
		route.ID, route.URL, route.Site, route.Seen = p.ID, p.URL, p.Site, r.Fetched
		b.Routes = append(b.Routes, route)
	}
	return lacks
}

// bodySize is what came of the body, kept or not.
func (s *settled) bodySize() int {
	if s.Response == nil {
		return 0
	}
	return len(s.Response.Body)
}

// bodyHash is storage.HashBody of what came, made once; there must be a response.
func (s *settled) bodyHash() uint64 {
	if s.hash == 0 {
		s.hash = storage.HashBody(s.Response.Body)
	}
	return s.hash
}

// altered says whether other bytes mean another page: a route with other fields, a page that leads to something new, another
// title or other evidence. A clock or a counter on a page is no change.
func (c *Coordinator) altered(s *settled, p *storage.Page, found int) bool {
	if !s.lease.has || p.Hash == s.bodyHash() {
		return false
	}
	if s.Route != nil {
		old, err := c.store.Route(p.ID)
		return err != nil || s.Route.Differs(&old)
	}
	return found > 0 || s.Title != p.Title || s.Verdict.Score != p.Verdict.Score
}

func header(r *page.Response, key string) string {
	if r.Header == nil {
		return ""
	}
	return r.Header.Get(key)
}
