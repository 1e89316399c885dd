package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"xunlu/app"
)

// liveLine is the one line a crawl shows on a terminal: pages, routes, queue, pages/s, time left.
type liveLine struct {
	quit chan struct{}
	done sync.WaitGroup
}

// progress starts the line; on something that is no terminal it says one line every ten seconds.
func (p *program) progress(a *app.App, start time.Time, before int) *liveLine {
	return p.live(func(end string) { drawLine(p.stderr, a.Snapshot(), start, before, end) })
}

// watchWork shows how far the long work in progress is.
func (p *program) watchWork(a *app.App) *liveLine {
	return p.live(func(end string) {
		for _, w := range a.Snapshot().Works {
			if end == "" {
				fmt.Fprint(p.stderr, "\r\033[K")
			}
			fmt.Fprintf(p.stderr, "%s: %d of %d%s", w.Name, w.Done, w.Total, end)
		}
	})
}

// live draws a line again and again until stop.
func (p *program) live(draw func(end string)) *liveLine {
	l := &liveLine{quit: make(chan struct{})}
	every, end := 10*time.Second, "\n"
	if f, ok := p.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		every, end = 500*time.Millisecond, ""
	}
	l.done.Go(func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				draw(end)
			case <-l.quit:
				if end == "" {
					fmt.Fprint(p.stderr, "\r\033[K")
				}
				return
			}
		}
	})
	return l
}

func (l *liveLine) stop() {
	close(l.quit)
	l.done.Wait()
}

func drawLine(w io.Writer, s app.Snapshot, start time.Time, before int, end string) {
	queue := s.Status.Queued + s.Status.Waiting + s.Status.Leased
	left := "–"
	if made := s.Counts.Total.Pages - before; made > 0 && queue > 0 {
		per := time.Since(start) / time.Duration(made)
		left = (per * time.Duration(queue)).Round(time.Second).String()
	}
	why := ""
	if s.Status.Idle != "" {
		why = " · " + string(s.Status.Idle)
	}
	if end == "" {
		fmt.Fprint(w, "\r\033[K")
	}
	fmt.Fprintf(w, "pages %d · routes %d · queue %d · %.0f pages/s · left %s%s%s", s.Counts.Total.Pages, s.Counts.Total.Routes, queue, s.Rate, left, why, end)
}
