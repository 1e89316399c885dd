package engine

import "time"

// What the task assignment strategy goes by.
const (
	moveAfter = 3 * time.Second // a host's work waits so long for its own node before another one may take it
	fullLoad  = 0.85            // share of its workers from which a node is full
	lessLoad  = 0.25            // by so much less a node must be loaded than a full one to take a host from it
)

// mayTake is the task assignment strategy (paper A: 任务分配策略). A host stays at the node that had it while that one is well and
// gets to it. A host that nobody has, or whose node is gone, late, paused, slow, or full while another one has workers to
// spare, goes to the asking node with the most free capacity. While a node holds leases of a host nobody else gets any, and
// a host does not move before its delay is over: only its node knows to the moment when that is. Caller holds mu.
func (c *Coordinator) mayTake(q *hostQueue, node string, now time.Time) bool {
	switch {
	case q.leased > 0:
		return q.owner == node
	case len(c.asking) <= 1 && len(c.nodes) <= 1:
		return true
	case now.Before(q.idle.Add(q.delay)):
		return q.home == node
	case q.home == node:
		return !c.relieved(node, now)
	case !c.movable(q, node, now):
		return false
	}
	return c.freest(node, q.home, now)
}

// movable says whether a host that is not lent may leave its node for another one. Caller holds mu.
func (c *Coordinator) movable(q *hostQueue, to string, now time.Time) bool {
	home := c.nodes[q.home]
	return !c.fit(home, now) || c.relieves(c.nodes[to], home, now) || c.asking[q.home] == 0 && now.Sub(q.idle) > moveAfter
}

// relieved says whether a node is full while another one that asks has workers to spare. Caller holds mu.
func (c *Coordinator) relieved(node string, now time.Time) bool {
	for name := range c.asking {
		if name != node && c.relieves(c.nodes[name], c.nodes[node], now) {
			return true
		}
	}
	return false
}

// relieves says whether n should take hosts from a full node. Caller holds mu.
func (c *Coordinator) relieves(n, full *nodeState, now time.Time) bool {
	if full == nil || !c.fit(n, now) {
		return false
	}
	load := c.load(full)
	return load >= fullLoad && load-c.load(n) > lessLoad
}

// fit says whether a node can be given work. Caller holds mu.
func (c *Coordinator) fit(n *nodeState, now time.Time) bool {
	return n != nil && !n.late(now) && !n.paused
}

// load is the share of a node's workers that are at work, as measured; hosts given and taken since the last heartbeat count as
// a worker each. Caller holds mu.
func (c *Coordinator) load(n *nodeState) float64 {
	return (n.busy + float64(n.given)) / float64(c.paramsOf(n).Workers)
}

// freest says whether no other node that asks for work has more free capacity; the host's own is out of the question.
// Caller holds mu.
func (c *Coordinator) freest(node, home string, now time.Time) bool {
	mine := 0.0
	if n := c.nodes[node]; n != nil {
		mine = c.spare(n, now)
	}
	for name := range c.asking {
		if n := c.nodes[name]; name != node && name != home && c.fit(n, now) && c.spare(n, now) > mine {
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
		for _, t := range []time.Time{q.idle.Add(q.delay), q.idle.Add(moveAfter)} {
			if t.After(now) && (!any || t.Before(at)) {
				at, any = t, true
			}
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

// Return takes tasks back that did not reach their node.
func (c *Coordinator) Return(node string, tasks []Task) {
	c.mu.Lock()
	defer c.mu.Unlock()
	back := 0
	for i := range tasks {
		if l := c.leases[tasks[i].ID]; l != nil && l.token == tasks[i].Lease && l.node == node {
			c.giveBack(l)
			back++
		}
	}
	if back > 0 {
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
