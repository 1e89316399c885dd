package page

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"

	"xunlu/engine/field"
	"xunlu/storage"
)

// days and nights: labelled, then the title, then what stands below it, then the itinerary.
func (b *draft) days(list []pair, s structured, lastDay int) {
	r := &b.route
	b.setDays(s.days, s.nights, b.dataSource)
	for _, p := range list {
		if p.is == onDays && r.Days == 0 && !clock.MatchString(p.value) {
			d, n, _ := field.Duration(firstLine(p.value))
			if d == 0 && n == 0 {
				d, n, _ = field.Duration("天数：" + firstLine(p.value))
			}
			b.setDays(d, n, "label")
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
		d, n, _ := field.Duration(b.view.topText(max(b.titleLine, 0)))
		b.setDays(d, n, "text")
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
var nightsStay = regexp.MustCompile(`(?i)(?:\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:晚|夜|nights?\b)`)

var clock = regexp.MustCompile(`\d\s*[:：]\s*\d`)

// setDays fills days and nights that are still missing.
func (b *draft) setDays(days, nights int, source string) {
	if b.route.Days == 0 && days > 0 {
		b.route.Days = days
		b.from("days", source)
	}
	if b.route.Nights == 0 && nights > 0 && (b.route.Days == 0 || nights <= b.route.Days+1 && nights >= b.route.Days-3) {
		b.route.Nights = nights
		b.from("nights", source)
	}
}

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
	departLine   = regexp.MustCompile(`(?i)(?:圣诞|元旦|春节|国庆|中秋|端午|五一|清明|周末|周[一二三四五六日]).{0,6}(?:出发|发团|出發)|发团|出发日期|出團|發團|出发时间|班期|团期|開團|开班|天天发|每周.{0,12}(?:发|出)|每天.{0,3}(?:发|出)|天天.{0,3}(?:发|出)|\d\s*[日号月]\s*(?:出发|起航|开航|出發|发团)|depart(?:s|ures?|ing)|\bevery (?:mon|tues|wednes|thurs|fri|satur|sun)day`)
	notDeparting = regexp.MustCompile(`不适|除外|不参[与加]|截止|停发|优惠|立减|签证|材料`)
	soldOut      = regexp.MustCompile(`(?i)disabled|past|full|soldout|sold-out|over|expired|gray`)
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
			if unseen[n.Data] && n.Data != "select" || asideElement(n) {
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

// ends fills where the tour starts and where it goes.
func (b *draft) ends(list []pair, s structured) {
	r := &b.route
	if s.from != "" {
		r.From = s.from
		b.from("from", b.dataSource)
	}
	if len(s.to) > 0 {
		r.To = s.to
		b.from("to", b.dataSource)
	}
	if p, ok := first(list, onFrom, func(v string) bool { return b.startOf(v) != "" }); ok && r.From == "" {
		r.From = b.startOf(p.value)
		b.from("from", "label")
	}
	if p, ok := first(list, onTo, func(v string) bool { return len(b.placesOf(v)) > 0 }); ok && len(r.To) == 0 {
		r.To = b.placesOf(p.value)
		b.from("to", "label")
	}
	from, to := b.titleEnds(r.Title)
	if r.From == "" && from != "" {
		r.From = from
		b.from("from", "title")
	}
	if len(r.To) == 0 && len(to) > 0 {
		r.To = without(to, r.From)
		b.from("to", "title")
	}
	b.endsBelowTitle()
	if len(r.To) == 0 && b.x.Places != nil {
		b.endsOfDays()
	}
}

// titleEnds reads a title with the dictionary, or with patterns alone when there is none.
func (b *draft) titleEnds(title string) (from string, to []string) {
	if b.x.Places != nil {
		return b.x.Places.Ends(title)
	}
	f := field.Read(title, time.Time{})
	return f.From, f.To
}

// endsBelowTitle looks for 上海出发 in the lines under the title.
func (b *draft) endsBelowTitle() {
	r := &b.route
	for i := max(b.titleLine-3, 0); i < len(b.view.lines) && i < b.titleLine+25 && r.From == "" && b.x.Places != nil; i++ {
		l := b.view.lines[i]
		if l.day > 0 {
			return
		}
		if n := utf8.RuneCountInString(l.text); l.aside && n > 12 || n > 45 || strings.HasSuffix(l.text, ".") {
			continue
		}
		if from, _ := b.x.Places.Ends(l.text); from != "" {
			r.From = from
			r.To = without(r.To, from)
			b.from("from", "text")
		}
	}
}

// endsOfDays takes the places in the heads of the itinerary.
func (b *draft) endsOfDays() {
	r := &b.route
	seen := map[string]bool{}
	for _, d := range r.Itinerary {
		for _, f := range b.x.Places.Find(d.Title) {
			if seen[f.Place.ID] {
				continue
			}
			seen[f.Place.ID] = true
			if f.Text != r.From && !slices.Contains(r.To, f.Text) && len(r.To) < 8 && f.Place.Kind != "region" {
				r.To = append(r.To, f.Text)
			}
		}
	}
	if len(r.To) > 0 {
		b.from("to", "text")
	}
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == name })
}

var noStart = regexp.MustCompile(`(?i)^(?:全国|各地|请选择|任意|不限|说明|详情|依您定|待定|\d|contact|any|on request|tbd|daily|date|time|flexible)`)

// startOf reads the value of a label of departure.
func (b *draft) startOf(v string) string {
	if b.x.Places != nil && (hanText(v) || len(v) <= 60) {
		if found := b.x.Places.Find(v); len(found) > 0 && found[0].Start <= 24 {
			return found[0].Text
		}
	}
	v = strings.TrimSpace(firstLine(v))
	for _, cut := range []string{" ", "、", "，", ",", "/", "（", "(", "出发", "市", "出發"} {
		if i := strings.Index(v, cut); i > 0 && (hanText(v) || cut != " ") {
			v = v[:i]
		}
	}
	v = strings.TrimSpace(v)
	n := utf8.RuneCountInString(v)
	if n < 2 || noStart.MatchString(v) || strings.ContainsAny(v, ":：") || field.Transport(v) != "" || hanText(v) && n > 6 || !hanText(v) && (n > 24 || v[0] < 'A' || v[0] > 'Z') {
		return ""
	}
	return v
}

// placesOf reads the value of a label of destinations.
func (b *draft) placesOf(v string) []string {
	v = firstLine(v)
	names := field.Read("目的地："+v, time.Time{}).To
	if b.x.Places != nil {
		_, to := b.x.Places.Ends(v)
		whole := len(names) > 0
		for _, name := range names {
			_, known := b.x.Places.Lookup(name)
			whole = whole && (known || utf8.RuneCountInString(name) <= 6 && !slices.ContainsFunc(to, func(t string) bool { return strings.HasPrefix(name, t) }))
		}
		if len(to) > 0 && !whole {
			return to
		}
	}
	if len(names) == 0 || len(names) > 12 || noStart.MatchString(names[0]) || labelTopic(names[0]) != "" || strings.ContainsAny(names[0], ":：") || utf8.RuneCountInString(names[0]) > 16 {
		return nil
	}
	return names
}

func hanText(s string) bool {
	for _, r := range s {
		if r >= 0x3400 && r <= 0x9fff {
			return true
		}
	}
	return false
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
	for i := b.titleLine + 1; i >= 0 && i < len(b.view.lines) && i < b.titleLine+14; i++ {
		if l := b.view.lines[i]; !l.aside && utf8.RuneCountInString(l.text) <= 60 {
			set(l.text, "text")
		}
	}
	for _, line := range strings.Split(r.Included, "\n") {
		if inclTransport.MatchString(line) {
			set(line, "text")
		}
	}
}

var inclTransport = regexp.MustCompile(`(?i)交通|往返|机票|flight|airfare`)
