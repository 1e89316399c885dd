package engine

import (
	"context"
	"errors"
	"time"
)

// company is how long the first outcome of a group waits for others while workers are busy: a commit costs three fsyncs, as much
// for one page as for sixty.
const company = 40 * time.Millisecond

// report hands outcomes over in groups: while one group is committed the next one forms by itself. It ends when the workers
// have ended and everything is told; hurry cuts the waiting after failed commits short.
func (n *Node) report(hurry context.Context) {
	for o := range n.outcomes {
		n.hand(hurry, n.gather(o))
	}
}

// gather adds to an outcome what follows it, up to the commit group.
func (n *Node) gather(first *Outcome) []*Outcome {
	group := []*Outcome{first}
	limit := n.params.Load().CommitGroup
	t := time.NewTimer(company)
	defer t.Stop()
	for len(group) < limit {
		select {
		case o, open := <-n.outcomes:
			if !open {
				return group
			}
			group = append(group, o)
			continue
		default:
		}
		if n.busy.Load() == 0 {
			return group
		}
		select {
		case o, open := <-n.outcomes:
			if !open {
				return group
			}
			group = append(group, o)
		case <-t.C:
			return group
		}
	}
	return group
}

// hand reports a group until it is taken. A commit that failed (disk full) is tried again; leases that were lost are no error.
func (n *Node) hand(hurry context.Context, group []*Outcome) {
	wait := 250 * time.Millisecond
	for {
		err := n.d.Report(context.WithoutCancel(hurry), group)
		switch {
		case err == nil:
			return
		case errors.Is(err, ErrLeaseLost):
			n.log.Info("some results came too late", "err", err)
			return
		case errors.Is(err, ErrStopped), errors.Is(err, ErrRefused):
			return
		}
		msg := err.Error()
		n.lastErr.Store(&msg)
		n.log.Warn("results not taken yet", "err", err)
		if !pause(hurry, wait) {
			return
		}
		wait = min(2*wait, 10*time.Second)
	}
}
