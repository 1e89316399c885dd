package page

import (
	"strings"
	"testing"

	"xunlu/storage"
)

// TestStops reads where itineraries go.
func TestStops(t *testing.T) {
	x := extractor(t)
	day := func(title, hotel string) storage.Day { return storage.Day{Title: title, Hotel: hotel} }
	tests := []struct {
		name, from, want string
		days             []storage.Day
	}{
		{"towns of the heads", "武汉", "昆明,大理", []storage.Day{day("武汉—昆明", ""), day("昆明—大理—洱海", ""), day("大理—武汉", "")}},
		{"an excursion is no stop", "武汉", "桂林", []storage.Day{day("武汉—桂林", "桂林商务酒店"), day("阳朔", "桂林"), day("桂林—武汉", "")}},
		{"a night at a sight", "西安", "九寨沟,成都", []storage.Day{day("西安—九寨沟", "九寨沟宾馆"), day("九寨沟—成都", "成都四星酒店"), day("成都—西安", "")}},
		{"as wide as the hotels say", "上海", "意大利,瑞士", []storage.Day{day("上海—意大利", "意大利四星酒店"), day("威尼斯", "意大利特色酒店"), day("意大利—瑞士—上海", "")}},
		{"where it starts counts when a night is spent there", "南京", "南京,苏州", []storage.Day{day("南京—夫子庙", "南京"), day("南京—苏州—南京", "")}},
		{"a municipality is a town", "太原", "北京,天津", []storage.Day{day("太原—北京—故宫", ""), day("北京—天津—太原", "")}},
		{"the narrower of two heads", "太原", "丽江", []storage.Day{day("太原—云南—丽江", ""), day("丽江—太原", "")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(stopsOf(x.Places, tt.days, tt.from).names(), ","); got != tt.want {
				t.Errorf("stops are %q, want %q", got, tt.want)
			}
		})
	}
}

// TestDayHotel reads the hotel of a day however the line is put.
func TestDayHotel(t *testing.T) {
	for text, want := range map[string]string{
		"（膳食：早餐、午餐；宿：大理特色客栈）":                  "大理特色客栈",
		"餐食 早：飯店 午：風味餐｜住宿：大阪溫泉飯店 或同級":          "大阪溫泉飯店 或同級",
		"游览洱海。\n餐食 含早中晚餐 住宿 昆明四星酒店":            "昆明四星酒店",
		"Meals: None. Overnight: Guilin hotel": "Guilin hotel",
		"晚餐后入住酒店休息":                            "",
	} {
		d := storage.Day{N: 1, Text: text}
		finishDay(&d)
		if d.Hotel != want {
			t.Errorf("hotel of %q is %q, want %q", text, d.Hotel, want)
		}
	}
}
