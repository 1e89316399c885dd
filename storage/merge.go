package storage

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxHistory is how many changes a route keeps; the oldest leave first.
const maxHistory = 200

// maxHistoryText is how many runes of a long text a change keeps.
const maxHistoryText = 200

// merge makes r, just read from the page, the next state of old: what the user wrote stays, what differs is noted.
func (r *Route) merge(old *Route) {
	r.First, r.History = old.First, slices.Clone(old.History)
	if r.Seen.Before(old.Seen) {
		r.Seen = old.Seen // a clock that was set back
	}
	if r.State == RouteGone {
		return
	}
	r.back(old, r.Seen)
	changed := false
	for _, f := range routeFields() {
		if old.Sources[f.name] == "user" && r.Sources[f.name] != "user" {
			f.copy(r, old)
			if r.Sources == nil {
				r.Sources = make(map[string]string)
			}
			r.Sources[f.name] = "user"
			continue
		}
		if same(f.value(old), f.value(r)) || f.name == "dates" && same(r.upcoming(old.Dates), r.upcoming(r.Dates)) {
			continue
		}
		changed = true
		r.History = append(r.History, Change{At: r.Seen, Field: f.name, Old: f.text(old), New: f.text(r)})
	}
	r.note()
	r.State = RouteUnchanged
	if changed {
		r.State = RouteChanged
	}
}

// note adds to the history and keeps it within bounds.
func (r *Route) note(more ...Change) {
	r.History = append(slices.Clone(r.History), more...)
	if n := len(r.History); n > maxHistory {
		r.History = r.History[n-maxHistory:]
	}
}

// back notes that a route that was gone is sold again.
func (r *Route) back(old *Route, at time.Time) {
	if old.State == RouteGone {
		r.note(Change{At: at, Field: FieldState, Old: string(RouteGone), New: "back"})
	}
}

// Differs says whether a route just read is another one than what is stored of it, in what a merge would note.
func (r *Route) Differs(old *Route) bool {
	next := *r
	next.merge(old)
	return next.State == RouteChanged
}

// upcoming leaves out the days before r was seen: that they pass is no change of the route.
func (r *Route) upcoming(dates []string) []string {
	today := r.Seen.Format(time.DateOnly)
	return slices.DeleteFunc(slices.Clone(dates), func(d string) bool { return d < today })
}

// sameFor says whether next differs from r in nothing that is searched, filtered or shown in a list.
func (r *Route) sameFor(next *Route) bool {
	a, b := *r, *next
	a.Seq, b.Seq = 0, 0
	a.Seen, b.Seen = next.Seen, next.Seen
	return asJSON(a) == asJSON(b)
}

// same compares two values of one field; nothing and an empty list are the same.
func same(a, b any) bool {
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if va.Kind() == reflect.Slice && va.Len() == 0 && vb.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}

func cut(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxHistoryText {
			return s[:i] + "…"
		}
	}
	return s
}

func amount(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
func number(v int) string     { return strconv.Itoa(v) }

// days tells an itinerary by its titles.
func days(all []Day) string {
	titles := make([]string, len(all))
	for i, d := range all {
		titles[i] = "D" + strconv.Itoa(d.N) + " " + d.Title
	}
	return cut(strings.Join(titles, " / "))
}

// asJSON never fails on the record types it is used for: they hold no channels, functions or cycles. A price that is
// not a number would, and then no two are the same.
func asJSON[T any](v T) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// Differences names the fields in which two routes differ, by their JSON names; a field that one of them does not state is no
// difference, and title, agency, phone, image and list price are expected to be another.
func Differences(a, b *Route) []string {
	var out []string
	for _, f := range routeFields() {
		switch f.name {
		case "title", "agency", "phone", "image", "market_price", "notice", "visa":
			continue
		}
		x, y := reflect.ValueOf(f.value(a)), reflect.ValueOf(f.value(b))
		if x.IsZero() || y.IsZero() || same(f.value(a), f.value(b)) {
			continue
		}
		out = append(out, f.name)
	}
	return out
}
