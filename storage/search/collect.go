package search

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"xunlu/storage"
)

// order is how routes are sorted: by a key that is smaller for what comes first.
type order struct {
	fit     bool
	key     func(r *row) (key float64, known bool)
	reverse bool
}

// orderOf reads Query.Sort. Without text there is nothing to fit: the newest come first.
func orderOf(q Query) (order, error) {
	name, reverse := strings.CutPrefix(q.Sort, "-")
	switch name {
	case "", SortFit:
		if strings.TrimSpace(q.Text) != "" {
			return order{fit: true, reverse: reverse}, nil
		}
		return order{key: newest, reverse: reverse}, nil
	case SortNewest:
		return order{key: newest, reverse: reverse}, nil
	case SortPrice:
		return order{key: func(r *row) (float64, bool) { return r.price, r.price > 0 }, reverse: reverse}, nil
	case SortPriceDay:
		return order{key: func(r *row) (float64, bool) { return r.perDay(), r.perDay() > 0 }, reverse: reverse}, nil
	case SortDays:
		return order{key: func(r *row) (float64, bool) { return float64(r.days), r.days > 0 }, reverse: reverse}, nil
	case SortDrop:
		return order{key: func(r *row) (float64, bool) { return -r.drop, r.drop > 0 }, reverse: reverse}, nil
	}
	return order{}, fmt.Errorf("search: no sort order %q", q.Sort)
}

func newest(r *row) (float64, bool) { return -float64(r.first), r.first != 0 }

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
}

func newCollector(q Query, l limits, o order, names *names) *collector {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	q.Limit, q.Offset = min(q.Limit, maxLimit), max(q.Offset, 0)
	q.DaysMin = max(q.DaysMin, l.daysMin)
	q.PriceMin = max(q.PriceMin, l.priceMin)
	if l.daysMax > 0 && (q.DaysMax <= 0 || l.daysMax < q.DaysMax) {
		q.DaysMax = l.daysMax
	}
	if l.priceMax > 0 && (q.PriceMax <= 0 || l.priceMax < q.PriceMax) {
		q.PriceMax = l.priceMax
	}
	c := &collector{query: q, order: o, keep: q.Offset + q.Limit, names: names, gone: names.code(string(storage.RouteGone))}
	if q.Facets {
		c.facets = newFacets(len(names.all()))
	}
	return c
}

// add takes a route that holds all terms.
func (c *collector) add(r *row, score float32) {
	q := &c.query
	if q.DaysMin > 0 && r.days < q.DaysMin || q.DaysMax > 0 && (r.days == 0 || r.days > q.DaysMax) ||
		q.PriceMin > 0 && r.price < q.PriceMin || q.PriceMax > 0 && (r.price == 0 || r.price > q.PriceMax) {
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
		key = float64(score) + 1/(1+float64(utf8.RuneCountInString(r.title))/16)
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

// facets counts values. The counters of names are indexed by their codes.
type facets struct {
	to, from, site, transport, state []int
	days                             map[int]int
	price                            [len(priceSteps) + 1]int
}

// priceSteps are the ends of the price facet's classes.
var priceSteps = [...]float64{500, 1000, 2000, 3000, 5000, 8000, 12000, 20000}

func newFacets(n int) *facets {
	return &facets{
		to: make([]int, n), from: make([]int, n), site: make([]int, n), transport: make([]int, n), state: make([]int, n),
		days: make(map[int]int),
	}
}

// up adds one; a name that came after the collector was made has no counter yet.
func up(counts []int, c code) {
	if int(c) < len(counts) {
		counts[c]++
	}
}

func (f *facets) count(r *row) {
	for _, c := range r.to {
		up(f.to, c)
	}
	for _, c := range r.transport {
		up(f.transport, c)
	}
	up(f.from, r.from)
	up(f.site, r.site)
	up(f.state, r.state)
	if r.days > 0 {
		f.days[r.days]++
	}
	if r.price > 0 {
		i := 0
		for i < len(priceSteps) && r.price >= priceSteps[i] {
			i++
		}
		f.price[i]++
	}
}

func (f *facets) result(names []string) map[string][]Facet {
	out := make(map[string][]Facet, 7)
	for key, counts := range map[string][]int{
		"to": f.to, "from": f.from, "site": f.site, "transport": f.transport, "state": f.state,
	} {
		var list []Facet
		for c, n := range counts {
			if n > 0 && c > 0 {
				list = append(list, Facet{Value: names[c], Count: n})
			}
		}
		out[key] = sortFacets(list)
	}
	var days, prices []Facet
	for d, n := range f.days {
		days = append(days, Facet{Value: strconv.Itoa(d), Count: n})
	}
	out["days"] = sortFacets(days)
	for i, n := range f.price {
		if n > 0 {
			prices = append(prices, Facet{Value: priceClass(i), Count: n})
		}
	}
	out["price"] = sortFacets(prices)
	return out
}

func priceClass(i int) string {
	low, high := "0", ""
	if i > 0 {
		low = strconv.FormatFloat(priceSteps[i-1], 'f', -1, 64)
	}
	if i < len(priceSteps) {
		high = strconv.FormatFloat(priceSteps[i], 'f', -1, 64)
	}
	return low + "-" + high
}

// maxFacets is how many values of a facet are given.
const maxFacets = 100

func sortFacets(list []Facet) []Facet {
	slices.SortFunc(list, func(a, b Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return list[:min(len(list), maxFacets)]
}
