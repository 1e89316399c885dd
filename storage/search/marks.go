package search

import (
	"slices"
	"strings"
)

// marker finds in a text what a query was found by.
type marker struct {
	gaz       *gazetteer
	parsed    parsed
	corrected []string
}

// Mark gives the spans of a text, a title or any other, that answer to the words of a query.
func (x *Index) Mark(query, text string) []Span {
	return marker{gaz: x.analyst.gaz, parsed: parse(query, x.analyst.gaz)}.marks(text)
}

// marks are in order, do not touch each other and are counted in runes of the text as it stands.
func (m marker) marks(text string) []Span {
	if text == "" || len(m.parsed.clauses) == 0 {
		return nil
	}
	f := fold(text)
	us := units(f)
	var found []Span // in folded runes
	for _, c := range m.parsed.clauses {
		if !c.not {
			found = append(found, m.clause(c, text, f, us)...)
		}
	}
	for _, w := range m.corrected {
		found = append(found, latinSpans(us, w)...)
		found = append(found, pinyinSpans(us, w)...)
	}
	return merged(found, f)
}

func (m marker) clause(c clause, text string, f folded, us []unit) []Span {
	switch c.kind {
	case clauseStay:
		var found []Span
		for _, s := range measures(f, us) {
			if s.nights == c.stay.nights && s.lo <= c.stay.hi && s.hi >= c.stay.lo {
				found = append(found, Span{us[s.from].at, us[s.to-1].to})
			}
		}
		return found
	case clauseWord:
		found := latinSpans(us, c.text)
		if len(found) == 0 && c.units[0].kind == word {
			found = pinyinSpans(us, c.text)
		}
		if len(found) == 0 && c.units[0].kind == word && len(c.text) >= 2 {
			found = append(beginSpans(us, c.text), m.initialSpans(text, f, c.text)...)
		}
		return found
	case clausePlace:
		return m.placeSpans(c, text, f, us)
	case clausePhrase:
		if c.optional {
			return nil
		}
	}
	return runSpans(c.units, f)
}

// runSpans marks the whole run; where it does not stand, its parts of two characters and more.
func runSpans(us []unit, f folded) []Span {
	needle := []rune(joined(us))
	if found := needleSpans(f, needle); len(found) > 0 || len(needle) < 2 {
		return found
	}
	if plain := []rune(strings.ReplaceAll(string(needle), " ", "")); len(plain) != len(needle) {
		if found := needleSpans(f, plain); len(found) > 0 {
			return found
		}
	}
	var found []Span
	for i := 1; i < len(us); i++ {
		if us[i].gap == touching {
			found = append(found, needleSpans(f, []rune(us[i-1].text+us[i].text))...)
		}
	}
	if len(found) == 0 && len(us) == 3 {
		for _, u := range us {
			found = append(found, needleSpans(f, []rune(u.text))...)
		}
	}
	return found
}

func needleSpans(f folded, needle []rune) []Span {
	var found []Span
	for _, at := range occurrences(f.r, needle) {
		found = append(found, Span{at, at + len(needle)})
	}
	return found
}

// placeSpans marks the place itself; where it does not stand, the places that lie in it.
func (m marker) placeSpans(c clause, text string, f folded, us []unit) []Span {
	spans, _ := m.gaz.locate(text, f.r)
	var found, inside []Span
	for _, s := range spans {
		if contains(c.names, s.name) {
			found = append(found, Span{s.from, s.to})
			continue
		}
		for _, above := range m.gaz.above(s.name) {
			if contains(c.names, above) {
				inside = append(inside, Span{s.from, s.to})
				break
			}
		}
	}
	if c.units[0].kind == word {
		found = append(found, needleSpans(f, []rune(joined(c.units)))...)
		if len(found) == 0 {
			found = pinyinSpans(us, strings.ReplaceAll(c.text, " ", ""))
		}
	} else if len(found) == 0 && len(spans) == 0 {
		found = runSpans(c.units, f)
	}
	if len(found) == 0 {
		return inside
	}
	return found
}

// latinSpans marks the words that are w or have its stem.
func latinSpans(us []unit, w string) []Span {
	var found []Span
	for _, u := range us {
		if u.kind != han && (u.text == w || u.kind == word && stem(u.text) == stem(w)) {
			found = append(found, Span{u.at, u.to})
		}
	}
	return found
}

func beginSpans(us []unit, w string) []Span {
	var found []Span
	for _, u := range us {
		if u.kind == word && strings.HasPrefix(u.text, w) {
			found = append(found, Span{u.at, u.at + len([]rune(w))})
		}
	}
	if len(found) == 0 {
		for _, parts := range syllables(w, true) {
			found = append(found, spelledSpans(us, parts, true)...)
		}
	}
	return found
}

// pinyinSpans marks characters that are read w.
func pinyinSpans(us []unit, w string) []Span {
	var found []Span
	for _, parts := range syllables(w, false) {
		found = append(found, spelledSpans(us, parts, false)...)
	}
	return found
}

// spelledSpans marks characters that are read as the syllables, the last one as its beginning when open.
func spelledSpans(us []unit, parts []string, open bool) []Span {
	var found []Span
	for i := 0; i+len(parts) <= len(us); i++ {
		fits := true
		for j, part := range parts {
			last := open && j == len(parts)-1
			fits = fits && (j == 0 || us[i+j].gap != hard) && slices.ContainsFunc(readingsOf(us[i+j]), func(r string) bool {
				return r == part || last && strings.HasPrefix(r, part)
			})
			if !fits {
				break
			}
		}
		if fits {
			found = append(found, Span{us[i].at, us[i+len(parts)-1].to})
		}
	}
	return found
}

// initialSpans marks places whose first letters are w; where there are none, those that lie in such a place.
func (m marker) initialSpans(text string, f folded, w string) []Span {
	begins := func(letters string) bool { return strings.HasPrefix(letters, w) }
	var found, inside []Span
	spans, _ := m.gaz.locate(text, f.r)
	for _, s := range spans {
		l := m.gaz.lore(s.name)
		if slices.ContainsFunc(l.letters, begins) {
			found = append(found, Span{s.from, s.to})
		} else if slices.ContainsFunc(l.above, func(above string) bool {
			return slices.ContainsFunc(m.gaz.lore(above).letters, begins)
		}) {
			inside = append(inside, Span{s.from, s.to})
		}
	}
	if len(found) == 0 {
		return inside
	}
	return found
}

// merged brings spans of folded runes back to the text and joins those that touch.
func merged(found []Span, f folded) []Span {
	slices.SortFunc(found, func(a, b Span) int { return a.Start - b.Start })
	var out []Span
	for _, s := range found {
		if s.End <= s.Start {
			continue
		}
		start, end := int(f.at[s.Start]), int(f.at[s.End-1])+1
		if n := len(out); n > 0 && start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, end)
			continue
		}
		out = append(out, Span{start, end})
	}
	return out
}
