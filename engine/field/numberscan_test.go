package field

import (
	"math/rand/v2"
	"regexp"
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

// TestNumberLengthEqualsExpression compares the scanner of numbers with the expression that says what it means.
func TestNumberLengthEqualsExpression(t *testing.T) {
	re := regexp.MustCompile(`^(?:(?:(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d+)?)(?: ?[万亿](?:\d千?)?|千(?:[^\d米克瓦卡岛年]|$)|[kKwW]\b)?)|[零一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟]{1,16})`)
	parts := []string{"1", "2", "80", "280", "1280", ",", ".", " ", "万", "亿", "千", "米", "k", "W", "_", "人", "三", "十", "一二三四五六七八", "\n", "元", "\xff", "\ufffd"}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		s := mixture(dice, parts, 9)
		if got, want := numberLength(s), len(re.FindString(s)); got != want {
			t.Fatalf("%q: %d, want %d", s, got, want)
		}
	}
}

// TestCountsInLosesNothing asks the expressions that it stands before.
func TestCountsInLosesNothing(t *testing.T) {
	parts := []string{"6", "12", "三", "十", "天", "日", "晚", "夜", "个", " ", "-", "至", "days", "Nights", "D", "n", "游", "月", "/", "and", "\n", "酒店"}
	dice := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		s := mixture(dice, parts, 9)
		c := countsIn(s)
		if _, ok := pair(s); ok && (!c.days || !c.nights) {
			t.Fatalf("%q counts days and nights", s)
		}
		if named(s).days > 0 && !c.days {
			t.Fatalf("%q counts days", s)
		}
		if nights(s, 0) > 0 && !c.nights {
			t.Fatalf("%q counts nights", s)
		}
	}
}

// TestMayDateLosesNothing asks the expression that it stands before.
func TestMayDateLosesNothing(t *testing.T) {
	parts := []string{"2026", "19", "5", "12", "年", "月", "日", "-", "/", ".", " ", "\n", "元", "¥"}
	dice := rand.New(rand.NewPCG(5, 6))
	for range 50000 {
		if s := mixture(dice, parts, 10); blankDates(s) != s && !mayDate(s) {
			t.Fatalf("%q holds a date", s)
		}
	}
}
