package page

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestPhoneIn gives the answers of the expression over the whole text.
func TestPhoneIn(t *testing.T) {
	words := []string{"1", "13", "138", "0871", "400", "+86", "+", "(0)", "(", ")", " ", "-", "\n", "电话", "x", "0000", "6555", "12345", "/", "\v", "\xff"}
	dice := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 100000 {
		var b strings.Builder
		for range 1 + dice.IntN(10) {
			b.WriteString(words[dice.IntN(len(words))])
		}
		want := phoneShape.FindString(b.String())
		if got := phoneIn(b.String()); got != want {
			t.Fatalf("phoneIn(%q) = %q, want %q", b.String(), got, want)
		}
		if want != "" {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d numbers", found)
	}
}
