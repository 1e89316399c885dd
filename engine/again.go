package engine

import (
	"container/heap"
	"context"
	"errors"
	"fmt"

	"xunlu/storage"
)

// Again queues pages to be fetched as soon as their hosts allow it, whatever their time: the user asks for them. Pages that are lent just
// now, and those of no site any more, are left out. It returns how many were queued.
func (c *Coordinator) Again(ctx context.Context, urls []string) (int, error) {
	n := 0
	err := c.do(ctx, func() error {
		for _, u := range urls {
			l, err := c.store.LinkOf(u)
			if errors.Is(err, storage.ErrNotFound) {
				continue
			}
			if err != nil {
				return fmt.Errorf("fetch %s again: %w", u, err)
			}
			if c.againNow(&l) {
				n++
			}
		}
		return nil
	})
	c.mu.Lock()
	c.wake()
	c.mu.Unlock()
	return n, err
}

// againNow brings one link to the front of its host's waiting ones.
func (c *Coordinator) againNow(l *storage.Link) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	st := c.sites[l.Site]
	if st == nil || l.Deleted || c.leases[l.ID] != nil {
		return false
	}
	q := c.frontier.host(l.Host, st)
	now := c.now()
	for i := range q.waits {
		if q.waits[i].id == l.ID {
			q.waits[i].due = now
			heap.Fix((*waitHeap)(q), i)
			return true
		}
	}
	for i := range q.fresh {
		if q.fresh[i].id == l.ID {
			return false // it was never tried: it has its turn
		}
	}
	c.frontier.wait(q, waiting{due: now, id: l.ID, attempt: 1, revisit: true})
	return true
}
