package search

import (
	"strconv"
	"strings"
)

// measure is a stay in a text: 6日, 六天, 3-5天, 6 days, 5晚, 6D.
type measure struct {
	from, to int // units [from, to)
	lo, hi   int // equal unless the text gives a span
	nights   bool
}

// term is the normal form of n days or nights.
func stayTerm(n int, nights bool) string {
	if nights {
		return strconv.Itoa(n) + "n"
	}
	return strconv.Itoa(n) + "d"
}

const maxStay = 99

// measures finds the stays of a text. A day of the month (10月6日), the sixth day (第6天, day 6) and six days ahead
// (提前6天) are none.
func measures(f folded, us []unit) []measure {
	var found []measure
	dated := -1 // the last unit of a date
	for i := 0; i < len(us); {
		lo, hi, j := count(f, us, i)
		if j == i {
			i++
			continue
		}
		k, nights := stayUnit(us, j)
		if k == j {
			i = j
			continue
		}
		if !nights && isDate(f, us, i, dated) {
			dated, i = k-1, k
			continue
		}
		behind := len(found) > 0 && found[len(found)-1].to == i // 6d5n: the d is not one of a numbered day
		if (behind || !ordinal(us, i)) && hi <= maxStay && lo >= 1 {
			found = append(found, measure{from: i, to: k, lo: lo, hi: hi, nights: nights})
		}
		i = k
	}
	return found
}

// isDate is true when the number at i is a day of a month, also as the end of a span of dates (5月1日-5日).
func isDate(f folded, us []unit, i, dated int) bool {
	if i == 0 || us[i].gap == hard {
		return false
	}
	if p := us[i-1].text; us[i].gap == touching && (p == "月" || p == "年" || p == "号") {
		return true
	}
	return dated == i-1 && strings.ContainsRune(string(f.r[us[i-1].to:us[i].at]), '-')
}

// ordinal is true when the number counts one day, not the stay.
func ordinal(us []unit, i int) bool {
	if i == 0 || us[i].gap == hard {
		return false
	}
	switch us[i-1].text {
	case "第", "前", "后", "早", "晚于", "day", "d":
		return true
	}
	return false
}

// count reads a number or a span of two at unit i and returns the unit behind it.
func count(f folded, us []unit, i int) (lo, hi, next int) {
	lo, next = amount(us, i)
	if next == i {
		return 0, 0, i
	}
	if lo > 0 && next == i+2 && us[i].kind == han { // 三五天, 五六天
		if a, b := digit(us[i].text), digit(us[i+1].text); a > 0 && b > a && b < 10 && a < 10 {
			return a, b, next
		}
	}
	hi = lo
	if next >= len(us) {
		return lo, hi, next
	}
	j := next
	switch t := us[j].text; {
	case us[j].gap == touching && (t == "至" || t == "到" || t == "或"):
		j++
	case us[j].gap == soft || us[j].gap == hard:
		sep := string(f.r[us[j-1].to:us[j].at])
		if sep != "-" && sep != "--" && sep != "/" && sep != " - " && sep != "、" {
			return lo, hi, next
		}
	default:
		return lo, hi, next
	}
	if b, k := amount(us, j); k > j && b > lo {
		return lo, b, k
	}
	return lo, hi, next
}

// amount reads one number: digits, Chinese numerals or an English word.
func amount(us []unit, i int) (n, next int) {
	if i >= len(us) {
		return 0, i
	}
	switch us[i].kind {
	case number:
		if len(us[i].text) > 3 {
			return 0, i
		}
		n, err := strconv.Atoi(us[i].text)
		if err != nil {
			return 0, i
		}
		return n, i + 1
	case word:
		if n := englishNumber(us[i].text); n > 0 {
			return n, i + 1
		}
	case han:
		return hanNumber(us, i)
	}
	return 0, i
}

func englishNumber(w string) int {
	const words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
	n := 0
	for s := range strings.SplitSeq(words, " ") {
		n++
		if s == w {
			return n
		}
	}
	return 0
}

func digit(s string) int {
	switch s {
	case "〇", "零":
		return 0
	case "两":
		return 2
	case "十":
		return 10
	case "廿":
		return 20
	}
	if i := strings.Index("一二三四五六七八九", s); i >= 0 && len(s) == 3 {
		return i/3 + 1
	}
	return -1
}

// hanNumber reads 六, 十二, 二十, 二十一; two digits without 十 (三五) come as 35, to be read as a span by the caller.
func hanNumber(us []unit, i int) (n, next int) {
	at := func(k int) int {
		if k >= len(us) || us[k].kind != han || k > i && us[k].gap != touching {
			return -1
		}
		return digit(us[k].text)
	}
	n = at(i)
	if n <= 0 {
		return 0, i
	}
	next = i + 1
	if n < 10 && at(next) == 10 {
		n, next = n*10, next+1
	}
	if d := at(next); d > 0 && d < 10 {
		if n < 10 {
			n *= 10
		}
		n, next = n+d, next+1
	}
	return n, next
}

// stayUnit reads the word for days or nights at unit i.
func stayUnit(us []unit, i int) (next int, nights bool) {
	if i >= len(us) || us[i].gap == hard {
		return i, false
	}
	u, after := us[i], ""
	if i+1 < len(us) && us[i+1].gap == touching {
		after = us[i+1].text
	}
	switch u.text {
	case "天":
		if strings.Contains("门池山涯坛津下堂台目柱水坑", after) && after != "" {
			return i, false
		}
		return i + 1, false
	case "日":
		if after != "" && strings.Contains("元本照喀土月内", after) {
			return i, false
		}
		return i + 1, false
	case "晚", "宿":
		return i + 1, true
	case "夜":
		if after != "" && strings.Contains("景市宵", after) {
			return i, false
		}
		return i + 1, true
	case "day", "days":
		return i + 1, false
	case "night", "nights":
		return i + 1, true
	case "d":
		return contiguous(u, i), false
	case "n":
		return contiguous(u, i), true
	}
	return i, false
}

// contiguous lets 6d and 5n through, not "6 d".
func contiguous(u unit, i int) int {
	if u.gap == touching {
		return i + 1
	}
	return i
}
