package search

import (
	"strings"
	"testing"
)

// marked puts [ ] around the spans.
func marked(text string, spans []Span) string {
	var b strings.Builder
	r, at := []rune(text), 0
	for _, s := range spans {
		b.WriteString(string(r[at:s.Start]) + "[" + string(r[s.Start:s.End]) + "]")
		at = s.End
	}
	return b.String() + string(r[at:])
}

func TestMarks(t *testing.T) {
	tests := []struct{ query, text, want string }{
		{"桂林", "【特惠】桂林山水甲天下，桂林五日", "【特惠】[桂林]山水甲天下，[桂林]五日"},
		{"雲南 麗江", "云南丽江古城四日", "[云南丽江]古城四日"},
		{"云南", "麗江大理六日", "[麗江大理]六日"},
		{"桂林6日", "桂林山水６日遊", "[桂林]山水[６日]遊"},
		{"6天", "桂林六日", "桂林[六日]"},
		{"张家界温泉", "張家界森林公園、萬福溫泉四日", "[張家界]森林公園、萬福[溫泉]四日"},
		{"guilin", "桂林阳朔", "[桂林]阳朔"},
		{"gl", "桂林阳朔", "[桂林]阳朔"},
		{"guil", "桂林阳朔", "[桂林]阳朔"},
		{"great wall hiking", "Great Wall Hike, 2 days", "[Great] [Wall] [Hike], 2 days"},
		{"-购物 云南", "云南纯玩无购物", "[云南]纯玩无购物"},
		{`"无购物"`, "云南纯玩 無購物", "云南纯玩 [無購物]"},
		{"海南", "上海南京双城", "上海南京双城"},
		{"湖", "泸沽湖", "泸沽[湖]"},
		{"古镇温泉", "温泉与古镇", "[温泉]与[古镇]"},
		{"", "桂林", "桂林"},
		{"桂林", "", ""},
		{"Xi'an", "Xi’an and Huashan", "[Xi’an] and Huashan"},
	}
	x := open(t, newAtlas())
	for _, test := range tests {
		got := marked(test.text, x.Mark(test.query, test.text))
		// words next to each other may be marked together or one by one
		if strings.ReplaceAll(got, "] [", " ") != strings.ReplaceAll(test.want, "] [", " ") {
			t.Errorf("%s in %s: %s, want %s", test.query, test.text, got, test.want)
		}
	}
}

func TestMarksOfHits(t *testing.T) {
	x := open(t, newAtlas(), "Guilin and Yangshuo", "桂林阳朔")
	res, err := x.Search(t.Context(), Query{Text: "Guilni"})
	if err != nil || len(res.Hits) != 2 || !res.Relaxed || len(res.Corrected) == 0 {
		t.Fatalf("%+v, %v", res, err)
	}
	for _, h := range res.Hits {
		title := []string{"", "Guilin and Yangshuo", "桂林阳朔"}[h.ID]
		want := []string{"", "[Guilin] and Yangshuo", "[桂林]阳朔"}[h.ID]
		if got := marked(title, h.Marks); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func FuzzSearch(f *testing.F) {
	for _, s := range []string{"桂林6日", "-", "\"", "- \"a", "六十三五天", "a-b'c", "￥３－５天", "gl -gl \"gl", "1到2到3日", "日日日", "\x00\xff", "+-+-", "五一二"} {
		f.Add(s, s)
	}
	x := open(f, newAtlas(), "桂林6日", "Guilin tour")
	f.Fuzz(func(t *testing.T, query, text string) {
		if _, err := x.Search(t.Context(), Query{Text: query}); err != nil {
			t.Fatalf("%q: %v", query, err)
		}
		last := 0
		for _, s := range x.Mark(query, text) {
			if s.Start < last || s.End <= s.Start || s.End > len([]rune(text)) {
				t.Fatalf("%q in %q: span %v after %d", query, text, s, last)
			}
			last = s.End
		}
	})
}
