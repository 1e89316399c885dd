package demo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// field is a labelled value of a route page.
type field struct{ label, value string }

// section is a headed part of a route page.
type section struct {
	label string
	paras []string
}

// dayText is a day of an itinerary.
type dayText struct {
	head, title  string
	paras        []string
	meals, hotel string
}

// tourText is all that a route page says of its tour; designs lay it out. It does not depend on the edition.
type tourText struct {
	fields   []field
	feature  section
	days     []dayText
	free     section // instead of days, for tours without an itinerary
	include  section
	exclude  section
	notice   section
	tips     section
	remark   section
	terms    []section // safety, refunds, shopping, extras to pay: the long tail of a page
	visa     string
	code     string
	reviews  []review
	shortage string // how many may join
}

// text words a tour for its page.
func (s *site) text(t *tour) *tourText {
	d := throw(s.seed, "text", s.id, t.n)
	f := s.filler(d, t.reg)
	trans := one(d, longTrips[s.loc.lang][t.transport])
	f.fix = map[string]string{
		"from": t.from, "trans": trans, "to": strings.Join(t.to, s.titleSep), "town": t.to[0],
		"go": goWord(s, t.transport),
	}
	x := &tourText{code: fmt.Sprintf("%s%04d", strings.ToUpper(t.reg.key[:2]), s.idBase+t.n)}
	x.shortage = f.pick("group")
	x.fields = s.tourFields(d, t, trans, x)
	f.fix["single"], f.fix["b"], f.fix["c"] = s.money(t.single), strconv.Itoa(t.nights), strconv.Itoa(t.days)
	f.day = t.days == 1
	x.feature = section{s.label("feature"), f.several("feature", d.between(3, 6))}
	if t.free {
		x.free = section{s.label("plan"), freeText(f, t)}
	} else {
		x.days = s.itinerary(d, f, t)
	}
	f.fix["town"] = t.to[len(t.to)-1]
	x.include = section{s.label("include"), f.several("include", d.between(4, 7))}
	x.exclude = section{s.label("exclude"), f.several("exclude", d.between(2, 5))}
	x.notice = section{s.label("notice"), append(f.several("notice", d.between(3, 7)), f.several("more", d.between(2, 9))...)}
	x.tips = section{s.label("tips"), f.several("tips", d.between(2, 5))}
	if d.chance(45) {
		x.remark = section{s.label("remark"), f.several("remark", 2)}
	}
	x.terms = s.terms(d, f, t)
	x.visa = t.reg.visa
	for _, said := range f.several("review", d.between(2, 6)) {
		x.reviews = append(x.reviews, review{one(d, s.loc.pool("reviewname")), s.today.AddDate(0, 0, -d.between(3, 300)), said})
	}
	return x
}

func goWord(s *site, transport string) string {
	out, _, _ := strings.Cut(transport, "/")
	return map[string]map[string]string{
		"zh-CN": {"flight": "乘机", "train": "乘火车", "coach": "乘车", "ship": "乘船"},
		"zh-TW": {"flight": "搭機", "train": "搭火車", "coach": "搭車", "ship": "搭船"},
		"en":    {"flight": "air", "train": "train", "coach": "road", "ship": "ferry"},
	}[s.loc.lang][out]
}

// tourFields gives the labelled values in the site's order; what a field leaves out the title states.
func (s *site) tourFields(d dice, t *tour, trans string, x *tourText) []field {
	var f []field
	add := func(when bool, label, value string) {
		if when {
			f = append(f, field{s.label(label), value})
		}
	}
	add(d.chance(50), "code", x.code)
	add(t.showFrom, "from", t.from)
	add(t.showTo, "to", strings.Join(t.to, one(d, separators[s.loc.lang])))
	days := strings.TrimSuffix(s.dayText(t.days), "-Day")
	if s.loc.lang == "en" {
		days += " days"
	}
	if t.saysNight {
		days = s.dayNightText(t.days, t.nights)
	}
	add(t.showDays, "days", days)
	add(t.showTrans, "transport", trans)
	add(t.showDates, "dates", t.dep.text)
	add(t.nights > 0 && d.chance(60), "stay", one(d, stars[s.loc.lang]))
	add(d.chance(55), "group", x.shortage)
	f2 := s.filler(d, t.reg)
	add(d.chance(40), "ahead", f2.pick("ahead"))
	head := throw(s.seed, "fields", s.id).Perm(5)[0]
	if len(f) > head+1 {
		f = append(append([]field(nil), f[head:]...), f[:head]...)
	}
	return f
}

// freeText describes a package of transport and hotel without guide.
func freeText(f *filler, t *tour) []string {
	switch f.s.loc.lang {
	case "en":
		return []string{"Return transport between " + t.from + " and " + t.to[0] + " and " + strconv.Itoa(t.nights) + " nights in a central hotel; your days are your own.",
			"Add airport transfers, tickets or a private guide at any time."}
	case "zh-TW":
		return []string{"本產品為機票加酒店自由行，含" + t.from + "至" + t.to[0] + "來回機票與" + strconv.Itoa(t.nights) + "晚住宿，不含導遊。", "可加購機場接送、景點票券。"}
	}
	return []string{"本产品为自由行套餐，包含" + t.from + "至" + t.to[0] + f.fix["trans"] + "与" + strconv.Itoa(t.nights) + "晚酒店住宿，无导游、无团队活动，行程由您自行安排。",
		"可加购：接送机、景点门票、当地一日游、包车。" + f.pick("day.free"), "参考航班以出票为准，酒店可在备选中任意更换，差价多退少补。"}
}

// terms writes the parts that only some pages of some sites have.
func (s *site) terms(d dice, f *filler, t *tour) []section {
	var out []section
	shown := throw(s.seed, "terms", s.id)
	for _, key := range []string{"safety", "refund", "shop"} {
		if shown.chance(60) && d.chance(85) {
			out = append(out, section{s.label(key), f.several(key, d.between(2, 8))})
		}
	}
	if t.days > 2 && d.chance(35) {
		var items []string
		for _, name := range f.several("selfitem", d.between(2, 5)) {
			price := max(t.reg.perDay*d.between(20, 70)/100/10*10, 10)
			items = append(items, name+"  "+s.money(price)+"  "+strconv.Itoa(one(d, []int{40, 60, 90, 120}))+map[string]string{"zh-CN": "分钟", "zh-TW": "分鐘", "en": " min"}[s.loc.lang])
		}
		out = append(out, section{s.label("selfpay"), items})
	}
	return out
}

// review is what a customer said.
type review struct {
	who  string
	when time.Time
	said string
}
