package page

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPhoneIn gives the answers of the expression over the whole text.
func TestPhoneIn(t *testing.T) {
	words := []string{"1", "13", "138", "0871", "400", "+86", "+", "(0)", "(", ")", " ", "-", "\n", "电话", "x", "0000", "6555", "12345", "/", "\v", "\xff"}
	dice := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 25000 {
		var b strings.Builder
		for range 1 + dice.IntN(10) {
			b.WriteString(words[dice.IntN(len(words))])
		}
		want := phoneShape.FindString(b.String())
		if got := phoneIn(b.String()); got != want {
			t.Fatalf("phoneIn(%q) = %q, want %q", b.String(), got, want)
		}
		if want != "" {
			if !manyDigits(b.String()) {
				t.Fatalf("manyDigits loses %q", b.String())
			}
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d numbers", found)
	}
}

// TestAgenciesIn gives the answers of the expression for texts without 公司.
func TestAgenciesIn(t *testing.T) {
	words := []string{"旅行社", "旅行", "社", "旅", "春", "风江南", "A", "(", "）", "云南昆明", "国旅", "十二个字的名字真的很长呢"}
	dice := rand.New(rand.NewPCG(3, 4))
	for range 50000 {
		var b strings.Builder
		for range 1 + dice.IntN(9) {
			b.WriteString(words[dice.IntN(len(words))])
		}
		n := 1 + dice.IntN(4)
		want := agencyName.FindAllString(b.String(), n)
		if got := agenciesIn(b.String(), n); !slices.Equal(got, want) {
			t.Fatalf("agenciesIn(%q, %d) = %q, want %q", b.String(), n, got, want)
		}
	}
}
