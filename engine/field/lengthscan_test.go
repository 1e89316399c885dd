package field

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestLengthScans gives the scanners the answers of the expressions they stand for.
func TestLengthScans(t *testing.T) {
	chineseDay := regexp.MustCompile(smallNumber + `\s*(天|日)`)
	date := regexp.MustCompile(`(?:19|20)\d{2}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}日?|\d{1,2}月\d{1,2}[日号]`)
	words := []string{"1", "12", "2026", "19", "20", "3", "一", "十二", "五", "廿", "天", "日", "月", "号", "年", "-", "/", ".", " ", "\n", "\v", "：", ":", "行程时间", "行程", "全程",
		"共", "约", "用时", "days", "Day", "d", "D", "第", "、", "至", "x", "游", "价", "团费", "price", "From", "仅", "仅需", "成人", "每位", "\xff", "大年", "第\n", "价格", "费用", "儿童", "小孩", "单房差", "定金", "全含", "全包", "每人",
		"天数", "no. of days", "Duration", "approx.", "(天)", "晚", "Night", "半日", "length", "ｄ", "2026-1", "2011/06/19", "6月19", "年6月"}
	dice := rand.New(rand.NewPCG(7, 8))
	counts := map[string]int{}
	for range 24000 {
		var b strings.Builder
		for range 1 + dice.IntN(9) {
			b.WriteString(words[dice.IntN(len(words))])
		}
		s := b.String()
		want := chineseDay.FindAllStringSubmatchIndex(s, -1)
		if got := chineseDays(s); !reflect.DeepEqual(got, want) {
			t.Fatalf("chineseDays(%q) = %v, want %v", s, got, want)
		}
		if got, want := spanOfDays(s, chineseDays(s)), nightDayTo.re.FindStringSubmatchIndex(s); !reflect.DeepEqual(got, want) {
			t.Fatalf("spanOfDays(%q) = %v, want %v", s, got, want)
		}
		if l := duration(fold(clean(s))); l != (length{}) && !mayLast(s) {
			t.Fatalf("mayLast loses %q", s)
		}
		blank := date.ReplaceAllStringFunc(s, func(m string) string { return strings.Repeat(" ", len(m)) })
		if got := blankDates(s); got != blank {
			t.Fatalf("blankDates(%q) = %q, want %q", s, got, blank)
		}
		number := ""
		if m := timeLabel.re.FindStringSubmatch(s); m != nil {
			number = m[1]
			counts["time"]++
		}
		if got := timeNumber(s); got != number {
			t.Fatalf("timeNumber(%q) = %q, want %q", s, got, number)
		}
		if blank != s {
			counts["date"]++
			if !mayDate(s) {
				t.Fatalf("mayDate loses %q", s)
			}
		}
		for _, may := range []struct {
			name string
			re   *Pattern
			may  func(string) bool
		}{{"count", daysLabel, func(s string) bool {
			at := countedFrom(s)
			return at >= 0 && reflect.DeepEqual(daysLabel.re.FindStringSubmatch(s[at:]), daysLabel.re.FindStringSubmatch(s))
		}}, {"mark", dayMark, marksDay}, {"label", directLabel, endsLabel}} {
			if may.re.re.MatchString(s) {
				if counts[may.name]++; !may.may(s) {
					t.Fatalf("%s loses %q", may.name, s)
				}
			}
		}
	}
	for _, name := range []string{"date", "time", "count", "mark", "label"} {
		if counts[name] < 50 {
			t.Errorf("only %d texts of %s", counts[name], name)
		}
	}
}

// TestFoldedPrefix gives texts the form that folding every rune gives them.
func TestFoldedPrefix(t *testing.T) {
	words := []string{"a", "1", "价", "價", "門", "、", "￥", "：", "Ａ", " ", "\t", "\n", "\u00a0", "～", "鿿", "一", "成人", "成人价", "儿童价", "/", "280", "é"}
	dice := rand.New(rand.NewPCG(9, 10))
	for range 50000 {
		var b strings.Builder
		for range 1 + dice.IntN(9) {
			b.WriteString(words[dice.IntN(len(words))])
		}
		s := b.String()
		if got, want := fold(s), strings.Map(foldRune, s); got != want {
			t.Fatalf("fold(%q) = %q, want %q", s, got, want)
		}
		if got, want := adultChild.FindStringSubmatch(s[adultFrom(s):]), adultChild.re.FindStringSubmatch(s); !reflect.DeepEqual(got, want) {
			t.Fatalf("adultFrom(%q): %q, want %q", s, got, want)
		}
	}
}
