//go:build !headless

package ui

import (
	"sync/atomic"
	"time"

	"github.com/go-gl/glfw/v3.4/glfw"
)

// rest lets the window's goroutine sleep while nothing happens. The toolkit's loop looks for events and for things to paint sixty times
// a second for as long as a window is open, which alone keeps a core busy by two per cent.
//
// What others send there wakes it: a sender counts itself first and looks at asleep last, the sleeper the other way round, so that none
// is overlooked.
type rest struct {
	do      func(func()) // onto the window's goroutine; constant
	asleep  atomic.Bool
	waiting atomic.Int32 // sent and not begun
	wait    gauge        // how long what was sent waited for its turn: for taps, for painting; belongs to the window's goroutine
}

// Lengths of a rest and of the moment between two, in which the toolkit's loop does what it does by itself: animations, delayed taps.
const (
	restFor   = 950 * time.Millisecond
	restPause = 50 * time.Millisecond
	restAfter = 3 * time.Second // without rest after somebody touched the window
)

// send runs a function on the window's goroutine soon.
func (r *rest) send(f func()) {
	r.waiting.Add(1)
	sent := time.Now()
	r.do(func() {
		r.waiting.Add(-1)
		r.wait.add(time.Since(sent))
		f()
	})
	if r.asleep.Load() {
		glfw.PostEmptyEvent()
	}
}

// sleep makes the window's goroutine wait for an event, restFor at most. It returns when that is over, and false when something came.
func (r *rest) sleep(stop <-chan struct{}) (undisturbed bool) {
	over := make(chan bool, 1)
	r.do(func() {
		r.asleep.Store(true)
		defer r.asleep.Store(false)
		if r.waiting.Load() > 0 {
			over <- true
			return
		}
		begun := time.Now()
		glfw.WaitEventsTimeout(restFor.Seconds())
		over <- r.waiting.Load() > 0 || time.Since(begun) >= restFor*9/10
	})
	select {
	case undisturbed = <-over:
	case <-stop:
	}
	return undisturbed
}
