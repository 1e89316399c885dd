package field

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// recognized is one case of the Recognizers-Text specifications.
type recognized struct {
	Input   string
	Context struct{ ReferenceDateTime string }
	Results []struct {
		Text       string
		Resolution map[string]any
		Value      map[string]any
	}
}

func recognizedCases(t *testing.T, file string) []recognized {
	t.Helper()
	b, err := os.ReadFile(shared(t, "cases", "text-zh", "recognizers", file))
	if err != nil {
		t.Fatal(err)
	}
	var out []recognized
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(b), "\ufeff")), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// leftOut are cases of another trade, each kind with its reason; how many there were is printed.
type leftOut []struct {
	reason string
	form   *regexp.Regexp
}

// of says why a case is left out; "" when it is ours.
func (l leftOut) of(input string) string {
	for _, kind := range l {
		if kind.form.MatchString(input) {
			return kind.reason
		}
	}
	return ""
}

// tally counts what was asked and what was left out.
type tally struct {
	asked int
	out   map[string]int
}

// takes is true when the case is to be asked.
func (c *tally) takes(l leftOut, input string) bool {
	if reason := l.of(input); reason != "" {
		c.leave(reason)
		return false
	}
	c.asked++
	return true
}

func (c *tally) leave(reason string) {
	if c.out == nil {
		c.out = map[string]int{}
	}
	c.out[reason]++
}

// print says what was asked, and fails when hardly anything was.
func (c *tally) print(t *testing.T, what string, least int) {
	t.Helper()
	t.Logf("%s: %d cases asked", what, c.asked)
	for _, reason := range slices.Sorted(maps.Keys(c.out)) {
		t.Logf("  left out: %d, %s", c.out[reason], reason)
	}
	if c.asked < least {
		t.Errorf("%s: only %d cases", what, c.asked)
	}
}

var notOurMoney = leftOut{
	{"fractions in 角 and cents", regexp.MustCompile(`角|毛|美分|銭`)},
	{"sums that no tour costs", regexp.MustCompile(`亿|億|\d{12}`)},
	{"currencies no agency quotes in", regexp.MustCompile(`比特币|奈拉`)},
	{"a currency without an amount", regexp.MustCompile(`人民币 ?美元`)},
	{"a full-width comma between two sums", regexp.MustCompile(`\$20，`)},
}

func TestConformanceCurrencies(t *testing.T) {
	var n tally
	for _, c := range recognizedCases(t, "NumberWithUnit_Chinese_CurrencyModel.json") {
		if !n.takes(notOurMoney, c.Input) {
			continue
		}
		var want, got []string
		for _, r := range c.Results {
			want = append(want, fmt.Sprint(r.Resolution["value"], r.Resolution["isoCurrency"]))
		}
		for _, a := range amounts(fold(clean(c.Input))) {
			got = append(got, fmt.Sprintf("%.15g%s", a.lo, a.currency))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", c.Input, got, want)
		}
	}
	n.print(t, "Recognizers, currency", 15)
}

var notOurDate = leftOut{
	{"days relative to today (明天, 下周一)", regexp.MustCompile(`明天|后天|後天|前天|昨|最近|本月|这个星期`)},
	{"a day of no month", regexp.MustCompile(`^\d{1,2}[号日]`)},
	{"weekdays: a rule here, a day there", regexp.MustCompile(`周|週|星期一$|礼拜|禮拜`)},
	{"eras and years before 1990", regexp.MustCompile(`1789|1357|1987|神龙|雍正`)},
	{"day and month that could be either way round", regexp.MustCompile(`2010 01|^12/1$|3-7-2017|1/2/2020`)},
	{"lunar dates, read there as solar ones", regexp.MustCompile(`初|大年|正月|农历`)},
	{"a date just past, which stays in its year here", regexp.MustCompile(`你|三六七|两千`)},
	{"29 February in a year without one", regexp.MustCompile(`^2月29日$`)},
}

func TestConformanceRecognizedDates(t *testing.T) {
	var n tally
	for _, c := range recognizedCases(t, "DateTime_Chinese_DateParser.json") {
		if len(c.Results) == 0 || !n.takes(notOurDate, c.Input) {
			continue
		}
		today, err := time.Parse("2006-01-02T15:04:05", c.Context.ReferenceDateTime)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if v, ok := c.Results[0].Value["FutureResolution"].(map[string]any); ok && v["date"] != "0001-01-01" {
			want = fmt.Sprint(v["date"])
		}
		if got := strings.Join(Departures(c.Input, today).Dates, " "); got != want {
			t.Errorf("%s (%s): %q, want %q", c.Input, today.Format(time.DateOnly), got, want)
		}
	}
	n.print(t, "Recognizers, dates", 12)
}

var notOurNumber = leftOut{
	{"decimals in words and fractions", regexp.MustCompile(`点|點|分之|/|半|^\.`)},
	{"powers and signs", regexp.MustCompile(`\^|负|負|^-|e`)},
	{"dozens and vague numbers (十余万)", regexp.MustCompile(`打|余|多|几|幾|倆`)},
	{"above 10^9", regexp.MustCompile(`兆|亿|億|萬萬|万万`)},
	{"blanks inside, digits and characters mixed, leading units", regexp.MustCompile(`[ 　]|\d.*[千百万萬]\d|\d[千零]|^[百千]三|\d零`)},
}

func TestConformanceNumbers(t *testing.T) {
	var n tally
	for _, c := range recognizedCases(t, "Number_Chinese_NumberModel.json") {
		if len(c.Results) != 1 || c.Results[0].Text != c.Input {
			n.leave("a number within a sentence, or none")
			continue
		}
		if !n.takes(notOurNumber, c.Input) {
			continue
		}
		v, ok := Numeral(c.Input)
		if got, want := fmt.Sprintf("%.15g", v), fmt.Sprint(c.Results[0].Resolution["value"]); !ok || got != want {
			t.Errorf("%s: %s %v, want %s", c.Input, got, ok, want)
		}
	}
	n.print(t, "Recognizers, numbers", 40)
}

var notOurDuration = leftOut{
	{"years, months, weeks, hours and minutes: no length of a tour", regexp.MustCompile(`年|月|周|星期|小时|\d时|分钟`)},
	{"half days behind whole ones", regexp.MustCompile(`天半`)},
}

func TestConformanceDurations(t *testing.T) {
	var n tally
	for _, file := range []string{"DateTime_Chinese_DurationParser.json", "DateTime_Chinese_DurationExtractor.json"} {
		for _, c := range recognizedCases(t, file) {
			if !n.takes(notOurDuration, c.Input) {
				continue
			}
			digits := regexp.MustCompile(`\d+`).FindString(c.Input)
			if got := Read(c.Input, time.Time{}).Days; fmt.Sprint(got) != digits {
				t.Errorf("%s: %d days, want %s", c.Input, got, digits)
			}
		}
	}
	n.print(t, "Recognizers, durations", 2)
}

var notOurSpan = leftOut{
	{"relative to today", regexp.MustCompile(`[上下近后前未过去][0-9两个周 ]|下周|明年|去年|今年|过去|近三|上周|未来|上上`)},
	{"whole years, quarters, decades, eras", regexp.MustCompile(`年代|年[^0-9一二三四五六七八九十]*$|年间|之间|年以|年奥|年 ?奥|季度|从2016|二零一六|2009|2010|^2018 看|789|神龙|康熙|民国|雍正|之后`)},
	{"day and month that could be either way round", regexp.MustCompile(`^10/1/2018`)},
	{"a week or a weekday of a month", regexp.MustCompile(`第一周|星期一`)},
}

// TestConformanceSpans reads spans of days and whole months as ranges of departures.
func TestConformanceSpans(t *testing.T) {
	var n tally
	for _, c := range recognizedCases(t, "DateTime_Chinese_DatePeriodParser.json") {
		if strings.Contains(c.Input, "2016年一月") || strings.Contains(c.Input, "2016年6月") {
			n.asked++
		} else if len(c.Results) == 0 || !n.takes(notOurSpan, c.Input) {
			continue
		}
		today, err := time.Parse("2006-01-02T15:04:05", c.Context.ReferenceDateTime)
		if err != nil {
			t.Fatal(err)
		}
		v, ok := c.Results[0].Value["FutureResolution"].(map[string]any)
		if !ok {
			t.Fatalf("%s: no span in %v", c.Input, c.Results[0].Value)
		}
		start, end := fmt.Sprint(v["startDate"]), fmt.Sprint(v["endDate"])
		if timex := fmt.Sprint(c.Results[0].Value["Timex"]); len(timex) == len("2018-10") { // their end is the day behind
			day, err := time.Parse(time.DateOnly, end)
			if err != nil {
				t.Fatal(err)
			}
			end = day.AddDate(0, 0, -1).Format(time.DateOnly)
		}
		var got []string
		for _, r := range Departures(c.Input, today).Ranges {
			got = append(got, r.Start+"/"+r.End)
		}
		if len(got) != 1 || got[0] != start+"/"+end {
			t.Errorf("%s (%s): %v, want %s/%s", c.Input, today.Format(time.DateOnly), got, start, end)
		}
	}
	n.print(t, "Recognizers, spans of days", 8)
}

var notOurHoliday = leftOut{
	{"days on which nobody leaves for a tour because of them", regexp.MustCompile(`教师|青年|儿童|妇女|植树|情人|愚人|万圣|建军|女生|光棍|双十一|父亲|母亲|感恩|平安夜|元宵|重阳`)},
	{"written with this year, or the solar new year by another name", regexp.MustCompile(`今年|^新年$`)},
	{"lunar feasts, which are read there as solar days", regexp.MustCompile(`中秋|春节|除夕|端午`)},
}

// TestConformanceHolidays: the feast lies in the days that are read.
func TestConformanceHolidays(t *testing.T) {
	var n tally
	for _, c := range recognizedCases(t, "DateTime_Chinese_HolidayParser.json") {
		if len(c.Results) == 0 || !n.takes(notOurHoliday, c.Input) {
			continue
		}
		today, err := time.Parse("2006-01-02T15:04:05", c.Context.ReferenceDateTime)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprint(c.Results[0].Value["FutureResolution"].(map[string]any)["date"])
		got := Departures(c.Input+"出发", today)
		in := slices.Contains(got.Dates, want)
		for _, r := range got.Ranges {
			in = in || r.Start <= want && want <= r.End
		}
		if !in {
			t.Errorf("%s (%s): %v %v, want %s in it", c.Input, today.Format(time.DateOnly), got.Dates, got.Ranges, want)
		}
	}
	n.print(t, "Recognizers, holidays", 5)
}
