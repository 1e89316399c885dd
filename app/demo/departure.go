package demo

import (
	"time"
)

// Span is a range of departures, both ISO days included.
type Span struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// departure says when a tour leaves, as data and as the page words it.
type departure struct {
	dates   []time.Time
	span    *Span
	weekly  []time.Weekday
	monthly []int
	daily   bool
	text    string
}

// makeDeparture draws departures after today in the wording of a language.
func makeDeparture(d dice, lang string, today time.Time) departure {
	var dep departure
	w := dateWords[lang]
	switch roll := d.IntN(100); {
	case roll < 38:
		dep.dates = someDates(d, today)
		dep.text = w.list(d, dep.dates)
	case roll < 56:
		for _, n := range some(d, []int{1, 2, 3, 4, 5, 6, 0}, d.between(1, 3)) {
			dep.weekly = append(dep.weekly, time.Weekday(n))
		}
		dep.text = w.weekly(d, dep.weekly)
	case roll < 72:
		dep.daily, dep.text = true, one(d, w.daily)
	case roll < 82:
		start := today.AddDate(0, 0, d.between(1, 25))
		end := start.AddDate(0, d.between(2, 5), d.between(0, 20))
		dep.span = &Span{Start: iso(start), End: iso(end)}
		dep.text = w.span(d, start, end)
		if d.chance(50) {
			dep.daily = true
			dep.text += w.everyDay
		}
	case roll < 88:
		dep.monthly = some(d, []int{5, 8, 12, 15, 18, 22, 25, 28}, d.between(2, 3))
		dep.text = w.monthly(dep.monthly)
	case roll < 94:
		dep.dates, dep.text = w.holiday(today)
	default:
		dep.text = one(d, w.ask)
	}
	return dep
}

func someDates(d dice, today time.Time) []time.Time {
	var out []time.Time
	day := today.AddDate(0, 0, d.between(4, 20))
	for range d.between(2, 7) {
		out = append(out, day)
		day = day.AddDate(0, 0, one(d, []int{3, 7, 7, 7, 10, 14}))
	}
	return out
}

func iso(t time.Time) string { return t.Format("2006-01-02") }

// isoDays writes days for the truth table.
func isoDays(days []time.Time) []string {
	out := make([]string, len(days))
	for i, t := range days {
		out[i] = iso(t)
	}
	return out
}
