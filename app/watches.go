package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"xunlu/storage"
)

// Watch is a route or a saved search that somebody wants to hear of.
type Watch struct {
	ID    int       `json:"id"`
	Name  string    `json:"name"`
	Route uint64    `json:"route,omitempty"` // this route, or
	Query *Query    `json:"query,omitempty"` // whatever it finds
	Drop  float64   `json:"drop"`            // tell when it is cheaper by so many percent; 0 = by any
	Quiet bool      `json:"quiet,omitempty"` // a saved search only: no alerts
	Since time.Time `json:"since"`
}

// Alert is one thing that happened to what is watched.
type Alert struct {
	Number int       `json:"number,omitempty"` // grows from alert to alert, also when they were cleared in between; 0 in those of older programs
	At     time.Time `json:"at"`
	Watch  int       `json:"watch"`
	Name   string    `json:"name"` // of the watch
	Kind   string    `json:"kind"` // new, cheaper, gone
	Route  uint64    `json:"route"`
	RouteLine
	Was float64 `json:"was,omitempty"` // price before, with cheaper
}

// Kinds of alerts.
const (
	AlertNew     = "new"
	AlertCheaper = "cheaper"
	AlertGone    = "gone"
)

// Settings of the store that hold the watches, the alerts, and what each watch has seen.
const (
	watchesSetting = "watches"
	alertsSetting  = "alerts"
	numberSetting  = "alert number" // of the last one
	seenSetting    = "watch seen "
)

// maxAlerts is how many alerts are kept; the oldest leave first.
const maxAlerts = 500

// watcher keeps reading and writing of the watches in order.
type watcher struct{ mu sync.Mutex }

// seen is what a watch has told of: route → price then.
type seen map[uint64]float64

// Watches lists them.
func (a *App) Watches() ([]Watch, error) {
	all := []Watch{}
	_, err := a.store.Setting(watchesSetting, &all)
	return all, err
}

// AddWatch stores a watch; what it finds now is known and no news. A query is watched without its Offset and Limit.
func (a *App) AddWatch(ctx context.Context, w Watch) (Watch, error) {
	a.watcher.mu.Lock()
	defer a.watcher.mu.Unlock()
	switch {
	case (w.Route == 0) == (w.Query == nil):
		return w, errors.New("a watch needs a route or a search, and not both")
	case w.Drop < 0 || w.Drop >= 100:
		return w, fmt.Errorf("cheaper by %g %% cannot be; give a number from 0 to 99", w.Drop)
	}
	all, err := a.Watches()
	if err != nil {
		return w, err
	}
	for _, x := range all {
		w.ID = max(w.ID, x.ID)
	}
	w.ID, w.Since = w.ID+1, time.Now()
	if w.Query != nil {
		q := *w.Query
		q.Offset, q.Limit, q.Facets = 0, 0, false
		w.Query = &q
	}
	now, err := a.watched(ctx, &w)
	if err != nil {
		return w, err
	}
	prices := seen{}
	for id, r := range now {
		prices[id] = r.Price
		if w.Name == "" && w.Route != 0 {
			w.Name = r.Title
		}
	}
	if w.Name == "" {
		w.Name = w.Query.Text
	}
	return w, a.coord.Edit(ctx, func() error {
		return errors.Join(a.store.PutSetting(seenKey(w.ID), prices), a.store.PutSetting(watchesSetting, append(all, w)))
	})
}

// RemoveWatch takes one back; its alerts stay.
func (a *App) RemoveWatch(ctx context.Context, id int) error {
	a.watcher.mu.Lock()
	defer a.watcher.mu.Unlock()
	all, err := a.Watches()
	if err != nil {
		return err
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(w Watch) bool { return w.ID == id })
	if len(rest) == len(all) {
		return fmt.Errorf("watch %d: %w", id, storage.ErrNotFound)
	}
	return a.coord.Edit(ctx, func() error {
		return errors.Join(a.store.PutSetting(seenKey(id), seen{}), a.store.PutSetting(watchesSetting, rest))
	})
}

// Alerts lists what happened, newest first.
func (a *App) Alerts() ([]Alert, error) {
	all := []Alert{}
	_, err := a.store.Setting(alertsSetting, &all)
	slices.Reverse(all)
	return all, err
}

// ClearAlerts forgets them.
func (a *App) ClearAlerts(ctx context.Context) error {
	return a.coord.Edit(ctx, func() error { return a.store.PutSetting(alertsSetting, []Alert{}) })
}

func seenKey(id int) string { return seenSetting + strconv.Itoa(id) }

// watched gives the routes a watch is about, as they are now.
func (a *App) watched(ctx context.Context, w *Watch) (map[uint64]storage.Route, error) {
	ids := []uint64{w.Route}
	if w.Query != nil {
		var err error
		if ids, err = a.index.All(ctx, *w.Query); err != nil {
			return nil, err
		}
	}
	out := make(map[uint64]storage.Route, len(ids))
	err := a.store.SomeRoutes(ids, func(r storage.Route) error { out[r.ID] = r; return nil })
	return out, err
}

// CheckWatches looks at all watches, stores what is news, and returns it. It runs by itself while the program is open. The alerts are
// stored before what was seen: after a crash or an error between the two something may be told again, but nothing goes untold.
func (a *App) CheckWatches(ctx context.Context) ([]Alert, error) {
	a.watcher.mu.Lock()
	defer a.watcher.mu.Unlock()
	all, err := a.Watches()
	if err != nil {
		return nil, err
	}
	news := []Alert{}
	told := map[int]seen{}
	for i := range all {
		if w := &all[i]; !w.Quiet {
			found, now, err := a.checkWatch(ctx, w)
			if err != nil {
				return nil, fmt.Errorf("watch %s: %w", w.Name, err)
			}
			if now != nil {
				told[w.ID] = now
			}
			news = append(news, found...)
		}
	}
	if len(told) == 0 {
		return news, nil
	}
	return news, a.coord.Edit(ctx, func() error {
		if len(news) > 0 {
			var kept []Alert
			if _, err := a.store.Setting(alertsSetting, &kept); err != nil {
				return err
			}
			number := 0
			if _, err := a.store.Setting(numberSetting, &number); err != nil {
				return err
			}
			for i := range news {
				number++
				news[i].Number = number
			}
			if err := a.store.PutSetting(numberSetting, number); err != nil {
				return err
			}
			kept = append(kept, news...)
			if err := a.store.PutSetting(alertsSetting, kept[max(0, len(kept)-maxAlerts):]); err != nil {
				return err
			}
		}
		for id, now := range told {
			if err := a.store.PutSetting(seenKey(id), now); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkWatch compares what a watch has seen with what is there now. It returns the news and what has been seen then, nil when that is
// what it was.
func (a *App) checkWatch(ctx context.Context, w *Watch) (news []Alert, then seen, err error) {
	before := seen{}
	if _, err := a.store.Setting(seenKey(w.ID), &before); err != nil {
		return nil, nil, err
	}
	now, err := a.watched(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	changed := false
	tell := func(kind string, r *storage.Route, was float64) {
		news = append(news, Alert{At: time.Now(), Watch: w.ID, Name: w.Name, Kind: kind, Route: r.ID, RouteLine: lineOf(r), Was: was})
	}
	for id, r := range now {
		old, known := before[id]
		gone := r.State == storage.RouteGone
		switch {
		case gone && known:
			tell(AlertGone, &r, old)
			delete(before, id)
			changed = true
		case gone:
		case !known:
			tell(AlertNew, &r, 0)
			before[id], changed = r.Price, true
		case r.Price > 0 && old > 0 && r.Price < old && (old-r.Price)*100 >= w.Drop*old:
			tell(AlertCheaper, &r, old)
			before[id], changed = r.Price, true
		case r.Price > old: // the next fall is counted from there
			before[id], changed = r.Price, true
		}
	}
	for id := range before {
		if _, there := now[id]; there {
			continue
		}
		r, err := a.store.Route(id)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			r = storage.Route{ID: id}
			if l, err := a.store.Link(id); err == nil {
				r.URL, r.Site = l.URL, l.Site
			}
			tell(AlertGone, &r, before[id])
		case err != nil:
			return nil, nil, err
		case r.State == storage.RouteGone:
			tell(AlertGone, &r, before[id])
		} // else the search does not find it any more, though it is sold
		delete(before, id)
		changed = true
	}
	slices.SortFunc(news, func(x, y Alert) int { return cmp.Compare(x.Route, y.Route) })
	if !changed {
		return nil, nil, nil
	}
	return news, before, nil
}

// watchEvery is the least time between two looks at the watches.
const watchEvery = 30 * time.Second

// keepWatch looks at the watches after commits, until ctx is done.
func (a *App) keepWatch(ctx context.Context) {
	t := time.NewTicker(watchEvery)
	defer t.Stop()
	for last := uint64(0); ; {
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
		now := a.index.Watermark()
		if now == last {
			continue
		}
		if _, err := a.CheckWatches(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("the watches could not be looked at", "err", err)
		}
		last = now
	}
}
