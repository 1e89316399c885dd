package demo

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
	p.transport = one(d, p.reg.transports)
	if p.days == 1 && !p.reg.abroad {
		p.transport = "coach"
		p.from = p.reg.to[0]
	}
	if p.days >= 4 && p.transport == "train" && d.chance(20) {
		p.transport = "train/flight"
	}
	p.spots = some(d, p.reg.spots, max(2, min(p.days*2-1, len(p.reg.spots))))
	if p.days == 1 {
		p.spots = p.spots[:2]
	}
	d.Shuffle(len(p.spots), func(i, j int) { p.spots[i], p.spots[j] = p.spots[j], p.spots[i] })
	p.to = towns(p.reg, p.spots)
	p.free = p.days >= 3 && p.days <= 6 && d.chance(9)
	p.base = p.reg.perDay * p.days * d.between(80, 130) / 100
	if p.transport == "flight" && p.days > 2 {
		p.base += p.reg.perDay * 2
	}
	return p
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
