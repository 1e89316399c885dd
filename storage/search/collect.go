package search

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"xunlu/storage"
)

// candidate is a route that was found, with its place in the order.
type candidate struct {
	row   *row
	key   float64
	score float32
}

// before is true when a comes first; equal ones stand in the order of their ids, the older first.
func (a candidate) before(b candidate) bool {
	if a.key != b.key {
		return a.key < b.key
	}
	return a.row.id < b.row.id
}

// worst keeps the best candidates seen, the worst of them on top (container/heap).
type worst []candidate

func (w worst) Len() int           { return len(w) }
func (w worst) Less(i, j int) bool { return w[j].before(w[i]) }
func (w worst) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *worst) Push(c any)        { *w = append(*w, c.(candidate)) }
func (w *worst) Pop() any {
	old := *w
	last := old[len(old)-1]
	*w = old[:len(old)-1]
	return last
}

// collector filters by figures, counts facets and keeps the best. Owned by one search.
type collector struct {
	query  Query
	order  order
	keep   int
	names  *names
	total  uint64
	best   worst
	facets *facets
	gone   code
	out    map[code]bool // sites left out
}

func newCollector(q Query, l limits, o order, names *names) *collector {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	q.Offset = max(q.Offset, 0)
	q.DaysMin = max(q.DaysMin, l.daysMin)
	q.PriceMin = max(q.PriceMin, l.priceMin)
	if l.daysMax > 0 && (q.DaysMax <= 0 || l.daysMax < q.DaysMax) {
		q.DaysMax = l.daysMax
	}
	if l.priceMax > 0 && (q.PriceMax <= 0 || l.priceMax < q.PriceMax) {
		q.PriceMax = l.priceMax
	}
	c := &collector{query: q, order: o, keep: q.Offset + q.Limit, names: names, gone: names.code(string(storage.RouteGone))}
	for _, id := range q.NotSites {
		if c.out == nil {
			c.out = map[code]bool{}
		}
		c.out[names.code(id)] = true
	}
	if q.Facets {
		c.facets = newFacets(len(names.all()))
	}
	return c
}

// add takes a route that holds all terms.
func (c *collector) add(r *row, score float32) {
	q := &c.query
	if q.DaysMin > 0 && r.days < q.DaysMin || q.DaysMax > 0 && (r.days == 0 || r.days > q.DaysMax) ||
		len(c.out) > 0 && c.out[r.site] || q.PriceMin > 0 && r.price < q.PriceMin || q.PriceMax > 0 && (r.price == 0 || r.price > q.PriceMax) {
		return
	}
	c.total++
	if c.facets != nil {
		c.facets.count(r)
	}
	cand := candidate{row: r, key: c.key(r, score), score: score}
	if len(c.best) < c.keep {
		heap.Push(&c.best, cand)
	} else if cand.before(c.best[0]) {
		c.best[0] = cand
		heap.Fix(&c.best, 0)
	}
}

// key is the place in the order. Of routes that fit as well as each other those with a short title come first; routes
// that are gone count half.
func (c *collector) key(r *row, score float32) float64 {
	var key float64
	if c.order.fit {
		key = float64(score) + r.brief
		if r.state == c.gone && c.gone != 0 {
			key /= 2
		}
		key = -key
	} else {
		k, known := c.order.key(r)
		if !known {
			return math.Inf(1)
		}
		key = k
	}
	if c.order.reverse {
		return -key
	}
	return key
}

// page are the rows from Offset, in order. It may be called once, after the last add.
func (c *collector) page() []*row {
	slices.SortFunc(c.best, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.row.id, b.row.id))
	})
	var rows []*row
	for _, cand := range c.best[min(c.query.Offset, len(c.best)):] {
		rows = append(rows, cand.row)
	}
	return rows
}

func (c *collector) result() Result {
	result := Result{Total: c.total}
	for range c.page() {
		result.Hits = append(result.Hits, Hit{})
	}
	for i, cand := range c.best[min(c.query.Offset, len(c.best)):] {
		result.Hits[i] = Hit{ID: cand.row.id, Score: float64(cand.score)}
	}
	if c.facets != nil {
		result.Facets = c.facets.result(c.names.all())
	}
	return result
}
