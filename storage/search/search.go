package search

import (
	"context"
	"fmt"
	"strings"
	"time"
)

const (
	defaultLimit = 20
	maxLimit     = 10_000
)

// Search answers a query from the index as it is now. It fails for a context that is done, for a sort order or a date
// that does not exist, and with ErrClosed or ErrDamaged.
func (x *Index) Search(ctx context.Context, q Query) (Result, error) {
	start := time.Now()
	order, err := orderOf(q)
	if err != nil {
		return Result{}, err
	}
	filters, err := x.filters(q)
	if err != nil {
		return Result{}, err
	}
	text := parse(q.Text, x.analyst.gaz)
	var result Result
	err = x.read(func(s *snapshot) error {
		found := &finding{ctx: ctx, snapshot: s, parsed: text, filters: filters}
		if err := found.run(); err != nil {
			return err
		}
		c := newCollector(q, text.limits, order, x.cache.names)
		if err := found.collect(c); err != nil {
			return err
		}
		result = c.result()
		result.Relaxed, result.Corrected = found.relaxed, found.corrected
		m := marker{gaz: x.analyst.gaz, parsed: text, corrected: found.corrected}
		for i, r := range c.page() {
			result.Hits[i].Marks = m.marks(r.title)
		}
		return nil
	})
	if err != nil {
		return Result{}, fmt.Errorf("search %q: %w", q.Text, err)
	}
	result.Took = time.Since(start)
	return result, nil
}

// filters are the conditions of a query that are terms.
func (x *Index) filters(q Query) (allOf, error) {
	var all allOf
	add := func(field, values string, form func(string) string) {
		var any anyOf
		for v := range strings.FieldsFuncSeq(values, func(r rune) bool { return strings.ContainsRune(",，、", r) }) {
			if v = strings.TrimSpace(v); v != "" {
				any = append(any, term{field, form(v)})
			}
		}
		if len(any) > 0 {
			all = append(all, any)
		}
	}
	place := func(s string) string { return foldString(x.analyst.gaz.canonical(s)) }
	same := func(s string) string { return s }
	add(fieldFrom, q.From, place)
	add(fieldTo, q.To, place)
	add(fieldSite, q.Site, same)
	add(fieldTransport, q.Transport, same)
	add(fieldState, q.State, same)
	if q.DateFrom == "" && q.DateTo == "" {
		return all, nil
	}
	from, to, err := dateSpan(q.DateFrom, q.DateTo)
	if err != nil {
		return nil, err
	}
	return append(all, leaving(from, to)), nil
}

// dateSpan reads the ends of a span; one that is missing is a year off.
func dateSpan(from, to string) (start, end time.Time, err error) {
	if from != "" {
		if start, err = time.Parse(dayForm, from); err != nil {
			return start, end, fmt.Errorf("search: date %q is not a day like 2026-05-01", from)
		}
	}
	if to != "" {
		if end, err = time.Parse(dayForm, to); err != nil {
			return start, end, fmt.Errorf("search: date %q is not a day like 2026-05-01", to)
		}
	}
	switch {
	case to == "":
		end = start.AddDate(1, 0, 0)
	case from == "":
		start = end.AddDate(-1, 0, 0)
	}
	if end.Sub(start) > maxSpan*24*time.Hour {
		end = start.AddDate(3, 0, 0)
	}
	return start, end, nil
}
