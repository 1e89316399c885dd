//go:build !headless

package ui

import (
	"strconv"
	"strings"
	"time"

	"xunlu/storage"
)

// daysNights writes the length of a tour.
func (w *words) daysNights(r *storage.Route) string {
	switch {
	case r.Days > 0 && r.Nights > 0:
		return w.L("%d days %d nights", r.Days, r.Nights)
	case r.Days == 1:
		return w.L("1 day")
	case r.Days > 0:
		return w.L("%d days", r.Days)
	}
	return ""
}

// transport names how one travels, out and back where that differs.
func (w *words) transport(t string) string {
	var out []string
	for _, part := range strings.Split(t, "/") {
		switch part {
		case "":
		case "flight":
			out = append(out, w.L("flight"))
		case "train":
			out = append(out, w.L("train"))
		case "coach":
			out = append(out, w.L("coach"))
		case "ship":
			out = append(out, w.L("ship"))
		case "self_drive":
			out = append(out, w.L("self-drive"))
		default:
			out = append(out, part)
		}
	}
	return strings.Join(out, " / ")
}

// departures lists when a tour begins, at most n days.
func (w *words) departures(r *storage.Route, n int) string {
	var out []string
	if r.Daily {
		out = append(out, w.L("daily"))
	}
	if len(r.Weekly) > 0 {
		var days []string
		for _, d := range r.Weekly {
			days = append(days, w.weekday(d))
		}
		out = append(out, w.L("every %s", strings.Join(days, w.L(", "))))
	}
	for _, m := range r.Monthly {
		out = append(out, w.L("day %d of each month", m))
	}
	for _, x := range r.Ranges {
		out = append(out, shortDate(x.Start)+"–"+shortDate(x.End))
	}
	for i, d := range r.Dates {
		if i == n {
			out = append(out, w.L("and %d more", len(r.Dates)-n))
			break
		}
		out = append(out, shortDate(d))
	}
	return strings.Join(out, w.L(", "))
}

// shortDate drops the year of an ISO day.
func shortDate(iso string) string {
	if len(iso) == 10 {
		return iso[5:]
	}
	return iso
}

func (w *words) weekday(code string) string {
	switch code {
	case "MO":
		return w.L("Mon")
	case "TU":
		return w.L("Tue")
	case "WE":
		return w.L("Wed")
	case "TH":
		return w.L("Thu")
	case "FR":
		return w.L("Fri")
	case "SA":
		return w.L("Sat")
	case "SU":
		return w.L("Sun")
	}
	return code
}

// way writes from → to · length · transport.
func (w *words) way(r *storage.Route) string {
	var out []string
	to := strings.Join(r.To[:min(3, len(r.To))], w.L(", "))
	switch {
	case r.From != "" && to != "":
		out = append(out, r.From+" → "+to)
	case to != "":
		out = append(out, "→ "+to)
	case r.From != "":
		out = append(out, w.L("from %s", r.From))
	}
	for _, s := range []string{w.daysNights(r), w.transport(r.Transport)} {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " · ")
}

// prices reads the price history of a route, oldest first, ending with the price now.
func prices(r *storage.Route) []float64 {
	var out []float64
	for _, c := range r.History {
		if c.Field != "price" {
			continue
		}
		if v, err := strconv.ParseFloat(c.Old, 64); err == nil && v > 0 {
			out = append(out, v)
		}
	}
	if r.Price > 0 {
		out = append(out, r.Price)
	}
	return out
}

// priceLine gives the price at n moments spread evenly from the first visit until now.
func priceLine(r *storage.Route, now time.Time, n int) []float64 {
	type until struct {
		at    time.Time
		price float64
	}
	var steps []until
	for _, c := range r.History {
		if v, err := strconv.ParseFloat(c.Old, 64); c.Field == "price" && err == nil && v > 0 {
			steps = append(steps, until{c.At, v})
		}
	}
	out := make([]float64, n)
	span := now.Sub(r.First)
	for i := range out {
		t := r.First.Add(time.Duration(float64(span) * float64(i) / float64(n-1)))
		out[i] = r.Price
		for _, s := range steps {
			if t.Before(s.at) {
				out[i] = s.price
				break
			}
		}
	}
	return out
}

// lastMove is the last change of price: the old one, 0 when there was none.
func lastMove(r *storage.Route) float64 {
	p := prices(r)
	if len(p) < 2 {
		return 0
	}
	return p[len(p)-2]
}
