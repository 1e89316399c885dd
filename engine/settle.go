package engine

import "xunlu/storage"

// settle tells the frontier what became of a lease. Caller holds mu; the commit is durable.
func (c *Coordinator) settle(s *settled) {
	q := s.lease.queue
	c.release(s.lease)
	switch {
	case s.held:
		c.untake(s.lease)
		if s.Barred == "" && !q.hold.After(c.now()) { // once a failure, not once a task
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
		q.delay = s.Delay
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
