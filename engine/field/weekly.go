package field

import (
	"sort"
	"strings"
)

var weekdayOrder = []string{"MO", "TU", "WE", "TH", "FR", "SA", "SU"}

var weekdayOf = map[string]int{"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5,
	"1": 0, "2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6}

const departWord = `发团|出发|发班|开班|出团|成团|班期|团期|发车|开团|发出|起程|启程|走团|铁发|天天发|参团|散拼|均可|滚动|发|depart`

var (
	weekExpr     = MustPattern(`(每个?|逢每?)?\s*(?:个)?\s*(?:周|星期|礼拜)\s*([一二三四五六日天末]|[1-7](?:$|[^\d月日天]))((?:\s*[、,，/和及与&\-~至到.]?\s*(?:周|星期|礼拜)?\s*[一二三四五六日天末]|\s*[、,，/]?\s*(?:周|星期|礼拜)\s*[1-7])*)`)
	weekPart     = MustPattern(`([、,，/和及与&\-~至到.])?\s*(周|星期|礼拜)?\s*([一二三四五六日天末1-7])`)
	departRE     = MustPattern(`(?i)` + departWord)
	weekAfterBad = MustPattern(`^\s*(?:次|期|趟|本|元|间|个|晚|场|家|起[^发]|岁|\d|年|庆|上班|休|闭|除外|不)`)
	weekBreak    = MustPattern(`天天|日[游本照落式]|日出[^发]`)
	weekNote     = MustPattern(`[(（\[]\s*(?:周|星期|礼拜)[一二三四五六日天]\s*[)）\]]|(\d[日号]?)\s*(?:周|星期|礼拜)[一二三四五六日天]`)

	dailyRE   = MustPattern(`(?i)(?:天天|每天|每日|日日)\s*(?:都|均|皆)?\s*(?:可以?|能)?\s*(?:发团|出发|发班|开班|发车|出团|成团|开团|走团|有团|有班|接团|散拼|滚动|铁发|独立成团|起程|发|[一二两三1-3]?\s*[班趟])|(?:班期|团期|发团|出发|发班|开班)(?:日期|时间|班期)?\s*[:：]?\s*(?:天天|每天|每日|日日)|daily departures?|depart(?:s|ures?|ing)?\s*[:：]?\s*(?:on\s+)?(?:every\s?day|daily)|every\s?day departures?|(?:runs?|available|operates?|tours?|start date|dates?|availability)\s*[:：]?\s*(?:daily|every ?day)`)
	dailyOnly = MustPattern(`(?i)^[\s:：]*(?:天天|每天|每日|daily|every ?day)[\s.。!]*$`)

	monthlyRE = MustPattern(`每个?月(?:的)?(?:逢)?\s*((?:\d{1,2}\s*[日号]?\s*[、,，和及/~至到 -]*)+)`)
	monthSpan = MustPattern(`(\d{1,2})\s*[日号]?\s*[-~至到]\s*(\d{1,2})`)
	ordinalRE = MustPattern(`(?i)\b(?:on )?(?:the |days? )?((?:\d{1,2}(?:st|nd|rd|th)?\s*(?:,|and|&)?\s*)+)of (?:each|every|the) month`)
	digits    = MustPattern(`\d{1,2}`)

	englishDayName = `(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?|s)?\b\.?`
	everyWeek      = MustPattern(`(?i)(?:(?:every|each|depart(?:s|ures?|ing)?|runs?|weekly)\s*[:：]?\s*(?:every\s+|each\s+|on\s+)*)((?:` + englishDayName + `\s*(?:,|and|&|/|to|-|through)?\s*)+)|\b((?:mon|tues|wednes|thurs|fri|satur|sun)days(?:\s*(?:,|and|&)\s*(?:mon|tues|wednes|thurs|fri|satur|sun)days)*)\b`)
	englishName    = MustPattern(`(?i)(to|-|through)?\s*\b(mon|tue|wed|thu|fri|sat|sun)\w*`)
	weekends       = MustPattern(`(?i)every weekend|weekend departures?|(?:departs?|runs?) (?:on |every )*weekends?|weekends only`)
	closedRE       = MustPattern(`(?i)(?:open|opening|office|hours|closed|except)[^\n]{0,20}$`)
)

// weekly reads 每周三、六 and "every Saturday". A weekday counts with 每 or 逢 in front, with a word of departing in its
// line, or when the text is nothing but weekdays; (周日) behind a date is a note and no rule.
func weekly(s string) []string {
	set := map[int]bool{}
	for _, line := range strings.Split(weekBreak.ReplaceAllString(weekNote.ReplaceAllString(s, "$1 "), "|$0"), "\n") {
		departs := departRE.MatchString(line)
		for _, m := range weekExpr.FindAllStringSubmatchIndex(line, -1) {
			every := m[2] >= 0
			alone := strings.Trim(line[:m[0]]+line[m[1]:], " :：、,，") == ""
			if !every && !departs && !alone || strings.HasSuffix(line[:m[0]], "一") && !every {
				continue
			}
			addWeekdays(set, line[m[0]:m[1]], line[m[1]:])
		}
		addEnglishDays(set, line)
	}
	return weekdays(set)
}

// addWeekdays adds the days of 周三、六 or 周一至周五; after is what follows, which may show that the last sign belongs to
// another word (周三、日本).
func addWeekdays(set map[int]bool, expr, after string) {
	expr = strings.TrimLeft(expr, "每个逢 ")
	prev := -1
	parts := weekPart.FindAllStringSubmatchIndex(expr, -1)
	for i, p := range parts {
		sep, name := "", expr[p[6]:p[7]]
		if p[2] >= 0 {
			sep = expr[p[2]:p[3]]
		}
		if i == len(parts)-1 && (weekAfterBad.MatchString(after) || name == "一" && strings.HasPrefix(after, "班")) {
			continue
		}
		n := weekdayOf[name]
		if prev >= 0 && sep != "" && strings.Contains("-~至到", sep) {
			for d := prev; d != n; d = (d + 1) % 7 {
				set[d] = true
			}
		}
		set[n] = true
		if name == "末" {
			set[6] = true
		}
		prev = n
	}
}

func addEnglishDays(set map[int]bool, line string) {
	if weekends.MatchString(line) {
		set[5], set[6] = true, true
	}
	for _, loc := range everyWeek.FindAllStringIndex(line, -1) {
		if closedRE.MatchString(line[:loc[0]]) {
			continue
		}
		prev := -1
		for _, m := range englishName.FindAllStringSubmatch(line[loc[0]:loc[1]], -1) {
			n := map[string]int{"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}[strings.ToLower(m[2])]
			if m[1] != "" && prev >= 0 {
				for d := prev; d != n; d = (d + 1) % 7 {
					set[d] = true
				}
			}
			set[n] = true
			prev = n
		}
	}
}

func weekdays(set map[int]bool) []string {
	var out []string
	for i, name := range weekdayOrder {
		if set[i] {
			out = append(out, name)
		}
	}
	return out
}

// monthly reads 每月5、15、25日; rest is the text without it.
func monthly(s string) (days []int, rest string) {
	set := map[int]bool{}
	for _, re := range []*Pattern{monthlyRE, ordinalRE} {
		s = re.ReplaceAllStringFunc(s, func(m string) string {
			for _, span := range monthSpan.FindAllStringSubmatch(m, -1) {
				for n := atoi(span[1]); n >= 1 && n <= min(atoi(span[2]), 31); n++ {
					set[n] = true
				}
			}
			for _, d := range digits.FindAllString(m, -1) {
				if n := small(d); n >= 1 && n <= 31 {
					set[n] = true
				}
			}
			return " "
		})
	}
	for n := range set {
		days = append(days, n)
	}
	sort.Ints(days)
	return days, s
}

// daily reads 天天发团.
func daily(s string) bool { return dailyRE.MatchString(s) || dailyOnly.MatchString(s) }
