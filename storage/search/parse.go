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
