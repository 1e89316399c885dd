package page

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mixture joins parts at random.
func mixture(dice *rand.Rand, parts []string, most int) string {
	var b strings.Builder
	for range dice.IntN(most) {
		b.WriteString(parts[dice.IntN(len(parts))])
	}
	return b.String()
}

// TestColonLabelsEqualExpression compares the scanner of labels with the expression that says what it means.
func TestColonLabelsEqualExpression(t *testing.T) {
	re := regexp.MustCompile(`[\p{Han}A-Za-z][\p{Han}A-Za-z .\-&]{0,22}\s*[：:]`)
	parts := []string{"出发", "城市", "：", ":", " ", " ", "\n", "\t", "a", "Price from", ".", "-", "&", "1", "，", "三四五六七八九", "\xff", "é", "\u3000"}
	dice := rand.New(rand.NewPCG(7, 8))
	for range 25000 {
		text := mixture(dice, parts, 24)
		var want [][2]int
		for _, m := range re.FindAllStringIndex(text, -1) {
			want = append(want, [2]int(m))
		}
		if got := colonLabels(text); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestSqueezeEqualsFields compares the two ways to fold white space.
func TestSqueezeEqualsFields(t *testing.T) {
	parts := []string{" ", " ", "\n", "\u00a0", "\u3000", "\u2003", "\u0085", "a", "团", "é", "\xff", "\x00", "、"}
	dice := rand.New(rand.NewPCG(9, 10))
	for range 100000 {
		text := mixture(dice, parts, 9)
		if got, want := squeeze(text), strings.Join(strings.Fields(text), " "); got != want {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestWriteSpacedEqualsExpression compares it with the replacement of every run of white space.
func TestWriteSpacedEqualsExpression(t *testing.T) {
	re := regexp.MustCompile(`\s+`)
	parts := []string{" ", "\n", "\t", "\r", "\f", "\v", "\u00a0", "a", "团"}
	dice := rand.New(rand.NewPCG(11, 12))
	for range 50000 {
		text := mixture(dice, parts, 9)
		var b strings.Builder
		writeSpaced(&b, text)
		if want := re.ReplaceAllString(text, " "); b.String() != want {
			t.Fatalf("%q: %q, want %q", text, b.String(), want)
		}
	}
}

// TestCompaniesInEqualExpression compares the names found run by run with those found in the whole line.
func TestCompaniesInEqualExpression(t *testing.T) {
	parts := []string{"云山", "旅行社", "有限", "公司", "国际", "旅游", "（", "）", " ", "，", "1", "假期", "分公司", "营业部", "股份", "\xff", "a"}
	dice := rand.New(rand.NewPCG(13, 14))
	for range 20000 {
		text := mixture(dice, parts, 16)
		if got, want := companiesIn(text), agencyName.FindAllString(text, 4); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	}
}
