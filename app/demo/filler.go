package demo

import (
	"slices"
	"strconv"
	"strings"
)

// filler puts names and numbers into phrases: {spot}, {town}, {p} and so on. Two phrases filled by one filler may name
// different sights; what must stay the same is in fix.
type filler struct {
	d   dice
	s   *site
	r   *region
	fix map[string]string
	at  spot // the sight of the last {spot}, which {desc} and {t} describe
	day bool // about a tour of one day: phrases of nights are left out
}

func (s *site) filler(d dice, r *region) *filler {
	f := &filler{d: d, s: s, r: r}
	f.at = one(d, r.spots)
	return f
}

// fill replaces every {key} of a phrase.
func (f *filler) fill(phrase string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(phrase, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		key, after, _ := strings.Cut(rest, "}")
		b.WriteString(f.value(key))
		phrase = after
	}
}

// pick fills a random phrase of a pool.
func (f *filler) pick(key string) string { return f.fill(one(f.d, f.s.loc.pool(key))) }

// several fills n different phrases of a pool in their order.
func (f *filler) several(key string, n int) []string {
	var out []string
	pool := f.s.loc.pool(key)
	if f.day {
		pool = slices.DeleteFunc(slices.Clone(pool), ofNights)
	}
	for _, phrase := range some(f.d, pool, n) {
		out = append(out, f.fill(phrase))
	}
	return out
}

// ofNights says whether a phrase makes sense only where a night is spent.
func ofNights(phrase string) bool {
	for _, w := range []string{"住", "酒店", "客栈", "单房差", "{b}", "飯店", "房差", "機票", "hotel", "Hotel", "Single", "riverside night"} {
		if strings.Contains(phrase, w) {
			return true
		}
	}
	return false
}

func (f *filler) value(key string) string {
	if v, ok := f.fix[key]; ok {
		return v
	}
	if v, ok := f.place(key); ok {
		return v
	}
	if v, ok := f.number(key); ok {
		return strconv.Itoa(v)
	}
	d, s := f.d, f.s
	switch key {
	case "agency":
		return s.name
	case "phone":
		return s.phone
	case "theme", "person", "who", "team":
		return one(d, s.loc.pool(key))
	case "team2":
		return one(d, s.loc.pool("team"))
	case "city":
		return s.city
	case "star":
		return one(d, stars[s.loc.lang])
	case "year":
		return strconv.Itoa(s.today.Year())
	case "month":
		return s.monthText(d.between(1, 12))
	case "d":
		return s.dayText(d.between(f.r.minDays, f.r.maxDays))
	case "trans":
		return s.shortTransport(one(d, f.r.transports))
	case "go":
		return one(d, goBy[s.loc.lang])
	}
	panic("demo: no value for {" + key + "}")
}

// place gives names of the filler's region.
func (f *filler) place(key string) (string, bool) {
	switch key {
	case "region":
		return f.r.name, true
	case "country":
		if f.r.visaName != "" {
			return strings.TrimSuffix(f.r.visaName, "签证"), true
		}
		return f.r.name, true
	case "to":
		return strings.Join(f.r.to[:min(len(f.r.to), 1+f.d.IntN(3))], f.s.titleSep), true
	case "town":
		return f.at.town, true
	case "spot":
		f.at = one(f.d, f.r.spots)
		return f.at.name, true
	case "spots":
		return f.at.name, true
	case "spot2":
		other := one(f.d, f.r.spots)
		for other.name == f.at.name {
			other = one(f.d, f.r.spots)
		}
		return other.name, true
	case "desc":
		return f.at.desc, true
	case "food":
		return one(f.d, f.r.foods), true
	case "from":
		return one(f.d, f.s.loc.pool("hub")), true
	case "hotel":
		return f.s.hotelName(f.d, f.at.town), true
	}
	return "", false
}

// number gives amounts of plausible size.
func (f *filler) number(key string) (int, bool) {
	d := f.d
	switch key {
	case "n":
		return d.between(3, 9), true
	case "n2":
		return d.between(10, 40), true
	case "n3":
		return d.between(0, 2), true
	case "p":
		return f.r.perDay * d.between(40, 120) / 100 / 10 * 10, true
	case "p2":
		return f.r.perDay * d.between(250, 700) / 100 / 10 * 10, true
	case "s":
		return max(f.r.perDay*d.between(30, 80)/100/10*10, 10), true
	case "t":
		if f.at.ticket > 0 {
			return f.at.ticket, true
		}
		return max(f.r.perDay/8, 2), true
	case "min":
		return one(d, []int{30, 40, 60, 90, 120}), true
	case "m":
		return one(d, []int{10, 15, 30, 40, 50}), true
	case "h":
		return d.between(2, 4), true
	case "g":
		return one(d, []int{6, 8, 10, 10, 16, 20}), true
	case "year0":
		return d.between(1992, 2018), true
	}
	return 0, false
}

var stars = map[string][]string{
	"zh-CN": {"准三星", "网评三钻", "挂牌四星", "网评四钻", "舒适型", "豪华型"},
	"zh-TW": {"五星級", "四星級", "溫泉"},
	"en":    {"three-star", "four-star", "boutique"},
}

var goBy = map[string][]string{
	"zh-CN": {"乘车", "乘机", "乘高铁"},
	"zh-TW": {"搭機", "搭車"},
	"en":    {"train", "air", "road"},
}
