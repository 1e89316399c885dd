package engine

import (
	"slices"
	"strings"

	"xunlu/storage"
	"xunlu/storage/near"
)

// NearLimit is in how many of the 64 bits of their fingerprints two pages may differ and count as nearly the same, unless the user
// says otherwise; near.MaxLimit is the most. Below 0 only pages of the same bytes count.
const NearLimit = near.MaxLimit

// Bounds of the search for copies.
const (
	maxPrints = 2_000_000 // pages remembered; later ones are compared with these only
	maxNear   = 8         // near pages of one page that are looked at in the store
	leastCopy = 512       // bytes a body must have to be a copy: a stub of a script is the same at many addresses and says nothing
)

// copies finds pages that say what another page of their site said already (paper B's duplicates interface). A near page is only a
// question: it is a copy when its title and all its numbers are the same and, for a tour, everything a traveller compares. Owned by Coordinator.Run.
type copies struct {
	limit  int
	index  near.Index
	bodies map[uint64]uint64 // hash of body and site → page
}

func groupOf(site string) uint32 { return uint32(storage.HashURL(site)) }

func bodyKey(hash uint64, site string) uint64 { return hash ^ storage.HashURL(site)*0x9e3779b97f4a7c15 }

// remember puts a page in, so that later ones can be copies of it.
func (x *copies) remember(p *storage.Page) {
	if p.State != storage.Done || len(x.bodies) >= maxPrints {
		return
	}
	if key := bodyKey(p.Hash, p.Site); p.Size >= leastCopy && x.bodies[key] == 0 {
		x.bodies[key] = p.ID
	}
	if p.Print != 0 {
		x.index.Add(p.Print, p.ID, groupOf(p.Site))
	}
}

// copyOf says of which page an outcome is a copy. Pages of the batch under way count.
func (c *Coordinator) copyOf(s *settled, b *storage.Batch) (orig storage.Page, yes bool) {
	l, r := s.lease, s.Response
	if r == nil || l.has && l.prev.State != storage.Duplicate && l.prev.State != storage.Retry || s.NoIndex {
		return orig, false
	}
	site := l.link.Site
	hash := s.bodyHash()
	if id := c.copies.bodies[bodyKey(hash, site)]; id != 0 && id != l.link.ID && len(r.Body) >= leastCopy {
		if p, ok := c.pageNow(id, b); ok && p.State == storage.Done && p.Hash == hash && p.Site == site {
			return p, true
		}
	}
	if s.Print == 0 || c.copies.limit < 0 {
		return orig, false
	}
	looked := 0
	c.copies.index.Find(s.Print, c.copies.limit, groupOf(site), false, func(id uint64, _ int) bool {
		if id == l.link.ID {
			return true
		}
		looked++
		if p, ok := c.pageNow(id, b); ok && p.State == storage.Done && p.Site == site && c.says(s, &p, b) {
			orig, yes = p, true
		}
		return !yes && looked < maxNear
	})
	return orig, yes
}

// says compares what matters of a page and one that is near it.
func (c *Coordinator) says(s *settled, p *storage.Page, b *storage.Batch) bool {
	if p.Title != s.Title || p.Verdict.Route != s.Verdict.Route {
		return false
	}
	// What is no route now may be one by other rules, and a price may stand where nothing reads it: all numbers must agree.
	if p.Facts != s.Facts {
		return false
	}
	if s.Route == nil {
		return true
	}
	for i := range b.Routes {
		if b.Routes[i].ID == p.ID {
			return sameTour(&b.Routes[i], s.Route)
		}
	}
	r, err := c.store.Route(p.ID)
	return err == nil && sameTour(&r, s.Route)
}

// sameTour says that two pages sell one tour under one offer: whatever a traveller compares is the same.
func sameTour(a, b *storage.Route) bool {
	return a.Title == b.Title && a.Price == b.Price && a.PriceHigh == b.PriceHigh && a.MarketPrice == b.MarketPrice && a.ChildPrice == b.ChildPrice &&
		a.Currency == b.Currency && a.Days == b.Days && a.Nights == b.Nights && a.From == b.From && slices.Equal(a.To, b.To) &&
		slices.Equal(a.Dates, b.Dates) && slices.Equal(a.Ranges, b.Ranges) && slices.Equal(a.Weekly, b.Weekly) &&
		slices.Equal(a.Monthly, b.Monthly) && a.Daily == b.Daily && a.Transport == b.Transport && len(a.Itinerary) == len(b.Itinerary)
}

// pageNow reads a page as it will be after the batch.
func (c *Coordinator) pageNow(id uint64, b *storage.Batch) (storage.Page, bool) {
	for i := range b.Pages {
		if b.Pages[i].ID == id {
			return b.Pages[i], true
		}
	}
	p, err := c.store.Page(id)
	return p, err == nil
}

// markCopy makes a page's row that of a copy, or, when this page is the one to keep, the row of the other.
func (c *Coordinator) markCopy(s *settled, p *storage.Page, orig *storage.Page, b *storage.Batch) {
	if !s.preferred(orig) {
		p.State, p.Of, p.Verdict.Route = storage.Duplicate, orig.URL, false
		b.Routes = slices.DeleteFunc(b.Routes, func(r storage.Route) bool { return r.ID == p.ID })
		return
	}
	was := orig
	if i := slices.IndexFunc(b.Pages, func(q storage.Page) bool { return q.ID == orig.ID }); i >= 0 {
		was = &b.Pages[i] // in place: what is known of the rows by their numbers stays true
		b.Routes = slices.DeleteFunc(b.Routes, func(r storage.Route) bool { return r.ID == orig.ID })
	}
	was.State, was.Of, was.Verdict.Route = storage.Duplicate, p.URL, false
	if was == orig {
		b.Pages = append(b.Pages, *was)
	}
	delete(c.copies.bodies, bodyKey(p.Hash, p.Site)) // the page that is kept is remembered next
}

// preferred says that this page is the one to keep: both name it (rel=canonical), or they stand at one address but for the query, and
// this has less of it: a ?from= or a session number says how somebody came there.
func (s *settled) preferred(orig *storage.Page) bool {
	u := s.lease.link.URL
	switch {
	case s.Twin: // it was not judged
		return false
	case orig.Canonical == u && s.Canonical == u:
		return true
	}
	return s.Canonical != orig.URL && plainer(u, orig.URL)
}

// plainer says that a is b with a shorter query, or without one.
func plainer(a, b string) bool {
	at, query, _ := strings.Cut(a, "?")
	bt, more, _ := strings.Cut(b, "?")
	return at == bt && len(query) < len(more)
}
