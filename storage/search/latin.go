package search

import "strings"

// generalWords are the English words that every tour page has, or none.
const generalWords = " tour tours trip trips travel package packages vacation holiday holidays itinerary price prices " +
	"a an the of in to and from for with at on by or me best cheap near go visit "

// latin adds a row of Latin words: names of places of several words, from A, A to B, and the words themselves.
func (p *parser) latin(f folded, words []clause) {
	if len(words) == 0 {
		return
	}
	spans := p.gaz.cut(len(words), func(from, to int) string {
		return f.text(words[from].units[0].at, words[to-1].units[0].to)
	})
	at, start := 0, len(p.out.clauses)
	for _, s := range spans {
		p.plain(words[at:s.from])
		var us []unit
		for _, w := range words[s.from:s.to] {
			us = append(us, w.units...)
		}
		p.out.clauses = append(p.out.clauses, clause{
			kind: clausePlace, units: us, text: wordsText(words[s.from:s.to]), names: s.names,
			from: s.from > 0 && words[s.from-1].text == "from" ||
				s.to < len(words)-1 && words[s.to].text == "to" && startsAt(spans, s.to+1),
		})
		at = s.to
	}
	p.plain(words[at:])
	if len(p.out.clauses)-start > 1 {
		p.syllablesApart(words)
	}
}

func startsAt(spans []piece, i int) bool {
	for _, s := range spans {
		if s.from == i {
			return true
		}
	}
	return false
}

func wordsText(words []clause) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.text
	}
	return strings.Join(parts, " ")
}

func (p *parser) plain(words []clause) {
	for _, w := range words {
		w.optional = strings.Contains(generalWords, " "+w.text+" ")
		p.out.clauses = append(p.out.clauses, w)
	}
}

// syllablesApart reads gui lin as guilin: when all words of a row are syllables they become one word, and the places
// that were seen in them are left to it.
func (p *parser) syllablesApart(words []clause) {
	for _, w := range words {
		if !readings().syllables[w.text] {
			return
		}
	}
	text := strings.ReplaceAll(wordsText(words), " ", "")
	n := len(p.out.clauses) - len(words)
	if n < 0 {
		return
	}
	for _, c := range p.out.clauses[n:] {
		if c.kind != clauseWord {
			return
		}
	}
	var us []unit
	for _, w := range words {
		us = append(us, w.units...)
	}
	p.out.clauses = append(p.out.clauses[:n], clause{kind: clauseWord, units: us, text: text})
}
