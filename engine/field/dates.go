package field

import (
	"strings"
	"time"
)

// grace is how many days a date without a year may lie back and still be of this year: a page often outlives its last
// departure by a little, while departures nearly a year ahead are written with their year.
const grace = 7

// When is what a text says about departures.
type When struct {
	Dates   []string // ISO days, ascending
	Ranges  []Range
	Weekly  []string
	Monthly []int
	Daily   bool
}

// Departures reads departure days. Dates of publication, validity, registration and of telephone and licence numbers
// are left out, as are days that no month has.
func Departures(text string, today time.Time) When { return departures(fold(clean(text)), today) }

func departures(s string, today time.Time) When {
	s = withoutNoise(s)
	var w When
	w.Daily = daily(s)
	w.Monthly, s = monthly(s)
	w.Weekly = weekly(s)
	holidayText := exceptHoliday.ReplaceAllString(s, " ")
	s = digitalDates(relativeYears(s, today))
	sc := dateScanner{text: s, today: today}
	items := sc.scan()
	w.Dates, w.Ranges = settle(items, today)
	if len(w.Dates) == 0 && len(w.Ranges) == 0 {
		more, spans := newYear(holidayText, today)
		days := more
		if len(spans) == 0 {
			days = append(festivals(holidayText, today), more...)
		}
		for _, t := range days {
			w.Dates = append(w.Dates, iso(t))
		}
		w.Ranges = append(w.Ranges, spans...)
		w.Dates = ascending(w.Dates)
	}
	return w
}

const dateLike = `(?:\d{2,4}\s*[年./-]\s*)?\d{1,2}\s*[月./-]\s*\d{1,2}\s*[日号]?(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?`

// noise is text with digits that are no departure.
var noise = []*Pattern{
	MustPattern(`(?i)(?:发布|更新|发表|创建|编辑|录入|上传|修改|添加|上架|上线|成立|注册|备案|出生|生日|浏览|点击|评论|点评|回复|提问|咨询|签订|签发|颁发|打印|制表|报名|截止|截至|截稿|有效|失效|到期|过期|版权所有|最后|下单|预订于|购买|posted|updated|published|last modified|created|reviewed|written|copyright|©|\(c\)|valid(?:ity)?(?: until| till| to| through)?|expires?|expiry|until|book by|booking deadline|deadline|as of|born|since|established)(?:日期|时间|期限|期间|期|于|日|至|止|在|到|为|on|by|date)*\s*[:：]?\s*(?:于|至|到|on|by)?\s*` + dateLike + `(?:\s*(?:-|~|至|到|to)+\s*` + dateLike + `)?`),
	MustPattern(dateLike + `\s*(?:之前|以前|前|截止|报名截止|止报|更新|发布|发表|评论|点评)`),
	MustPattern(`(?i)(?:©|copyright|版权所有|\(c\))[^\n]{0,30}?\d{4}(?:\s*[-~]\s*\d{4})?`),
	MustPattern(`\d{4}\s*[-~]\s*\d{4}`),
	MustPattern(`\d{4}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d{2}:\d{2}`),
	MustPattern(`(?i)(?:ICP|备案?|许可证?|编号|证号|公网安备|第)\s*[:：]?\s*[A-Za-z\d-]*\d{4,}\s*号?(?:-\d+)?`),
	MustPattern(`(?:\+?86-?)?1[3-9]\d{9}|\b[48]00-\d{3,4}-\d{3,4}|\b0\d{2,3}-\d{7,8}|\(0\d{2,3}\)\s*\d{7,8}`),
	MustPattern(`[¥$€£]\s*\d[\d,.]*|\d[\d,.]*\s*(?:元|美金|美元|港币|欧元|折|%|％|公里|km|米|万)`),
	MustPattern(`(?:\d{1,2}\s*-\s*)?\d{1,2}\s*个月|\d{1,2}月\s*(?:龄|大)|\d{1,2}\s*周岁`),
}

func withoutNoise(s string) string {
	for _, re := range noise {
		s = re.ReplaceAllStringFunc(s, func(m string) string { return strings.Repeat(" ", min(len(m), 3)) })
	}
	return s
}

// relativeYears writes 明年4月 as 2027年4月.
func relativeYears(s string, today time.Time) string {
	for i, word := range []string{"去年", "今年", "明年"} {
		s = strings.ReplaceAll(s, word, itoa(today.Year()-1+i)+"年")
	}
	return s
}

var (
	hanDay  = MustPattern(`(月)([一二三四五六七八九十廿]{1,3})($|[\s、,，。;；)）~至到-]|出发|发团|发班|开班)`)
	hanDate = MustPattern(`[零〇一二三四五六七八九十廿卅]{1,5}\s*[年月日号]`)
)

// digitalDates writes Chinese numerals of dates and English dates in one form: 二〇一五年五月一日 and "1 May 2015" both
// become 2015年5月1日.
func digitalDates(s string) string {
	s = lunarDate.ReplaceAllString(s, " ")
	s = hanDay.ReplaceAllString(s, "$1${2}日$3")
	s = hanDate.ReplaceAllStringFunc(s, func(m string) string {
		_, w := lastSplit(m)
		n, ok := chineseNumber([]rune(strings.TrimSpace(m[:w])))
		if !ok {
			return m
		}
		return itoa(n) + m[w:]
	})
	return englishDates(s)
}

var lunarDate = MustPattern(`(?:\d{4}年)?(?:农历)?(?:\d{4}年)?[一二三四五六七八九十正腊冬]{1,2}月初[一二三四五六七八九十]|(?:农历|阴历|大年|正月|腊月)\s*(?:[一二三四五六七八九十正腊冬\d]{1,2}月)?\s*初?[一二三四五六七八九十廿\d]{1,3}日?`)

// lastSplit is the byte offset of the last rune.
func lastSplit(s string) (string, int) {
	rs := []rune(s)
	last := string(rs[len(rs)-1])
	return last, len(s) - len(last)
}

// point is a day as written: zero parts are not written.
type point struct{ y, m, d int }

// item is one date, span of dates, or month of a text, in order of appearance. Items of one group were written as one list
// and share the question of the year.
type item struct {
	from, to point // to is zero for a single day
	month    bool  // a whole month or a third of one: a span whatever today is
	today    bool  // from today on
	group    int
}

// settle gives every date its year and drops days that do not exist.
func settle(items []item, today time.Time) (dates []string, ranges []Range) {
	for start := 0; start < len(items); {
		end := start + 1
		for end < len(items) && items[end].group == items[start].group {
			end++
		}
		settleGroup(items[start:end], today)
		for _, it := range items[start:end] {
			if it.to == (point{}) {
				if t, ok := it.from.day(); ok {
					dates = append(dates, iso(t))
				}
				continue
			}
			a, okA := it.from.day()
			b, okB := it.to.day()
			if it.today {
				a, okA = day(today), true
			}
			if okA && okB && !b.Before(a) && b.Sub(a) < 800*24*time.Hour {
				ranges = append(ranges, Range{Start: iso(a), End: iso(b)})
			}
		}
		start = end
	}
	return ascending(dates), distinctRanges(ranges)
}

// settleGroup fills in the years of one list: they ascend, and the last one is not long past.
func settleGroup(items []item, today time.Time) {
	var ps []*point
	for i := range items {
		if !items[i].today {
			ps = append(ps, &items[i].from)
		}
		if items[i].to != (point{}) {
			ps = append(ps, &items[i].to)
		}
	}
	year, month, written := today.Year(), 0, false
	var free []*point
	for _, p := range ps {
		if p.y > 0 {
			for i := len(free) - 1; i >= 0 && !written; i-- { // 5月1日-2015年5月3日: the year stands at the end
				free[i].y = p.y
				if free[i].m > p.m {
					free[i].y--
				}
			}
			year, month, written = p.y, p.m, true
			continue
		}
		if month > 0 && p.m < month-5 {
			year++
		}
		p.y, month = year, p.m
		if !written {
			free = append(free, p)
		}
	}
	if written || len(free) == 0 {
		return
	}
	last := *free[len(free)-1]
	last.d = max(last.d, 1)
	if t, ok := (point{last.y, last.m, min(last.d, 28)}).day(); ok && t.Before(day(today).AddDate(0, 0, -grace)) {
		for _, p := range free {
			p.y++
		}
	}
}

// day is the calendar day, ok false when there is none.
func (p point) day() (time.Time, bool) {
	if p.y < 1990 || p.y > 2100 || p.m < 1 || p.m > 12 || p.d < 1 {
		return time.Time{}, false
	}
	d := p.d
	if d == endOfMonth {
		d = time.Date(p.y, time.Month(p.m)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	}
	t := time.Date(p.y, time.Month(p.m), d, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == d && t.Month() == time.Month(p.m)
}

// endOfMonth stands for the last day of a month whose year is not known yet.
const endOfMonth = 99

func day(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

func iso(t time.Time) string { return t.Format(time.DateOnly) }
