package engine

import (
	"context"
	"sync/atomic"
	"time"
)

// leashMissed is how many heartbeats may stay unanswered before a node stops fetching. It is below goneAfter: when the coordinator
// gives a silent node's hosts to another one, the silent one has let go of them.
const leashMissed = goneAfter - 3

// leash cuts a node off its work while the coordinator cannot be reached. Owned by Node.
type leash struct {
	parent context.Context              // of all fetches
	at     atomic.Pointer[time.Time]    // when the last answered heartbeat was sent
	line   atomic.Pointer[leashContext] // fetches in work hang on it
	turned chan struct{}                // the scheduler looks again
}

type leashContext struct {
	context.Context
	cut context.CancelFunc
}

func newLeash() *leash { return &leash{turned: make(chan struct{}, 1)} }

// hold begins; parent ends all fetches.
func (l *leash) hold(parent context.Context) {
	l.parent = parent
	l.renew()
}

func (l *leash) renew() {
	ctx, cut := context.WithCancel(l.parent)
	l.line.Store(&leashContext{ctx, cut})
}

// answered notes that a heartbeat sent at sent was answered, and lets work go on.
func (l *leash) answered(sent time.Time) {
	l.at.Store(&sent)
	if line := l.line.Load(); line != nil && line.Err() != nil && l.parent.Err() == nil {
		l.renew()
		l.nudge()
	}
}

// ctx is what a fetch hangs on.
func (l *leash) ctx() context.Context { return l.line.Load() }

// silent is how long the coordinator has not answered, by the clock that runs on while a PC sleeps, too.
func (l *leash) silent(now time.Time) time.Duration {
	at := l.at.Load()
	if at == nil {
		return 0
	}
	return max(now.Sub(*at), now.Round(0).Sub(at.Round(0)))
}

// taut says whether work must stop: no heartbeat was answered for too long.
func (l *leash) taut(now time.Time, every time.Duration) bool {
	return l.line.Load().Err() != nil || l.silent(now) > leashMissed*every
}

// nudge makes the scheduler look again.
func (l *leash) nudge() {
	select {
	case l.turned <- struct{}{}:
	default:
	}
}

// watch cuts the fetches in work when the leash is taut, until ctx is done.
func (l *leash) watch(ctx context.Context, every func() time.Duration) {
	for pause(ctx, every()/2) {
		if l.taut(time.Now(), every()) {
			l.line.Load().cut()
		}
	}
}
