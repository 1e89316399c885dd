package engine

import (
	"context"
	"fmt"
	"time"

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
	hash    uint64    // of the body, once it was asked for
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
