package engine

import (
	"container/heap"
	"time"

	"xunlu/storage"
)

// frontier holds what is discovered and not yet fetched, a queue a host, in memory; the link log in the store is its truth and
// rebuilds it at start. Guarded by Coordinator.mu.
type frontier struct {
	hosts map[string]*hostQueue
	ring  []*hostQueue // hosts with anything queued or waiting, for round robin
	next  int
	ready int // queued
	later int // waiting for a retry
}

// hostQueue is one host's part of the frontier.
type hostQueue struct {
	host   string
	site   *siteState
	lifo   bool // depth first: of equal keys the newest first
	fresh  []queued
	waits  []waiting
	leased int
	owner  string        // node that holds its live leases
	home   string        // node that had it last and gets it again
	idle   time.Time     // since when nobody holds a lease of it
	delay  time.Duration // between two fetches of it, as its node last said
	hold   time.Time
	holds  int       // robots failures in a row
	alive  bool      // it answered once: an outage is an outage, not a dead address
	cut    int       // times in a row that it could not be reached
	since  time.Time // of the first of them
	hint   string    // charset of its last page
	slot   int       // place in ring, -1 when not in it
}

// queued is a link ready to be lent; waiting is one whose time has not come.
type queued struct {
	key  float32
	id   uint64
	note *note // what best-first knows of it; nil in other orders
}

type waiting struct {
	due     time.Time
	id      uint64
	attempt int
	revisit bool // it was read before: ask only whether it changed
	note    *note
	sitemap bool // it is no page and counts towards no cap
}

func newFrontier() *frontier { return &frontier{hosts: map[string]*hostQueue{}} }

// orderKey turns a link into its place in the queue: paper B's breadth-first, depth-first, best-first. A soft focus is best-first.
func (st *siteState) orderKey(depth int, priority float32) float32 {
	switch {
	case priority >= seedPriority:
		return priority
	case st.site.Order == storage.Best || st.site.Focus == storage.FocusSoft:
		return priority
	case st.site.Order == storage.DFS:
		return float32(depth)
	}
	return -float32(depth)
}

func (f *frontier) host(name string, s *siteState) *hostQueue {
	q := f.hosts[name]
	if q == nil {
		q = &hostQueue{host: name, site: s, slot: -1, lifo: s.site.Order == storage.DFS}
		f.hosts[name] = q
	}
	return q
}

func (f *frontier) push(q *hostQueue, id uint64, key float32, n *note) {
	heap.Push((*freshHeap)(q), queued{key, id, n})
	q.site.best.keep(id, n)
	f.ready++
	q.site.queued++
	f.enter(q)
}

func (f *frontier) wait(q *hostQueue, w waiting) {
	heap.Push((*waitHeap)(q), w)
	f.later++
	q.site.waiting++
	if w.revisit {
		q.site.visiting[w.id] = true
	}
	f.enter(q)
}

// pop takes the next link of a host: a retry or revisit whose time has come before a fresh one, which it takes only if told so.
func (f *frontier) pop(q *hostQueue, now time.Time, fresh bool) (w waiting, ok bool) {
	switch {
	case len(q.waits) > 0 && !q.waits[0].due.After(now):
		w = heap.Pop((*waitHeap)(q)).(waiting)
		f.later--
		q.site.waiting--
	case fresh && len(q.fresh) > 0:
		it := heap.Remove((*freshHeap)(q), q.site.best.pick(q)).(queued)
		f.ready--
		q.site.queued--
		q.site.best.take(it.id, it.note)
		w = waiting{id: it.id, attempt: 1, note: it.note, sitemap: it.key == sitemapPriority}
	default:
		return w, false
	}
	if len(q.fresh) == 0 && len(q.waits) == 0 {
		f.leave(q)
	}
	return w, true
}

func (f *frontier) enter(q *hostQueue) {
	if q.slot < 0 {
		q.slot = len(f.ring)
		f.ring = append(f.ring, q)
	}
}

func (f *frontier) leave(q *hostQueue) {
	last := len(f.ring) - 1
	f.ring[q.slot] = f.ring[last]
	f.ring[q.slot].slot = q.slot
	f.ring[last] = nil
	f.ring = f.ring[:last]
	q.slot = -1
}

// forget drops everything queued of a site.
func (f *frontier) forget(s *siteState) {
	for name, q := range f.hosts {
		if q.site != s {
			continue
		}
		f.ready -= len(q.fresh)
		f.later -= len(q.waits)
		if q.slot >= 0 {
			f.leave(q)
		}
		delete(f.hosts, name)
	}
	s.queued, s.waiting = 0, 0
	clear(s.visiting)
}

// freshHeap orders by key, highest first; equal keys by age, oldest first, or newest first when lifo.
type freshHeap hostQueue

func (h *freshHeap) Len() int { return len(h.fresh) }
func (h *freshHeap) Less(i, j int) bool {
	a, b := h.fresh[i], h.fresh[j]
	if a.key != b.key {
		return a.key > b.key
	}
	return (a.id < b.id) != h.lifo
}
func (h *freshHeap) Swap(i, j int) { h.fresh[i], h.fresh[j] = h.fresh[j], h.fresh[i] }
func (h *freshHeap) Push(x any)    { h.fresh = append(h.fresh, x.(queued)) }
func (h *freshHeap) Pop() any {
	n := len(h.fresh) - 1
	x := h.fresh[n]
	h.fresh[n] = queued{}
	h.fresh = h.fresh[:n]
	return x
}

// waitHeap orders by due time.
type waitHeap hostQueue

func (h *waitHeap) Len() int           { return len(h.waits) }
func (h *waitHeap) Less(i, j int) bool { return h.waits[i].due.Before(h.waits[j].due) }
func (h *waitHeap) Swap(i, j int)      { h.waits[i], h.waits[j] = h.waits[j], h.waits[i] }
func (h *waitHeap) Push(x any)         { h.waits = append(h.waits, x.(waiting)) }
func (h *waitHeap) Pop() any {
	n := len(h.waits) - 1
	x := h.waits[n]
	h.waits = h.waits[:n]
	return x
}
