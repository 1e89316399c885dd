//go:build !headless

package ui

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// handPump is a pump whose works run when the test says so; answers come back on the test's goroutine.
func handPump(t *testing.T) (p *pump, run func()) {
	t.Helper()
	p = newPump(t.Context())
	var waiting []func()
	p.do = func(f func()) { f() }
	p.spawn = func(f func()) { waiting = append(waiting, f) }
	return p, func() {
		now := waiting
		waiting = nil
		for _, f := range now {
			f()
		}
	}
}

func TestAskShowsOnlyTheNewestAnswer(t *testing.T) {
	p, run := handPump(t)
	var shown []string
	search := func(q string) {
		ask(p, "search", func(context.Context) (string, error) { return q, nil }, func(s string, err error) { shown = append(shown, s) })
	}
	search("桂")
	search("桂林")
	search("桂林 5")
	run() // the first, cancelled meanwhile: dropped
	run() // of the two that waited only the newest ran
	run()
	if !slices.Equal(shown, []string{"桂林 5"}) {
		t.Errorf("shown %v", shown)
	}
}

func TestFollowShowsWhatStartedAndSkipsTheMiddle(t *testing.T) {
	p, run := handPump(t)
	var shown []int
	for i := range 5 {
		follow(p, "tune", func(context.Context) (int, error) { return i, nil }, func(n int, err error) { shown = append(shown, n) })
	}
	run()
	run()
	run()
	if !slices.Equal(shown, []int{0, 4}) {
		t.Errorf("shown %v, want the first and the newest", shown)
	}
}

func TestLanesDoNotWaitForEachOther(t *testing.T) {
	p, run := handPump(t)
	n := 0
	ask(p, "a", func(context.Context) (int, error) { return 1, nil }, func(int, error) { n++ })
	ask(p, "b", func(context.Context) (int, error) { return 1, nil }, func(int, error) { n++ })
	run()
	if n != 2 {
		t.Errorf("%d answers of two lanes", n)
	}
}

func TestErrorsReachTheWindow(t *testing.T) {
	p, run := handPump(t)
	want := errors.New("no")
	var got error
	act(p, func(context.Context) error { return want }, func(err error) { got = err })
	run()
	if !errors.Is(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestNothingIsShownAfterTheEnd(t *testing.T) {
	p, run := handPump(t)
	ask(p, "a", func(context.Context) (int, error) { return 1, nil }, func(int, error) { t.Error("shown after the end") })
	p.stop()
	run()
}

func TestEndWaitsForWork(t *testing.T) {
	p := newPump(t.Context())
	p.do = func(f func()) { f() }
	done := false
	act(p, func(ctx context.Context) error {
		<-ctx.Done()
		done = true
		return nil
	}, func(error) {})
	p.end()
	if !done {
		t.Error("the work was left behind")
	}
}
