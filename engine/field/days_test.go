package field

import "testing"

func TestDuration(t *testing.T) {
	tests := []struct {
		text   string
		days   int
		nights int
		half   bool
	}{
		{"云南昆大丽6天5晚双飞", 6, 5, false}, {"5日4晚", 5, 4, false}, {"三天两夜", 3, 2, false}, {"8天20小时", 8, 0, false},
		{"国庆晚会特别活动，十月一晚餐自理", 0, 0, false}, {"７天６晚", 7, 6, false}, {"張家界雙飛五日遊", 5, 0, false},
		{"北海道五天四夜", 5, 4, false}, {"6天7晚", 6, 7, false}, {"12天10晚", 12, 10, false}, {"5 Days / 4 Nights", 5, 4, false},
		{"5-Day Yunnan Tour", 5, 0, false}, {"5D/4N", 5, 4, false}, {"4N5D", 5, 4, false}, {"10 days and 9 nights", 10, 9, false},
		{"Duration: 6 days", 6, 0, false}, {"Seven Day Safari", 7, 0, false}, {"half day city tour", 0, 0, true},
		{"故宫半日游", 0, 0, true}, {"西湖半天游", 0, 0, true}, {"行程天数：四天", 4, 0, false}, {"旅游天数 8 天", 8, 0, false},
		{"海南双飞6日4晚", 6, 4, false}, {"厦门3日2晚自由行", 3, 2, false}, {"新马泰10日", 10, 0, false}, {"泰国曼谷、芭提雅6日", 6, 0, false},
		{"西藏火车去飞机回十一日游", 11, 0, false}, {"五一三日游", 3, 0, false}, {"国庆5日游", 5, 0, false}, {"5-7日游", 5, 0, false},
		{"5月1日出发", 0, 0, false}, {"每月5日、15日发团", 0, 0, false}, {"第3天 丽江", 0, 0, false}, {"入住3天内免费取消", 0, 0, false},
		{"提前3天报名", 0, 0, false}, {"3天后发货", 0, 0, false}, {"7天无理由退货", 0, 0, false}, {"全年365天营业", 0, 0, false},
		{"三个工作日", 0, 0, false}, {"生日快乐", 0, 0, false}, {"1日1早", 0, 0, false},
		{"Day 1: Arrive\nDay 2: City\nDay 3: Leave", 3, 0, false}, {"第一天：昆明\n第二天：大理\n第三天：丽江", 3, 0, false},
		{"D1 抵达\nD2-D3 丽江\nD4 返程", 4, 0, false}, {"within 7 days", 0, 0, false}, {"open 7 days a week", 0, 0, false},
		{"2 nights Goa package", 0, 2, false}, {"香港2晚自由行", 0, 2, false}, {"西双版纳+普洱 四天三夜", 4, 3, false},
		{"九寨沟3日游（2晚住宿）", 3, 2, false}, {"内蒙古草原沙漠5日深度游", 5, 0, false}, {"山西6天精品小团", 6, 0, false},
	}
	for _, tt := range tests {
		if d, n, h := Duration(tt.text); d != tt.days || n != tt.nights || h != tt.half {
			t.Errorf("%s: %d days, %d nights, half %v; want %d, %d, %v", tt.text, d, n, h, tt.days, tt.nights, tt.half)
		}
	}
}

func TestDayMark(t *testing.T) {
	tests := []struct {
		line        string
		first, last int
		ok          bool
	}{
		{"D1 昆明-大理", 1, 1, true}, {"第一天", 1, 1, true}, {"第十二天：返程", 12, 12, true}, {"Day 3 - Arusha", 3, 3, true},
		{"第三、四天", 3, 4, true}, {"Day 2-3: Serengeti", 2, 3, true}, {"【第2天】", 2, 2, true}, {"DAY01", 1, 1, true},
		{"行程第一天很轻松", 0, 0, false}, {"酒店", 0, 0, false}, {"Days of wonder", 0, 0, false},
	}
	for _, tt := range tests {
		if a, b, ok := DayMark(tt.line); a != tt.first || b != tt.last || ok != tt.ok {
			t.Errorf("%q: %d, %d, %v; want %d, %d, %v", tt.line, a, b, ok, tt.first, tt.last, tt.ok)
		}
	}
}

func TestTransport(t *testing.T) {
	for text, want := range map[string]string{
		"双飞": "flight", "雙飛五日": "flight", "三飞8日": "flight", "双卧10日游": "train", "高铁往返四天": "train", "卧去飞回6日": "train/flight",
		"飞去卧回": "flight/train", "单飞单卧": "flight/train", "汽车往返": "coach", "豪华邮轮5晚6日": "ship", "自驾游": "self_drive",
		"去程：飞机 回程：火车": "flight/train", "交通方式：动车": "train", "round-trip flights included": "flight", "Mediterranean cruise": "ship",
		"不含往返机票": "", "机票自理": "", "动飞6日": "train/flight", "山水游": "", "self-drive tour": "self_drive", "by coach": "coach",
		"去程：飞机,汽车      回程：飞机,汽车": "flight", "火车站集合": "",
	} {
		if got := Transport(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
