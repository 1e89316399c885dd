package search

import (
	"strconv"
	"time"

	"xunlu/storage"
)

// Departures are kept as terms of three sizes: a day 2026-05-01, a month 2026-05 and a year 2026 in which the route
// leaves daily. What is smaller than a size also says so by ^2026-05 and ^2026 (leaves on some day of it), so that a
// span of days is answered by a few terms. Weekly and monthly departures have no end: MO … SU and m15; daily is daily.

const dayForm = "2006-01-02"

// maxSpan is how many days of one range are looked at: a longer one is a mistake of the page or of its reader.
const maxSpan = 3 * 366

// departures adds the dates a route leaves on.
func departures(set termSet, r *storage.Route) {
	for _, d := range r.Dates {
		if day, err := time.Parse(dayForm, d); err == nil {
			addSpan(set, day, day)
		}
	}
	for _, span := range r.Ranges {
		start, err := time.Parse(dayForm, span.Start)
		if err != nil {
			continue
		}
		end, err := time.Parse(dayForm, span.End)
		if err != nil || end.Before(start) || end.Sub(start) > maxSpan*24*time.Hour {
			continue
		}
		addSpan(set, start, end)
	}
	for _, day := range r.Weekly {
		set.add(day)
	}
	for _, day := range r.Monthly {
		set.add("m" + strconv.Itoa(day))
	}
	if r.Daily {
		set.add("daily")
	}
}

func addSpan(set termSet, start, end time.Time) {
	eachCover(start, end, func(part string) {
		set.add(part)
		for len(part) > 4 {
			part = part[:len(part)-3]
			set.add("^" + part)
		}
	})
}

// eachCover calls fn with the whole years, whole months and single days that make up a span, both ends included.
func eachCover(start, end time.Time, fn func(string)) {
	for day := start; !day.After(end); {
		next := day.AddDate(1, 0, 0)
		if day.YearDay() == 1 && !next.AddDate(0, 0, -1).After(end) {
			fn(day.Format("2006"))
			day = next
			continue
		}
		next = day.AddDate(0, 1, 0)
		if day.Day() == 1 && !next.AddDate(0, 0, -1).After(end) {
			fn(day.Format("2006-01"))
			day = next
			continue
		}
		fn(day.Format(dayForm))
		day = day.AddDate(0, 0, 1)
	}
}

// leaving is the condition that a route leaves between two days, both included.
func leaving(start, end time.Time) node {
	var alternatives anyOf
	have := make(map[string]bool)
	add := func(t string) {
		if !have[t] {
			have[t] = true
			alternatives = append(alternatives, term{fieldDate, t})
		}
	}
	add("daily")
	eachCover(start, end, func(part string) {
		if len(part) < len(dayForm) {
			add("^" + part)
		}
		for add(part); len(part) > 4; add(part) {
			part = part[:len(part)-3]
		}
	})
	days := []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}
	for day, n := start, 0; !day.After(end) && n < 31; day, n = day.AddDate(0, 0, 1), n+1 {
		if n < 7 {
			add(days[day.Weekday()])
		}
		add("m" + strconv.Itoa(day.Day()))
	}
	return alternatives
}
