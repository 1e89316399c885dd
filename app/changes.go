package app

import (
	"time"

	"xunlu/storage"
)

// ChangeReport is what visits since a moment found.
type ChangeReport struct {
	Visited int           `json:"visited"`
	New     []RouteLine   `json:"new"`
	Changed []FieldChange `json:"changed"`
	Gone    []RouteLine   `json:"gone"`
}

// RouteLine names a route.
type RouteLine struct {
	URL   string  `json:"url"`
	Title string  `json:"title"`
	Site  string  `json:"site"`
	Price float64 `json:"price,omitempty"`
}

// FieldChange is one field of a route that is different now.
type FieldChange struct {
	RouteLine
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// Changes reports what happened to routes since a moment.
func (a *App) Changes(since time.Time) (ChangeReport, error) {
	r := ChangeReport{New: []RouteLine{}, Changed: []FieldChange{}, Gone: []RouteLine{}}
	err := a.store.EachRoute(0, func(t storage.Route) error {
		line := RouteLine{t.URL, t.Title, t.Site, t.Price}
		if !t.First.Before(since) {
			r.New = append(r.New, line)
		}
		for _, h := range t.History {
			if h.At.Before(since) {
				continue
			}
			if t.State != storage.RouteGone {
				r.Changed = append(r.Changed, FieldChange{line, h.Field, h.Old, h.New})
			}
		}
		if t.State == storage.RouteGone && !t.Seen.Before(since) {
			r.Gone = append(r.Gone, line)
		}
		return nil
	})
	return r, err
}
