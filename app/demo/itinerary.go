package demo

import "strings"

// itinerary spreads the sights over the days.
func (s *site) itinerary(d dice, f *filler, t *tour) []dayText {
	out := make([]dayText, t.days)
	spots, town := t.spots, t.to[0]
	f.at = spot{name: spots[0].name, town: town, desc: spots[0].desc}
	for i := range out {
		of := spots[i*len(spots)/t.days : (i+1)*len(spots)/t.days]
		prev := town
		if len(of) > 0 {
			town = of[len(of)-1].town
		}
		f.fix["town"] = town
		day := dayText{head: s.dayHead(i + 1), title: dayTitle(s, t, i, prev, town, of)}
		day.paras = dayParas(d, f, t, i, of)
		day.meals = one(d, mealWords[s.loc.lang])
		if i < t.days-1 {
			day.hotel = town + one(d, stayWords[s.loc.lang])
		}
		out[i] = day
	}
	return out
}

func dayTitle(s *site, t *tour, i int, prev, town string, of []spot) string {
	sep := map[string]string{"zh-CN": "—", "zh-TW": "～", "en": " - "}[s.loc.lang]
	var parts []string
	switch {
	case i == 0 && t.from != town:
		parts = append(parts, t.from, town)
	case prev != town:
		parts = append(parts, prev, town)
	case len(of) == 0:
		parts = append(parts, town)
	}
	for _, sp := range of {
		parts = append(parts, sp.name)
	}
	if i == t.days-1 && t.days > 1 && t.from != town {
		parts = append(parts, t.from)
	}
	return strings.Join(parts, sep)
}

func dayParas(d dice, f *filler, t *tour, i int, of []spot) []string {
	var out []string
	if t.days == 1 {
		out = append(out, f.pick("day.one"))
	} else if i == 0 {
		out = append(out, f.pick("day.first"))
	} else if len(of) > 0 {
		out = append(out, f.pick("day.go"))
	}
	for _, sp := range of {
		f.fix["spot"], f.fix["desc"] = sp.name, sp.desc
		line := f.pick("spot")
		if len(out) > 0 && (strings.HasSuffix(out[len(out)-1], "，") || d.chance(50)) {
			out[len(out)-1] += line
		} else {
			out = append(out, line)
		}
	}
	delete(f.fix, "spot")
	delete(f.fix, "desc")
	if len(of) == 0 && i > 0 && i < t.days-1 {
		out = append(out, f.pick("day.free"))
	}
	if t.days == 1 {
		return append(out, f.pick("day.back"))
	}
	if i == t.days-1 {
		return append(out, f.pick("day.last"))
	}
	return append(out, f.pick("day.end"))
}

var mealWords = map[string][]string{
	"zh-CN": {"含早中晚餐", "早餐、午餐", "含早餐，其余自理", "早：酒店 中：团餐 晚：自理", "全天自理"},
	"zh-TW": {"早：飯店內 午：風味餐 晚：合菜", "早：飯店內 午：方便遊玩敬請自理 晚：自助餐"},
	"en":    {"Breakfast", "Breakfast and lunch", "Breakfast, lunch, dinner", "None"},
}

var stayWords = map[string][]string{
	"zh-CN": {"", "商务酒店或同级", "特色客栈", "四星酒店"}, "zh-TW": {"大飯店 或同級", "溫泉飯店 或同級"}, "en": {"", " hotel"},
}
