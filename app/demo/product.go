package demo

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
)

// product is a tour as an operator runs it; several agencies may sell the same one under their own titles.
type product struct {
	group     int // its number in the catalogue of its language
	reg       *region
	days      int
	nights    int
	from      string
	transport string // flight, train, coach, ship, or "train/flight" out and back
	spots     []spot // in the order of the tour
	to        []string
	base      int // price of the operator in the locale's currency
	free      bool
}

// makeProduct derives product number group of a language.
func makeProduct(seed uint64, l *locale, group int) *product {
	d := throw(seed, "product", l.lang, group)
	p := &product{group: group, reg: l.region(d)}
	p.days = d.between(p.reg.minDays, p.reg.maxDays)
	p.nights = p.days - 1
	if p.days > 6 && d.chance(25) {
		p.nights-- // a night is spent on the way
	}
	p.from = one(d, l.pool("hub"))
	if p.days == 1 {
		p.from = p.reg.to[0]
		if len(p.reg.near) > 0 {
			p.from = one(d, p.reg.near)
		}
	}
	if p.transport = transportFrom(d, p.reg, p.from); p.days == 1 {
		p.transport = "coach"
	}
	if p.days >= 4 && p.transport == "train" && slices.Contains(p.reg.transports, "flight") && d.chance(20) {
		p.transport = "train/flight"
	}
	p.spots = spotsFor(d, p.reg, p.days)
	p.to = towns(p.reg, p.spots)
	slices.SortStableFunc(p.spots, func(a, b spot) int { return slices.Index(p.to, a.town) - slices.Index(p.to, b.town) })
	p.free = p.days >= 3 && p.days <= 6 && d.chance(9)
	p.base = p.reg.perDay * p.days * d.between(80, 130) / 100
	if p.transport == "flight" && p.days > 2 {
		p.base += p.reg.perDay * 2
	}
	return p
}

// transportFrom picks how a tour travels: coaches and ships only from nearby cities.
func transportFrom(d dice, r *region, from string) string {
	if slices.Contains(r.to, from) {
		return "coach"
	}
	var fit []string
	for _, t := range r.transports {
		if (t != "coach" && t != "ship") || slices.Contains(r.near, from) {
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return "flight"
	}
	return one(d, fit)
}

// spotsFor picks the sights of a tour: short tours keep to a town or two, and a day sees two sights at most.
func spotsFor(d dice, r *region, days int) []spot {
	in := some(d, r.to, max(1, min(len(r.to), (days+1)/2+d.IntN(2))))
	var near []spot
	for _, s := range r.spots {
		if slices.Contains(in, s.town) {
			near = append(near, s)
		}
	}
	if len(near) == 0 {
		near = r.spots[:1]
	}
	return some(d, near, max(1, days*2-1))
}

// towns gives the towns of the sights in the region's order, so that an itinerary can go through them.
func towns(r *region, of []spot) []string {
	var out []string
	for _, t := range r.to {
		for _, s := range of {
			if s.town == t {
				out = append(out, t)
				break
			}
		}
	}
	return out
}

// same names what a buyer can know of a product: two that agree in it are the same tour.
func (p *product) same() string {
	h := fnv.New64a()
	fmt.Fprint(h, p.reg.name, p.days, p.nights, p.from, p.transport, p.free, p.to)
	if !p.free {
		var seen []string
		for _, s := range p.spots {
			seen = append(seen, s.name)
		}
		slices.Sort(seen)
		fmt.Fprint(h, seen)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}
