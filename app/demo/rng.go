package demo

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
)

// dice is a random source bound to one thing of the web, so that rendering a page never depends on what was rendered
// before it.
type dice struct{ *rand.Rand }

// throw makes the dice of a thing named by its parts.
func throw(seed uint64, parts ...any) dice {
	h := fnv.New64a()
	fmt.Fprintln(h, parts...)
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// chance is true in p of 100 cases.
func (d dice) chance(p int) bool { return d.IntN(100) < p }

// between gives lo ≤ n ≤ hi.
func (d dice) between(lo, hi int) int {
	if hi <= lo {
		return lo
	}
	return lo + d.IntN(hi-lo+1)
}

// one picks an element.
func one[T any](d dice, of []T) T { return of[d.IntN(len(of))] }

// some picks n different elements in their original order, or all when there are fewer.
func some[T any](d dice, of []T, n int) []T {
	if n >= len(of) {
		return append([]T(nil), of...)
	}
	take := make(map[int]bool, n)
	for _, i := range d.Perm(len(of))[:n] {
		take[i] = true
	}
	out := make([]T, 0, n)
	for i, v := range of {
		if take[i] {
			out = append(out, v)
		}
	}
	return out
}
