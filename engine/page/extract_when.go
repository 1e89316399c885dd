package page

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/engine/field"
	"xunlu/storage"
)

// when fills the departures: structured, labelled, calendar, title, lines that speak of departing.
func (b *draft) when(list []pair, s structured, today time.Time) {
	r := &b.route
	if len(s.dates) > 0 {
		r.Dates = s.dates
		b.from("dates", b.dataSource)
	}
	for _, p := range list {
		if p.is == onDates && !placeholder.MatchString(firstLine(p.value)) {
			label := strings.Trim(p.label, " :：*【】")
			if field.Departures(label, today).Dates != nil {
				label = "出发日期"
			}
			b.addWhen(field.Departures(label+"："+p.value, today), "label")
			if !b.noWhen() {
				break // later ones belong to other agencies' offers of the same tour
			}
		}
	}
	if b.noWhen() {
		b.addWhen(field.Departures(strings.Join(b.view.calendar(), "\n"), today), "label")
	}
	if b.noWhen() {
		b.addWhen(field.Departures(b.view.departureLines(), today), "text")
	}
	if b.noWhen() {
		b.addWhen(field.Departures(r.Title, today), "title")
	}
	b.singleDeparture()
}

func (b *draft) noWhen() bool {
	r := &b.route
	return len(r.Dates) == 0 && len(r.Ranges) == 0 && len(r.Weekly) == 0 && len(r.Monthly) == 0 && !r.Daily
}

// addWhen adds departures of one place of the page.
func (b *draft) addWhen(w field.When, source string) {
	r := &b.route
	before := len(r.Dates) + len(r.Ranges) + len(r.Weekly) + len(r.Monthly)
	was := r.Daily
	r.Dates = append(r.Dates, w.Dates...)
	slices.Sort(r.Dates)
	r.Dates = slices.Compact(r.Dates)
	for _, x := range w.Ranges {
		if d := (storage.DateRange{Start: x.Start, End: x.End}); !slices.Contains(r.Ranges, d) {
			r.Ranges = append(r.Ranges, d)
		}
	}
	for _, day := range w.Weekly {
		if !slices.Contains(r.Weekly, day) {
			r.Weekly = append(r.Weekly, day)
		}
	}
	for _, n := range w.Monthly {
		if !slices.Contains(r.Monthly, n) {
			r.Monthly = append(r.Monthly, n)
		}
	}
	r.Daily = r.Daily || w.Daily
	if len(r.Dates)+len(r.Ranges)+len(r.Weekly)+len(r.Monthly) > before || r.Daily != was {
		b.from("dates", source)
	}
}

// singleDeparture turns a span that is exactly as long as the tour into its first day: the tour runs then, it does not
// leave every day of it.
func (b *draft) singleDeparture() {
	r := &b.route
	if r.Days < 2 {
		return
	}
	var rest []storage.DateRange
	for _, x := range r.Ranges {
		from, errA := time.Parse(time.DateOnly, x.Start)
		to, errB := time.Parse(time.DateOnly, x.End)
		if errA == nil && errB == nil && int(to.Sub(from).Hours()/24)+1 == r.Days && len(r.Weekly) == 0 && !r.Daily {
			if !slices.Contains(r.Dates, x.Start) {
				r.Dates = append(r.Dates, x.Start)
			}
			continue
		}
		rest = append(rest, x)
	}
	slices.Sort(r.Dates)
	r.Ranges = rest
}

var (
	departLine   = field.MustPattern(`(?i)(?:圣诞|元旦|春节|国庆|中秋|端午|五一|清明|周末|周[一二三四五六日]).{0,6}(?:出发|发团|出發)|发团|出发日期|出團|發團|出发时间|班期|团期|開團|开班|天天发|每周.{0,12}(?:发|出)|每天.{0,3}(?:发|出)|天天.{0,3}(?:发|出)|\d\s*[日号月]\s*(?:出发|起航|开航|出發|发团)|depart(?:s|ures?|ing)|\bevery (?:mon|tues|wednes|thurs|fri|satur|sun)day`)
	notDeparting = field.MustPattern(`不适|除外|不参[与加]|截止|停发|优惠|立减|签证|材料`)
	soldOut      = field.MustPattern(`(?i)disabled|past|full|soldout|sold-out|over|expired|gray`)
)

// departureLines are short lines that speak of departing, outside the parts of the page that speak of other things.
func (v *view) departureLines() string {
	var out []string
	now := noSection
	for _, l := range v.lines {
		if l.aside {
			continue
		}
		s, day := l.section, l.day > 0
		switch {
		case s != noSection:
			now = s
		case day:
			now = itinerarySection
		case l.heading > 0:
			now = noSection
		}
		if (now == noSection || now == otherSection) && utf8.RuneCountInString(l.text) <= 80 && departLine.MatchString(l.text) && !notDeparting.MatchString(l.text) {
			out = append(out, l.text)
		}
	}
	return strings.Join(out, "\n")
}

// calendar collects the dates of price calendars: data-date attributes of elements that can be chosen.
func (v *view) calendar() []string {
	if v.dom == nil {
		return nil
	}
	var out []string
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode && len(out) < 400 {
			if unseenTag(n.DataAtom) && n.DataAtom != atom.Select || v.looks.aside(n) {
				return
			}
			for _, key := range []string{"data-date", "data-day", "data-departure", "data-departuredate"} {
				if d := attrOf(n, key); len(d) >= 8 && !soldOut.MatchString(attrOf(n, "class")) {
					out = append(out, dateOnly(d))
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(v.dom.Nodes[0])
	return out
}
