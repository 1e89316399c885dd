package search

import (
	"slices"
	"strings"
)

// clause is one thing the text of a query asks for. All clauses must hold.
type clause struct {
	kind  clauseKind
	not   bool
	units []unit // of a run, a phrase, a latin word
	text  string // folded
	names []string
	stay  measure
	from  bool // names is where the route starts
	// optional clauses only help the ranking: 旅游, tours.
	optional bool
	// last is true for the word at the end, which may still be being typed.
	last bool
}

type clauseKind uint8

const (
	clauseRun    clauseKind = iota // Chinese characters, perhaps with letters and digits, without a gap
	clauseWord                     // a Latin word or a number
	clausePhrase                   // between quotation marks
	clausePlace                    // names of the dictionary
	clauseStay                     // a number of days or nights
)

// parsed is a query's text, understood.
type parsed struct {
	clauses []clause
	limits  limits
}

// parser cuts the text of a query.
type parser struct {
	gaz *gazetteer
	out parsed
}

// parse reads the text of a query. There is no text that is not understood somehow.
func parse(text string, gaz *gazetteer) parsed {
	p := &parser{gaz: gaz}
	f := fold(text)
	p.out.limits = takeLimits(f.r)
	for i, piece := range strings.Split(string(f.r), `"`) {
		if i%2 == 1 {
			p.phrase(piece, p.endsInMinus(f, i))
			continue
		}
		p.words(strings.TrimSuffix(piece, " -"))
	}
	if n := len(p.out.clauses); n > 0 && len(f.r) > 0 && isLetter(f.r[len(f.r)-1]) {
		p.out.clauses[n-1].last = true
	}
	p.require()
	return p.out
}

// endsInMinus is true when the i-th piece between quotation marks has a minus before it.
func (p *parser) endsInMinus(f folded, i int) bool {
	before := strings.Split(string(f.r), `"`)[i-1]
	return before == "-" || strings.HasSuffix(before, " -")
}

// require makes sure that something is asked for: a query of general words only takes them as they are.
func (p *parser) require() {
	for _, c := range p.out.clauses {
		if !c.optional && !c.not {
			return
		}
	}
	for i := range p.out.clauses {
		p.out.clauses[i].optional = false
	}
}

func (p *parser) phrase(text string, not bool) {
	us := units(folded{r: []rune(text)})
	if len(us) > 0 {
		p.out.clauses = append(p.out.clauses, clause{kind: clausePhrase, units: us, text: text, not: not})
	}
}

// words reads what stands outside quotation marks.
func (p *parser) words(text string) {
	f := folded{r: []rune(text)}
	for _, w := range takeRefused(f.r) {
		p.sequence(folded{r: w}, true)
	}
	p.sequence(f, false)
}

// takeRefused cuts out the words that have a minus before them and blanks them out in the text.
func takeRefused(text []rune) [][]rune {
	var refused [][]rune
	for i := 0; i < len(text); i++ {
		if text[i] != '-' || i > 0 && !separates(text[i-1]) || i+1 == len(text) || separates(text[i+1]) || text[i+1] == '-' {
			continue
		}
		end := i + 1
		for end < len(text) && !separates(text[end]) {
			end++
		}
		refused = append(refused, slices.Clone(text[i+1:end]))
		for ; i < end; i++ {
			text[i] = ' '
		}
	}
	return refused
}

// sequence reads words one after the other: stays, runs of characters, rows of Latin words.
func (p *parser) sequence(f folded, not bool) {
	us := units(f)
	ms := measures(f, us)
	var row []clause // of Latin words
	flush := func() {
		if not {
			p.out.clauses = append(p.out.clauses, row...)
		} else {
			p.latin(f, row)
		}
		row = nil
	}
	for i := 0; i < len(us); {
		if us[i].gap == hard {
			flush()
		}
		if len(ms) > 0 && ms[0].from == i {
			flush()
			i = p.stay(us, ms[0], not)
			ms = ms[1:]
			continue
		}
		end := len(us)
		if len(ms) > 0 {
			end = ms[0].from
		}
		j := run(us, i, end)
		if us[i].kind == han || j > i+1 {
			flush()
			p.run(us[i:j], not)
		} else {
			row = append(row, clause{kind: clauseWord, units: us[i:j], text: us[i].text, not: not})
		}
		i = j
	}
	flush()
}

// separates is what stands between two words of a query.
func separates(r rune) bool {
	return !isHan(r) && !isLetter(r) && !isDigit(r) && r != '-' && r != '·' && r != '\''
}

// run is the end of the units that touch each other and hold at least one Chinese character; else one unit.
func run(us []unit, i, end int) int {
	j, chinese := i+1, us[i].kind == han
	for j < end && us[j].gap == touching {
		chinese = chinese || us[j].kind == han
		j++
	}
	if chinese || us[i].kind == number || us[min(j, end)-1].kind == number {
		return j
	}
	return i + 1
}

// stay adds a number of days and returns the unit behind it and behind the 游 that may follow.
func (p *parser) stay(us []unit, m measure, not bool) int {
	c := clause{kind: clauseStay, stay: m, not: not, units: us[m.from:m.to]}
	if n := len(p.out.clauses); n > 0 && m.nights {
		// 6天5晚: the nights follow from the days, and most pages state only those
		last := p.out.clauses[n-1]
		c.optional = last.kind == clauseStay && !last.stay.nights && last.stay.lo == m.lo+1
	}
	p.out.clauses = append(p.out.clauses, c)
	i := m.to
	if i < len(us) && us[i].gap == touching && slices.Contains([]string{"游", "行", "团"}, us[i].text) {
		i++
	}
	return i
}

// run adds a run of characters: the places in it one by one, and what is between them.
func (p *parser) run(us []unit, not bool) {
	spans := p.gaz.cut(len(us), func(from, to int) string { return joined(us[from:to]) })
	if not {
		c := clause{kind: clauseRun, units: us, text: joined(us), not: true}
		if len(spans) == 1 && spans[0].to-spans[0].from == len(us) {
			c.kind, c.names = clausePlace, spans[0].names
		}
		p.out.clauses = append(p.out.clauses, c)
		return
	}
	at, start := 0, len(p.out.clauses)
	for i, s := range spans {
		p.rest(us[at:s.from], i > 0, true)
		name := us[s.from:s.to]
		p.out.clauses = append(p.out.clauses, clause{
			kind: clausePlace, units: name, text: joined(name), names: s.names,
		})
		at = s.to
	}
	p.rest(us[at:], len(spans) > 0, false)
	if len(p.out.clauses)-start > 1 {
		p.out.clauses = append(p.out.clauses, clause{kind: clausePhrase, units: us, text: joined(us), optional: true})
	}
}

// general words say that tours are looked for, which is all there is here.
var general = []string{
	"旅游线路", "旅游路线", "旅游报价", "旅游价格", "旅游攻略", "旅游团", "旅游", "旅行", "线路", "路线", "报价", "价格",
	"多少钱", "游玩", "之旅", "游",
}

// rest adds the characters before, between or behind places. afterPlace and beforePlace say what stands next to them.
func (p *parser) rest(us []unit, afterPlace, beforePlace bool) {
	text := joined(us)
	if afterPlace && beforePlace && contains([]string{"到", "至", "去", "往", "飞", "前往"}, text) {
		p.out.clauses[len(p.out.clauses)-1].from = true
		return
	}
	if afterPlace {
		for _, w := range []string{"出发", "起止", "始发", "集合"} {
			if cut, ok := strings.CutPrefix(text, w); ok {
				p.out.clauses[len(p.out.clauses)-1].from = true
				us, text = us[len(us)-len([]rune(cut)):], cut
				break
			}
		}
	}
	us = trimUnits(us, func(t string) bool {
		return contains([]string{"的", "和", "与", "及", "去", "到", "从", "在"}, t)
	},
		afterPlace, beforePlace)
	us, tail := cutGeneral(us, afterPlace)
	if len(us) > 0 {
		p.out.clauses = append(p.out.clauses, clause{kind: clauseRun, units: us, text: joined(us)})
	}
	if len(tail) > 0 {
		p.out.clauses = append(p.out.clauses, clause{kind: clauseRun, units: tail, text: joined(tail), optional: true})
	}
}

// cutGeneral takes general words off the end. What is left is nothing or a word: a single character stays with them,
// and 游 alone is general behind a place only.
func cutGeneral(us []unit, afterPlace bool) (head, tail []unit) {
	cut := len(us)
	for {
		text, before := joined(us[:cut]), cut
		for _, w := range general {
			if rest, ok := strings.CutSuffix(text, w); ok {
				n := len([]rune(rest))
				if n == 1 || n == 0 && !afterPlace && cut == len(us) && len([]rune(w)) == 1 {
					continue
				}
				cut = n
				break
			}
		}
		if cut == before || cut == 0 {
			return us[:cut], us[cut:]
		}
	}
}

// trimUnits takes small words off the ends that touch a place.
func trimUnits(us []unit, small func(string) bool, front, back bool) []unit {
	for front && len(us) > 0 && small(us[0].text) {
		us = us[1:]
	}
	for back && len(us) > 0 && small(us[len(us)-1].text) {
		us = us[:len(us)-1]
	}
	return us
}

// joined is the text of units, with a space where there is a gap.
func joined(us []unit) string {
	var b strings.Builder
	for i, u := range us {
		if i > 0 && u.gap != touching {
			b.WriteByte(' ')
		}
		b.WriteString(u.text)
	}
	return b.String()
}
