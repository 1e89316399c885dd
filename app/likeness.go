package app

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"xunlu/storage"
)

// likeness is what of a route says which tour it is, whoever sells it and in whatever words: where it goes, how long, from
// where, how, and what is seen on each day. Price and agency are left out on purpose.
type likeness struct {
	id        uint64
	days      int
	nights    int
	site      string
	from      string
	transport []string
	to        []string
	stops     []uint32 // sorted set: names that stand in the titles of its days
	title     []uint32 // sorted set: pairs of characters, or words, of its title
	free      bool     // no itinerary: the title must do
}

// likenessOf reads a route.
func likenessOf(r *storage.Route) likeness {
	l := likeness{id: r.ID, days: r.Days, nights: r.Nights, site: r.Site, from: r.From, to: r.To}
	if r.Transport != "" {
		l.transport = strings.Split(r.Transport, "/")
	}
	for _, d := range r.Itinerary {
		l.stops = appendStops(l.stops, d.Title)
	}
	if l.days == 0 {
		l.days = len(r.Itinerary)
	}
	l.stops, l.title = set(l.stops), set(appendPairs(nil, r.Title))
	l.free = len(l.stops) < 2
	return l
}

func set(list []uint32) []uint32 {
	slices.Sort(list)
	return slices.Compact(list)
}

func hash(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	return h.Sum32()
}

// appendStops takes the names out of a day's title: what stands between arrows, dashes, marks and brackets. "D3", "第三天",
// meals and the like are no names; a name of one character is none either.
func appendStops(list []uint32, title string) []uint32 {
	for part := range strings.FieldsFuncSeq(title, stopMark) {
		part = strings.ToLower(strings.TrimSpace(part))
		if n := len([]rune(part)); n < 2 || n > 24 || strings.ContainsFunc(part, unicode.IsDigit) || strings.HasPrefix(part, "第") {
			continue
		}
		list = append(list, hash(part))
	}
	return list
}

// stopMarks part the names in a day's title.
const stopMarks = "—–-―→➔⇒~～/／·・、,，:：()（）【】《》「」+＋|｜;；>→\t\u3000"

func stopMark(r rune) bool { return strings.ContainsRune(stopMarks, r) }

// appendPairs takes pairs of Chinese characters and whole words of other scripts; figures stay with what they count.
func appendPairs(list []uint32, text string) []uint32 {
	var last rune
	word := make([]rune, 0, 16)
	flush := func() {
		if len(word) > 1 {
			list = append(list, hash(string(word)))
		}
		word = word[:0]
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			if last != 0 {
				list = append(list, hash(string([]rune{last, r})))
			}
			last = r
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word = append(word, r)
		default:
			flush()
		}
		last = 0
	}
	flush()
	return list
}

// Thresholds, measured on the demo web (app/groups_internal_test.go). Two itineraries are alike by the names of their days.
// Departure and places may have been read wrongly from one of the two pages (3 and 8 in 100): they decide against two that
// are only somewhat alike, and not against two that see the same on every day. By train or by air is another tour.
const (
	alikeStops = 0.7  // with nothing against it
	sameStops  = 0.92 // whatever the places are
	wholly     = 0.99 // whatever the departure is
	alikeTitle = 0.5  // of routes without itinerary and without a departure
)

// alike says how alike two routes are, 0 to 1; below the thresholds they are different tours and it is 0.
func (l *likeness) alike(o *likeness, weight func(uint32) float64) float64 {
	if l.days != o.days || l.days == 0 || l.free != o.free || l.nights > 0 && o.nights > 0 && l.nights != o.nights {
		return 0
	}
	from := l.from == "" || o.from == "" || l.from == o.from
	way := len(l.transport) == 0 || len(o.transport) == 0 || slices.Equal(l.transport, o.transport)
	if l.free {
		if !from || !way || !slices.Equal(l.to, o.to) || len(l.to) == 0 {
			return 0
		}
		s := overlap(l.title, o.title, func(uint32) float64 { return 1 })
		if l.from != "" && l.from == o.from {
			return 0.5 + s/2
		}
		if s >= alikeTitle {
			return s
		}
		return 0
	}
	to := len(l.to) == 0 || len(o.to) == 0 || shared(l.to, o.to) >= max(len(l.to), len(o.to))
	s := overlap(l.stops, o.stops, weight)
	switch {
	case !way, s < alikeStops, s < sameStops && !to:
		return 0
	case !from && (s < wholly || l.startsAt(o.from) == o.startsAt(l.from)):
		return 0
	}
	return s
}

// startsAt says whether a place is among the names of the days: then it, and not what was read elsewhere, is the departure.
func (l *likeness) startsAt(place string) bool {
	_, ok := slices.BinarySearch(l.stops, hash(strings.ToLower(place)))
	return ok
}

func shared(a, b []string) int {
	n := 0
	for _, x := range a {
		if slices.Contains(b, x) {
			n++
		}
	}
	return n
}

// overlap is the weighted share of two sorted sets that is in both.
func overlap(a, b []uint32, weight func(uint32) float64) float64 {
	var both, all float64
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			all += weight(a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			all += weight(b[0])
			b = b[1:]
		default:
			w := weight(a[0])
			both, all = both+w, all+w
			a, b = a[1:], b[1:]
		}
	}
	if all == 0 {
		return 0
	}
	return both / all
}
