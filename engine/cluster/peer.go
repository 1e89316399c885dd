package cluster

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// peer is one admitted name.
type peer struct {
	name string
	role Role
	pace *pace

	mu       sync.Mutex
	session  uint64 // of the program that holds the token; 0 = none heard of since the start
	heard    time.Time
	replaced []uint64 // sessions of programs that were replaced by another with the same token
	lease    leaseState
	report   *assembly
	busy     bool // a report is being committed
}

// leaseState makes a repeated question get the same answer: an answer that was lost must not lose its tasks.
type leaseState struct {
	seq    uint64
	asked  *nats.Msg // who waits for it; nil when it was answered
	answer []byte
	done   bool
	cancel context.CancelFunc // ends the wait for work
}

// assembly is a report that comes in parts.
type assembly struct {
	seq   uint64
	parts [][]byte
	size  int
}

const maxReplaced = 32

// meet decides whether a message is of the program that holds the token. A new one replaces the one before: fresh is true then.
// Only a heartbeat begins a session.
func (p *peer) meet(session uint64, begins bool, now time.Time) (ok, fresh, twice bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.replaced {
		if s == session {
			return false, false, true
		}
	}
	switch {
	case p.session == session:
		p.heard = now
		return true, false, false
	case !begins:
		return false, false, false
	}
	twice = p.session != 0 && now.Sub(p.heard) < 5*time.Second
	if p.session != 0 {
		p.replaced = append(p.replaced, p.session)
		p.replaced = p.replaced[max(0, len(p.replaced)-maxReplaced):]
	}
	if p.lease.cancel != nil {
		p.lease.cancel()
	}
	p.session, p.heard, p.lease, p.report = session, now, leaseState{}, nil
	return true, true, twice
}

// Pace of one name: far above what a node needs, far below what would keep the coordinator busy.
const (
	paceRate  = 500.0 // messages a second
	paceBurst = 2000.0
	paceFlood = 5000 // refused ones after which the line is cut
)

// pace is a bucket of tokens.
type pace struct {
	mu      sync.Mutex
	tokens  float64
	at      time.Time
	refused int
}

func newPace() *pace { return &pace{tokens: paceBurst} }

func (p *pace) take(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tokens = min(paceBurst, p.tokens+now.Sub(p.at).Seconds()*paceRate)
	p.at = now
	if p.tokens < 1 {
		p.refused++
		return false
	}
	p.tokens--
	return true
}

// flooding says once for every paceFlood refused messages that the line should be cut.
func (p *pace) flooding() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refused < paceFlood {
		return false
	}
	p.refused = 0
	return true
}
