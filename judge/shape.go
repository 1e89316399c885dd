package judge

import (
	"regexp/syntax"
)

// shape is what a pattern says about the text it matches, read from its syntax tree.
type shape struct {
	prefixes []prefix // every match begins with one of them; nil when unknown
	literal  bool     // the prefixes are the whole matches, and the case of ASCII letters does not matter
	required []string // every match contains one of them; nil when unknown
	oddCase  bool     // (?i) with k or s, which also match U+212A and U+017F
}

// shapeOf derives the literals by which the scan finds candidates without running the expression.
func shapeOf(re *syntax.Regexp) shape {
	var s shape
	s.oddCase = hasOddCase(re)
	set, ok := prefixesOf(re)
	if ok {
		s.prefixes = set
		s.literal = !hasAssertion(re) && wholeLiterals(set) && caseFree(re)
		s.prefixes = shortest(set, s.literal)
	}
	if !s.literal {
		s.required = requiredOf(re)
	}
	return s
}

// requiredOf returns texts of which every match contains one, nil when none can be told. Of a sequence the part with
// the longest shortest text is taken: it is the rarest.
func requiredOf(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return requiredOf(re.Sub[0])
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if set := requiredOf(sub); minLen(set) > minLen(best) {
				best = set
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			set := requiredOf(sub)
			if set == nil {
				return nil
			}
			all = append(all, set...)
		}
		return all
	}
	set, ok := prefixesOf(re)
	if !ok {
		return nil
	}
	var out []string
	for _, p := range shortest(set, false) {
		out = append(out, p.text)
	}
	return out
}

func minLen(set []string) int {
	if len(set) == 0 {
		return 0
	}
	n := len(set[0])
	for _, s := range set {
		n = min(n, len(s))
	}
	return n
}

// hasAssertion reports zero-width conditions (\b, ^, $), which literals cannot express.
func hasAssertion(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	for _, s := range re.Sub {
		if hasAssertion(s) {
			return true
		}
	}
	return false
}

// caseFree reports whether matching ASCII letters in either case says the same as re does.
func caseFree(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 {
			return true
		}
		for _, r := range re.Rune {
			if isLetter(r) {
				return false
			}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			for r := max(re.Rune[i], 'A'); r <= min(re.Rune[i+1], 'z'); r++ {
				if isLetter(r) && !inClass(re.Rune, r^0x20) {
					return false
				}
			}
		}
	}
	for _, s := range re.Sub {
		if !caseFree(s) {
			return false
		}
	}
	return true
}

func inClass(ranges []rune, r rune) bool {
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] <= r && r <= ranges[i+1] {
			return true
		}
	}
	return false
}

// hasOddCase reports a letter k or s that matches in either case: Unicode folds two more signs onto them.
func hasOddCase(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase != 0 {
		for _, r := range re.Rune {
			switch r {
			case 'k', 'K', 's', 'S', '\u212a', '\u017f':
				return true
			}
		}
	}
	for _, s := range re.Sub {
		if hasOddCase(s) {
			return true
		}
	}
	return false
}
