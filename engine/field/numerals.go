package field

import (
	"strconv"
	"strings"
)

// digitValue of a Chinese digit, in daily and in bank writing.
var digitValue = map[rune]int{
	'零': 0, '〇': 0, '一': 1, '壹': 1, '二': 2, '贰': 2, '两': 2, '三': 3, '叁': 3, '四': 4, '肆': 4, '五': 5, '伍': 5,
	'六': 6, '陆': 6, '七': 7, '柒': 7, '八': 8, '捌': 8, '九': 9, '玖': 9,
}

var unitValue = map[rune]int{'十': 10, '拾': 10, '百': 100, '佰': 100, '千': 1000, '仟': 1000, '廿': 20, '卅': 30}

// Numeral reads a number as people write it on travel pages: 1280, 1,280.00, 1.28万, 三千九百八, 壹仟贰佰捌拾, 二〇一五,
// 十二. ok is false when s is not a number as a whole.
func Numeral(s string) (v float64, ok bool) {
	if s != "" && plainDigits(s) == len(s) && len(s) < 16 {
		v, err := strconv.ParseFloat(s, 64)
		return v, err == nil
	}
	s = strings.TrimSpace(fold(clean(s)))
	if s == "" {
		return 0, false
	}
	scale := 1.0
	if s[0] >= '0' && s[0] <= '9' {
		for _, u := range []struct {
			mark  string
			times float64
		}{{"亿", 1e8}, {"万", 1e4}, {"w", 1e4}, {"W", 1e4}, {"千", 1e3}, {"k", 1e3}, {"K", 1e3}, {"百", 100}} {
			if rest, cut := strings.CutSuffix(s, u.mark); cut {
				s, scale = strings.TrimSpace(rest), u.times
				break
			}
		}
		if head, tail, cut := strings.Cut(s, "万"); cut { // 1万2
			return mixedWan(head, tail)
		}
		s = grouping.Replace(s)
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return 0, false
		}
		return f * scale, true
	}
	n, ok := chineseNumber([]rune(s))
	return float64(n), ok
}

// grouping is what parts thousands.
var grouping = strings.NewReplacer(",", "", " ", "", "'", "")

// mixedWan reads 1万2 (12,000) and 1万2千 (12,000).
func mixedWan(head, tail string) (float64, bool) {
	h, ok := Numeral(head)
	if !ok {
		return 0, false
	}
	t, ok := Numeral(tail)
	if !ok {
		return 0, false
	}
	if t < 10 {
		t *= 1000
	}
	return h*1e4 + t, true
}

// chineseNumber reads 一千二百八十, 一千二 (1,200), 二〇一五 and 十二. Numbers above 10^12 are refused.
func chineseNumber(rs []rune) (int, bool) {
	if len(rs) == 0 || len(rs) > 24 {
		return 0, false
	}
	if n, ok := digitString(rs); ok {
		return n, true
	}
	total, section, digit, last := 0, 0, -1, 0
	afterZero := false
	for _, r := range rs {
		if d, ok := digitValue[r]; ok {
			if digit > 0 && d != 0 {
				return 0, false
			}
			afterZero = afterZero || d == 0
			digit = d
			continue
		}
		if u, ok := unitValue[r]; ok {
			switch {
			case r == '廿' || r == '卅':
				section += u
			case digit > 0:
				section += digit * u
			case digit <= 0 && u == 10:
				section += u
			default:
				return 0, false
			}
			digit, last, afterZero = -1, u, false
			continue
		}
		big := map[rune]int{'万': 10000, '亿': 100000000}[r]
		if big == 0 {
			return 0, false
		}
		if digit > 0 {
			section += digit
		}
		if section == 0 && total == 0 {
			return 0, false
		}
		total = (total + section) * big
		section, digit, last, afterZero = 0, -1, big, false
		if total > 1e12 {
			return 0, false
		}
	}
	if digit > 0 {
		if last >= 100 && !afterZero {
			digit *= last / 10
		}
		section += digit
	}
	return total + section, true
}

// digitString reads 二〇一五 digit by digit; a single digit is one too.
func digitString(rs []rune) (int, bool) {
	n := 0
	for _, r := range rs {
		d, ok := digitValue[r]
		if !ok || n > 1e9 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}

// small reads a count of days or nights, 1 … 99. A holiday's name in front (五一三日游) is taken off.
func small(s string) int {
	v, ok := Numeral(s)
	if !ok || v > 99 {
		for _, name := range []string{"十一", "五一", "元旦"} {
			if rest, cut := strings.CutPrefix(s, name); cut && rest != "" {
				return small(rest)
			}
		}
		return 0
	}
	if v < 1 || v != float64(int(v)) {
		return 0
	}
	return int(v)
}
