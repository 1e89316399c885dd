package engine

import (
	"context"
	"errors"
)

var (
	// ErrLeaseLost: the task's lease ran out or was given to somebody else; the report changed nothing.
	ErrLeaseLost = errors.New("lease lost")
	// ErrAway: the coordinator on another PC does not answer; nothing is known of what it was told.
	ErrAway = errors.New("the coordinator does not answer")
	// ErrRefused: the coordinator wants nothing of this node; it says why.
	ErrRefused = errors.New("refused by the coordinator")
	// ErrStopped: the coordinator is shutting down.
	ErrStopped = errors.New("coordinator stopped")
)

// Dispatcher lends work and takes results. Coordinator is one; cluster.Client, asking a coordinator on another PC, is the
// other. One contract test suite runs on both.
type Dispatcher interface {
	// Lease waits until tasks are ready or ctx is done. All live leases of one host are at one node:
	// that keeps a crawl polite across PCs.
	Lease(ctx context.Context, node string, max int) ([]Task, error)
	// Report settles tasks. It returns after the outcomes are committed. One whose lease ran out is counted in an
	// ErrLeaseLost and changes nothing; the others of the same call are kept.
	Report(ctx context.Context, outcomes []*Outcome) error
	// Sync tells how the node is and learns its parameters and the current rules.
	Sync(ctx context.Context, beat Heartbeat) (Params, error)
}
