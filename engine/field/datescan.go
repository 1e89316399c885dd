package field

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// token is one piece of a written date.
type token struct {
	kind  tokenKind
	y     int
	m, d  int
	m2    int // last month of 7-8月
	third int // 1 上旬, 2 中旬, 3 下旬
	start int
	end   int
}

type tokenKind int

const (
	full     tokenKind = iota // year, month, day
	dayFirst                  // 25/12/2026 and 12/25/2026: turned into full where it can mean one day only
	monthD                    // month and day
	slash                     // 5/1, 05-01, 5.1: a date only where one is expected
	months                    // 5月, 7-8月, 5月上旬
	years                     // 2015年
	todayT                    // 即日起
)

var dateTokens = []struct {
	kind tokenKind
	re   *Pattern
}{
	{full, MustPattern(`^(\d{4}|\d{2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})(?:\s*[日号])?`)},
	{full, MustPattern(`^((?:19|20)\d{2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?:\s*[日号])?`)},
	{full, MustPattern(`^(20[0-4]\d)(0[1-9]|1[0-2])([0-2]\d|3[01])`)},
	{dayFirst, MustPattern(`^(\d{1,2})([-/.])(\d{1,2})[-/.]((?:19|20)\d{2})`)},
	{months, MustPattern(`^(\d{1,2})\s*月?\s*[-~至到]\s*(\d{1,2})\s*月(?:份|底|末)?()`)},
	{monthD, MustPattern(`^(\d{1,2})\s*月\s*(\d{1,2})(?:\s*[日号])?`)},
	{months, MustPattern(`^(\d{1,2})()\s*月(?:份)?\s*(上旬|初|中旬|下旬|底|末)?`)},
	{years, MustPattern(`^((?:19|20)\d{2})\s*年`)},
	{slash, MustPattern(`^(\d{1,2})\s?[./]\s?(\d{1,2})(?:\s*[日号])?`)},
	{slash, MustPattern(`^(\d{1,2})\s?-\s?(\d{1,2})`)},
	{todayT, MustPattern(`^(?:即日起?|今日起|现在起)`)},
}

// dateScanner walks through a text once and collects its dates. It is used by one call only.
type dateScanner struct {
	text   string
	today  time.Time
	items  []item
	group  int
	year   int  // of a 2015年 that stood for itself on this line
	inList bool // next reads behind a separator: a slash in front parts two dates there
}

func (sc *dateScanner) scan() []item {
	s := sc.text
	bare := onlySlashes.MatchString(s)
	for at := 0; at < len(s); {
		c := s[at]
		if c == '\n' {
			sc.year = 0
		}
		if c < '0' || c > '9' {
			if strings.HasPrefix(s[at:], "即") || strings.HasPrefix(s[at:], "今") || strings.HasPrefix(s[at:], "现") {
				if t, ok := sc.token(at); ok {
					at = sc.expression(t)
					continue
				}
			}
			at++
			continue
		}
		t, ok := sc.token(at)
		if !ok || t.kind == slash && (!bare && !sc.expected(t) || isSpan(s[t.start:])) || t.kind != years && after(s, t.end) {
			at += max(plainDigits(s[at:]), 1)
			continue
		}
		at = sc.expression(t)
	}
	return sc.items
}

// after is true when a date would go on with a digit or a unit that makes it something else.
func after(s string, end int) bool {
	return startsDigit(s[end:]) || strings.HasPrefix(s[end:], "%") || strings.HasPrefix(s[end:], "岁")
}

var (
	onlySlashes = MustPattern(`^(?:[\s:：]|出发|发团|日期|团期|班期|时间|\d{1,2}\s?[./-]\s?\d{1,2}(?:[日号])?|[-~至到、,，;；和]|起|发)+$`)
	dateLabel   = MustPattern(`(?i)(?:出发日期|发团日期|出团日期|开班日期|出发时间|发团时间|出团时间|班期|团期|发团|出发|开班|日期|出游日期|出行日期|游玩日期|课程时间|活动时间|时间|departures?|dates?|departing)[^\n。;；]{0,6}?[:：]?(?:[\s:：、,，;；和-]|\d{1,2}\s?[./-]\s?\d{1,2}[日号]?|周[一二三四五六日]|[()（）]|~|至|到)*$`)
	slashTail   = MustPattern(`^\s*(?:(?:[-~至到、,，和/]\s*\d{1,2}[./-]\d{1,2}|[、,，]\s*\d{1,2})\s*)*(?:日|号)?\s*(?:出发|发团|发班|开班|出团|成团|起航|开航|起程|团$)`)
)

// expected says whether 5.1 stands where a date is expected.
func (sc *dateScanner) expected(t token) bool {
	if t.m < 1 || t.m > 12 || t.d < 1 || t.d > 31 || isSpan(sc.text[t.start:]) {
		return false
	}
	return slashTail.MatchString(head(sc.text[t.end:], 120)) || dateLabel.MatchString(lastRunes(sc.text[:t.start], 80))
}

// isSpan is true for 7-8日 and 4-5天: days, no date.
func isSpan(s string) bool { return daySpan.MatchString(head(s, 24)) }

var daySpan = MustPattern(`^\d{1,2}\s*-\s*\d{1,2}\s*[日天号晚]`)

// token reads the piece that begins at a byte of the text.
func (sc *dateScanner) token(at int) (token, bool) {
	s := head(sc.text[at:], 48)
	if at > 0 {
		if c := sc.text[at-1]; c >= '0' && c <= '9' || isLetter(c) && startsDigit(s) && plainDigits(s) > 4 || (c == '.' || c == '/') && at > 1 && sc.text[at-2] >= '0' && sc.text[at-2] <= '9' && !sc.inList {
			return token{}, false
		}
	}
	for _, dt := range dateTokens {
		m := dt.re.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		t := token{kind: dt.kind, start: at, end: at + len(m[0])}
		switch dt.kind {
		case full:
			t.y, t.m, t.d = atoi(m[1]), atoi(m[2]), atoi(m[3])
			if t.y < 100 {
				t.y += 2000
			}
		case dayFirst:
			a, b := atoi(m[1]), atoi(m[3])
			t.kind, t.y, t.m, t.d = full, atoi(m[4]), b, a
			switch {
			case a <= 12 && b > 12:
				t.m, t.d = a, b
			case a <= 12 && a != b:
				t.m, t.d = 0, 0 // could be either
				return t, false
			}
		case monthD, slash:
			t.m, t.d = atoi(m[1]), atoi(m[2])
		case months:
			t.m, t.m2 = atoi(m[1]), atoi(m[2])
			if m[2] != "" && startsDayAfterMonth(s[len(m[0]):]) {
				continue // 5月-6月3日 is no pair of whole months
			}
			t.third = map[string]int{"上旬": 1, "初": 1, "中旬": 2, "下旬": 3, "底": 3, "末": 3}[m[3]]
		case years:
			t.y = atoi(m[1])
		}
		if t.kind != years && t.kind != todayT && (t.m < 1 || t.m > 12 || t.m2 > 12) || t.d > 31 {
			continue
		}
		return t, true
	}
	return token{}, false
}

func startsDayAfterMonth(s string) bool { return startsDigit(strings.TrimLeft(s, " ")) }

var (
	rangeSep = MustPattern(`^\s*(?:[(（]?周.[)）]?)?\s*(?:开始|起)?\s*(?:-{1,2}|~|至|到|—|to)\s*`)
	listSep  = MustPattern(`^\s*(?:[(（]周.[)）])?\s*[、,，/和及&;；.|]?\s*`)
	plainDay = MustPattern(`^(\d{1,2})\s*([日号])?`)
	dayGoOn  = MustPattern(`^\s*(?:$|[、,，/和及&;；|\s)）】\]。.\-~至到起发出]|团期|开班|班期|每|两团|等|周)`)
)

// expression reads a date and all that is joined to it: lists (5月1、3、5日) and spans (5月1日-10日). It returns where to go on.
func (sc *dateScanner) expression(t token) int {
	sc.group++
	switch t.kind {
	case years:
		sc.year = t.y
		return t.end
	case months:
		sc.addMonths(t)
		return sc.untilMonth(t.end)
	case todayT:
		if loc := rangeSep.FindStringIndex(head(sc.text[t.end:], 48)); loc != nil {
			if b, ok := sc.token(t.end + loc[1]); ok && b.d > 0 {
				sc.items = append(sc.items, item{today: true, to: point{b.y, b.m, b.d}, group: sc.group})
				return b.end
			}
		}
		return t.end
	}
	if t.y == 0 {
		t.y = sc.year
	}
	like := t.kind
	if like == full && !strings.Contains(sc.text[t.start:t.end], "年") {
		like = slash // 2026-05-01、05-08 goes on as it began
	}
	last := item{from: point{t.y, t.m, t.d}, group: sc.group}
	at, m := t.end, t.m
	closed := strings.HasSuffix(sc.text[:at], "日") || strings.HasSuffix(sc.text[:at], "号")
	for {
		if p, end, ok := sc.next(at, rangeSep, m, like, false); ok && last.to == (point{}) {
			last.to, at, m = p, end, p.m
			continue
		}
		p, end, ok := sc.next(at, listSep, m, like, closed)
		if !ok {
			break
		}
		sc.items = append(sc.items, last)
		last = item{from: p, group: sc.group}
		at, m = end, p.m
		closed = strings.HasSuffix(sc.text[:at], "日") || strings.HasSuffix(sc.text[:at], "号")
	}
	sc.items = append(sc.items, last)
	return at
}

// next reads what follows a separator: a date of its own, or a day of the month m. closed is true when the day before it
// carried its 日: then a bare number is a day only with 日 of its own.
func (sc *dateScanner) next(at int, sep *Pattern, m int, like tokenKind, closed bool) (point, int, bool) {
	loc := sep.FindStringIndex(head(sc.text[at:], 48))
	if loc == nil || loc[1] == 0 {
		return point{}, 0, false
	}
	pos := at + loc[1]
	sc.inList = true
	t, ok := sc.token(pos)
	sc.inList = false
	if ok && (t.kind == full || t.kind == monthD || t.kind == slash && like == slash && strings.TrimSpace(sc.text[at:pos]) != "") && !after(sc.text, t.end) {
		return point{t.y, t.m, t.d}, t.end, true
	}
	d := plainDay.FindStringSubmatch(head(sc.text[pos:], 16))
	if d == nil || pos > 0 && strings.TrimSpace(sc.text[at:pos]) == "" && d[2] == "" {
		return point{}, 0, false
	}
	end := pos + len(d[0])
	n := atoi(d[1])
	if n < 1 || n > 31 || after(sc.text, end) || like == slash && sep == rangeSep && d[2] == "" && strings.HasPrefix(sc.text[end:], ".") {
		return point{}, 0, false
	}
	if d[2] == "" && (closed || !dayGoOn.MatchString(head(sc.text[end:], 16))) || d[2] != "" && strings.HasPrefix(sc.text[end:], "游") {
		return point{}, 0, false
	}
	return point{0, m, n}, end, true
}

// addMonths adds 5月, 7-8月, 5月上旬 as a span.
func (sc *dateScanner) addMonths(t token) {
	from, to := point{sc.year, t.m, 1}, point{sc.year, t.m, endOfMonth}
	switch t.third {
	case 1:
		to.d = 10
	case 2:
		from.d, to.d = 11, 20
	case 3:
		from.d = 21
	}
	if t.m2 > 0 {
		to.m = t.m2
		if t.m2 < t.m && sc.year > 0 {
			to.y++
		}
	}
	sc.items = append(sc.items, item{from: from, to: to, month: true, group: sc.group})
}

// untilMonth joins 7月下旬-8月上旬 to one span.
func (sc *dateScanner) untilMonth(at int) int {
	loc := rangeSep.FindStringIndex(head(sc.text[at:], 48))
	if loc == nil {
		return at
	}
	t, ok := sc.token(at + loc[1])
	if !ok || t.kind != months {
		return at
	}
	first := len(sc.items) - 1
	sc.addMonths(t)
	sc.items[first].to = sc.items[first+1].to
	if to := &sc.items[first].to; to.m < sc.items[first].from.m && to.y > 0 {
		to.y++
	}
	sc.items = sc.items[:first+1]
	return t.end
}

// atoi reads digits a pattern has checked; anything else is 0.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func itoa(n int) string { return strconv.Itoa(n) }

func ascending(dates []string) []string {
	slices.Sort(dates)
	return slices.Compact(dates)
}

func distinctRanges(rs []Range) []Range {
	var out []Range
	for _, r := range rs {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
