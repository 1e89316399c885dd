package engine

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"xunlu/engine/order"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
	"xunlu/storage/near"
)

// Coordinator owns the frontier and is the only writer of a crawl (paper A: 中心控制节点). Run must be running for Lease
// and Report to come to an end. It implements Dispatcher.
type Coordinator struct {
	// constant after New
	store   *storage.Store
	archive *archive.Archive
	log     *slog.Logger
	now     func() time.Time
	inbox   chan *report      // outcomes on their way to the next commit
	jobs    chan func() error // everything else that writes, run between commits
	grown   chan string       // sites to make a profile of
	leave   order.Groups      // what best-first does without

	// owned by Run
	noted     map[string]*note // what best-first knows of the links of the batch under way
	sightings []sighting       // links of that batch to pages known already
	copies    copies           // what the pages say
	prior     *order.Model     // what the crawls of all sites taught

	mu       sync.Mutex
	sites    map[string]*siteState
	frontier *frontier
	leases   map[uint64]*lease // by link id
	token    uint64            // of leases and terms: grows, across starts too
	asking   map[string]int    // nodes that wait for work
	errands  map[string]bool   // hosts that an errand asks
	nodes    map[string]*nodeState
	params   Params
	paused   bool
	scarce   bool          // the disk is nearly full
	hold     string        // why the whole crawl is held: "disk", "" = not
	cap      int           // pages in this run, 0 = no cap
	taken    int           // pages tried in this run, leases included
	settling int           // outcomes between a lease and its commit
	changed  chan struct{} // closed and replaced when work may have appeared or the crawl may have ended
	stopped  bool
	news     chan struct{}           // closed and replaced when what nodes go by has changed
	fails    map[storage.Failure]int // in this run

	// constant after New
	backoff  time.Duration // before a second try
	goneGap  time.Duration // between two looks at a missing page
	diskFree func() (uint64, error)
	diskLow  uint64        // bytes free below which nothing is lent
	giveUp   time.Duration // an unreachable host is waited for so long
}

// Options of a coordinator.
type Options struct {
	Store    *storage.Store
	Archive  *archive.Archive
	Log      *slog.Logger
	Params   Params
	MaxPages int // of this run, 0 = no cap
	Paused   bool
	Now      func() time.Time       // nil = time.Now
	Without  order.Groups           // what best-first leaves out, to show what it adds; 0 = nothing
	Near     int                    // bits in which near pages may differ, 1 … near.MaxLimit; 0 = NearLimit, below 0 only the same bytes count
	DiskFree func() (uint64, error) // bytes free where the data lies; nil = no disk guard
	DiskLow  uint64                 // pause the crawl below it; 0 = no disk guard
	Backoff  time.Duration          // before a second try of a page, four times as long before the third; 0 = 2 s
	GoneGap  time.Duration          // between the looks after which a missing page is gone; 0 = 1 hour
	GiveUp   time.Duration          // how long a host that cannot be reached any more is waited for; 0 = 20 minutes
}

// NewCoordinator rebuilds the frontier from the store.
func NewCoordinator(o Options) (*Coordinator, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Coordinator{
		store: o.Store, archive: o.Archive, log: o.Log.With("part", "coordinator"), now: o.Now,
		inbox: make(chan *report, 16), jobs: make(chan func() error), grown: make(chan string, 64),
		sites: map[string]*siteState{}, frontier: newFrontier(), leases: map[uint64]*lease{},
		nodes: map[string]*nodeState{}, asking: map[string]int{}, errands: map[string]bool{}, news: make(chan struct{}), token: uint64(o.Now().UnixNano()), params: o.Params, paused: o.Paused, cap: o.MaxPages,
		changed: make(chan struct{}), fails: map[storage.Failure]int{},
		leave: o.Without, noted: map[string]*note{}, prior: order.NewPrior(),
		copies:   copies{limit: min(cmp.Or(o.Near, NearLimit), near.MaxLimit), bodies: map[uint64]uint64{}},
		diskFree: o.DiskFree, diskLow: o.DiskLow, backoff: cmp.Or(o.Backoff, defaultBackoff), goneGap: cmp.Or(o.GoneGap, defaultGoneGap), giveUp: cmp.Or(o.GiveUp, defaultGiveUp),
	}
	c.params.Version = max(c.params.Version, int(o.Now().UnixMilli())) // grows across starts: a node may know an older run's
	if err := c.reload(); err != nil {
		return nil, err
	}
	return c, nil
}

// reload fills sites and frontier from the store. A page with a row was tried; a retry waits for its time; a link without a
// row is queued. Leases do not survive: what was lent and not committed is queued again.
func (c *Coordinator) reload() error {
	sites, err := c.store.Sites()
	if err != nil {
		return err
	}
	c.loadModel(priorKey, c.prior)
	for _, s := range sites {
		st, err := newSiteState(s)
		if err != nil {
			return err
		}
		c.sites[s.ID] = st
		c.takeOrder(st)
		if data, err := c.store.Profile(s.ID); err == nil && len(data) > 0 {
			st.profile = new(judge.Profile)
			if err := st.profile.UnmarshalBinary(data); err != nil {
				st.profile = nil
				c.log.Warn("a site's profile is unreadable and will be learned again", "site", s.ID, "err", err)
			}
		}
	}
	read := map[uint64]*family{}
	return c.store.Pending(func(l storage.Link, p storage.Page, has bool) error {
		st := c.sites[l.Site]
		if st == nil {
			return nil
		}
		q := c.frontier.host(l.Host, st)
		if has {
			c.copies.remember(&p)
		}
		if !l.Sitemap {
			st.recount(&l, &p, has, read)
		}
		if has && !l.Sitemap {
			if p.Verdict.Route {
				st.listers[l.From] = true
			}
			st.suspect(&p)
		}
		if has {
			q.alive = q.alive || p.Status != 0
		}
		switch {
		case !has:
			c.requeue(st, q, &l)
		case p.State == storage.Retry:
			st.fetched++
			c.frontier.wait(q, waiting{due: p.Due, id: l.ID, attempt: p.Attempts + 1, sitemap: l.Sitemap})
		case p.State == storage.Done && p.GoneCount > 0 && p.GoneCount < checksFor(p.Status):
			st.fetched++
			c.frontier.wait(q, waiting{due: p.Due, id: l.ID, attempt: 1, revisit: true})
		case !l.Sitemap:
			st.fetched++
			if p.State == storage.Done {
				st.sample.miss()
				if st.read++; st.read >= st.rung {
					st.rung *= 4
				}
			}
		}
		return nil
	})
}

// Run takes reports and jobs and commits them until ctx is done; then what has arrived is committed and Run returns.
// It returns an error only when the store can no longer be written.
func (c *Coordinator) Run(ctx context.Context) error {
	sweep := time.NewTicker(time.Second)
	defer sweep.Stop()
	defer c.stop()
	for {
		select {
		case r := <-c.inbox:
			c.commit(c.gather(r))
			if err := c.saveModels(savedModels); err != nil {
				c.log.Error("what best-first learned was not stored", "err", err)
			}
		case job := <-c.jobs:
			if err := job(); err != nil {
				c.log.Error("job failed", "err", err)
			}
		case <-sweep.C:
			c.sweep()
			c.freeDisk()
		case <-ctx.Done():
			c.drain()
			return c.saveModels(1)
		}
	}
}

// gather adds what else has arrived, up to the commit group: while one group is written the next one forms by itself.
func (c *Coordinator) gather(first *report) []*report {
	group, n := []*report{first}, len(first.outcomes)
	c.mu.Lock()
	limit := c.params.CommitGroup
	c.mu.Unlock()
	for n < limit {
		select {
		case r := <-c.inbox:
			group = append(group, r)
			n += len(r.outcomes)
		default:
			return group
		}
	}
	return group
}

// drain commits what had arrived when Run was told to stop.
func (c *Coordinator) drain() {
	for {
		select {
		case r := <-c.inbox:
			c.commit(c.gather(r))
		default:
			return
		}
	}
}

func (c *Coordinator) stop() {
	c.mu.Lock()
	c.stopped = true
	c.wake()
	c.mu.Unlock()
}

// wake tells everyone who waits in Lease or Wait to look again. Caller holds mu.
func (c *Coordinator) wake() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// do runs a writing job on Run's goroutine and waits for it.
func (c *Coordinator) do(ctx context.Context, job func() error) error {
	done := make(chan error, 1)
	wrapped := func() error {
		err := job()
		done <- err
		return nil
	}
	c.mu.Lock()
	stopped, changed := c.stopped, c.changed
	c.mu.Unlock()
	for !stopped {
		select {
		case c.jobs <- wrapped:
			return <-done
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

// Wait returns when the crawl is over: nothing queued, lent, on its way to a commit or waiting for a retry – apart from what
// is paused or beyond a cap. It is exact: idle time plays no part.
func (c *Coordinator) Wait(ctx context.Context) error {
	for {
		c.mu.Lock()
		over, stopped, changed := c.over(), c.stopped, c.changed
		c.mu.Unlock()
		switch {
		case over:
			return nil
		case stopped:
			return ErrStopped
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// over: see Wait. Caller holds mu.
func (c *Coordinator) over() bool {
	if len(c.leases) > 0 || c.settling > 0 {
		return false
	}
	if c.cap > 0 && c.taken >= c.cap {
		return true
	}
	for _, s := range c.sites {
		if s.open() > 0 {
			return false
		}
	}
	return true
}
