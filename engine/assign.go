package engine

import "time"

// moveAfter is how long a host's work waits for the host's own node before another one may take it.
const moveAfter = 3 * time.Second

// mayTake is the task assignment strategy (paper A: 任务分配策略). A host stays at the node that had it while that one is well. A
// host that nobody has, or whose node is gone, late, paused, full or slow, goes to the asking node with the most free
// capacity. While a node holds leases of a host nobody else gets any. Caller holds mu.
func (c *Coordinator) mayTake(q *hostQueue, node string, now time.Time) bool {
	switch {
	case q.leased > 0:
		return q.owner == node
	case q.home == node || len(c.asking) <= 1 && len(c.nodes) <= 1:
		return true
	case !c.movable(q, now):
		return false
	}
	return c.freest(node, now)
}

// movable says whether a host that is not lent may change its node. Caller holds mu.
func (c *Coordinator) movable(q *hostQueue, now time.Time) bool {
	home := c.nodes[q.home]
	return home == nil || home.late(now) || home.paused || c.spare(home, now) <= 0 || now.Sub(q.idle) > moveAfter
}

// freest says whether no other node that asks for work has more free capacity. Caller holds mu.
func (c *Coordinator) freest(node string, now time.Time) bool {
	mine := 0.0
	if n := c.nodes[node]; n != nil {
		mine = c.spare(n, now)
	}
	for name := range c.asking {
		if n := c.nodes[name]; name != node && n != nil && !n.late(now) && !n.paused && c.spare(n, now) > mine {
			return false
		}
	}
	return true
}

// spare is how many pages a second more a node could do, as measured: what its idle workers would do at the pace of its
// busy ones, and no more than the idle processors of its PC carry. Hosts given since the last heartbeat count as taken.
// Caller holds mu.
func (c *Coordinator) spare(n *nodeState, now time.Time) float64 {
	rate := n.pulse.per(now)
	pace := 1.0
	if rate > 0 && n.busy >= 0.5 {
		pace = rate / n.busy
	}
	spare := (float64(c.paramsOf(n).Workers) - n.busy - float64(n.given)) * pace
	if n.beat.Cores > 0 && n.beat.CPU > 0.05 && rate > 0 {
		spare = min(spare, n.beat.Idle*rate/n.beat.CPU-float64(n.given)*pace)
	}
	return spare
}

// nextMove is when a host that waits for another node becomes free to be taken; false when there is none. Caller holds mu.
func (c *Coordinator) nextMove(node string, now time.Time) (at time.Time, any bool) {
	if len(c.nodes) <= 1 {
		return at, false
	}
	for _, q := range c.frontier.ring {
		if q.leased > 0 || q.home == node || len(q.fresh) == 0 {
			continue
		}
		if t := q.idle.Add(moveAfter); t.After(now) && (!any || t.Before(at)) {
			at, any = t, true
		}
	}
	return at, any
}

// recall takes back everything a node holds and begins a new term: what it still has of the old one is void. Caller holds mu.
func (c *Coordinator) recall(n *nodeState, name string) (back int) {
	for _, l := range c.leases {
		if l.node == name {
			c.giveBack(l)
			back++
		}
	}
	c.token++
	n.term = c.token
	return back
}

// Recall takes back everything a node holds: it was started anew and knows nothing of it.
func (c *Coordinator) Recall(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.nodes[name]; n != nil && c.recall(n, name) > 0 {
		c.wake()
	}
}

// Lent gives the task of a live lease of a node, as the coordinator knows it; false when there is no such lease.
func (c *Coordinator) Lent(node string, id, token uint64) (Task, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.leases[id]
	if l == nil || l.token != token || l.node != node || l.link.URL == "" {
		return Task{}, false
	}
	return Task{ID: id, URL: l.link.URL, Host: l.link.Host, Depth: l.link.Depth, Attempt: l.attempt, Sitemap: l.link.Sitemap, Site: l.queue.site.site,
		Deadline: l.deadline, Lease: l.token, Node: node}, true
}
