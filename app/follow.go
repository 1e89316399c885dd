package app

import (
	"context"
	"sync/atomic"

	"xunlu/engine/cluster"
)

// Copying is how far a copy of another PC's store is.
type Copying = cluster.Progress

// Follow makes this data folder a copy of what a coordinator elsewhere stores of pages and routes, and keeps it in step; the
// index follows the copy (paper A: 索引检索节点). Nothing must crawl here. It returns at once; the first error ends the App's Wait.
func (a *App) Follow(j Joining) (func() Copying, error) {
	c, _, err := j.dial(cluster.RoleFollower)
	if err != nil {
		return nil, err
	}
	var at atomic.Pointer[Copying]
	at.Store(&Copying{})
	a.running.Go(func() {
		a.note("copy", c.Follow(a.root, a.store, func(p cluster.Progress) { at.Store(&p) }))
		if err := c.Close(); err != nil {
			a.log.Warn("the line to the coordinator was not closed cleanly", "err", err)
		}
	})
	return func() Copying { return *at.Load() }, nil
}

// Failed waits until a running part failed or ctx is done.
func (a *App) Failed(ctx context.Context) error {
	select {
	case err := <-a.failed:
		return err
	case <-ctx.Done():
		return nil
	}
}
