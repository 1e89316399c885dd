package judge

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Terms is every word and pattern of some rule sets, each once, prepared for counting all of them in one pass.
// Immutable: one Terms serves all workers at the same time.
//
// What counts as an occurrence, always inside one block of text and not across overlaps of a term with itself
// (different terms overlap freely, 市场价 also counts 价):
//   - a word stands as it is; ASCII letters match in either case, and a word with ASCII letters or digits is also
//     found when all of them are full-width (Ｄ１ for D1), as Chinese input methods write them;
//   - a pattern matches as package regexp's FindAllIndex does on the block as it stands (authors write (?i)).
type Terms struct {
	id    uint64
	terms []term
	index map[termKey]uint32
	auto  *automaton
	slow  []uint32 // terms that the automaton cannot serve: package regexp runs on each block
	odd   []uint32 // terms that join them on the rare page with U+212A or U+017F
}

type termKey struct {
	pattern bool
	text    string
}

// term is a word or a pattern. Only patterns that are not a set of literals have a matcher.
type term struct {
	termKey
	re    *regexp.Regexp
	match *matcher
	gated bool // runs only on blocks with one of its required texts
}

// NewTerms collects the terms of the rule sets. Sets with the same terms give the same Terms, in whatever order.
func NewTerms(sets ...Rules) (*Terms, error) {
	t := &Terms{index: make(map[termKey]uint32)}
	for _, r := range sets {
		if err := r.Validate(); err != nil {
			return nil, err
		}
		for _, f := range r.Factors {
			for _, w := range f.Words {
				t.index[wordKey(w)] = 0
			}
			for _, p := range f.Patterns {
				t.index[termKey{true, p}] = 0
			}
		}
	}
	keys := make([]termKey, 0, len(t.index))
	for k := range t.index {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b termKey) int {
		if a.pattern != b.pattern {
			if a.pattern {
				return 1
			}
			return -1
		}
		return strings.Compare(a.text, b.text)
	})
	t.id = hashBytes(mixA, []byte("terms 1"))
	var g positions
	for i, k := range keys {
		t.index[k] = uint32(i)
		if err := t.add(&g, uint32(i), k); err != nil {
			return nil, err
		}
	}
	t.auto = newAutomaton(&g)
	return t, nil
}

func wordKey(w string) termKey {
	return termKey{false, lowerASCII(w)}
}

func (t *Terms) add(g *positions, id uint32, k termKey) error {
	t.id = mix(hashBytes(t.id, []byte(k.text)))
	tm := term{termKey: k}
	if k.pattern {
		t.id = mix(t.id + 1)
		if err := t.addPattern(g, id, &tm); err != nil {
			return err
		}
	} else {
		for _, w := range widths(k.text) {
			g.addLiteral(candidate{text: w, term: id, act: actCount})
		}
	}
	t.terms = append(t.terms, tm)
	return nil
}

func (t *Terms) addPattern(g *positions, id uint32, tm *term) error {
	parsed, err := parsePattern(tm.text)
	if err != nil {
		return fmt.Errorf("pattern %q: %w", tm.text, err)
	}
	if tm.re, err = regexp.Compile(tm.text); err != nil {
		return fmt.Errorf("pattern %q: %w", tm.text, err)
	}
	s := shapeOf(parsed)
	switch {
	case s.literal:
		for _, p := range s.prefixes {
			g.addLiteral(candidate{text: p.text, term: id, act: actCount})
		}
	case len(s.prefixes) > 0:
		if tm.match, err = newMatcher(parsed); err != nil {
			return fmt.Errorf("pattern %q: %w", tm.text, err)
		}
		if !s.oddCase {
			tm.match.require(s.required, s.prefixes)
		}
		g.addPattern(id, tm.match.prog)
	default:
		tm.gated = len(s.required) > 0
		for _, text := range s.required {
			g.addLiteral(candidate{text: text, term: id, act: actGate})
		}
		t.slow = append(t.slow, id)
		return nil
	}
	if s.oddCase {
		t.odd = append(t.odd, id)
	}
	return nil
}

// ID is a hash of the terms. Evidence carries it: counts mean nothing beside other terms.
func (t *Terms) ID() uint64 {
	return t.id
}

// Len is the number of terms.
func (t *Terms) Len() int {
	return len(t.terms)
}

// widths returns the word, and if ASCII letters or digits are in it the word with all ASCII full-width, in both cases.
func widths(word string) []string {
	out := []string{word}
	if !strings.ContainsFunc(word, func(r rune) bool { return isLetter(r) || '0' <= r && r <= '9' }) {
		return out
	}
	lower := strings.Map(wide, word)
	out = append(out, lower)
	if upper := strings.Map(wide, strings.ToUpper(word)); upper != lower {
		out = append(out, upper)
	}
	return out
}

// wide is the full-width form of an ASCII character.
func wide(r rune) rune {
	switch {
	case r == ' ':
		return '\u3000'
	case '!' <= r && r <= '~':
		return r + 0xfee0
	}
	return r
}

func lowerASCII(s string) string {
	return strings.Map(lowerRune, s)
}
