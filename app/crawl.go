package app

import (
	"time"

	"xunlu/storage"
)

// Summary is what a crawl came to.
type Summary struct {
	Sites    int                     `json:"sites"`
	Pages    int                     `json:"pages"`
	Routes   int                     `json:"routes"`
	Harvest  float64                 `json:"harvest"` // routes ÷ pages
	Failures map[storage.Failure]int `json:"failures"`
	Seconds  float64                 `json:"seconds"`
	Rate     float64                 `json:"pages_per_s"`
	Data     string                  `json:"data"`
}

// Summary of the store now, with the pace since start, of which before pages were there already.
func (a *App) Summary(start time.Time, before int) Summary {
	c := a.store.Counts()
	s := Summary{Sites: len(a.coord.Sites()), Pages: c.Total.Pages, Routes: c.Total.Routes, Failures: c.Total.Failures,
		Seconds: time.Since(start).Seconds(), Data: a.dir}
	if s.Failures == nil {
		s.Failures = map[storage.Failure]int{}
	}
	if s.Pages > 0 {
		s.Harvest = float64(s.Routes) / float64(s.Pages)
	}
	if s.Seconds > 0 {
		s.Rate = float64(s.Pages-before) / s.Seconds
	}
	return s
}

// Stored is the number of pages in the store.
func (a *App) Stored() int { return a.store.Counts().Total.Pages }
