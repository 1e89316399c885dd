//go:build !headless

package ui

import (
	"context"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
)

// refreshEvery is how often the window looks at the program, quietEvery while nothing happens in it.
const (
	refreshEvery = 500 * time.Millisecond
	quietEvery   = 4 * time.Second
)

// pump is the only place where work leaves the window's goroutine and answers come back to it. Snapshots are pulled, never pushed;
// what must answer at once goes through ask and follow.
//
// lanes belongs to the window's goroutine. do and spawn are constant after newPump.
type pump struct {
	ctx   context.Context
	stop  context.CancelFunc
	do    func(func()) // runs on the window's goroutine
	spawn func(func()) // runs off it
	wg    sync.WaitGroup
	now   chan struct{} // asks run for a snapshot before its time
	lanes map[string]*lane
	gauge gauge // of what do runs
	rest  rest
}

// lane is a row of works of one kind: one at a time, and of those that wait only the newest.
type lane struct {
	busy    bool
	waiting func()
	cancel  context.CancelFunc
}

// newPump makes a pump for a running window.
func newPump(ctx context.Context) *pump {
	p := &pump{now: make(chan struct{}, 1), lanes: map[string]*lane{}}
	p.rest.do = fyne.Do
	p.do = func(f func()) { p.rest.send(func() { p.gauge.timed(f) }) }
	p.ctx, p.stop = context.WithCancel(ctx)
	p.spawn = func(f func()) { p.wg.Go(f) }
	return p
}

// run shows a snapshot at once and then twice a second until the pump stops, less often while show says that it was worth nothing. A
// snapshot that nobody took yet is not overtaken: the next one is only made when the window is done with the last.
func (p *pump) run(a *app.App, show func(app.Snapshot) (worth bool)) {
	taken := make(chan bool, 1)
	touched := time.Now()
	for {
		snap := a.Snapshot()
		p.do(func() { taken <- show(snap) })
		worth := false
		select {
		case worth = <-taken:
		case <-p.ctx.Done():
			return
		}
		if worth {
			p.pause(refreshEvery)
			continue
		}
		for until := time.Now().Add(quietEvery); time.Now().Before(until); {
			if time.Since(touched) < restAfter {
				p.pause(refreshEvery)
				break
			}
			if p.pause(restPause) {
				break
			}
			if !p.rest.sleep(p.ctx.Done()) {
				touched = time.Now()
			}
		}
		if p.ctx.Err() != nil {
			return
		}
	}
}

// pause waits, and tells whether a snapshot is wanted before its time or none at all any more.
func (p *pump) pause(d time.Duration) (cut bool) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return false
	case <-p.now:
	case <-p.ctx.Done():
	}
	return true
}

// poke asks for a snapshot now: after an intent the window should show what it did.
func (p *pump) poke() {
	select {
	case p.now <- struct{}{}:
	default:
	}
}

// later runs a function on the window's goroutine; for callers that are not on it.
func (p *pump) later(f func()) { p.do(f) }

// end stops everything and waits until no work is left.
func (p *pump) end() {
	p.stop()
	p.wg.Wait()
}

// ask runs work off the window's goroutine and then, on it, hands over the answer. A newer ask of the same name cancels an older
// one, whose answer is dropped: search as you type.
func ask[T any](p *pump, name string, work func(context.Context) (T, error), then func(T, error)) {
	l := p.lane(name)
	if l.busy && l.cancel != nil {
		l.cancel()
	}
	enter(p, l, work, then, true)
}

// follow is ask for works that are quick and many, such as those of a dragged slider: each one that starts is shown, and of those
// that wait only the newest starts.
func follow[T any](p *pump, name string, work func(context.Context) (T, error), then func(T, error)) {
	enter(p, p.lane(name), work, then, false)
}

// drop cancels a work whose answer nobody waits for any more.
func (p *pump) drop(name string) {
	if l := p.lanes[name]; l != nil && l.busy && l.cancel != nil {
		l.cancel()
		l.waiting = nil
	}
}

func (p *pump) lane(name string) *lane {
	l := p.lanes[name]
	if l == nil {
		l = &lane{}
		p.lanes[name] = l
	}
	return l
}

func enter[T any](p *pump, l *lane, work func(context.Context) (T, error), then func(T, error), newestOnly bool) {
	start := func() {
		ctx, cancel := context.WithCancel(p.ctx)
		l.busy, l.cancel = true, cancel
		p.spawn(func() {
			v, err := work(ctx)
			stale := ctx.Err() != nil
			cancel()
			if p.ctx.Err() != nil {
				return
			}
			p.do(func() {
				next := l.waiting
				l.busy, l.waiting, l.cancel = false, nil, nil
				if next != nil {
					next()
				}
				if stale && newestOnly {
					return
				}
				then(v, err)
			})
		})
	}
	if l.busy {
		l.waiting = start
		return
	}
	start()
}

// act runs an intent that has no answer but an error.
func act(p *pump, work func(context.Context) error, then func(error)) {
	enter(p, &lane{}, func(ctx context.Context) (struct{}, error) { return struct{}{}, work(ctx) },
		func(_ struct{}, err error) { then(err) }, false)
}
