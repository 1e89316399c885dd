package search

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// finding is one query on its way through a snapshot.
type finding struct {
	ctx      context.Context
	snapshot *snapshot
	parsed   parsed
	filters  allOf

	wanted    []match // required clauses
	liked     []match // optional ones
	refused   anyOf
	none      bool // some clause holds for no route
	relaxed   bool
	corrected []string
}

// match is a clause with the routes it holds for: a bitmap for each alternative of each part.
type match struct {
	rung  rung
	parts [][]*roaring.Bitmap
	total uint64
}

// run matches the clauses one by one.
func (f *finding) run() error {
	p := planner{look: f.count}
	for _, c := range f.parsed.clauses {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		if c.not {
			n, err := p.refusal(c)
			if err != nil {
				return err
			}
			f.refused = append(f.refused, n)
			continue
		}
		rungs, err := p.rungs(c)
		if err != nil {
			return err
		}
		if c.optional {
			m, err := f.match(rungs[0])
			if err != nil {
				return err
			}
			f.liked = append(f.liked, m)
			continue
		}
		m, err := f.climb(c, rungs)
		if err != nil {
			return err
		}
		f.wanted = append(f.wanted, m)
		if m.total == 0 {
			f.none = true
			return nil
		}
	}
	return nil
}

// climb takes the first rung that holds for any route; for a Latin word the last is another spelling.
func (f *finding) climb(c clause, rungs []rung) (match, error) {
	var m match
	for i, r := range rungs {
		var err error
		if m, err = f.match(r); err != nil || m.total > 0 {
			f.relaxed = f.relaxed || i > 0 && err == nil
			return m, err
		}
	}
	if c.kind != clauseWord && (c.kind != clausePlace || c.units[0].kind != word) {
		return m, nil
	}
	words, err := spellings(f.snapshot.reader, strings.ReplaceAll(c.text, " ", ""))
	if err != nil || len(words) == 0 {
		return m, err
	}
	f.relaxed = true
	f.corrected = append(f.corrected, words...)
	return f.match(correctedRung(words))
}

func (f *finding) match(r rung) (match, error) {
	m := match{rung: r}
	for _, p := range f.snapshot.parts {
		bitmaps := make([]*roaring.Bitmap, len(r))
		for i, a := range r {
			b, err := a.node.eval(p)
			if err != nil {
				return m, err
			}
			bitmaps[i] = b
			m.total += b.GetCardinality()
		}
		m.parts = append(m.parts, bitmaps)
	}
	return m, nil
}

// count is how many routes a condition holds for.
func (f *finding) count(n node) (uint64, error) {
	var total uint64
	for _, p := range f.snapshot.parts {
		b, err := n.eval(p)
		if err != nil {
			return 0, err
		}
		total += b.GetCardinality()
	}
	return total, nil
}

// collect hands all routes that hold everything to the collector, with their scores.
func (f *finding) collect(c *collector) error {
	if f.none {
		return nil
	}
	for i, p := range f.snapshot.parts {
		if err := f.ctx.Err(); err != nil {
			return err
		}
		routes, err := f.holding(i, p)
		if err != nil {
			return err
		}
		var scores []float32
		if c.order.fit {
			scores = make([]float32, len(p.rows))
			for _, m := range slices.Concat(f.wanted, f.liked) {
				m.score(i, routes, scores)
			}
		}
		it := routes.ManyIterator()
		var buf [256]uint32
		for n := it.NextMany(buf[:]); n > 0; n = it.NextMany(buf[:]) {
			for _, doc := range buf[:n] {
				r := p.rows[doc]
				if r == nil {
					continue
				}
				var score float32
				if scores != nil {
					score = scores[doc]
				}
				c.add(r, score)
			}
		}
	}
	return nil
}

// holding are the routes of a part that hold all clauses and filters and none of what is refused.
func (f *finding) holding(i int, p *part) (*roaring.Bitmap, error) {
	routes, err := f.filters.eval(p)
	if err != nil {
		return nil, err
	}
	for _, m := range f.wanted {
		if routes.IsEmpty() {
			return routes, nil
		}
		any := m.parts[i][0]
		if len(m.parts[i]) > 1 {
			any = roaring.FastOr(m.parts[i]...)
		}
		routes = roaring.And(routes, any)
	}
	if len(f.refused) == 0 {
		return routes, nil
	}
	bad, err := f.refused.eval(p)
	if err != nil {
		return nil, err
	}
	return roaring.AndNot(routes, bad), nil
}

// score adds what the best alternative of the clause is worth to each route.
func (m match) score(part int, routes *roaring.Bitmap, scores []float32) {
	best := make([]int, len(m.rung))
	for i := range best {
		best[i] = i
	}
	slices.SortStableFunc(best, func(a, b int) int {
		switch {
		case m.rung[a].worth > m.rung[b].worth:
			return -1
		case m.rung[a].worth < m.rung[b].worth:
			return 1
		}
		return 0
	})
	left := routes.Clone()
	var buf [256]uint32
	for _, i := range best {
		if left.IsEmpty() {
			return
		}
		here := roaring.And(left, m.parts[part][i])
		if here.IsEmpty() {
			continue
		}
		worth := float32(m.rung[i].worth)
		it := here.ManyIterator()
		for n := it.NextMany(buf[:]); n > 0; n = it.NextMany(buf[:]) {
			for _, doc := range buf[:n] {
				scores[doc] += worth
			}
		}
		left.AndNot(here)
	}
}
