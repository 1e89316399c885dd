package field

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
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

// Of the currency cases these are left out: fractions in 角 and cents, sums that no tour costs, a currency without an
// amount, currencies that no agency quotes in, and $20，300 with a full-width comma between two sums.
var notOurMoney = regexp.MustCompile(`角|毛|美分|銭|亿|億|比特币|奈拉|人民币 ?美元|\d{12}|\$20，`)

func TestSharedCurrencies(t *testing.T) {
	n := 0
	for _, c := range recognizedCases(t, "NumberWithUnit_Chinese_CurrencyModel.json") {
		if notOurMoney.MatchString(c.Input) {
			continue
		}
		n++
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
	if n < 15 {
		t.Errorf("only %d cases", n)
	}
}

// Of the date cases these are left out: days that are relative (明天, 下周一), a day of no month, weekdays (a rule here, a
// day there), eras and years before 1990, orders of day and month that could be either, lunar dates (read there as solar
// ones), a date just past (here it stays in its year), and 29 February in a year without one.
var notOurDate = regexp.MustCompile(`^\d{1,2}[号日]|明天|后天|後天|前天|昨|最近|周|週|星期一$|这个星期|礼拜|禮拜|本月|初|大年|正月|农历|1789|1357|1987|三六七|神龙|雍正|2010 01|^12/1$|^2月29日$|你|3-7-2017|1/2/2020|两千`)

func TestSharedRecognizedDates(t *testing.T) {
	n := 0
	for _, c := range recognizedCases(t, "DateTime_Chinese_DateParser.json") {
		if len(c.Results) == 0 || notOurDate.MatchString(c.Input) {
			continue
		}
		today, err := time.Parse("2006-01-02T15:04:05", c.Context.ReferenceDateTime)
		if err != nil {
			t.Fatal(err)
		}
		n++
		want := ""
		if v, ok := c.Results[0].Value["FutureResolution"].(map[string]any); ok && v["date"] != "0001-01-01" {
			want = fmt.Sprint(v["date"])
		}
		if got := strings.Join(Departures(c.Input, today).Dates, " "); got != want {
			t.Errorf("%s (%s): %q, want %q", c.Input, today.Format(time.DateOnly), got, want)
		}
	}
	if n < 12 {
		t.Errorf("only %d cases", n)
	}
}

// Of the number cases only whole numbers below 10^9 in one writing are ours: no decimals in words, fractions, powers,
// dozens, signs, vague numbers (十余万), blanks inside and mixed digits and characters.
var notOurNumber = regexp.MustCompile(`点|點|分之|\^|/|打|负|負|^-|余|多|几|幾|半|倆|^\.|e|[ 　]|兆|亿|億|\d.*[千百万萬]\d|\d[千零]|萬萬|万万|^[百千]三|\d零`)

func TestSharedNumbers(t *testing.T) {
	n := 0
	for _, c := range recognizedCases(t, "Number_Chinese_NumberModel.json") {
		if len(c.Results) != 1 || c.Results[0].Text != c.Input || notOurNumber.MatchString(c.Input) {
			continue
		}
		n++
		v, ok := Numeral(c.Input)
		if got, want := fmt.Sprintf("%.15g", v), fmt.Sprint(c.Results[0].Resolution["value"]); !ok || got != want {
			t.Errorf("%s: %s %v, want %s", c.Input, got, ok, want)
		}
	}
	if n < 40 {
		t.Errorf("only %d cases", n)
	}
}
