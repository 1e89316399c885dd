package page

import (
	"strings"
	"unicode/utf8"

	"xunlu/engine/field"
	"xunlu/storage"
)

// days and nights: labelled, then the title, then what stands below it, then the itinerary.
func (b *draft) days(list []pair, s structured, lastDay int) {
	r := &b.route
	b.setDays(s.days, s.nights, b.dataSource)
	for _, p := range list {
		if p.is != onDays || clock.MatchString(p.value) {
			continue
		}
		d, n, _ := field.Duration(firstLine(p.value))
		if d == 0 && n == 0 {
			d, n, _ = field.Duration("天数：" + firstLine(p.value))
		}
		b.setDays(d, n, "label")
		if d > 0 {
			break // later ones may be of other tours
		}
	}
	d, n, half := field.Duration(r.Title)
	if half && r.Days == 0 {
		return
	}
	b.setDays(d, n, "title")
	if r.Days == 0 || r.Nights == 0 {
		for i := b.titleLine + 1; i >= 0 && i < len(b.view.lines) && i < b.titleLine+14; i++ {
			l := b.view.lines[i]
			if l.aside || l.day > 0 || utf8.RuneCountInString(l.text) > 60 {
				continue
			}
			d, n, _ := field.Duration(l.text)
			if r.Days == 0 || d == r.Days {
				b.setDays(d, n, "heading")
			}
		}
	}
	if r.Days == 0 && lastDay >= 2 {
		b.setDays(lastDay, 0, "text")
	}
	if r.Days == 0 {
		if d, n, _ := field.Duration(b.view.topText(max(b.titleLine, 0))); d > 0 {
			b.setDays(d, n, "text")
		}
	}
	for _, line := range strings.Split(r.Included, "\n") {
		if m := nightsStay.FindStringSubmatch(line); m != nil && r.Days > 2 {
			_, n, _ := field.Duration(m[0])
			if n == r.Days-1 || n == r.Days-2 {
				b.setDays(0, n, "text")
			}
		}
	}
}

// nightsStay is a line of what the price includes: 12晚精选酒店, 4 nights stay.
var nightsStay = field.MustPattern(`(?i)(?:\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:晚|夜|nights?\b)`)

var clock = field.MustPattern(`\d\s*[:：]\s*\d`)

// setDays fills days and nights that are still missing.
func (b *draft) setDays(days, nights int, source string) {
	if source != "heading" && source != "text" { // a guess is no second opinion
		b.hearNumber("days", float64(days), source)
		b.hearNumber("nights", float64(nights), source)
	}
	if b.route.Days == 0 && days > 0 {
		b.route.Days = days
		b.from("days", source)
	}
	if b.route.Nights == 0 && nights > 0 && (b.route.Days == 0 || nights <= b.route.Days+1 && nights >= b.route.Days-3) {
		b.route.Nights = nights
		b.from("nights", source)
	}
}

// transport reads how the travellers get there: labelled, title, below it.
func (b *draft) transport(list []pair) {
	r := &b.route
	set := func(text, source string) {
		if r.Transport == "" {
			if r.Transport = field.Transport(text); r.Transport != "" {
				b.from("transport", source)
			}
		}
	}
	for _, p := range list {
		if p.is == onTransport && utf8.RuneCountInString(p.value) < 200 {
			set(p.value, "label")
		}
	}
	set(r.Title, "title")
	if r.Sources["transport"] == "label" {
		b.hear("transport", field.Transport(r.Title), "title")
	}
	for i := b.titleLine + 1; i >= 0 && i < len(b.view.lines) && i < b.titleLine+14; i++ {
		if l := b.view.lines[i]; !l.aside && utf8.RuneCountInString(l.text) <= 60 {
			set(l.text, "text")
		}
	}
	for _, line := range strings.Split(r.Included, "\n") {
		if inclTransport.MatchString(field.Fold(line)) {
			set(line, "text")
		}
	}
	if n := len(r.Itinerary); n >= 1 && r.Transport == "" {
		out, back := ridden(r.Itinerary[0]), ridden(r.Itinerary[n-1])
		switch {
		case out == "" || out == back || back == "" || n == 1:
			r.Transport = out
		default:
			r.Transport = out + "/" + back
		}
		if r.Transport != "" {
			b.from("transport", "text")
		}
	}
}

// boarding is what a traveller rides in the text of a day: 乘机赴昆明, 搭高鐵前往.
var boarding = field.MustPattern(`(?i)(?:乘坐?|搭乘?|坐)\s*(飞机|航班|机|高铁|动车|火车|列车|大巴|巴士|旅游车|空调车|汽车|邮轮|游轮)|\b(fly|flight|train|coach|bus)\b`)

// ridden reads the first means of transport that a day's text boards.
func ridden(d storage.Day) string {
	m := boarding.FindStringSubmatch(field.Fold(d.Title + "\n" + d.Text))
	if m == nil {
		return ""
	}
	switch word := strings.ToLower(m[1] + m[2]); word {
	case "机", "fly":
		return field.Flight
	default:
		return field.Transport(word)
	}
}

var inclTransport = field.MustPattern(`(?i)交通|往返|机票|flight|airfare`)
