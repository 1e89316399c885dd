package engine

import (
	"net/http"
	"strings"
	"time"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
)

// Bounds of what a site's sitemaps may bring.
const (
	maxSitemaps     = 20   // named by robots.txt
	maxSitemapDepth = 3    // an index that names an index …
	maxHints        = 2000 // known pages whose next visit one sitemap may bring forward
)

// sitemapRequest asks for a list of addresses: any type, larger than a page may be, cut rather than refused.
func (n *Node) sitemapRequest(t *Task, a *fetch.Access) fetch.Request {
	return fetch.Request{URL: t.URL, ETag: t.ETag, LastModified: t.LastModified, Access: a, Private: t.Site.Private, Part: n.part(t, a),
		AnyType: true, MaxBytes: page.SitemapBytes, Allow: func(u string) bool { return u == t.URL }}
}

// readSitemap turns an answer into links. What is no sitemap (a "not found" page answered with 200) is a problem, no failure.
func readSitemap(t *Task, r *page.Response) *Outcome {
	o := &Outcome{Task: *t, Response: r, Status: r.Status}
	if r.Status == http.StatusNotModified {
		o.NotModified = true
		return o
	}
	m, err := page.ReadSitemap(t.URL, r.Body)
	if err != nil {
		o.Problems = []string{err.Error()}
		return o
	}
	if o.Problems = m.Problems; r.Truncated {
		o.Problems = append(o.Problems, "longer than what is read of a sitemap; the rest was left out")
	}
	kind := page.FromSitemap
	if m.Form == "index" {
		kind = page.SitemapFile
	}
	for _, e := range m.Entries {
		l := page.Link{URL: e.URL, Kind: kind}
		if !e.Modified.IsZero() {
			l.Modified = e.Modified.Unix()
		}
		o.Links = append(o.Links, l)
	}
	return o
}

// naming notes which sitemaps a site has, with the answer of a start address: those that robots.txt names, else the usual one.
func (o *Outcome) naming(t *Task, maps []string) *Outcome {
	if t.Depth > 0 || t.Sitemap || t.Site.NoSitemaps {
		return o
	}
	root := schemeOf(t.URL) + "://" + t.Host + "/"
	for _, m := range maps[:min(len(maps), maxSitemaps)] {
		if u, err := page.Resolve(root, m, "utf-8"); err == nil {
			o.Sitemaps = append(o.Sitemaps, u)
		}
	}
	if len(o.Sitemaps) == 0 {
		o.Sitemaps = []string{root + "sitemap.xml"}
	}
	return o
}

// sitemaps queues the sitemaps that came with a start address. Only the host is asked of the scope: the list may lie outside of the
// part of the site that is crawled, its pages may not.
func (c *Coordinator) sitemaps(s *settled, b *storage.Batch, now time.Time, fresh map[string]bool) {
	st := s.lease.queue.site
	for _, u := range s.Sitemaps {
		if _, known := c.store.Known(u); known || fresh[u] || !st.scope.host(HostOf(u)) {
			continue
		}
		fresh[u] = true
		b.Links = append(b.Links, storage.Link{URL: u, Host: HostOf(u), Site: st.site.ID, From: s.Task.ID, Priority: sitemapPriority, Sitemap: true, Found: now})
	}
}

// listed fills the row of a sitemap and takes in what it names. Known pages that changed since they were read are due now.
func (c *Coordinator) listed(s *settled, p *storage.Page, b *storage.Batch, now time.Time, fresh map[string]bool) {
	p.State, p.Status, p.Failure, p.Error, p.Attempts, p.Fetched = storage.Listed, s.Status, "", strings.Join(s.Problems, "; "), 0, now
	changed := !s.NotModified && s.Response != nil && p.Hash != s.bodyHash()
	p.Checked = now
	s.lease.queue.site.adapt(p, changed)
	if s.NotModified || s.Response == nil {
		return
	}
	p.ETag, p.Modified, p.Size = header(s.Response, "ETag"), header(s.Response, "Last-Modified"), len(s.Response.Body)
	p.ContentType, p.Hash, p.Links = header(s.Response, "Content-Type"), s.bodyHash(), len(s.Links)
	if s.Task.Depth >= maxSitemapDepth && len(s.Links) > 0 && s.Links[0].Kind == page.SitemapFile {
		p.Error = "indexes of sitemaps inside each other; not followed further"
		return
	}
	c.links(s, b, now, fresh)
	hints := 0
	for _, k := range s.Links {
		if k.Modified == 0 || hints >= maxHints {
			continue
		}
		id, known := c.store.Known(k.URL)
		if !known {
			continue
		}
		hints++
		was, err := c.store.Page(id)
		if err == nil && was.State == storage.Done && time.Unix(k.Modified, 0).After(was.Fetched) && was.Due.After(now) {
			was.Due = now
			b.Pages = append(b.Pages, was)
		}
	}
}
