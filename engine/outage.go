package engine

import "time"

// An outage: a host that answered before cannot be reached any more. Its links go back to the queue as if they had not been
// lent, the host is tried with one link at a time, and nothing is concluded about any page.
const (
	outageMost    = 30 * time.Second
	defaultGiveUp = 20 * time.Minute
)

// reachable says whether a host that was not reached is to be waited for. Only Run's goroutine comes here.
func (c *Coordinator) reachable(q *hostQueue) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return q.alive
}

// unreached notes one more failure to reach a host, and gives its site up for this run after long enough. Caller holds mu.
func (c *Coordinator) unreached(q *hostQueue) {
	now := c.now()
	if q.cut == 0 {
		q.since = now
	}
	if q.hold.After(now) {
		return // of several links that were under way, the first has said it
	}
	q.cut++
	wait := c.backoff
	for i := 1; i < q.cut && wait < outageMost; i++ {
		wait *= 2
	}
	q.hold = now.Add(min(wait, outageMost, max(c.giveUp/4, time.Millisecond)))
	if now.Sub(q.since) > c.giveUp {
		q.site.unreachable = true
		c.log.Warn("a site cannot be reached and is left until the next start or revisit", "site", q.site.site.ID, "host", q.host)
	}
}

// reached ends an outage.
func (q *hostQueue) reached() { q.alive, q.cut, q.since = true, 0, time.Time{} }
