package judge

import (
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPrefixes bounds the set of literals that one pattern is turned into.
const maxPrefixes = 128

// prefix is a text that a match of a pattern begins with. It is whole when the match ends there.
type prefix struct {
	text  string
	whole bool
}

// prefixesOf returns the set of texts that matches of re begin with, lower case for ASCII; false when one of them is empty.
func prefixesOf(re *syntax.Regexp) ([]prefix, bool) {
	set := expand(re)
	if len(set) == 0 {
		return nil, false
	}
	for _, p := range set {
		if p.text == "" {
			return nil, false
		}
	}
	return set, true
}

var unknown = []prefix{{}}

// expand walks the syntax tree. A set that would grow beyond maxPrefixes stays cut where it is, or is shortened.
func expand(re *syntax.Regexp) []prefix {
	switch re.Op {
	case syntax.OpLiteral:
		return expandLiteral(re)
	case syntax.OpCharClass:
		return expandClass(re.Rune)
	case syntax.OpCapture:
		return expand(re.Sub[0])
	case syntax.OpPlus:
		return cut(expand(re.Sub[0]))
	case syntax.OpStar:
		return union(cut(expand(re.Sub[0])), []prefix{{whole: true}})
	case syntax.OpQuest:
		return union(expand(re.Sub[0]), []prefix{{whole: true}})
	case syntax.OpConcat:
		set := []prefix{{whole: true}}
		for _, sub := range re.Sub {
			set = product(set, expand(sub))
		}
		return set
	case syntax.OpAlternate:
		var set []prefix
		for _, sub := range re.Sub {
			set = union(set, expand(sub))
		}
		return set
	case syntax.OpNoMatch, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpRepeat:
		return unknown
	}
	return []prefix{{whole: true}} // zero-width
}

func expandLiteral(re *syntax.Regexp) []prefix {
	set := []prefix{{whole: true}}
	for _, r := range re.Rune {
		next := []prefix{{text: string(lowerRune(r)), whole: true}}
		if re.Flags&syntax.FoldCase != 0 && r >= utf8.RuneSelf {
			next = orbit(r)
		}
		if len(set) == 1 && len(next) == 1 && set[0].whole {
			set[0].text += next[0].text
			continue
		}
		set = product(set, next)
	}
	return set
}

// orbit lists the other cases of a letter beyond ASCII.
func orbit(r rune) []prefix {
	set := []prefix{{text: string(r), whole: true}}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		set = union(set, []prefix{{text: string(lowerRune(f)), whole: true}})
	}
	return set
}

func expandClass(ranges []rune) []prefix {
	n := 0
	for i := 0; i < len(ranges); i += 2 {
		n += int(ranges[i+1]-ranges[i]) + 1
		if n > maxPrefixes {
			return unknown
		}
	}
	var g gather
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			g.add(prefix{text: string(lowerRune(r)), whole: true})
		}
	}
	return g.set
}

// cut marks prefixes as mere beginnings.
func cut(set []prefix) []prefix {
	out := make([]prefix, len(set))
	for i, p := range set {
		out[i] = prefix{text: p.text}
	}
	return out
}

// gather collects prefixes, each text once; one that is also a mere beginning is a mere beginning.
type gather struct {
	set []prefix
	at  map[string]int
}

func (g *gather) add(p prefix) {
	if g.at == nil {
		g.at = make(map[string]int)
	}
	if i, seen := g.at[p.text]; seen {
		g.set[i].whole = g.set[i].whole && p.whole
		return
	}
	g.at[p.text] = len(g.set)
	g.set = append(g.set, p)
}

func union(a, b []prefix) []prefix {
	var g gather
	for _, p := range a {
		g.add(p)
	}
	for _, p := range b {
		g.add(p)
	}
	return fit(g.set)
}

// fit shortens the prefixes of a set that is too large until enough of them fall together.
func fit(set []prefix) []prefix {
	for runes := 4; len(set) > maxPrefixes; runes-- {
		if runes == 0 {
			return unknown
		}
		var g gather
		for _, p := range set {
			text := firstRunes(p.text, runes)
			g.add(prefix{text: text, whole: p.whole && text == p.text})
		}
		set = g.set
	}
	return set
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// product appends each of b to each whole one of a. When that would be too many, a stays as it is, cut.
func product(a, b []prefix) []prefix {
	n := 0
	for _, p := range a {
		if p.whole {
			n += len(b)
		} else {
			n++
		}
	}
	if n > maxPrefixes {
		return cut(a)
	}
	var g gather
	for _, p := range a {
		if !p.whole {
			g.add(p)
			continue
		}
		for _, q := range b {
			g.add(prefix{text: p.text + q.text, whole: q.whole})
		}
	}
	return g.set
}

// wholeLiterals reports whether the set is all there is to match, none beginning with another: then the order of
// alternatives does not matter.
func wholeLiterals(set []prefix) bool {
	for i, p := range set {
		if !p.whole {
			return false
		}
		for j, q := range set {
			if i != j && strings.HasPrefix(q.text, p.text) {
				return false
			}
		}
	}
	return true
}

// shortest drops prefixes that begin with another one of the set; a literal set has none.
func shortest(set []prefix, literal bool) []prefix {
	if literal {
		return set
	}
	var out []prefix
	for i, p := range set {
		covered := false
		for j, q := range set {
			if i != j && strings.HasPrefix(p.text, q.text) {
				covered = true
				break
			}
		}
		if !covered {
			out = append(out, p)
		}
	}
	return out
}

func isLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// lowerRune folds ASCII only: that is all the judge's words fold.
func lowerRune(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}
