package engine

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"xunlu/engine/order"
	"xunlu/engine/page"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// report is one call of Report on its way to a commit.
type report struct {
	outcomes []*Outcome
	done     chan error
}

// settled is an outcome with its lease, and what the frontier must learn once the commit is durable.
type settled struct {
	*Outcome
	lease   *lease
	page    storage.Page
	again   time.Time // try again then
	recheck bool      // that is another look at a missing page, not another try
	held    bool      // back to the queue: the host is on hold
	cut     bool      // back to the queue: the host cannot be reached for now
	good    bool      // the site answered well
}

// Report implements Dispatcher.
func (c *Coordinator) Report(ctx context.Context, outcomes []*Outcome) error {
	r := &report{outcomes: outcomes, done: make(chan error, 1)}
	c.mu.Lock()
	stopped, changed := c.stopped, c.changed
	c.mu.Unlock()
	for !stopped {
		select {
		case c.inbox <- r:
			return <-r.done
		case <-changed:
			c.mu.Lock()
			stopped, changed = c.stopped, c.changed
			c.mu.Unlock()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ErrStopped
}

// commit makes a group of reports durable: archive first, then one transaction, then the frontier learns of it. On an error
// nothing is settled and the leases stand, so that the same report can be given again.
func (c *Coordinator) commit(group []*report) {
	var all []*settled
	lost := make([]int, len(group))
	c.mu.Lock()
	for i, r := range group {
		for _, o := range r.outcomes {
			l := c.leases[o.Task.ID]
			if l == nil || l.token != o.Task.Lease || l.node != o.Task.Node {
				lost[i]++
				continue
			}
			delete(c.leases, o.Task.ID)
			c.settling++
			all = append(all, &settled{Outcome: o, lease: l})
		}
	}
	c.mu.Unlock()
	var batch *storage.Batch
	err := error(nil)
	if c.freeDisk() {
		batch, err = c.write(all)
	} else {
		err = c.errDisk()
	}
	c.mu.Lock()
	c.settling -= len(all)
	if err != nil {
		for _, s := range all {
			c.leases[s.Task.ID] = s.lease
		}
		c.hold = holdReason(err)
	} else {
		c.hold = ""
		for _, s := range all {
			c.settle(s)
		}
		c.discover(batch.Links)
		c.teach(all)
	}
	clear(c.noted)
	c.sightings = c.sightings[:0]
	var trips map[*siteState]string
	if err == nil {
		trips = c.judgeTries(all)
	}
	ripe := c.ripe()
	c.settling += len(ripe) // the crawl is not over while something is to be decided
	c.wake()
	c.mu.Unlock()
	for i, r := range group {
		switch {
		case err != nil:
			r.done <- fmt.Errorf("commit: %w", err)
		case lost[i] > 0:
			r.done <- fmt.Errorf("%d of %d tasks: %w", lost[i], len(r.outcomes), ErrLeaseLost)
		default:
			r.done <- nil
		}
	}
	if err != nil {
		c.log.Error("commit failed, nothing of the group was kept", "err", err)
	}
	for st, why := range trips {
		c.trip(st, why)
	}
	for _, st := range ripe {
		c.decide(st)
		c.mu.Lock()
		c.settling--
		c.wake()
		c.mu.Unlock()
	}
}

// write builds the batch of a group and makes it durable. Only Run's goroutine comes here.
func (c *Coordinator) write(all []*settled) (*storage.Batch, error) {
	b := &storage.Batch{}
	now := c.now()
	fresh := map[string]bool{} // links of this batch, so that none is offered twice
	var kept []int             // rows of the batch whose page goes to the archive
	var records []archive.Record
	for _, s := range all {
		if !c.outcomeRow(s, b, now, fresh) {
			continue
		}
		kept = append(kept, len(b.Pages)-1)
		records = append(records, recordOf(&s.page, s.Response))
	}
	if len(b.Pages)+len(b.Links)+len(b.Routes) == 0 {
		return b, nil
	}
	if err := c.keep(b, kept, records); err != nil {
		return nil, err
	}
	if _, err := c.store.Commit(b); err != nil {
		return nil, err
	}
	return b, nil
}

// keep makes the copies of rows of a batch durable and notes their places in them.
func (c *Coordinator) keep(b *storage.Batch, rows []int, copies []archive.Record) error {
	places, err := c.archive.AppendAll(copies)
	if err != nil {
		return err
	}
	for i, at := range places {
		b.Pages[rows[i]].Archive = at
	}
	return c.archive.Flush()
}

// recordOf is what came, as the archive keeps it.
func recordOf(p *storage.Page, r *page.Response) archive.Record {
	return archive.Record{URL: p.URL, FinalURL: r.FinalURL, Site: p.Site, Status: r.Status, Header: r.Header, Body: r.Body, Fetched: r.Fetched}
}

// outcomeRow turns one outcome into rows; lacks says that the last row of a page lacks the place of its copy.
func (c *Coordinator) outcomeRow(s *settled, b *storage.Batch, now time.Time, fresh map[string]bool) (lacks bool) {
	l := s.lease
	p := storage.Page{ID: l.link.ID, URL: l.link.URL, Site: l.link.Site, Depth: l.link.Depth, First: now}
	if l.has {
		p = l.prev
	}
	how, missing := s.missing()
	switch {
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
		if copied && !s.preferred(&orig, b) {
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
	if retryable(s.Failure, s.Status) && s.Task.Attempt < MaxAttempts {
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
	hash := storage.HashBody(r.Body)
	lacks = p.Archive == "" || hash != p.Hash
	p.State, p.Failure, p.Error, p.Attempts, p.GoneCount, p.Of = storage.Done, "", "", 0, 0, ""
	p.Checked, p.Due = r.Fetched, time.Time{}
	p.Status, p.Fetched, p.Took, p.Size = r.Status, r.Fetched, r.Took, len(r.Body)
	p.ContentType, p.ETag, p.Modified = header(r, "Content-Type"), header(r, "ETag"), header(r, "Last-Modified")
	p.Declared, p.Charset, p.Title, p.Links = s.Declared, s.Charset, s.Title, len(s.Links)
	p.Hash, p.Print, p.Facts, p.Canonical = hash, s.Print, s.Facts, s.Canonical
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

// altered says whether other bytes mean another page: a route with other fields, a page that leads to something new, another
// title or other evidence. A clock or a counter on a page is no change.
func (c *Coordinator) altered(s *settled, p *storage.Page, found int) bool {
	if !s.lease.has || p.Hash == storage.HashBody(s.Response.Body) {
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
	return http.Header(r.Header).Get(key)
}

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
	if bad, _ := c.trapped(site, k.URL, s.Task.ID); bad {
		return l, false
	}
	site.count(order.ShapeOf(k.URL), func(f *family) { f.links++ })
	return l, true
}

// settle tells the frontier what became of a lease. Caller holds mu; the commit is durable.
func (c *Coordinator) settle(s *settled) {
	q := s.lease.queue
	c.release(s.lease)
	switch {
	case s.held:
		c.untake(s.lease)
		if !q.hold.After(c.now()) { // once a failure, not once a task
			q.holds++
			q.hold = c.now().Add(holdFor(q.holds))
		}
		c.putBack(s.lease)
		return
	case s.cut:
		c.untake(s.lease)
		c.unreached(q)
		c.putBack(s.lease)
		return
	case s.recheck:
		c.frontier.wait(q, waiting{due: s.again, id: s.Task.ID, attempt: 1, revisit: true})
	case !s.again.IsZero():
		c.frontier.wait(q, waiting{due: s.again, id: s.Task.ID, attempt: s.Task.Attempt + 1, revisit: s.lease.revisit, sitemap: s.Task.Sitemap})
	}
	if s.Status != 0 {
		q.reached()
	}
	q.site.suspect(&s.page)
	if s.good {
		q.site.answered = c.now()
	}
	if !s.lease.has && !s.Task.Sitemap {
		q.site.fetched++
	}
	if s.Failed() {
		if !s.Task.Sitemap {
			c.fails[s.Failure]++
		}
		if s.After > 0 {
			q.hold = c.now().Add(min(s.After, maxRetryAfter))
		}
		return
	}
	q.holds = 0
	if !s.lease.has && s.page.State == storage.Done {
		c.grow(q.site, s)
	}
	if s.Charset != "" {
		q.hint = s.Charset
	}
}

// teach lets best-first learn from what came. Caller holds mu; the commit is durable.
func (c *Coordinator) teach(all []*settled) {
	for i := range c.sightings {
		s := &c.sightings[i]
		s.sighted(s.site)
	}
	due := map[*siteState]bool{}
	for _, s := range all {
		st := s.lease.queue.site
		if st.best == nil || s.lease.note == nil || s.lease.has || s.held || !s.again.IsZero() || s.Redirect != "" {
			continue
		}
		if st.best.learn(s.lease.note, s.Verdict.Route && s.page.State == storage.Done) {
			due[st] = true
		}
	}
	for st := range due {
		c.frontier.rescore(st)
	}
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
