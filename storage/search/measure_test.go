package search

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"xunlu/storage"
)

func TestMeasures(t *testing.T) {
	tests := []struct{ text, want string }{
		{"桂林6日游", "6d"},
		{"桂林六日游", "6d"},
		{"桂林６天", "6d"},
		{"十二日", "12d"},
		{"二十天", "20d"},
		{"二十一天", "21d"},
		{"两天一夜", "2d 1n"},
		{"6天5晚", "6d 5n"},
		{"6D5N", "6d 5n"},
		{"6 days 5 nights", "6d 5n"},
		{"6-Day tour", "6d"},
		{"six days", "6d"},
		{"3-5天", "3-5d"},
		{"三至五日", "3-5d"},
		{"三五天", "3-5d"},
		{"5/6日", "5-6d"},
		{"五、六天", "5-6d"},
		{"10月6日发团", ""},
		{"5月1日-5日", ""},
		{"2026年5月1日出发 4日游", "4d"},
		{"第6天", ""},
		{"提前3天", ""},
		{"Day 6", ""},
		{"D6", ""},
		{"天天发团", ""},
		{"一天门", ""},
		{"三亚天涯海角", ""},
		{"5日元", ""},
		{"四川九寨", ""},
		{"120天", ""},
		{"0日", ""},
		{"2天津", ""},
		{"6天5夜市", "6d"},
		{"3宿4日", "3n 4d"},
	}
	for _, test := range tests {
		f := fold(test.text)
		var got []string
		for _, m := range measures(f, units(f)) {
			s := stayTerm(m.hi, m.nights)
			if m.lo != m.hi {
				s = fmt.Sprint(m.lo, "-") + s
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %q, want %q", test.text, s, test.want)
		}
	}
}

func TestLimits(t *testing.T) {
	tests := []struct {
		text, rest string
		want       limits
	}{
		{"桂林5天以内", "桂林", limits{daysMax: 5}},
		{"桂林 五天以内 3000元以下", "桂林", limits{daysMax: 5, priceMax: 3000}},
		{"2000-3000元 丽江", "丽江", limits{priceMin: 2000, priceMax: 3000}},
		{"丽江2000以下", "丽江", limits{priceMax: 2000}},
		{"丽江7天以上", "丽江", limits{daysMin: 7}},
		{"guilin under 5 days", "guilin", limits{daysMax: 5}},
		{"guilin under 3000", "guilin", limits{priceMax: 3000}},
		{"3-5天", "3-5天", limits{}},
		{"九寨沟", "九寨沟", limits{}},
	}
	for _, test := range tests {
		r := fold(test.text).r
		if got := takeLimits(r); got != test.want || strings.TrimSpace(string(r)) != test.rest {
			t.Errorf("%s: %+v and %q, want %+v and %q", test.text, got, string(r), test.want, test.rest)
		}
	}
}

func TestPinyin(t *testing.T) {
	for _, test := range []struct {
		text, w string
		want    bool
	}{
		{"重庆", "chongqing", true}, {"厦门", "xiamen", true}, {"绿洲", "lvzhou", true}, {"绿洲", "luzhou", true},
		{"西藏", "xizang", true}, {"单县", "shanxian", true}, {"桂林", "guiyang", false},
	} {
		found := false
		us := units(fold(test.text))
		eachSpelling(us, false, func(s string) { found = found || s == test.w })
		if found != test.want {
			t.Errorf("%s is read %s: %v", test.text, test.w, found)
		}
	}
	if got := fmt.Sprint(syllables("xian", false)); got != "[[xi an]]" {
		t.Errorf("xian: %s", got)
	}
	if got := syllables("tour", false); got != nil {
		t.Errorf("tour: %v", got)
	}
	if got := syllables(strings.Repeat("xian", 9), true); len(got) > 8 {
		t.Errorf("%d ways to read a long word", len(got))
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"guilin", "guilin", 0}, {"guilni", "guilin", 1}, {"gulin", "guilin", 1}, {"guiilin", "guilin", 1}, {"gailin", "guilin", 1}, {"zhangjaijie", "zhangjiajie", 1}, {"abc", "cab", 2}} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("%s, %s: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// A span covers the days it is made of, no more and no less.
func TestCover(t *testing.T) {
	day := func(s string) time.Time {
		d, err := time.Parse(dayForm, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, test := range []struct{ from, to, want string }{
		{"2026-05-01", "2026-05-01", "2026-05-01"},
		{"2026-01-30", "2026-03-02", "2026-01-30 2026-01-31 2026-02 2026-03-01 2026-03-02"},
		{"2024-02-28", "2024-03-01", "2024-02-28 2024-02-29 2024-03-01"},
		{"2025-12-31", "2027-01-01", "2025-12-31 2026 2027-01-01"},
		{"2026-05-02", "2026-05-01", ""},
	} {
		var got []string
		eachCover(day(test.from), day(test.to), func(part string) { got = append(got, part) })
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s to %s: %s, want %s", test.from, test.to, s, test.want)
		}
	}
	set := make(termSet)
	departures(set, &storage.Route{Ranges: []storage.DateRange{{Start: "2026-01-01", End: "2099-01-01"}, {Start: "2026-02-02", End: "2026-01-01"}}})
	if len(set) != 0 {
		t.Errorf("impossible ranges give %d terms", len(set))
	}
}

func TestRowSurvivesStorage(t *testing.T) {
	names := newNames()
	a := analyst{gaz: newGazetteer(newAtlas())}
	r := a.rowOf(&storage.Route{
		ID: 1 << 40, Title: "桂林", Price: 1234.5, Days: 4, First: time.Unix(-5, 0), From: "Shanghai", To: []string{"桂林", "Guilin", "阳朔"},
		Site: "s", State: "new", Transport: "flight/train/flight",
	}, names)
	b := r.encode(names)
	got, err := decodeRow(b, names)
	if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", r) {
		t.Errorf("%+v, %v, want %+v", got, err, r)
	}
	if len(r.to) != 2 || len(r.transport) != 2 {
		t.Errorf("to %v, transport %v: twice the same", r.to, r.transport)
	}
	for n := range b {
		if _, err := decodeRow(b[:n], names); err == nil {
			t.Errorf("a row cut after %d bytes was read", n)
		}
	}
}
