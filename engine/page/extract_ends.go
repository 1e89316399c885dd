package page

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"xunlu/engine/field"
)

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
	if b.x.Places != nil {
		b.hear("from", s.from, b.dataSource)
		b.hear("from", from, "title")
		b.hear("to", strings.Join(s.to, ","), b.dataSource)
		b.hear("to", strings.Join(to, ","), "title")
	}
	if r.From == "" && from != "" {
		r.From = from
		b.from("from", "title")
	}
	if len(r.To) == 0 && len(to) > 0 {
		r.To = without(to, r.From)
		b.from("to", "title")
	}
	b.roundTrip()
	b.endsBelowTitle()
	b.townsOfDays()
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

// roundTrip takes the place where the first day begins and the last one ends.
func (b *draft) roundTrip() {
	r := &b.route
	if r.From != "" || b.x.Places == nil {
		return
	}
	if n := len(r.Itinerary); n >= 2 {
		first, last := b.x.Places.Find(r.Itinerary[0].Title), b.x.Places.Find(r.Itinerary[n-1].Title)
		if len(first) >= 2 && len(last) >= 1 && first[0].Place.ID == last[len(last)-1].Place.ID {
			r.From = first[0].Text
			r.To = without(r.To, r.From)
			b.from("from", "text")
			return
		}
	}
	for _, line := range strings.Split(r.Included, "\n") {
		if m := thereAndBack.FindStringSubmatch(line); m != nil {
			if pl, ok := b.x.Places.Lookup(m[1]); ok && pl.Kind != "country" {
				r.From = m[1]
				r.To = without(r.To, r.From)
				b.from("from", "text")
				return
			}
		}
	}
}

// thereAndBack is what the price includes: 武汉至昆明往返机票.
var thereAndBack = field.MustPattern(`([\p{Han}]{2,5}?)(?:至|到|-|—|－|～)[\p{Han}/、]{2,20}?(?:往返|来回|來回|双飞|双卧)`)

// A country in the title says more than a list of more than fewStops towns; no list of more than manyStops is a destination.
const fewStops, manyStops = 6, 10

// townsOfDays puts the stops of the itinerary in place of a title's sights or a whole province: 象鼻山 is seen from 桂林. Where
// the days name the nights, they also add the stops that a title leaves out. A country in the title stays.
func (b *draft) townsOfDays() {
	r := &b.route
	if b.x.Places == nil || r.Sources["to"] != "title" {
		return
	}
	s := stopsOf(b.x.Places, r.Itinerary, r.From)
	if len(s.list) == 0 || len(s.list) > manyStops {
		return
	}
	towns, on, near := 0, 0, false
	for _, name := range r.To {
		pl, ok := b.x.Places.Lookup(name)
		if !ok || pl.Kind == "country" && !townLike(pl) && len(s.list) > fewStops {
			return
		}
		near = near || s.near(pl)
		if townLike(pl) {
			towns++
			if s.goesTo(pl) {
				on++
			}
		}
	}
	if !near || towns > 0 && (on == 0 || on < towns && !s.known(len(r.Itinerary))) {
		return
	}
	r.To = append(s.names(), b.alsoNamed(r.To, s)...)
	r.Sources["to"] = "text"
}

// alsoNamed are the places of a title that the days go to without a night there: a town (澳门 between 香港 and 珠海), or one sight
// named among towns, none of which it belongs to (西安、华山、延安).
func (b *draft) alsoNamed(title []string, s *stops) []string {
	var out, sights []string
	towns := 0
	for _, name := range title {
		pl, ok := b.x.Places.Lookup(name)
		if !ok || name == b.route.From {
			continue
		}
		if townLike(pl) {
			towns++
		}
		if !s.goesTo(pl) || slices.ContainsFunc(s.list, func(e stop) bool { return b.x.Places.Within(pl.ID, e.place.ID) || b.x.Places.Within(e.place.ID, pl.ID) }) {
			continue
		}
		if townLike(pl) {
			out = append(out, name)
		} else if pl.Kind == "sight" {
			sights = append(sights, name)
		}
	}
	if towns >= 2 && len(sights) == 1 {
		out = append(out, sights...)
	}
	return out
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

var noStart = field.MustPattern(`(?i)广场|车站|地铁|路口|门口|机场|码头|酒店|^(?:全国|各地|请选择|任意|不限|说明|详情|依您定|待定|\d|contact|any|on request|tbd|daily|date|time|flexible)`)

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

// menuEntry is a link of a menu of destinations: 桂林旅游.
var menuEntry = field.MustPattern(`(?:旅[游遊]|[线線]路|(?i: tours))$`)

// placesOf reads the value of a label of destinations.
func (b *draft) placesOf(v string) []string {
	v = firstLine(v)
	if menuEntry.MatchString(v) {
		return nil
	}
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
