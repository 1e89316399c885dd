//go:build !headless

package ui

import (
	"slices"
	"time"
)

// gaugeKept is how many callbacks are remembered.
const gaugeKept = 8192

// gauge measures how long the window's goroutine is kept by what the pump runs on it: as long as one takes, nothing moves. It belongs to
// that goroutine.
type gauge struct {
	took []time.Duration
	next int
}

// timed runs a function and remembers how long it took.
func (g *gauge) timed(f func()) {
	start := time.Now()
	f()
	g.add(time.Since(start))
}

// add remembers a duration.
func (g *gauge) add(d time.Duration) {
	if len(g.took) < gaugeKept {
		g.took = append(g.took, d)
		return
	}
	g.took[g.next] = d
	g.next = (g.next + 1) % gaugeKept
}

// at gives the duration that a share q of the callbacks did not exceed; 0 when there were none.
func (g *gauge) at(q float64) time.Duration {
	if len(g.took) == 0 {
		return 0
	}
	all := slices.Clone(g.took)
	slices.Sort(all)
	return all[min(len(all)-1, int(q*float64(len(all))))]
}
