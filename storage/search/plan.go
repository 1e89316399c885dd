package search

import "strings"

// What a match is worth, by where it is. A route's score is the sum over the clauses of the best match of each.
const (
	worthTitle     = 10.0
	worthPlace     = 10.0
	worthStem      = 8.0
	worthAbove     = 7.0 // the place lies in the one asked for
	worthPinyin    = 6.0
	worthApart     = 5.0 // the parts of a word, not next to each other
	worthWhole     = 4.0 // added when the words stand in the title as they were typed
	worthBeginning = 4.0
	worthFrom      = 3.0
	worthAgency    = 2.0
	worthText      = 1.5
)

// alternative is one way in which a clause can hold.
type alternative struct {
	node  node
	worth float64
}

// rung is a set of alternatives; the next rung of a clause is tried when no route at all is on this one.
type rung []alternative

// planner turns clauses into rungs. look gives how many routes a condition holds for; it is asked when the words of a
// query are to be told from chance neighbours.
type planner struct {
	look func(node) (uint64, error)
}

// rungs of a clause, strictest first. The spelling of typing mistakes is another rung, see typo.go.
func (p planner) rungs(c clause) ([]rung, error) {
	switch c.kind {
	case clausePhrase:
		return []rung{phraseRung(c)}, nil
	case clauseStay:
		return []rung{stayRung(c)}, nil
	case clausePlace:
		return []rung{placeRung(c)}, nil
	case clauseWord:
		return wordRungs(c), nil
	}
	return p.runRungs(c)
}

// refusal is what a route may not have when the clause has a minus before it. A place that is only on the way, or where
// the route starts, is no reason.
func (p planner) refusal(c clause) (node, error) {
	rungs, err := p.rungs(c)
	if err != nil {
		return nil, err
	}
	var any anyOf
	for _, a := range rungs[0] {
		if c.kind != clausePlace || a.worth > worthFrom {
			any = append(any, a.node)
		}
	}
	return any, nil
}

func stayRung(c clause) rung {
	var any anyOf
	for n := c.stay.lo; n <= min(c.stay.hi, maxStay); n++ {
		any = append(any, term{fieldStay, stayTerm(n, c.stay.nights)})
	}
	return rung{{any, worthTitle}}
}

// pairsOf are the terms of neighbouring units.
func pairsOf(us []unit) []string {
	var pairs []string
	for i := 1; i < len(us); i++ {
		if us[i].gap == touching {
			pairs = append(pairs, us[i-1].text+us[i].text)
		}
	}
	return pairs
}

// phraseRung wants the units in this order, one after the other.
func phraseRung(c clause) rung {
	in := func(field string) node {
		if len(c.units) == 1 {
			return term{field, c.units[0].text}
		}
		var all allOf
		for i := 1; i < len(c.units); i++ {
			a, b := c.units[i-1].text, c.units[i].text
			if c.units[i].gap == hard { // 天门山+玻璃桥: what the sign is does not matter
				all = append(all, term{field, a}, term{field, b})
				continue
			}
			if field == fieldText && !keptInText(c.units[i-1], c.units[i]) {
				continue
			}
			next := anyOf{term{field, a + b}, term{field, a + " " + b}}
			if field == fieldTitle {
				next = append(next, term{field, masked(a + b)})
			}
			all = append(all, next)
		}
		if len(all) == 0 {
			return anyOf{}
		}
		return all
	}
	if c.optional {
		return rung{{in(fieldTitle), worthWhole}}
	}
	return rung{{in(fieldTitle), worthTitle}, {in(fieldAgency), worthAgency}, {in(fieldText), worthText}}
}

// placeRung finds what goes to a place, lies in it, starts from it or passes it.
func placeRung(c clause) rung {
	var r rung
	for _, name := range c.names {
		plain := foldString(name)
		if c.from {
			r = append(r, alternative{term{fieldFrom, plain}, worthPlace})
			continue
		}
		r = append(r,
			alternative{term{fieldPlace, plain}, worthPlace},
			alternative{term{fieldAbove, plain}, worthAbove},
			alternative{term{fieldStart, plain}, worthFrom},
			alternative{term{fieldTextPlace, plain}, worthText})
	}
	if c.from {
		for _, after := range []string{"出发", "起止", "往返", "直飞", "始发"} {
			us := units(folded{r: []rune(c.text + after)})
			r = append(r, alternative{terms(fieldTitle, pairsOf(us)), worthPlace})
		}
		return r
	}
	if pairs := pairsOf(c.units); len(pairs) > 0 && len(pairs) == len(c.units)-1 {
		r = append(r, alternative{terms(fieldTitle, pairs), worthTitle}, alternative{terms(fieldAgency, pairs), worthAgency})
	}
	if c.units[0].kind == word {
		r = append(r, alternative{latinIn(fieldTitle, c.units), worthTitle}, alternative{latinIn(fieldText, c.units), worthText})
		r = append(r, pinyinRung(strings.ReplaceAll(c.text, " ", ""), false)...)
	}
	return r
}

// latinIn wants all Latin words in a field, next to each other when there are several.
func latinIn(field string, us []unit) node {
	if len(us) == 1 {
		return term{field, us[0].text}
	}
	var all allOf
	for i := 1; i < len(us); i++ {
		all = append(all, term{field, us[i-1].text + " " + us[i].text})
	}
	return all
}

// pinyinRung reads a Latin word as pinyin. open lets the last syllable be unfinished.
func pinyinRung(w string, open bool) rung {
	var r rung
	for _, parts := range syllables(w, open) {
		var all allOf
		for i := 1; i < len(parts); i++ {
			pair := parts[i-1] + parts[i]
			if open && i == len(parts)-1 {
				all = append(all, startsWith{fieldPinyin, pair})
			} else {
				all = append(all, term{fieldPinyin, pair})
			}
		}
		r = append(r, alternative{all, worthPinyin})
	}
	return r
}

// wordRungs are a Latin word or a number: itself and as pinyin; then as a beginning.
func wordRungs(c clause) []rung {
	w := c.text
	if c.units[0].kind == number && len(c.units) == 1 {
		return []rung{{
			{term{fieldTitle, w}, worthTitle},
			{term{fieldStay, strings.TrimLeft(w, "0") + "d"}, worthApart},
			{term{fieldText, w}, worthText},
		}}
	}
	exact := rung{
		{term{fieldTitle, w}, worthTitle}, {term{fieldTitle, stem(w)}, worthStem},
		{term{fieldAgency, w}, worthAgency},
		{term{fieldText, w}, worthText}, {term{fieldText, stem(w)}, worthText},
		{term{fieldPinyin, w}, worthPinyin},
	}
	if len(w) >= 2 && len(w) <= 6 {
		exact = append(exact, alternative{term{fieldInitials, w}, worthPinyin})
	}
	exact = append(exact, pinyinRung(w, false)...)
	if len(c.units) > 1 { // syllables typed apart: also as the words they may be
		exact = append(exact, alternative{latinIn(fieldTitle, c.units), worthTitle})
	}
	if len(w) < 2 {
		return []rung{exact}
	}
	begun := rung{
		{startsWith{fieldTitle, w}, worthBeginning}, {startsWith{fieldInitials, w}, worthBeginning},
		{startsWith{fieldPinyin, w}, worthBeginning}, {startsWith{fieldText, w}, worthText},
	}
	return []rung{exact, append(begun, pinyinRung(w, true)...)}
}
