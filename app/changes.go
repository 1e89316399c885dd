package app

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"xunlu/storage"
)

// ChangeReport is what visits since a moment found.
type ChangeReport struct {
	Since     time.Time     `json:"since"`
	Visited   int           `json:"visited"` // pages that were queued for a visit, where a revisit was asked for
	Fetches   int64         `json:"fetches,omitempty"`
	Bytes     int64         `json:"bytes,omitempty"` // of bodies, while the revisit ran
	New       []RouteLine   `json:"new"`
	Cheaper   []FieldChange `json:"cheaper"`
	Dearer    []FieldChange `json:"dearer"`
	Changed   []FieldChange `json:"changed"` // every field that is different, prices included
	Gone      []RouteLine   `json:"gone"`
	Unchecked []RouteLine   `json:"unchecked"` // the last visit failed or found the page missing without proof yet
	Held      []Held        `json:"held"`      // sites of which much vanished at once: confirm or decline
	Sites     []SiteChanges `json:"sites"`
}

// SiteChanges counts the report by site.
type SiteChanges struct {
	Site    string `json:"site"`
	New     int    `json:"new"`
	Cheaper int    `json:"cheaper"`
	Dearer  int    `json:"dearer"`
	Changed int    `json:"changed"` // routes with any other field
	Gone    int    `json:"gone"`
}

// Held is a site that waits to be told whether what vanished is gone.
type Held struct {
	Site   string `json:"site"`
	Routes int    `json:"routes"`
}

// RouteLine names a route.
type RouteLine struct {
	URL      string  `json:"url"`
	Title    string  `json:"title"`
	Site     string  `json:"site"`
	Price    float64 `json:"price,omitempty"`
	Currency string  `json:"currency,omitempty"` // of the price, ISO 4217
	Why      string  `json:"why,omitempty"`      // of one that was not checked
}

// lineOf names a route.
func lineOf(r *storage.Route) RouteLine {
	return RouteLine{URL: r.URL, Title: r.Title, Site: r.Site, Price: r.Price, Currency: r.Currency}
}

// FieldChange is one field of a route that is different now.
type FieldChange struct {
	RouteLine
	At    time.Time `json:"at"`
	Field string    `json:"field"`
	Old   string    `json:"old"`
	New   string    `json:"new"`
}

// RouteStateOf is what the last visits say of a route: as stored, or "not checked" when the last one told nothing.
func RouteStateOf(r *storage.Route, p *storage.Page) string {
	if r.State != storage.RouteGone && p.Failure != "" {
		return "not checked"
	}
	return string(r.State)
}

// Changes reports what happened to routes since a moment.
func (a *App) Changes(ctx context.Context, since time.Time) (ChangeReport, error) {
	return a.changesOf(ctx, since, func(*storage.Route) bool { return true })
}

// changesOf reports on the routes that want says.
func (a *App) changesOf(ctx context.Context, since time.Time, want func(*storage.Route) bool) (ChangeReport, error) {
	r := ChangeReport{Since: since, New: []RouteLine{}, Cheaper: []FieldChange{}, Dearer: []FieldChange{}, Changed: []FieldChange{},
		Gone: []RouteLine{}, Unchecked: []RouteLine{}, Held: a.Held(), Sites: []SiteChanges{}}
	sites := map[string]*SiteChanges{}
	at := func(id string) *SiteChanges {
		if sites[id] == nil {
			sites[id] = &SiteChanges{Site: id}
		}
		return sites[id]
	}
	err := a.store.EachRoute(0, func(t storage.Route) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !want(&t) {
			return nil
		}
		return r.route(a, &t, at)
	})
	for _, s := range sites {
		r.Sites = append(r.Sites, *s)
	}
	slices.SortFunc(r.Sites, func(a, b SiteChanges) int { return strings.Compare(a.Site, b.Site) })
	return r, err
}

// route adds what happened to one route.
func (r *ChangeReport) route(a *App, t *storage.Route, at func(string) *SiteChanges) error {
	line := lineOf(t)
	fresh := !t.First.Before(r.Since)
	if fresh && t.State != storage.RouteGone {
		r.New = append(r.New, line)
		at(t.Site).New++
	}
	other, gone := false, false
	for _, h := range t.History {
		if h.At.Before(r.Since) {
			continue
		}
		if h.Field == storage.FieldState {
			gone = h.New == string(storage.RouteGone)
			if !gone && !fresh {
				r.New = append(r.New, line)
				at(t.Site).New++
			}
			continue
		}
		if t.State == storage.RouteGone {
			continue
		}
		c := FieldChange{line, h.At, h.Field, h.Old, h.New}
		r.Changed = append(r.Changed, c)
		switch dir := priceMove(&c); {
		case dir < 0:
			r.Cheaper = append(r.Cheaper, c)
			at(t.Site).Cheaper++
		case dir > 0:
			r.Dearer = append(r.Dearer, c)
			at(t.Site).Dearer++
		default:
			other = true
		}
	}
	if other {
		at(t.Site).Changed++
	}
	if gone && t.State == storage.RouteGone {
		r.Gone = append(r.Gone, line)
		at(t.Site).Gone++
	}
	if t.State == storage.RouteGone {
		return nil
	}
	p, err := a.store.Page(t.ID)
	if err == nil && RouteStateOf(t, &p) != string(t.State) {
		line.Why = p.Error
		r.Unchecked = append(r.Unchecked, line)
	}
	return err
}

// priceMove is below zero for a price that fell and above for one that rose; a price that came or went is neither.
func priceMove(c *FieldChange) int {
	if c.Field != "price" {
		return 0
	}
	from, err1 := strconv.ParseFloat(c.Old, 64)
	to, err2 := strconv.ParseFloat(c.New, 64)
	switch {
	case err1 != nil || err2 != nil || from <= 0 || to <= 0:
		return 0
	case to < from:
		return -1
	}
	return 1
}

// Held lists the sites of which more than a fifth of the routes vanished at once.
func (a *App) Held() []Held {
	out := []Held{}
	for id, s := range a.coord.Status().Sites {
		if s.Vanished > 0 {
			out = append(out, Held{id, s.Vanished})
		}
	}
	slices.SortFunc(out, func(a, b Held) int { return strings.Compare(a.Site, b.Site) })
	return out
}

// ConfirmGone says that the held routes of a site are really gone; DeclineGone keeps them and has them looked at again in a
// day. Both return how many routes that were.
func (a *App) ConfirmGone(ctx context.Context, site string) (int, error) {
	return a.coord.ConfirmGone(ctx, site)
}

// DeclineGone is the other answer; see ConfirmGone.
func (a *App) DeclineGone(ctx context.Context, site string) (int, error) {
	return a.coord.DeclineGone(ctx, site)
}

// Traffic is the number of answers and the bytes of bodies that ever came.
func (a *App) Traffic() (fetches, bytes int64) {
	t := a.store.Counts().Total
	return t.Fetches, t.Bytes
}

// NextDue is when the next stored page is due; zero when none is.
func (a *App) NextDue() (time.Time, error) {
	var next time.Time
	err := a.store.EachPage(0, func(p storage.Page) error {
		if p.State != storage.Redirect && (next.IsZero() || p.Due.Before(next)) {
			next = p.Due
		}
		return nil
	})
	return next, err
}
