package field

import (
	"strings"
	"unicode/utf8"
)

// dayMark is the head of an itinerary day: D1, Day 1, 第1天, 第一、二天, 第3-4天, 第1日.
var dayMark = MustPattern(`(?i)第\s*([\d一二三四五六七八九十、,，\-~至到\s]{1,12})\s*[天日]|(?:\bday|\bd)\s*[-.:]?\s*0?(\d{1,2})(?:\s*[-~&]\s*(?:day|d)?\s*0?(\d{1,2}))?(?:[^\d.]|$)|([\d一二三四五六七八九十]{1,3})\s*天\s*[:：]`)

var listMark = MustPattern(`[、,，\-~至到\s]+`)

// DayMark reads the number of the itinerary day that a line begins with; last is above first when the line stands for
// several days. ok is false when the line is no head of a day.
func DayMark(line string) (first, last int, ok bool) {
	s := strings.TrimLeft(line, " \t\u3000*·●◆■□★☆>【[(（")
	if len(s) > 160 {
		s = s[:160]
	}
	if !beginsDay(s) {
		return 0, 0, false
	}
	s = fold(clean(s))
	m := dayMark.FindStringSubmatchIndex(s)
	if m == nil || m[0] != 0 {
		return 0, 0, false
	}
	ns := markNumbers(s, m)
	if len(ns) == 0 {
		return 0, 0, false
	}
	return ns[0], ns[len(ns)-1], true
}

// beginsDay is false for what no head of a day begins with.
func beginsDay(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	switch r {
	case '第', 'd', 'D', 'ｄ', 'Ｄ':
		return true
	case '一', '二', '三', '四', '五', '六', '七', '八', '九', '十':
		return strings.Contains(s, "天")
	}
	return r >= '0' && r <= '9' && strings.Contains(s, "天")
}

// markNumbers are the days that one match names.
func markNumbers(s string, m []int) []int {
	var ns []int
	add := func(i int) {
		if m[i] < 0 {
			return
		}
		for _, part := range listMark.Split(s[m[i]:m[i+1]], -1) {
			if n := small(part); n > 0 && n <= 60 {
				ns = append(ns, n)
			}
		}
	}
	for _, i := range []int{2, 4, 6, 8} {
		add(i)
	}
	if len(ns) == 2 && ns[1] > ns[0]+1 && strings.ContainsAny(s[m[0]:m[1]], "-~至到") {
		for n := ns[0] + 1; n < ns[1]; n++ {
			ns = append(ns, n)
		}
		ns[1], ns[len(ns)-1] = ns[len(ns)-1], ns[1]
	}
	return ns
}

// sequence is the number of itinerary days counted upwards from the first without a gap.
func sequence(s string) int {
	seen := map[int]bool{}
	for _, m := range dayMark.FindAllStringSubmatchIndex(s, -1) {
		for _, n := range markNumbers(s, m) {
			seen[n] = true
		}
	}
	n := 0
	for seen[n+1] {
		n++
	}
	return n
}
