package app

import (
	"context"
	"runtime/debug"
	"sync"
	"time"
)

// historySpan is what the sparklines show.
const historySpan = 10 * time.Minute

// Moment is one point of the sparklines.
type Moment struct {
	At      time.Time `json:"at"`
	Pages   int       `json:"pages"`
	Routes  int       `json:"routes"`
	Queued  int       `json:"queued"`
	Rate    float64   `json:"rate"`    // pages a second
	Harvest float64   `json:"harvest"` // routes ÷ pages
	CPU     float64   `json:"cpu"`
	Memory  uint64    `json:"memory"`
	AllCPU  float64   `json:"all_cpu"`
}

// history keeps the last ten minutes, one point a second.
type history struct {
	mu     sync.Mutex
	points []Moment
}

func newHistory() *history { return &history{} }

func (h *history) add(m Moment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.points = append(h.points, m)
	if extra := len(h.points) - int(historySpan/meterEvery); extra > 0 {
		h.points = append(h.points[:0], h.points[extra:]...)
	}
}

func (h *history) copy() []Moment {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]Moment(nil), h.points...)
}

// meter measures once a second until ctx is done.
func (a *App) meter(ctx context.Context) {
	t := time.NewTicker(meterEvery)
	defer t.Stop()
	for {
		a.machine.read(a.dir)
		debug.SetMemoryLimit(memoryLimit(a.store.KnownURLs()))
		s, c, v := a.coord.Status(), a.store.Counts(), a.machine.vitals()
		m := Moment{At: time.Now(), Pages: c.Total.Pages, Routes: c.Total.Routes, Queued: s.Queued + s.Waiting, CPU: v.CPU, Memory: v.Memory, AllCPU: v.AllCPU}
		for _, n := range s.Nodes {
			m.Rate += n.Rate
		}
		if c.Total.Pages > 0 {
			m.Harvest = float64(c.Total.Routes) / float64(c.Total.Pages)
		}
		a.history.add(m)
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}
