package storage

import (
	"fmt"
	"maps"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// SiteCount is what a site has. All but Fetches and Bytes follow from the rows, so that a recount gives the same.
type SiteCount struct {
	Links    int             `json:"links,omitempty"`   // known URLs
	Deleted  int             `json:"deleted,omitempty"` // of these, deleted by the user
	Pages    int             `json:"pages,omitempty"`   // fetched well at least once
	Routes   int             `json:"routes,omitempty"`  // not gone
	Gone     int             `json:"gone,omitempty"`    // routes that are gone
	States   map[State]int   `json:"states,omitempty"`  // page rows; read-only for whoever gets it
	Failures map[Failure]int `json:"failures,omitempty"`
	Fetches  int64           `json:"fetches,omitempty"` // answers ever, revisits included
	Bytes    int64           `json:"bytes,omitempty"`   // of their bodies
}

// Queued is the number of URLs that were never tried.
func (c SiteCount) Queued() int {
	n := c.Links - c.Deleted
	for _, rows := range c.States {
		n -= rows
	}
	return n
}

// Counts is everything in the store, and a site.
type Counts struct {
	Total SiteCount
	Sites map[string]SiteCount
}

func (c SiteCount) clone() SiteCount {
	c.States = maps.Clone(c.States)
	c.Failures = maps.Clone(c.Failures)
	return c
}

func (c *SiteCount) link(l *Link, n int) {
	c.Links += n
	if l.Deleted {
		c.Deleted += n
	}
}

func (c *SiteCount) page(p *Page, n int) {
	c.States = bump(c.States, p.State, n)
	if p.Failure != "" {
		c.Failures = bump(c.Failures, p.Failure, n)
	}
	if !p.Fetched.IsZero() && p.State != Redirect && p.State != Listed {
		c.Pages += n
	}
}

func (c *SiteCount) route(r *Route, n int) {
	if r.State == RouteGone {
		c.Gone += n
		return
	}
	c.Routes += n
}

// add puts the counts of one site into a total.
func (c *SiteCount) add(o SiteCount, sign int) {
	c.Links += sign * o.Links
	c.Deleted += sign * o.Deleted
	c.Pages += sign * o.Pages
	c.Routes += sign * o.Routes
	c.Gone += sign * o.Gone
	c.Fetches += int64(sign) * o.Fetches
	c.Bytes += int64(sign) * o.Bytes
	for k, n := range o.States {
		c.States = bump(c.States, k, sign*n)
	}
	for k, n := range o.Failures {
		c.Failures = bump(c.Failures, k, sign*n)
	}
}

func bump[K comparable](m map[K]int, k K, n int) map[K]int {
	if m == nil {
		m = make(map[K]int)
	}
	if m[k] += n; m[k] == 0 {
		delete(m, k)
	}
	return m
}

// tally keeps the counts in memory. The maps inside a stored SiteCount are never changed: set replaces them.
type tally struct {
	mu    sync.RWMutex
	total SiteCount            // guarded by mu
	sites map[string]SiteCount // guarded by mu
}

func newTally() *tally { return &tally{sites: make(map[string]SiteCount)} }

func (t *tally) get(site string) SiteCount {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.sites[site]
}

// set installs the new counts of some sites; a nil count drops the site.
func (t *tally) set(changed map[string]*SiteCount) {
	t.mu.Lock()
	defer t.mu.Unlock()
	total := t.total.clone()
	for site, c := range changed {
		total.add(t.sites[site], -1)
		if c == nil {
			delete(t.sites, site)
			continue
		}
		t.sites[site] = *c
		total.add(*c, 1)
	}
	t.total = total
}

// Counts is the state of all sites, from memory.
func (s *Store) Counts() Counts {
	s.counts.mu.RLock()
	defer s.counts.mu.RUnlock()
	return Counts{Total: s.counts.total, Sites: maps.Clone(s.counts.sites)}
}

// Count is the state of one site, from memory.
func (s *Store) Count(site string) SiteCount { return s.counts.get(site) }

func (s *Store) loadCounts() error {
	all := make(map[string]*SiteCount)
	err := s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(countsBucket).ForEach(func(k, v []byte) error {
			c := new(SiteCount)
			if err := unsealJSON(v, c); err != nil {
				return fmt.Errorf("counts of %s: %w", k, err)
			}
			all[string(k)] = c
			return nil
		})
	})
	if err != nil {
		return err
	}
	s.counts = newTally()
	s.counts.set(all)
	return nil
}
