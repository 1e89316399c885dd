package judge

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestAutomatonBounds finds the same when an automaton had to be cut: too deep, too many states, too many edges.
func TestAutomatonBounds(t *testing.T) {
	wide := "[" + string(rune(0x4e00)) + "-" + string(rune(0x4e00+100)) + "]"
	tests := []struct {
		name     string
		words    []string
		patterns []string
		full     bool // the bound is met
	}{
		{name: "small", words: []string{"价格"}, patterns: []string{`\d+天`}},
		{name: "deep", words: []string{strings.Repeat("ab", 20)}, patterns: []string{`(?i)(?:ab){9}c`, `a[ab]{14}c?`}},
		{name: "states", patterns: subsets(14), full: true},
		{name: "edges", patterns: []string{`a` + strings.Repeat(wide+`?`+wide, 11) + `b`, `a` + strings.Repeat(wide+`{2}`, 5) + `c`, wide + wide + `[a-c]`}},
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			terms, err := NewTerms(Rules{Name: "x", Method: Sum, Factors: []Factor{{Name: "f", Words: x.words, Patterns: x.patterns}}})
			if err != nil {
				t.Fatal(err)
			}
			if full := len(terms.auto.states) >= maxStates || len(terms.auto.edges) >= maxEdges; full != x.full {
				t.Errorf("%d states, room for %d edges: bound met %v", len(terms.auto.states), len(terms.auto.edges), full)
			}
			for range 40 {
				var b strings.Builder
				for range rng.IntN(80) {
					b.WriteString([]string{"a", "b", "ab", "AB", "c", "d", "一", "丁", "价格", "3", "天", " "}[rng.IntN(12)])
				}
				compare(t, terms, buildPage(part{Text, b.String(), false}, part{Link, strings.Repeat("ab", 24) + "c", true}), nil)
			}
		})
	}
}

// subsets are patterns whose automaton has to remember which of n letters it has passed.
func subsets(n int) (out []string) {
	for i := range n {
		c := string(rune('a' + i))
		out = append(out, fmt.Sprintf(`1[a-%c]*%s[a-%c]{3}2`, 'a'+n-1, c, 'a'+n-1))
	}
	return out
}

// TestAutomatonContexts looks at what stands before a match.
func TestAutomatonContexts(t *testing.T) {
	terms, err := NewTerms(Rules{Name: "x", Method: Sum, Factors: []Factor{{Name: "f",
		Words: []string{"day", "天"}, Patterns: []string{`\bday`, `\Bday`, `^day`, `(?m)^天`, `\b天`, `\B天`, `(?:^|\s)d`, `\b\d{1,2}天`}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"day", "Day day", "xday_day 天day", "天", "3天", "113天 天", "_天 d天", " day"} {
		compare(t, terms, buildPage(part{Text, "day", false}, part{Text, text, true}, part{Link, text, false}), nil)
	}
}

func TestManyCharacters(t *testing.T) {
	var words []string
	for r := rune(0x4e00); r < 0x4e00+1<<classBits+500; r++ {
		words = append(words, string(r)+"团")
	}
	terms, err := NewTerms(Rules{Name: "x", Method: Sum, Factors: []Factor{{Name: "f", Words: words}}})
	if err != nil {
		t.Fatal(err)
	}
	last := words[len(words)-1] + words[len(words)-2] + words[0]
	if got := terms.Find(buildPage(part{Text, last, false}), nil).Counts; len(got) != 3 {
		t.Errorf("%d of 3 terms found in %q", len(got), last)
	}
}
