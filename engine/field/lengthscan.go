package field

import (
	"strings"
	"unicode/utf8"
)

// smallRune is true for the signs in Chinese of smallNumber.
func smallRune(r rune) bool {
	switch r {
	case '一', '二', '两', '三', '四', '五', '六', '七', '八', '九', '十', '廿', '卅':
		return true
	}
	return false
}

// isBlank is true for what \s matches.
func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\f' || b == '\r' }

func skipBlank(s string, i int) int {
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	return i
}

// chineseDays finds what smallNumber + `\s*(天|日)` matches, as FindAllStringSubmatchIndex of that expression does.
func chineseDays(s string) [][]int {
	var out [][]int
	free := 0 // what stands before belongs to the match before
	for i := 0; i < len(s); i++ {
		if s[i] != 0xe5 && s[i] != 0xe6 || !strings.HasPrefix(s[i:], "天") && !strings.HasPrefix(s[i:], "日") {
			continue
		}
		end := i
		for end > free && isBlank(s[end-1]) {
			end--
		}
		if start := smallBefore(s[free:end]); start >= 0 {
			start += free
			free = i + len("天")
			out = append(out, []int{start, free, start, end, i, free})
		}
		i += len("天") - 1
	}
	return out
}

// smallBefore is where the number begins that s ends with, -1 when it ends with none: three digits or five signs at most.
func smallBefore(s string) int {
	at, n := len(s), 0
	for n < 3 && at > 0 && s[at-1] >= '0' && s[at-1] <= '9' {
		at, n = at-1, n+1
	}
	if n > 0 {
		return at
	}
	for n < 5 && at > 0 {
		r, w := utf8.DecodeLastRuneInString(s[:at])
		if !smallRune(r) {
			break
		}
		at, n = at-w, n+1
	}
	if n == 0 {
		return -1
	}
	return at
}

// timeWords are the labels of timeLabel.
var timeWords = []string{"行程时间", "行程时长", "旅行时间", "行程安排", "行程", "时长", "游玩时间", "旅游时间", "用时", "共", "全程"}

// timeNumber is the number in the first match of timeLabel, "" when there is none.
func timeNumber(s string) string {
	for i, r := range s {
		switch r {
		case '行', '旅', '时', '游', '用', '共', '全':
		default:
			continue
		}
		for _, w := range timeWords {
			if rest, ok := strings.CutPrefix(s[i:], w); ok {
				if number := countOfDays(rest); number != "" {
					return number
				}
			}
		}
	}
	return ""
}

// countOfDays is the number of days that s begins with behind a label, "" when it begins with none.
func countOfDays(s string) string {
	n := skipBlank(s, 0)
	if strings.HasPrefix(s[n:], ":") {
		n++
	} else if strings.HasPrefix(s[n:], "：") {
		n += len("：")
	}
	n = skipBlank(s, n)
	for _, w := range []string{"约", "共", "全程"} {
		if strings.HasPrefix(s[n:], w) {
			n = skipBlank(s, n+len(w))
			break
		}
	}
	end := n + plainDigits(head(s[n:], 4))
	if end == n {
		for k := 0; k < 6; k++ {
			r, w := utf8.DecodeRuneInString(s[end:])
			if !smallRune(r) {
				break
			}
			end += w
		}
		if utf8.RuneCountInString(s[n:end]) > 5 {
			return ""
		}
	} else if end-n > 3 {
		return ""
	}
	unit := s[skipBlank(s, end):]
	if end > n && (strings.HasPrefix(unit, "天") || strings.HasPrefix(unit, "日") || len(unit) >= 3 && equalASCIIFold(unit[:3], "day")) {
		return s[n:end]
	}
	return ""
}

// countedFrom is a place before the first match of daysLabel and not far from it, -1 when there is none: a number must
// stand behind the end of one of its labels.
func countedFrom(s string) int {
	label := -1 // where the last end of a label stands, as long as only what may follow one came
	for i, r := range s {
		switch r {
		case '数', 's', 'S', '\u017f', 'n', 'N', 'h', 'H':
			label = i
		case ' ', '\t', '\n', '\f', '\r', ':', '：', '(', ')', '天', '约', '共', '.',
			'a', 'b', 'o', 'u', 't', 'p', 'r', 'x', 'A', 'B', 'O', 'U', 'T', 'P', 'R', 'X':
		default:
			if label >= 0 && (r >= '0' && r <= '9' || smallRune(r)) {
				label = max(label-longestCount, 0)
				for label > 0 && !utf8.RuneStart(s[label]) {
					label--
				}
				return label
			}
			label = -1
		}
	}
	return -1
}

// longestCount is at least the length in bytes of a label of daysLabel.
const longestCount = 24

// marksDay is false for texts in which dayMark matches nothing: it wants a number behind 第 or d, or 天 before a colon.
func marksDay(s string) bool {
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b|0x20 == 'd':
			j := i + 1
			if len(s) >= j+2 && s[j]|0x20 == 'a' && s[j+1]|0x20 == 'y' {
				j += 2
			}
			j = skipBlank(s, j)
			if j < len(s) && (s[j] == '-' || s[j] == '.' || s[j] == ':') {
				j = skipBlank(s, j+1)
			}
			if startsDigit(s[j:]) {
				return true
			}
		case b == 0xe7 && strings.HasPrefix(s[i:], "第"):
			r, _ := utf8.DecodeRuneInString(s[skipBlank(s, i+len("第")):])
			if r >= '0' && r <= '9' || smallRune(r) || strings.ContainsRune("、,，-~至到天日", r) {
				return true
			}
		case b == 0xe5 && strings.HasPrefix(s[i:], "天"):
			if rest := s[skipBlank(s, i+len("天")):]; strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "：") {
				return true
			}
		}
	}
	return false
}

// blankDates puts spaces in place of written dates, which would lend their digits to a label: 出发时间/价格：2011-06-19￥135.
func blankDates(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		n := writtenDate(s[i:])
		if n == 0 {
			continue
		}
		if b == nil {
			b = []byte(s)
		}
		for j := i; j < i+n; j++ {
			b[j] = ' '
		}
		i += n - 1
	}
	if b == nil {
		return s
	}
	return string(b)
}

// writtenDate is the length of the date that s begins with, 0 when it begins with none: 2011-06-19, 2011年6月19日, 6月19号.
func writtenDate(s string) int {
	if strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20") {
		if n := fullDate(s); n > 0 {
			return n
		}
	}
	n := plainDigits(head(s, 3))
	if n == 0 || n > 2 || !strings.HasPrefix(s[n:], "月") {
		return 0
	}
	n += len("月")
	day := plainDigits(head(s[n:], 3))
	if day == 0 || day > 2 {
		return 0
	}
	if n += day; strings.HasPrefix(s[n:], "日") || strings.HasPrefix(s[n:], "号") {
		return n + len("日")
	}
	return 0
}

// fullDate is the same for dates with a year of four digits.
func fullDate(s string) int {
	if plainDigits(head(s, 5)) != 4 {
		return 0
	}
	n := 4
	for _, sign := range []string{"年", "月"} {
		n = skipBlank(s, n)
		switch {
		case n < len(s) && (s[n] == '-' || s[n] == '/' || s[n] == '.'):
			n++
		case strings.HasPrefix(s[n:], sign):
			n += len(sign)
		default:
			return 0
		}
		n = skipBlank(s, n)
		digits := plainDigits(head(s[n:], 2))
		if digits == 0 {
			return 0
		}
		n += digits
	}
	if strings.HasPrefix(s[n:], "日") {
		n += len("日")
	}
	return n
}
