//go:build !headless

package ui

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/ui/kit"
)

// BenchmarkWindow measures what the window's goroutine is kept by while the demo web is crawled as fast as it can be and the user scrolls
// and turns tabs: snapshots and tabs, without the painting, which is the driver's. It prints p50, p99 and the longest in milliseconds.
func BenchmarkWindow(b *testing.B) {
	a, err := app.Open(b.Context(), app.Options{Dir: b.TempDir(), Create: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			b.Error(err)
		}
	}()
	fy := test.NewTempApp(b)
	fy.Settings().SetTheme(kit.NewTheme(kit.Light))
	win := test.NewTempWindow(b, nil)
	win.SetPadded(false)
	p := newPump(b.Context())
	var g gauge
	var loop sync.Mutex // stands for the toolkit's goroutine: one callback at a time
	p.do = func(f func()) {
		loop.Lock()
		defer loop.Unlock()
		g.timed(f)
	}
	words, err := newWords("zh")
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	x := newWindow(a, p, win, words, newLibrary(a, slog.New(slog.DiscardHandler)))
	win.Resize(fyne.NewSize(firstWidth, firstHeight))
	x.show(a.Snapshot())
	first := time.Since(start)
	if err := a.StartDemo(b.Context(), demo.Options{Sites: 12, Pages: 1200}); err != nil {
		b.Fatal(err)
	}
	a.Start()
	begun := time.Now()
	ctx, cancel := context.WithTimeout(b.Context(), 2*time.Minute)
	defer cancel()
	over := make(chan struct{})
	go func() {
		defer close(over)
		if err := a.Wait(ctx); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			b.Error(err)
		}
	}()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	b.ResetTimer()
	for n := 0; ; n++ {
		select {
		case <-over:
			pages := float64(a.Stored())
			b.ReportMetric(pages/time.Since(begun).Seconds(), "pages/s")
			b.ReportMetric(float64(g.at(0.5).Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(g.at(0.99).Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(g.at(1).Microseconds())/1000, "longest-ms")
			b.ReportMetric(float64(first.Milliseconds()), "build-ms")
			return
		case <-tick.C:
			if n%10 == 0 {
				p.do(func() { x.show(a.Snapshot()) })
			}
			if n%60 == 0 {
				p.do(func() { x.turn(n / 60 % 5) })
			}
			by := float32(68) // down and up again
			if n/40%2 == 1 {
				by = -by
			}
			p.do(func() {
				x.tabs[tabSites].(*sitesTab).table.ScrollBy(by)
				x.tabs[tabRoutes].(*routesTab).list.ScrollBy(by)
			})
		}
	}
}
