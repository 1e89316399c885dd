package search

import (
	"context"
	"fmt"
	"math"
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
	q.Limit = min(q.Limit, maxLimit)
	var result Result
	err := x.find(ctx, q, func(found *finding, c *collector) {
		result = c.result()
		result.Relaxed, result.Corrected = found.relaxed, found.corrected
		m := marker{gaz: x.analyst.gaz, parsed: found.parsed, corrected: found.corrected}
		for i, r := range c.page() {
			result.Hits[i].Marks = m.marks(r.title)
		}
	})
	result.Took = time.Since(start)
	return result, err
}

// All gives the ids of everything a query finds, in its order, as the index is now; Offset, Limit and Facets are not looked
// at. It is for exports and alerts, which must not miss or repeat a route because the index moved between two pages.
func (x *Index) All(ctx context.Context, q Query) ([]uint64, error) {
	q.Offset, q.Limit, q.Facets = 0, math.MaxInt, false
	var ids []uint64
	err := x.find(ctx, q, func(_ *finding, c *collector) {
		for _, r := range c.page() {
			ids = append(ids, r.id)
		}
	})
	return ids, err
}

// find collects what a query finds and hands it to use while the index stands still.
func (x *Index) find(ctx context.Context, q Query, use func(*finding, *collector)) error {
	order, err := orderOf(q)
	if err != nil {
		return err
	}
	filters, err := x.filters(q)
	if err != nil {
		return err
	}
	text := parse(q.Text, x.analyst.gaz)
	err = x.read(func(s *snapshot) error {
		found := &finding{ctx: ctx, snapshot: s, parsed: text, filters: filters}
		if err := found.run(); err != nil {
			return err
		}
		c := newCollector(q, text.limits, order, x.cache.names)
		if err := found.collect(c); err != nil {
			return err
		}
		use(found, c)
		return nil
	})
	if err != nil {
		return fmt.Errorf("search %q: %w", q.Text, err)
	}
	return nil
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
