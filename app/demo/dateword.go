package demo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dateWording is how a language words departures.
type dateWording struct {
	list     func(dice, []time.Time) string
	weekly   func(dice, []time.Weekday) string
	monthly  func([]int) string
	span     func(dice, time.Time, time.Time) string
	holiday  func(time.Time) ([]time.Time, string)
	daily    []string
	ask      []string
	everyDay string
}

var dateWords = map[string]dateWording{
	"zh-CN": {
		list: listCN, weekly: weeklyCN, monthly: monthlyCN, span: spanCN, holiday: holidayCN,
		daily:    []string{"天天发团", "每天发团", "天天出发，散客拼团", "每日出发"},
		ask:      []string{"电询", "人满即发", "请咨询客服", "随时可定制出发"},
		everyDay: "，天天发团",
	},
	"zh-TW": {
		list: listTW, weekly: weeklyTW, monthly: monthlyTW, span: spanTW, holiday: holidayTW,
		daily:    []string{"天天出發", "每日出發", "天天出發，二人成行"},
		ask:      []string{"請電洽", "依報名人數成團"},
		everyDay: "，天天出發",
	},
	"en": {
		list: listEN, weekly: weeklyEN, monthly: monthlyEN, span: spanEN, holiday: holidayEN,
		daily:    []string{"Daily departures", "Departs every day", "Daily"},
		ask:      []string{"On request", "Any day you like, please ask"},
		everyDay: ", daily",
	},
}

func joinDates(days []time.Time, layout, sep string) string {
	out := make([]string, len(days))
	for i, t := range days {
		out[i] = t.Format(layout)
	}
	return strings.Join(out, sep)
}

func listCN(d dice, days []time.Time) string {
	switch d.IntN(5) {
	case 0:
		return joinDates(days, "2006-01-02", "、")
	case 1:
		return joinDates(days, "1月2日", "、")
	case 2:
		return joinDates(days, "2006年1月2日", "；")
	case 3:
		return joinDates(days, "1/2", " ") + " 出发"
	default:
		return groupedCN(days)
	}
}

// groupedCN writes 2026年12月5、12、19日；1月2日 as many agencies do.
func groupedCN(days []time.Time) string {
	var b strings.Builder
	for i, t := range days {
		switch {
		case i == 0:
			b.WriteString(t.Format("2006年1月"))
		case days[i-1].Year() != t.Year():
			b.WriteString("日；" + t.Format("2006年1月"))
		case days[i-1].Month() != t.Month():
			b.WriteString("日；" + t.Format("1月"))
		default:
			b.WriteString("、")
		}
		b.WriteString(strconv.Itoa(t.Day()))
	}
	return b.String() + "日"
}

var weekCN = []string{"日", "一", "二", "三", "四", "五", "六"}

func weeklyCN(d dice, days []time.Weekday) string {
	var out []string
	for _, w := range days {
		out = append(out, weekCN[w])
	}
	switch d.IntN(3) {
	case 0:
		return "每周" + strings.Join(out, "、") + "发团"
	case 1:
		return "每周" + strings.Join(out, "、周") + "出发"
	default:
		return "逢周" + strings.Join(out, "、") + "发班"
	}
}

func monthlyCN(days []int) string {
	out := make([]string, len(days))
	for i, n := range days {
		out[i] = strconv.Itoa(n) + "日"
	}
	return "每月" + strings.Join(out, "、") + "发团"
}

func spanCN(d dice, a, b time.Time) string {
	sep := one(d, []string{"至", "—", "到", " - "})
	if d.chance(30) {
		return a.Format("2006-01-02") + sep + b.Format("2006-01-02")
	}
	return a.Format("2006年1月2日") + sep + b.Format("2006年1月2日")
}

// newYear gives the first days of the year after today, which all three languages sell as a holiday.
func newYear(today time.Time) []time.Time {
	first := time.Date(today.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
	return []time.Time{first, first.AddDate(0, 0, 1), first.AddDate(0, 0, 23), first.AddDate(0, 0, 30)}
}

func holidayCN(today time.Time) ([]time.Time, string) {
	h := newYear(today)
	return h, fmt.Sprintf("元旦（%s、%s）、寒假（%s、%s）发团", h[0].Format("2006年1月2日"), h[1].Format("2006年1月2日"),
		h[2].Format("2006年1月2日"), h[3].Format("2006年1月2日"))
}

func listTW(d dice, days []time.Time) string {
	if d.chance(50) {
		return joinDates(days, "2006/01/02", "、")
	}
	return joinDates(days, "01/02", "、")
}

func weeklyTW(_ dice, days []time.Weekday) string {
	var out []string
	for _, w := range days {
		out = append(out, weekCN[w])
	}
	return "每週" + strings.Join(out, "、") + "出發"
}

func monthlyTW(days []int) string {
	out := make([]string, len(days))
	for i, n := range days {
		out[i] = strconv.Itoa(n) + "日"
	}
	return "每月" + strings.Join(out, "、") + "出發"
}

func spanTW(_ dice, a, b time.Time) string {
	return a.Format("2006/01/02") + " ~ " + b.Format("2006/01/02")
}

func holidayTW(today time.Time) ([]time.Time, string) {
	h := newYear(today)
	return h, fmt.Sprintf("元旦連假 %s、%s，寒假 %s、%s", h[0].Format("2006/01/02"), h[1].Format("2006/01/02"),
		h[2].Format("2006/01/02"), h[3].Format("2006/01/02"))
}

func listEN(d dice, days []time.Time) string {
	if d.chance(50) {
		return joinDates(days, "2 Jan 2006", ", ")
	}
	return joinDates(days, "January 2, 2006", "; ")
}

func weeklyEN(_ dice, days []time.Weekday) string {
	var out []string
	for _, w := range days {
		out = append(out, w.String())
	}
	return "Every " + strings.Join(out, " and ")
}

func monthlyEN(days []int) string {
	out := make([]string, len(days))
	for i, n := range days {
		out[i] = strconv.Itoa(n)
	}
	return "On days " + strings.Join(out, ", ") + " of each month"
}

func spanEN(_ dice, a, b time.Time) string {
	return a.Format("2 January 2006") + " to " + b.Format("2 January 2006")
}

func holidayEN(today time.Time) ([]time.Time, string) {
	h := newYear(today)
	return h, "New Year and winter break: " + joinDates(h, "2 Jan 2006", ", ")
}
