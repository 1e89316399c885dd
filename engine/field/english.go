package field

import (
	"strings"
)

const monthName = `(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`

const (
	englishN   = `(\d{1,2})(?:st|nd|rd|th)?`
	englishY   = `(?:,?\s+((?:19|20)\d{2}))?`
	englishTo  = `\s*(?:-|~|to|through|until)\s*`
	englishAnd = `((?:\s*(?:,|and|&)\s*\d{1,2}(?:st|nd|rd|th)?)+)`
)

// englishForms are rewritten in order, the longer ones first.
var englishForms = []struct {
	re    *Pattern
	write func(m []string) string
}{
	{MustPattern(`(?i)\b` + englishN + `\s+` + monthName + englishY + englishTo + englishN + `\s+` + monthName + englishY), func(m []string) string {
		return ymd(m[3], m[2], m[1]) + "-" + ymd(m[6], m[5], m[4])
	}},
	{MustPattern(`(?i)\b` + monthName + `\s*` + englishN + englishY + englishTo + monthName + `\s*` + englishN + englishY), func(m []string) string {
		return ymd(m[3], m[1], m[2]) + "-" + ymd(m[6], m[4], m[5])
	}},
	{MustPattern(`(?i)\b` + englishN + englishTo + englishN + `\s+(?:of\s+)?` + monthName + englishY), func(m []string) string {
		return ymd(m[4], m[3], m[1]) + "-" + m[2] + "日"
	}},
	{MustPattern(`(?i)\b` + monthName + `\s*` + englishN + englishTo + englishN + englishY + `\b`), func(m []string) string {
		return ymd(m[4], m[1], m[2]) + "-" + m[3] + "日"
	}},
	{MustPattern(`(?i)\b` + englishN + englishAnd + `\s+(?:of\s+)?` + monthName + englishY), func(m []string) string {
		return dayList(m[4], m[3], m[1], m[2])
	}},
	{MustPattern(`(?i)\b` + monthName + `\s*` + englishN + englishAnd + `(?:,?\s+((?:19|20)\d{2}))\b`), func(m []string) string {
		return dayList(m[4], m[1], m[2], m[3])
	}},
	{MustPattern(`(?i)\b` + monthName + `\s*` + englishN + englishAnd + `\b()`), func(m []string) string {
		return dayList(m[4], m[1], m[2], m[3])
	}},
	{MustPattern(`(?i)\b` + englishN + `\s*(?:of\s+|-)?` + monthName + `(?:-|,?\s+)((?:19|20)\d{2})\b`), func(m []string) string {
		return ymd(m[3], m[2], m[1])
	}},
	{MustPattern(`(?i)\b` + monthName + `\s*` + englishN + `,?\s+((?:19|20)\d{2})\b`), func(m []string) string {
		return ymd(m[3], m[1], m[2])
	}},
	{MustPattern(`(?i)\b` + englishN + `\s+(?:of\s+)?` + monthName), func(m []string) string { return ymd("", m[2], m[1]) }},
	{MustPattern(`(?i)\b` + monthName + `\s*` + englishN + `\b`), func(m []string) string { return ymd("", m[1], m[2]) }},
	{MustPattern(`(?i)\b` + monthName + `,?\s+((?:19|20)\d{2})\b`), func(m []string) string {
		return m[2] + "年" + itoa(monthNumber(m[1])) + "月"
	}},
}

var ordinalEnd = MustPattern(`(\d)(?:st|nd|rd|th)`)

// englishDates writes English dates as 2026年3月12日-20日, which the scanner reads.
func englishDates(s string) string {
	if !hasMonthName.MatchString(s) {
		return s
	}
	for _, f := range englishForms {
		s = f.re.ReplaceAllStringFunc(s, func(text string) string {
			m := f.re.FindStringSubmatch(text)
			if m == nil {
				return text
			}
			return f.write(m) + " "
		})
	}
	return s
}

var hasMonthName = MustPattern(`(?i)\b` + monthName)

func ymd(y, month, d string) string {
	out := itoa(monthNumber(month)) + "月" + d + "日"
	if y != "" {
		out = y + "年" + out
	}
	return out
}

// dayList writes several days of one month.
func dayList(y, month, first, more string) string {
	more = ordinalEnd.ReplaceAllString(strings.ToLower(more), "$1")
	more = strings.NewReplacer("and", "、", "&", "、", ",", "、", " ", "").Replace(more)
	for strings.Contains(more, "、、") {
		more = strings.ReplaceAll(more, "、、", "、")
	}
	return strings.TrimSuffix(ymd(y, month, first), "日") + more + "日"
}

func monthNumber(name string) int {
	name = strings.ToLower(name)
	for i, m := range []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"} {
		if strings.HasPrefix(name, m) {
			return i + 1
		}
	}
	return 0
}
