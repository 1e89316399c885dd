package search

import (
	"cmp"
	"slices"
	"strconv"
)

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
