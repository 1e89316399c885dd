package field

import (
	"encoding/json"
	"testing"
	"time"
)

func TestReadWritesAbsentAsNull(t *testing.T) {
	b, err := json.Marshal(Read("西湖半日游 电询", on("2026-03-01")))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"price":null,"price_high":null,"market_price":null,"child_price":null,"currency":null,"from":null,"to":[],` +
		`"days":0.5,"nights":null,"transport":null,"dates":[],"ranges":[],"weekly":[],"monthly":[],"daily":false}`
	if string(b) != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
}

func TestReadTakesAllOfALine(t *testing.T) {
	f := Read("【上海出发】雲南昆大麗6天5晚雙飛 門市價￥3680 優惠價￥2980起 每週三、六發團", on("2026-03-01"))
	if f.From != "上海" || f.Days != 6 || f.Nights != 5 || f.Transport != Flight || f.Price != 2980 || f.MarketPrice != 3680 ||
		len(f.Weekly) != 2 || len(f.Dates) != 0 {
		t.Errorf("%+v", f)
	}
}

func TestReadFromAndTo(t *testing.T) {
	for text, want := range map[string]string{
		"北京出发": "北京", "从广州出发 3天": "广州", "出发地：成都市": "成都", "出發城市：臺北": "臺北", "上海直飞巴厘岛5晚7日": "上海",
		"【昆明起止】大理丽江": "昆明", "高铁往返四天三晚": "", "天天出发": "", "每周五出发": "", "Departs from Xi'an": "Xi'an",
		"立即出发": "", "5月1日出发": "", "Departure city: Shanghai": "Shanghai",
	} {
		if got := Read(text, on("2026-03-01")).From; got != want {
			t.Errorf("%s: from %q, want %q", text, got, want)
		}
	}
	if to := Read("目的地：昆明、大理、丽江", on("2026-03-01")).To; len(to) != 3 || to[2] != "丽江" {
		t.Errorf("to %q", to)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"¥1280-1680元/人起", "5月1、3、5、8日", "壹仟贰佰捌拾元整", "每周三、六", "12-20 March 2026", "D1 a\nD2 b", "即日起至6月30日",
		"二〇一五年五月一日", "大年初二", "99999999999999999999元", "￥", "1万2千元", "第、、天", "\xff\xfe1元", "5月-6月", "99月99日"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Read(s, on("2026-11-30"))
		for _, d := range got.Dates {
			if _, err := time.Parse(time.DateOnly, d); err != nil {
				t.Errorf("%q: date %q", s, d)
			}
		}
		for _, r := range got.Ranges {
			a, errA := time.Parse(time.DateOnly, r.Start)
			b, errB := time.Parse(time.DateOnly, r.End)
			if errA != nil || errB != nil || b.Before(a) {
				t.Errorf("%q: range %v", s, r)
			}
		}
		for _, m := range got.Monthly {
			if m < 1 || m > 31 {
				t.Errorf("%q: day of month %d", s, m)
			}
		}
		if got.Price < 0 || got.Days < 0 || got.Days > 99 || got.Nights < 0 {
			t.Errorf("%q: %+v", s, got)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := "【上海出发】云南昆大丽6天5晚双飞 门市价￥3680 优惠价￥2980起 儿童价￥1980 每周三、六发团 5月1、3、5日 从上海出发"
	for b.Loop() {
		Read(text, on("2026-03-01"))
	}
}
