package app

import (
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// Snapshot is what the screen shows now. It is a copy and costs no disk access; the window pulls one twice a second.
type Snapshot struct {
	At      time.Time
	Status  engine.Status  // paused, why idle, queue, nodes
	Counts  storage.Counts // stored pages, routes, failures
	Vitals  Vitals
	Rate    float64 // pages a second now
	History []Moment
	Sites   []SiteRow
	Works   []WorkStatus
	Rules   string // "name@version" in force
	Indexed uint64 // sequence number the index has reached
	Safe    bool   // everything fetched is on disk: safe to close
	Demo    bool   // the demo web is being served
}

// SiteRow is one line of the site list.
type SiteRow struct {
	storage.Site
	Count  storage.SiteCount
	Status engine.SiteStatus
}

// Harvest is routes ÷ pages, 0 when there are none.
func (r *SiteRow) Harvest() float64 {
	if r.Count.Pages == 0 {
		return 0
	}
	return float64(r.Count.Routes) / float64(r.Count.Pages)
}

// Snapshot takes one.
func (a *App) Snapshot() Snapshot {
	s := Snapshot{At: time.Now(), Status: a.coord.Status(), Counts: a.store.Counts(), Vitals: a.machine.vitals(),
		History: a.history.copy(), Works: a.works.status(), Indexed: a.index.Watermark(), Demo: a.demo.running()}
	s.Rules = s.Status.Params.Rules.Ref()
	for _, n := range s.Status.Nodes {
		s.Rate += n.Rate
	}
	s.Safe = s.Status.Leased == 0
	for _, site := range a.coord.Sites() {
		if !site.Removed.IsZero() {
			s.leaveOut(site.ID)
			continue
		}
		s.Sites = append(s.Sites, SiteRow{Site: site, Count: s.Counts.Sites[site.ID], Status: s.Status.Sites[site.ID]})
	}
	return s
}
