package engine

import (
	"context"
	"time"

	"xunlu/storage"
)

// leaseTime is how long a node may keep a task before it comes back, besides the delays it has to wait out.
const leaseTime = 10 * time.Minute

// lease is one URL in the hands of a node. Guarded by Coordinator.mu.
type lease struct {
	node     string
	token    uint64
	queue    *hostQueue
	link     storage.Link
	prev     storage.Page // its row, when there was one
	has      bool
	attempt  int
	revisit  bool
	deadline time.Time
	note     *note // what best-first knew of it
}

// Lease implements Dispatcher.
func (c *Coordinator) Lease(ctx context.Context, node string, max int) ([]Task, error) {
	c.ask(node, 1)
	defer c.ask(node, -1)
	for {
		c.mu.Lock()
		if c.stopped {
			c.mu.Unlock()
			return nil, ErrStopped
		}
		picked := c.pick(node, max)
		wake, timed := c.nextWake()
		if at, any := c.nextMove(node, c.now()); any && (!timed || at.Before(wake)) {
			wake, timed = at, true
		}
		changed := c.changed
		c.mu.Unlock()
		if len(picked) > 0 {
			c.pass()
			return c.lend(picked)
		}
		if err := waitFor(ctx, changed, wake, timed); err != nil {
			return nil, err
		}
	}
}

// ask counts who waits for work.
func (c *Coordinator) ask(node string, by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asking[node] += by; c.asking[node] == 0 {
		delete(c.asking, node)
	}
}

// pass lets the other nodes that wait look again: what one left may be theirs.
func (c *Coordinator) pass() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.asking) > 1 && c.frontier.ready > 0 {
		c.wake()
	}
}

// pick takes links for a node, round robin over the hosts that are free or already its own, so that no host is ever at two
// nodes. Caller holds mu.
func (c *Coordinator) pick(node string, max int) []*lease {
	n := c.nodes[node]
	if c.paused || c.scarce || c.hold != "" || (n != nil && n.paused) {
		return nil
	}
	var out []*lease
	if least := c.frontier.promising(); least > 0 {
		out = c.round(node, max, least, out)
	}
	return c.round(node, max, 0, out)
}

// round goes once over the hosts, those left out whose best link is not worth so much. Caller holds mu.
func (c *Coordinator) round(node string, max int, least float32, out []*lease) []*lease {
	now := c.now()
	f := c.frontier
	for looked, total := 0, len(f.ring); looked < total && len(f.ring) > 0 && len(out) < max; looked++ {
		f.next %= len(f.ring)
		q := f.ring[f.next]
		before := len(f.ring)
		if q.worth() >= least {
			out = c.pickHost(q, node, max, now, out)
		}
		if len(f.ring) == before {
			f.next++
		}
	}
	return out
}

func (c *Coordinator) pickHost(q *hostQueue, node string, max int, now time.Time, out []*lease) []*lease {
	if q.hold.After(now) || c.errands[q.host] || q.site.still() || !c.mayTake(q, node, now) {
		return out
	}
	size, from := c.params.LeaseSize, len(out)
	if n := c.nodes[node]; n != nil {
		size = c.paramsOf(n).LeaseSize
	}
	if q.cut > 0 {
		size = 1 // to see whether it can be reached again
	}
	for q.leased < size && len(out) < max && (c.cap == 0 || c.taken < c.cap) {
		w, ok := c.frontier.pop(q, now, !q.site.capped())
		if !ok {
			break
		}
		c.token++
		q.owner = node
		q.leased++
		q.site.leased++
		if q.site.began.IsZero() {
			q.site.began = now
		}
		if !w.sitemap {
			c.taken++
		}
		l := &lease{node: node, token: c.token, queue: q, attempt: w.attempt, revisit: w.revisit, note: w.note, link: storage.Link{ID: w.id, Sitemap: w.sitemap},
			deadline: now.Add(leaseTime + time.Duration(c.params.LeaseSize)*q.site.site.Delay)}
		c.leases[w.id] = l
		out = append(out, l)
	}
	if len(out) > from && q.home != node {
		if was := c.nodes[q.home]; was != nil {
			was.given--
		}
		q.home = node
		if n := c.nodes[node]; n != nil {
			n.given++
		}
	}
	return out
}

// lend reads the links' rows and makes tasks of them; no lock is held while the store is read.
func (c *Coordinator) lend(picked []*lease) ([]Task, error) {
	tasks := make([]Task, 0, len(picked))
	for _, l := range picked {
		link, err := c.store.Link(l.link.ID)
		if err != nil {
			return nil, err
		}
		var prev storage.Page
		has := l.attempt > 1 || l.revisit
		if has {
			if prev, err = c.store.Page(link.ID); err != nil {
				has = false
			}
		}
		c.mu.Lock()
		l.link, l.prev, l.has = link, prev, has
		site, profile, hint, blocks := l.queue.site.site, l.queue.site.profile, l.queue.hint, l.queue.site.samples()
		c.mu.Unlock()
		t := Task{ID: link.ID, URL: link.URL, Host: link.Host, Depth: link.Depth, Attempt: l.attempt, Revisit: l.revisit, Sitemap: link.Sitemap, Site: site,
			Profile: profile, Blocks: blocks, Hint: hint, Deadline: l.deadline, Lease: l.token, Node: l.node}
		if has && (prev.Archive != "" || prev.State == storage.Listed) {
			t.ETag, t.LastModified = prev.ETag, prev.Modified
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// nextWake is the next moment at which waiting work becomes ready. Caller holds mu.
func (c *Coordinator) nextWake() (time.Time, bool) {
	var at time.Time
	now := c.now()
	for _, q := range c.frontier.ring {
		if q.site.still() {
			continue
		}
		t := q.hold
		if len(q.fresh) == 0 || q.site.capped() || !t.After(now) {
			if len(q.waits) == 0 {
				continue
			}
			if q.waits[0].due.After(t) {
				t = q.waits[0].due
			}
		}
		if t.After(now) && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at, !at.IsZero()
}

// waitFor returns nil when it is time to look again.
func waitFor(ctx context.Context, changed <-chan struct{}, at time.Time, timed bool) error {
	var tick <-chan time.Time
	if timed {
		timer := time.NewTimer(max(time.Until(at), time.Millisecond))
		defer timer.Stop()
		tick = timer.C
	}
	select {
	case <-changed:
	case <-tick:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// release ends a lease. Caller holds mu.
func (c *Coordinator) release(l *lease) {
	delete(c.leases, l.link.ID)
	delete(l.queue.site.visiting, l.link.ID)
	l.queue.leased--
	l.queue.site.leased--
	if l.queue.leased == 0 {
		l.queue.owner, l.queue.idle = "", c.now()
	}
}

// giveBack returns a lent link to its queue as if it had not been lent. Caller holds mu.
func (c *Coordinator) giveBack(l *lease) {
	c.release(l)
	c.untake(l)
	c.putBack(l)
}

// putBack puts a link back where it was lent from. Caller holds mu and has released the lease.
func (c *Coordinator) putBack(l *lease) {
	if l.attempt > 1 || l.revisit {
		c.frontier.wait(l.queue, waiting{due: c.now(), id: l.link.ID, attempt: l.attempt, revisit: l.revisit, sitemap: l.link.Sitemap})
		return
	}
	c.frontier.push(l.queue, l.link.ID, l.queue.site.orderKey(l.link.Depth, l.link.Priority), l.note)
}

// untake gives a try back to the cap; sitemaps took none. Caller holds mu.
func (c *Coordinator) untake(l *lease) {
	if !l.link.Sitemap {
		c.taken--
	}
}

// sweep takes back what was lent too long, and what nodes that fell silent held.
func (c *Coordinator) sweep() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock()
	now, back := c.now(), 0
	for _, l := range c.leases {
		if now.After(l.deadline) {
			c.giveBack(l)
			back++
		}
	}
	for name, n := range c.nodes {
		if n.term != 0 && n.gone(now) {
			back += c.recall(n, name)
			n.term = 0 // a new one when it comes back
		}
	}
	if back > 0 {
		c.log.Warn("leases came back", "task", back)
		c.wake()
	}
}
