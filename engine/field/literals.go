package field

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// most is how many literals one expression may need; beyond it nothing is known.
const most = 1200

// language is what is known of the texts that an expression matches. whole holds all of them when they are few; need
// holds literals one of which every match contains; head and tail hold those that every match begins and ends with one of.
// Letters are in lower case. nil means that nothing is known.
type language struct {
	whole []string
	need  []string
	head  []string
	tail  []string
}

// literals are strings one of which stands in every text that an expression matches, ASCII letters in lower case; nil
// when none are known. heads are strings that every such text begins with one of, when the expression is tied to the
// beginning of the text; tails are those it ends with, when it is tied to the end.
func literals(expr string) (need, heads, tails []string) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, nil, nil
	}
	re = re.Simplify()
	l := languageOf(re)
	if anchored(re, syntax.OpBeginText) {
		heads = useful(l.begin())
	}
	if anchored(re, syntax.OpEndText) {
		tails = useful(l.end())
	}
	return better(l.need, l.whole), heads, tails
}

// onlyLiterals is true when an expression matches a text exactly if one of its literals stands in it, ASCII letters in
// either case: it is not tied to a place, and letters of it stand for both cases.
func onlyLiterals(expr string) bool {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return false
	}
	re = re.Simplify()
	whole := useful(languageOf(re).whole)
	if whole == nil || tiedSomewhere(re) {
		return false
	}
	if need, _, _ := literals(expr); !slices.Equal(need, whole) {
		return false
	}
	if strings.HasPrefix(expr, "(?i)") && strings.Count(expr, "(?") == strings.Count(expr, "(?:")+1 {
		return true
	}
	return !slices.ContainsFunc(whole, func(w string) bool { return strings.ContainsFunc(w, func(r rune) bool { return r >= 'a' && r <= 'z' }) })
}

// tiedSomewhere is true when a part of an expression asks about a place in the text.
func tiedSomewhere(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, tiedSomewhere)
}

// anchored is true when all matches begin at the beginning of the text, or end at its end.
func anchored(re *syntax.Regexp, where syntax.Op) bool {
	switch re.Op {
	case where:
		return true
	case syntax.OpCapture, syntax.OpConcat:
		if where == syntax.OpEndText {
			return anchored(re.Sub[len(re.Sub)-1], where)
		}
		return anchored(re.Sub[0], where)
	case syntax.OpAlternate:
		for _, s := range re.Sub {
			if !anchored(s, where) {
				return false
			}
		}
		return true
	}
	return false
}

// begin is what matches begin with; it may hold the empty string.
func (l language) begin() []string {
	if l.whole != nil {
		return l.whole
	}
	return l.head
}

// end is what matches end with; it may hold the empty string.
func (l language) end() []string {
	if l.whole != nil {
		return l.whole
	}
	return l.tail
}

func languageOf(re *syntax.Regexp) language {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return language{whole: []string{""}}
	case syntax.OpLiteral:
		return ofLiteral(re)
	case syntax.OpCharClass:
		return ofClass(re.Rune)
	case syntax.OpCapture:
		return languageOf(re.Sub[0])
	case syntax.OpQuest:
		sub := languageOf(re.Sub[0])
		if sub.whole == nil {
			return language{}
		}
		return language{whole: distinct(append(slices.Clone(sub.whole), ""))}
	case syntax.OpPlus:
		sub := languageOf(re.Sub[0])
		return language{need: better(sub.need, sub.whole), head: sub.begin(), tail: sub.end()}
	case syntax.OpAlternate:
		return ofAlternate(re.Sub)
	case syntax.OpConcat:
		return ofConcat(re.Sub)
	}
	return language{} // star, any character
}

func ofLiteral(re *syntax.Regexp) language {
	for _, r := range re.Rune {
		if re.Flags&syntax.FoldCase != 0 && r >= utf8.RuneSelf && unicode.SimpleFold(r) != r {
			return language{} // the sieve knows the cases of ASCII only
		}
	}
	return language{whole: []string{lowerASCII(string(re.Rune))}}
}

// ofClass knows small classes; letters of both cases become one.
func ofClass(ranges []rune) language {
	var out []string
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 40 || len(out) > 40 {
			return language{}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			out = append(out, lowerASCII(string(kelvin(r))))
		}
	}
	return language{whole: distinct(out)}
}

func ofAlternate(subs []*syntax.Regexp) language {
	var out language
	allWhole, allNeed, allHead, allTail := true, true, true, true
	for _, s := range subs {
		l := languageOf(s)
		allWhole = allWhole && l.whole != nil
		out.whole = append(out.whole, l.whole...)
		n := better(l.need, l.whole)
		allNeed = allNeed && n != nil
		out.need = append(out.need, n...)
		allHead = allHead && l.begin() != nil
		out.head = append(out.head, l.begin()...)
		allTail = allTail && l.end() != nil
		out.tail = append(out.tail, l.end()...)
	}
	if out.tail = distinct(out.tail); !allTail || len(out.tail) > most {
		out.tail = nil
	}
	if out.head = distinct(out.head); !allHead || len(out.head) > most {
		out.head = nil
	}
	if out.whole = distinct(out.whole); !allWhole || len(out.whole) > most {
		out.whole = nil
	}
	if out.need = useful(distinct(out.need)); !allNeed {
		out.need = nil
	}
	return out
}

// ofConcat joins neighbours that are known as a whole and keeps the most telling part.
func ofConcat(subs []*syntax.Regexp) language {
	var out language
	run := []string{""}
	fromStart := true     // run goes back to the start
	var lastTail []string // of what stands before run
	for _, s := range subs {
		l := languageOf(s)
		if next := product(run, l.whole); next != nil {
			run = next
			continue
		}
		if fromStart {
			if out.head = product(run, l.head); out.head == nil {
				out.head = run
			}
		}
		fromStart = false
		out.need = better(better(out.need, run), l.need)
		run = []string{""}
		if l.whole != nil {
			run = l.whole
		}
		lastTail = l.tail
	}
	out.need = better(out.need, run)
	if out.tail = product(lastTail, run); out.tail == nil {
		out.tail = run
	}
	if fromStart {
		out.whole = run
	}
	return out
}

// product joins every string of one set with every one of another; nil when one is unknown or the result is too large.
func product(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 || len(a)*len(b) > most {
		return nil
	}
	var out []string
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return distinct(out)
}

// useful is nil for a set that every text satisfies or that is too large.
func useful(set []string) []string {
	if len(set) == 0 || len(set) > most || slices.Contains(set, "") {
		return nil
	}
	return set
}

// better is the set that fewer texts satisfy, by a rough guess of how often its strings stand in text.
func better(a, b []string) []string {
	a, b = useful(a), useful(b)
	if a == nil || b != nil && weight(b) < weight(a) {
		return b
	}
	return a
}

func weight(set []string) int {
	sum := 0
	for _, s := range set {
		r, w := utf8.DecodeRuneInString(s)
		switch {
		case len(s) == w && r < utf8.RuneSelf:
			sum += 400
		case len(s) == w:
			sum += 60
		case len(s) == 2:
			sum += 60
		default:
			sum += 5
		}
	}
	return sum
}

func distinct(set []string) []string {
	slices.Sort(set)
	return slices.Compact(set)
}

// kelvin maps the two signs outside ASCII that are cases of ASCII letters to these.
func kelvin(r rune) rune {
	switch r {
	case 0x212a:
		return 'k'
	case 0x17f:
		return 's'
	}
	return r
}

// lowerASCII puts ASCII letters in lower case.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lowerByte(c)
	}
	return string(b)
}
