package judge

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// part is a run of a test page; a new block begins before it when block is set.
type part struct {
	place Place
	text  string
	block bool
}

func buildPage(parts ...part) *Page {
	p := &Page{}
	for i, x := range parts {
		if i > 0 && x.block {
			p.Text = append(p.Text, '\n')
		}
		start := int32(len(p.Text))
		p.Text = append(p.Text, x.text...)
		if x.text != "" {
			p.Runs = append(p.Runs, Run{start, int32(len(p.Text)), x.place})
		}
		p.Features.TextLen += len([]rune(x.text))
	}
	return p
}

// oracle counts what Terms.Find counts in the plainest way: one term after the other, over copies of the blocks.
func oracle(t *Terms, p *Page, profile *Profile) []Count {
	n := make(map[Count]uint32)
	eachBlock(p, func(start, end int) {
		block := p.Text[start:end]
		if profile.Has(BlockHash(block)) {
			return
		}
		for id := range t.terms {
			for _, at := range occurrences(&t.terms[id], block) {
				n[Count{Term: uint32(id), Place: placeAt(p, start+at)}]++
			}
		}
	})
	var out []Count
	for k, times := range n {
		out = append(out, Count{k.Term, k.Place, times})
	}
	slices.SortFunc(out, func(a, b Count) int {
		return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Place, b.Place))
	})
	return out
}

func occurrences(k *term, block []byte) []int {
	var out []int
	if k.pattern {
		for _, m := range k.re.FindAllIndex(block, -1) {
			out = append(out, m[0])
		}
		return out
	}
	low := bytes.Map(lowerRune, block)
	end := 0
	for at := range low {
		for _, w := range widths(k.text) {
			if at >= end && bytes.HasPrefix(low[at:], []byte(w)) {
				out = append(out, at)
				end = at + len(w)
			}
		}
	}
	return out
}

func placeAt(p *Page, at int) Place {
	for _, r := range p.Runs {
		if int(r.Start) <= at && at < int(r.End) {
			return r.Place
		}
	}
	return 0
}

// testRules has a term of every shape: words, literal sets, prefixes, gates, assertions, case, unbounded repeats.
func testRules() Rules {
	return Rules{Name: "test", Method: Sum, Threshold: 1, Factors: []Factor{
		{Name: "words", Weight: 1, Words: []string{"价格", "市场价", "价", "¥", "D1", "Day 1", "kilimanjaro", "团团", "出发地", "é", "a"}},
		{Name: "sets", Weight: 1, Patterns: []string{"[团團](?:费|費)", "费用(?:包含|包括)?含?", "出[发發]", "价格|价", "价|价格", "(?i)itinerary", "(?i)kids"}},
		{Name: "prefixes", Weight: 1, Patterns: []string{`第\s*[一二三四五六七八九十\d]+\s*[天日]`, `[一二三四五六七八九十\d]+\s*[天日]\s*[一二三四五六七八九十\d]+\s*[晚夜]`,
			`[¥￥]\s*\d`, `\d\s*元`, `(?i)\bD(?:ay)?\s*0?\d{1,2}\b`, `(?i)per\s+person`, `宿[:：]`, "^价", "元$", `(?:a|ab)(?:c|bcd)(?:d*)`}},
		{Name: "gates", Weight: 1, Patterns: []string{`[^。]{0,5}起价`, `.{1,3}元/人`, `\S+天`, `(?:.|\n)团`, `[^a]`}},
		{Name: "large", Weight: 1, Patterns: []string{`(?:[价团费][格用含]|[一二三四五六七八九十\d]{1,2}[天日晚元])(?:[abcd]|[价团费第])?[ \dab]|价[格 ]|出[发發][地 ]?`,
			`[a-d][a-d][a-d][a-d]|ab|[k-s][a-z]?1`}},
		{Name: "hard", Weight: 1, Patterns: []string{`(?:a*)*b`, `(?:(?:a|aa)+)+c`, `(?i)sk+`, `\Bb`}},
	}}
}

// pieces are what random pages are made of: terms, broken terms, and neighbours.
var pieces = []string{"价格", "市场价", "价", "格", "¥", "￥", "元", "起价", "团", "費", "费", "费用", "包含", "包括", "含", "第", "一", "十二", "天",
	"日", "晚", "5", "12", "３", "D1", "d1", "Ｄ１", "ｄ１", "Day 1", "day  02", "DAY3", "a", "aa", "b", "c", "bcd", "d", "k", "K", "s", "ſ", "kids", "KIDS",
	"ſk", "itinerary", "Itinerary", "Kilimanjaro", "per person", "per", " ", "　", "。", "宿：", "宿", ":", "出发", "出發地", "é", "É", "𠮷", "/人", "元/人", "\n"}

func randomPage(rng *rand.Rand) *Page {
	places := []Place{Title, Text, Heading | Text, Link, Heading | Link, Data, Text | TableHead}
	var parts []part
	for range 1 + rng.IntN(12) {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		parts = append(parts, part{places[rng.IntN(len(places))], b.String(), rng.IntN(2) == 0})
	}
	return buildPage(parts...)
}

func TestFindEqualsOracle(t *testing.T) {
	terms, err := NewTerms(testRules())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 600 {
		p := randomPage(rng)
		compare(t, terms, p, nil)
		if t.Failed() {
			t.Fatalf("page %d", i)
		}
	}
}

func compare(t *testing.T, terms *Terms, p *Page, profile *Profile) {
	t.Helper()
	got, want := terms.Find(p, profile).Counts, oracle(terms, p, profile)
	if slices.Equal(got, want) {
		return
	}
	t.Errorf("text %q", p.Text)
	for _, c := range got {
		if !slices.Contains(want, c) {
			t.Errorf("found %q in %v %d times, not so the oracle", terms.terms[c.Term].text, c.Place, c.N)
		}
	}
	for _, c := range want {
		if !slices.Contains(got, c) {
			t.Errorf("the oracle finds %q in %v %d times", terms.terms[c.Term].text, c.Place, c.N)
		}
	}
}

func TestFindGivesUpGracefully(t *testing.T) {
	r := Rules{Name: "bomb", Method: Sum, Factors: []Factor{{Name: "f", Patterns: []string{`(?:(?:a|aa)+)+c`, `(?:a*)*b`, `a+d`}}}}
	terms, err := NewTerms(r)
	if err != nil {
		t.Fatal(err)
	}
	p := buildPage(part{Text, "ad aac " + strings.Repeat("a", 3000) + " aab", false}, part{Link, "aac", true})
	compare(t, terms, p, nil)
}

func FuzzFind(f *testing.F) {
	f.Add("市场价¥５00元/人", "第一天 D1", "价格|价")
	f.Add("aaab", "ſK", `(?i)s?k+`)
	f.Add("费用包含", "é", `(?:a*)*b|费`)
	f.Fuzz(func(t *testing.T, a, b, pattern string) {
		if len(a)+len(b) > 2000 {
			return
		}
		r := testRules()
		r.Factors = append(r.Factors, Factor{Name: "fuzzed", Patterns: []string{pattern}})
		terms, err := NewTerms(r)
		if err != nil {
			return
		}
		p := buildPage(part{Text, strings.ToValidUTF8(a, "?"), false}, part{Link, strings.ToValidUTF8(b, "?"), false})
		compare(t, terms, p, nil)
		compare(t, terms, p, &Profile{blocks: map[uint64]uint32{BlockHash([]byte(strings.ToValidUTF8(a, "?"))): 1}})
	})
}

// TestFindForgetsBroken reads pages with broken UTF-8 one after the other: what matchers answered on one must not be
// believed of another that only begins alike.
func TestFindForgetsBroken(t *testing.T) {
	r := Rules{Name: "broken", Version: 1, Method: "sum", Factors: []Factor{{Name: "f", Weight: 1, Patterns: []string{`ab.[^天]`, `入.天`}}}}
	terms, err := NewTerms(r)
	if err != nil {
		t.Fatal(err)
	}
	f := new(finder)
	find := func(f *finder, p *Page) []Count {
		f.reset(terms, p, false)
		f.scan(nil, nil)
		return f.evidence().Counts
	}
	parts := []string{"ab", "入", "天", "c", "\xe5", "\xe5\x85", "\xe5\xa4", "\xa9", "入\xe5", "ab\xe5\xa4", "入aa"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var text strings.Builder
		for range 3 + random.IntN(12) {
			text.WriteString(parts[random.IntN(len(parts))])
		}
		p := buildPage(part{place: 1, text: text.String() + "        "})
		if got, want := find(f, p), find(new(finder), p); !slices.Equal(got, want) {
			t.Fatalf("%q behind other pages: %v, alone %v", text.String(), got, want)
		}
	}
}
