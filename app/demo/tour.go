package demo

import (
	"strconv"
	"strings"
)

// tour is a product as one agency sells it.
type tour struct {
	*product
	n         int // its number on the site
	title     string
	price     int // of this edition; 0 = on request
	first     int // price when it first appeared: what stale boxes beside other tours still show
	market    int // crossed out; 0 = none
	child     int
	deposit   int
	single    int
	dep       departure
	showDates bool
	showDays  bool // a field states the days; otherwise the title does
	saysNight bool // the nights are stated
	showTo    bool
	showFrom  bool
	showTrans bool
	supplier  string // platforms name who runs the tour
	since     int    // edition in which it came
	goneIn    int    // edition in which it vanished, 0 = still there
	goneHow   int    // 404, 410, or 200 for a page that only says so
}

// makeTour words and prices a product for a site. Edition changes come last, so that a tour that does not change has
// the same bytes in every edition.
func makeTour(s *site, p *product, n, since int) *tour {
	d := throw(s.seed, "tour", s.id, n)
	t := &tour{product: p, n: n, since: since}
	t.makeTitle(d, s)
	t.first = nicePrice(d, p.base*d.between(90, 115)/100)
	if d.chance(30) {
		t.market = t.first * d.between(112, 150) / 100 / 10 * 10
	}
	if p.days > 1 && d.chance(50) {
		t.child = t.first * d.between(45, 75) / 100 / 10 * 10
	}
	if d.chance(30) {
		t.deposit = max(t.first/5/100*100, 100)
	}
	if p.nights > 0 {
		t.single = p.reg.perDay * p.nights * d.between(15, 30) / 100 / 10 * 10
	}
	t.dep = makeDeparture(d, s.loc.lang, s.today)
	t.showDates = d.chance(88)
	t.showTo, t.showFrom, t.showTrans = d.chance(75), d.chance(80), d.chance(75)
	if s.kind == KindPlatform {
		t.supplier = one(d, s.loc.pool("agency")) + one(d, s.loc.pool("agencytail"))
	}
	if d.chance(7) {
		t.first, t.market, t.child, t.deposit = 0, 0, 0, 0
	}
	t.price = t.first
	t.age(s)
	return t
}

// age applies the editions after the one the tour came in: about one in seven changes its price, one in fifteen goes.
func (t *tour) age(s *site) {
	for e := t.since + 1; e <= s.edition; e++ {
		d := throw(s.seed, "edition", s.id, t.n, e)
		switch roll := d.IntN(100); {
		case roll < 6:
			t.goneIn, t.goneHow = e, one(d, []int{404, 404, 410, 200})
			return
		case roll < 20 && t.price > 0:
			old := t.price
			t.price = nicePrice(d, t.price*one(d, []int{80, 88, 92, 108, 115})/100)
			if t.price == old {
				t.price += 10
			}
			t.market = 0
			if t.price < old {
				t.market = old
			}
		}
	}
}

// nicePrice rounds a price to the endings that agencies like.
func nicePrice(d dice, n int) int {
	n = n / 10 * 10
	switch {
	case n < 200:
		return max(n+one(d, []int{8, 9, 0, 5}), 18)
	case n > 20000:
		return n/100*100 + one(d, []int{0, 0, 80, 99})
	default:
		return n/100*100 + one(d, []int{80, 99, 50, 0, 60, 88})
	}
}

// makeTitle words the title and notes what it states.
func (t *tour) makeTitle(d dice, s *site) {
	key := "title"
	if t.days == 1 {
		key = "title1"
	}
	form := one(d, s.loc.pool(key))
	if t.free {
		form = one(d, freeTitles[s.loc.lang])
	}
	t.saysNight = (strings.Contains(form, "{dn}") || strings.Contains(form, "{nights}")) && t.days > 1
	t.showDays = d.chance(65)
	if t.days > 1 && d.chance(6) && strings.Contains(form, "{d}") {
		// a title without days: a field must state them
		form = "{region}·{spots}·{theme}"
		t.saysNight, t.showDays = false, true
	}
	if t.showDays && t.days > 1 && d.chance(40) {
		t.saysNight = true
	}
	f := s.filler(d, t.reg)
	f.fix = map[string]string{
		"d": s.dayText(t.days), "dn": s.dayNightText(t.days, t.nights), "trans": s.shortTransport(t.transport),
		"to": strings.Join(t.to, s.titleSep), "spots": spotNames(t.spots, 1+d.IntN(3), s.titleSep), "from": t.from,
		"n": strconv.Itoa(t.days), "nights": strconv.Itoa(t.nights),
	}
	t.title = strings.ReplaceAll(f.fill(form), "团团", "团")
}

var freeTitles = map[string][]string{
	"zh-CN": {"{to}{d}自由行", "{from}直飞{to}{dn}自由行（机票+酒店）", "{region}自由行{d}：含往返{trans}+{nights}晚酒店"},
	"zh-TW": {"{to}{d}自由行（機加酒）", "{from}出發 {region}自由行{dn}"},
	"en":    {"{to} {dn} Independent Package", "Free & Easy {region} {d}"},
}

func spotNames(s []spot, n int, sep string) string {
	var out []string
	for i := range min(n, len(s)) {
		out = append(out, s[i].name)
	}
	return strings.Join(out, sep)
}

// alive says whether the tour is sold in the site's edition.
func (t *tour) alive() bool { return t.goneIn == 0 }
