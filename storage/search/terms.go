package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	index "github.com/blevesearch/bleve_index_api"

	"xunlu/storage"
)

// maxText is how much of an itinerary is indexed word by word, in runes: the titles of the days and the hotels, and of each day's
// text an equal share, so that the last day is found like the first. Each word costs as much as a thousand bytes of page cost to
// judge; places are looked for in all of the text.
const maxText = 1500

// analyst turns routes into terms. It keeps nothing between two calls and may be used by several goroutines.
type analyst struct{ gaz *gazetteer }

// routeTerms are the fields of one route under construction.
type routeTerms map[string]termSet

func (t routeTerms) field(name string) termSet {
	s, ok := t[name]
	if !ok {
		s = make(termSet)
		t[name] = s
	}
	return s
}

// fields analyses a route.
func (a analyst) fields(r *storage.Route, stored []byte) []index.Field {
	t := make(routeTerms, 16)
	title := fold(r.Title)
	us := units(title)
	spans, aliases := a.gaz.locate(r.Title, title.r)
	a.title(t, title, us, spans)
	a.places(t, r, title, spans, aliases)
	a.stays(t, r, title, us)
	a.texts(t, r)
	agency := units(fold(r.Agency))
	addPairs(t.field(fieldAgency), agency, nil)
	addWords(t.field(fieldAgency), agency)
	t.field(fieldSite).add(r.Site)
	t.field(fieldState).add(string(r.State))
	for mode := range strings.SplitSeq(r.Transport, "/") {
		t.field(fieldTransport).add(mode)
	}
	departures(t.field(fieldDate), r)

	out := make([]index.Field, 0, len(t)+1)
	for name, terms := range t {
		if len(terms) > 0 {
			out = append(out, &fieldOf{name: name, terms: terms, options: index.IndexField | index.SkipFreqNorm})
		}
	}
	return append(out, &fieldOf{name: fieldRow, stored: stored, options: index.StoreField})
}

func (a analyst) title(t routeTerms, f folded, us []unit, spans []span) {
	set := t.field(fieldTitle)
	for _, u := range us {
		set.add(u.text)
		if u.kind == word {
			set.add(stem(u.text))
		}
	}
	addPairs(set, us, func(i int) bool { return a.onlyLooks(f, us, i, spans) })
	addSoftPairs(set, us)
	addPinyin(t.field(fieldPinyin), us)
}

// onlyLooks is true when the pair of unit i and the one before it looks like a place and is none: 海南 in 上海南京, where
// it is the end of one name and the beginning of the next, and in 海南藏族自治州, which lies elsewhere.
func (a analyst) onlyLooks(f folded, us []unit, i int, spans []span) bool {
	from, to := us[i-1].at, us[i].to
	for _, s := range spans {
		if from < s.to && us[i].at >= s.to || from < s.from && us[i].at >= s.from {
			return len(a.gaz.names(f.text(from, to))) > 0
		}
		if from == s.from && to < s.to {
			for _, name := range a.gaz.names(f.text(from, to)) {
				if name != s.name && !contains(a.gaz.above(s.name), name) {
					return true
				}
			}
			return false
		}
	}
	return false
}

// masked is how a pair is stored that a phrase may use but a word may not.
func masked(pair string) string { return "~" + pair }

// addPairs adds each two units that touch. mask, when given, says which of them are no words.
func addPairs(set termSet, us []unit, mask func(i int) bool) {
	for i := 1; i < len(us); i++ {
		if us[i].gap != touching {
			continue
		}
		pair := us[i].pair
		if mask != nil && mask(i) {
			pair = masked(pair)
		}
		set.add(pair)
	}
}

// addSoftPairs adds each two units with a space or a hyphen between them, for phrases.
func addSoftPairs(set termSet, us []unit) {
	for i := 1; i < len(us); i++ {
		if us[i].gap == soft {
			set.add(us[i-1].text + " " + us[i].text)
		}
	}
}

// addWords adds Latin words and numbers by themselves.
func addWords(set termSet, us []unit) {
	for _, u := range us {
		switch u.kind {
		case word:
			set.add(u.text)
			set.add(stem(u.text))
		case number:
			set.add(u.text)
		}
	}
}

// addPinyin adds pairs of syllables, in all readings.
func addPinyin(set termSet, us []unit) {
	for i := 1; i < len(us); i++ {
		if us[i].gap == hard {
			continue
		}
		second := readingsOf(us[i])
		for _, p := range readingsOf(us[i-1]) {
			for _, q := range second {
				set.add(p + q)
			}
		}
	}
}

// stays adds the days and nights of the route, in the form all spellings share.
func (a analyst) stays(t routeTerms, r *storage.Route, title folded, us []unit) {
	set := t.field(fieldStay)
	if r.Days > 0 {
		set.add(stayTerm(r.Days, false))
	}
	if r.Nights > 0 {
		set.add(stayTerm(r.Nights, true))
	}
	for _, m := range measures(title, us) {
		for n := m.lo; n <= min(m.hi, m.lo+10); n++ {
			set.add(stayTerm(n, m.nights))
		}
	}
}

// texts adds the itinerary and the words for the transport.
func (a analyst) texts(t routeTerms, r *storage.Route) {
	from, left := a.gaz.canonical(r.From), maxText
	for _, d := range r.Itinerary {
		left -= a.text(t, d.Title, from, left)
	}
	for _, d := range r.Itinerary {
		left -= a.text(t, d.Hotel, from, left)
	}
	share := shareOf(r.Itinerary, left)
	for _, d := range r.Itinerary {
		a.text(t, d.Text, from, share)
	}
	set := t.field(fieldText)
	for mode := range strings.SplitSeq(r.Transport, "/") {
		for _, w := range transportWords(mode) {
			us := units(fold(w))
			addPairs(set, us, nil)
			addWords(set, us)
		}
	}
}

// shareOf is how many runes of each day's text are looked at, so that all of them together are at most so many: short days leave
// their part to the long ones.
func shareOf(days []storage.Day, most int) int {
	lengths := make([]int, len(days))
	for i, d := range days {
		lengths[i] = utf8.RuneCountInString(d.Text)
	}
	slices.Sort(lengths)
	for i, n := range lengths {
		if rest := len(lengths) - i; n*rest > most {
			return most / rest
		}
		most -= n
	}
	return maxText
}

// text adds one piece and returns how many runes of it were looked at. What the town the tour leaves from lies in is not on
// the way: who asks for 湖北 does not mean all that starts in 武汉.
func (a analyst) text(t routeTerms, s, from string, limit int) int {
	if s == "" || limit <= 0 {
		return 0
	}
	f := fold(s)
	if len(f.r) > limit {
		f = folded{r: f.r[:limit], at: f.at[:limit]}
	}
	us := units(f)
	set := t.field(fieldText)
	for i := 1; i < len(us); i++ {
		if us[i].gap == touching && keptInText(us[i-1], us[i]) {
			set.add(us[i].pair)
		}
	}
	addWords(set, us)
	for i, u := range us {
		if i > 0 && u.gap == soft && u.kind != han && us[i-1].kind != han {
			set.add(us[i-1].text + " " + u.text)
		}
		if u.kind == han && (i+1 == len(us) || us[i+1].gap != touching || isParticle(us[i+1])) && !isParticle(u) {
			set.add(u.text) // so that one character is found by prefix at the end of a clause too
		}
	}
	for _, name := range a.gaz.names(s) {
		l := a.gaz.lore(name)
		t.field(fieldTextPlace).add(l.plain)
		if name == from {
			continue
		}
		for _, above := range l.above {
			t.field(fieldTextPlace).add(a.gaz.lore(above).plain)
		}
	}
	return len(f.r)
}

// transportWords are what people type for a way of travelling, where it is certain: a train need not be a fast one.
func transportWords(mode string) []string {
	switch mode {
	case "flight":
		return []string{"飞机", "航班", "flight", "fly", "plane", "air"}
	case "train":
		return []string{"火车", "铁路", "train", "rail", "railway"}
	case "coach":
		return []string{"大巴", "汽车", "巴士", "coach", "bus"}
	case "ship":
		return []string{"轮船", "乘船", "ship", "boat"}
	case "self_drive":
		return []string{"自驾", "自驾游", "self-drive", "self", "drive", "driving"}
	}
	return nil
}
