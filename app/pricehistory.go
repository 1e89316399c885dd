package app

import (
	"strconv"
	"time"

	"xunlu/storage"
)

// PricePoint is a price from a moment on.
type PricePoint struct {
	At    time.Time `json:"at"`
	Price float64   `json:"price"`
}

// PriceHistory is a route's price over time, oldest first, from the day it was found to the last visit: what a chart draws.
// A route that never had a price has none.
func PriceHistory(r *storage.Route) []PricePoint {
	var out []PricePoint
	add := func(at time.Time, text string) {
		if v, err := strconv.ParseFloat(text, 64); err == nil && v > 0 {
			out = append(out, PricePoint{at, v})
		}
	}
	first := true
	for _, c := range r.History {
		if c.Field != "price" {
			continue
		}
		if first {
			add(r.First, c.Old)
			first = false
		}
		add(c.At, c.New)
	}
	if first && r.Price > 0 {
		out = append(out, PricePoint{r.First, r.Price})
	}
	if n := len(out); n > 0 && r.Price > 0 && r.Seen.After(out[n-1].At) {
		out = append(out, PricePoint{r.Seen, r.Price})
	}
	return out
}
