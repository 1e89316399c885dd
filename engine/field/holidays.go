package field

import (
	"strconv"
	"time"
)

// holiday is a day that agencies name instead of a date.
type holiday struct {
	re *Pattern
	on func(year int) (time.Time, bool)
}

func solar(m time.Month, d int) func(int) (time.Time, bool) {
	return func(y int) (time.Time, bool) { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC), true }
}

func lunar(m, d int) func(int) (time.Time, bool) {
	return func(y int) (time.Time, bool) { return Lunar(y, m, d) }
}

// newYearsEve is the day before the lunar new year of the year it belongs to by date: early in year y.
func newYearsEve(y int) (time.Time, bool) {
	t, ok := Lunar(y, 1, 1)
	return t.AddDate(0, 0, -1), ok
}

// nth is the n-th weekday of a month.
func nth(m time.Month, day time.Weekday, n int) func(int) (time.Time, bool) {
	return func(y int) (time.Time, bool) {
		t := time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
		return t.AddDate(0, 0, (int(day)-int(t.Weekday())+7)%7+7*(n-1)), true
	}
}

// holidays: the first day of each. Names that stand in street and shop names are refused in such company.
var holidays = []holiday{
	{MustPattern(`元旦|(?i:new year'?s day)`), solar(1, 1)},
	{MustPattern(`除夕|大年三十|年三十|年夜饭|(?i:(?:chinese|lunar) new year'?s eve)`), newYearsEve},
	{MustPattern(`春节|农历新年|大年初一|正月初一|年初一|大年夜后|过年期间|(?i:(?:chinese|lunar) new year(?:$|[^'’s])|spring festival)`), lunar(1, 1)},
	{MustPattern(`元宵`), lunar(1, 15)},
	{MustPattern(`情人节|(?i:valentine'?s day)`), solar(2, 14)},
	{MustPattern(`妇女节|三八节|女神节|女生节`), solar(3, 8)},
	{MustPattern(`植树节`), solar(3, 12)},
	{MustPattern(`愚人节`), solar(4, 1)},
	{MustPattern(`清明(?:$|[^上河古])`), func(y int) (time.Time, bool) {
		return time.Date(y, 4, qingming(y), 0, 0, 0, 0, time.UTC), y >= 1900 && y <= 2100
	}},
	{MustPattern(`劳动节|(?:^|[^零一二三四五六七八九十\d])五一(?:$|[^路街广大零一二三四五六七八九十年村店])|(?:^|[^零一二三四五六七八九十\d])五一[一二三四五六七八九十]{1,2}[日天]|(?:^|[^\d])5\.1\s*(?:劳动|黄金|小长假|假期|长假)|(?i:labou?r day)`), solar(5, 1)},
	{MustPattern(`青年节|五四青年`), solar(5, 4)},
	{MustPattern(`母亲节`), nth(5, time.Sunday, 2)},
	{MustPattern(`儿童节|(?:^|[^零一二三四五六七八九十\d])六一(?:$|[^路街零一二三四五六七八九十])`), solar(6, 1)},
	{MustPattern(`父亲节`), nth(6, time.Sunday, 3)},
	{MustPattern(`端午|端阳节|龙舟节|(?i:dragon boat festival)`), lunar(5, 5)},
	{MustPattern(`建党节`), solar(7, 1)},
	{MustPattern(`建军节`), solar(8, 1)},
	{MustPattern(`七夕`), lunar(7, 7)},
	{MustPattern(`中元节`), lunar(7, 15)},
	{MustPattern(`教师节`), solar(9, 10)},
	{MustPattern(`中秋|(?i:mid-?autumn)`), lunar(8, 15)},
	{MustPattern(`国庆|(?:^|[^零一二三四五六七八九十\d双])十一(?:黄金周|小?长假|假期|期间|发团|出发|特[惠价]|大假|\d)|(?:^|[^\d])10\.1\s*(?:国庆|黄金|长假|假期)|(?i:national day|golden week)`), solar(10, 1)},
	{MustPattern(`重阳`), lunar(9, 9)},
	{MustPattern(`万圣节`), solar(10, 31)},
	{MustPattern(`感恩节|(?i:thanksgiving)`), nth(11, time.Thursday, 4)},
	{MustPattern(`光棍节`), solar(11, 11)},
	{MustPattern(`平安夜|(?i:christmas eve)`), solar(12, 24)},
	{MustPattern(`圣诞(?:$|[^老岛树市村帽])|(?i:christmas(?: day)?(?:$|[^ \w]| (?:tour|trip|departure|holiday)))`), solar(12, 25)},
	{MustPattern(`腊八`), func(y int) (time.Time, bool) { return Lunar(y-1, 12, 8) }},
}

var (
	lunarDay      = MustPattern(`(?:(\d{4})年)?(?:农历|阴历|大年|(?:^|\s)年|正月)\s*(?:(\d{4})年)?\s*(?:(正|腊|冬|[一二三四五六七八九十]{1,2}|\d{1,2})月)?\s*(?:初)?\s*([一二三四五六七八九十廿]{1,3}|\d{1,2})()|(?:(\d{4})年)?()(正|腊|冬|[一二三四五六七八九十]{1,2})月初([一二三四五六七八九十])()|()()(腊|冬)月([一二三四五六七八九十廿]{1,3})()`)
	yearBefore    = MustPattern(`(?:(20\d{2})|(\d{2}))\s*年?\s*$`)
	exceptHoliday = MustPattern(`(?:元旦|春节|除夕|清明|五一|劳动节|端午|中秋|国庆|十一|圣诞|黄金周|节假日|法定假日|小长假|暑假|寒假|周末|周[一二三四五六日]|、|和|及|或|,|节|期间|假期|大年\S{1,3})+\s*(?:期间|假期|假日)?\s*(?:除外|不发|停发|不出团|不适用|不接待|加价|加收|另议|另询|价格|需加|需补|上浮|不可)`)
)

// festivals returns the days of the holidays a text names, each at its next occurrence (grace days back included), or in
// the year written in front of it.
func festivals(s string, today time.Time) []time.Time {
	var out []time.Time
	for _, h := range holidays {
		loc := h.re.FindStringIndex(s)
		if loc == nil {
			continue
		}
		if t, ok := occurrence(h.on, writtenYear(s[:loc[0]]), today); ok {
			out = append(out, t)
		}
	}
	for _, m := range lunarDay.FindAllStringSubmatch(s, -1) {
		for m[4] == "" && len(m) > 9 {
			m = m[5:]
		}
		month, day := lunarMonth(m[3]), small(m[4])
		year := max(atoi(m[1]), atoi(m[2]))
		if day < 1 || day > 30 || month == 0 {
			continue
		}
		if t, ok := occurrence(lunar(month, day), year, today); ok {
			out = append(out, t)
		}
	}
	return out
}

// newYear reads 初一、初二 and 初一至初六 in texts that speak of the lunar new year.
func newYear(s string, today time.Time) (dates []time.Time, ranges []Range) {
	s = otherMonth.ReplaceAllString(s, " ")
	if !newYearWord.MatchString(s) {
		return nil, nil
	}
	for _, m := range firstDays.FindAllStringSubmatch(s, -1) {
		a, ok := occurrence(lunar(1, small(m[1])), 0, today)
		if !ok {
			continue
		}
		if b, ok := Lunar(a.Year(), 1, small(m[2])); ok && b.After(a) {
			ranges = append(ranges, Range{Start: iso(a), End: iso(b)})
			continue
		}
		dates = append(dates, a)
	}
	return dates, ranges
}

var (
	newYearWord = MustPattern(`除夕|大年|正月|春节|年初|初[一二三四五六七八九十]\s*(?:、|至|到|-|发团|出发|发班|开班)`)
	otherMonth  = MustPattern(`[二三四五六七八九十冬腊]月初.`)
	firstDays   = MustPattern(`初([一二三四五六七八九十])(?:\s*(?:至|到|-|~)\s*(?:大年|正月)?初([一二三四五六七八九十]))?`)
)

func lunarMonth(s string) int {
	switch s {
	case "", "正":
		return 1
	case "冬":
		return 11
	case "腊":
		return 12
	}
	return small(s)
}

// writtenYear is the year a text ends with, 0 when it names none.
func writtenYear(s string) int {
	m := yearBefore.FindStringSubmatch(lastRunes(s, 8))
	if m == nil {
		return 0
	}
	if m[1] != "" {
		y, err := strconv.Atoi(m[1])
		if err != nil {
			return 0
		}
		return y
	}
	return 0
}

// occurrence is the holiday in a written year, or the next one seen from today.
func occurrence(on func(int) (time.Time, bool), year int, today time.Time) (time.Time, bool) {
	if year > 0 {
		return on(year)
	}
	floor := day(today).AddDate(0, 0, -grace)
	for y := today.Year() - 1; y <= today.Year()+1; y++ {
		if t, ok := on(y); ok && !t.Before(floor) {
			return t, true
		}
	}
	return time.Time{}, false
}
