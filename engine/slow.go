package engine

import (
	"sync/atomic"
	"time"
)

// slowAfter is when a worker counts as lost to a slow host: another one takes its place, so that a hundred hosts that send a
// byte a second slow nobody else down.
const slowAfter = 3 * time.Second

// Whose turn it is to decide on a worker's place.
const (
	atWork int32 = iota
	parked
	finishedWork
)

// patient runs one task; a worker that takes long leaves its place to another until it is back.
func (n *Node) patient(running *atomic.Int64, work func()) {
	var state atomic.Int32
	timer := time.AfterFunc(n.patience, func() {
		if n.parked.Add(1) > MaxWorkers || !state.CompareAndSwap(atWork, parked) {
			n.parked.Add(-1)
			return
		}
		running.Add(-1)
		n.adjust()
	})
	work()
	timer.Stop()
	if !state.CompareAndSwap(atWork, finishedWork) {
		running.Add(1)
		n.parked.Add(-1)
	}
}
