package demo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

var separators = map[string][]string{
	"zh-CN": {"、", "-", "—", "+", " ", "/"}, "zh-TW": {"、", "．", "~"}, "en": {" - ", ", ", " & "},
}

var cnNumbers = []string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"}

// dayText words a number of days as this site does.
func (s *site) dayText(n int) string {
	switch {
	case s.loc.lang == "en":
		return fmt.Sprintf("%d-Day", n)
	case s.dayStyle == 0:
		return fmt.Sprintf("%d日", n)
	case s.dayStyle == 1 && n < len(cnNumbers):
		return cnNumbers[n] + "日"
	case s.loc.lang == "zh-TW":
		return fmt.Sprintf("%d天", n)
	default:
		return fmt.Sprintf("%d天", n)
	}
}

func (s *site) dayNightText(days, nights int) string {
	if days == 1 {
		return s.dayText(1)
	}
	switch {
	case s.loc.lang == "en":
		return fmt.Sprintf("%d Days %d Nights", days, nights)
	case s.loc.lang == "zh-TW" && s.dayStyle == 1:
		return cnNumbers[days] + "天" + cnNumbers[nights] + "夜"
	case s.loc.lang == "zh-TW":
		return fmt.Sprintf("%d天%d夜", days, nights)
	case s.dayStyle == 1:
		return cnNumbers[days] + "天" + cnNumbers[nights] + "晚"
	case s.dayStyle == 2:
		return fmt.Sprintf("%d天%d晚", days, nights)
	default:
		return fmt.Sprintf("%d日%d晚", days, nights)
	}
}

// dayHead words the heading of a day of an itinerary.
func (s *site) dayHead(n int) string {
	switch {
	case s.loc.lang == "en":
		return fmt.Sprintf("Day %d", n)
	case s.headStyle == 0 && n < len(cnNumbers):
		return "第" + cnNumbers[n] + "天"
	case s.headStyle == 1:
		return fmt.Sprintf("D%d", n)
	case s.headStyle == 2:
		return fmt.Sprintf("第%d天", n)
	case s.headStyle == 3:
		return fmt.Sprintf("DAY %02d", n)
	default:
		return fmt.Sprintf("Day%d", n)
	}
}

func (s *site) monthText(n int) string {
	if s.loc.lang == "en" {
		return time.Month(n).String()
	}
	return strconv.Itoa(n)
}

// money words an amount; every site keeps to one style.
func (s *site) money(n int) string {
	comma := thousands(n)
	switch s.loc.lang {
	case "en":
		return []string{"US$" + comma, "$" + comma, "USD " + comma, "US$ " + comma}[s.moneyStyle]
	case "zh-TW":
		return []string{"NT$" + comma, "NT$ " + comma, comma + "元", "TWD " + comma}[s.moneyStyle]
	}
	plain := strconv.Itoa(n)
	return []string{"¥" + plain, "￥" + plain + "元", plain + "元", "¥" + comma}[s.moneyStyle]
}

func (s *site) currency() string {
	return map[string]string{"zh-CN": "CNY", "zh-TW": "TWD", "en": "USD"}[s.loc.lang]
}

func thousands(n int) string {
	t := strconv.Itoa(n)
	if len(t) <= 3 {
		return t
	}
	return thousands(n/1000) + "," + t[len(t)-3:]
}

var shortTrips = map[string]map[string]string{
	"zh-CN": {"flight": "双飞", "train": "高铁", "coach": "汽车", "ship": "双船", "train/flight": "卧飞"},
	"zh-TW": {"flight": "直飛", "train": "鐵道", "coach": "巴士", "ship": "郵輪", "train/flight": "鐵道"},
	"en":    {"flight": "air", "train": "rail", "coach": "road", "ship": "ferry", "train/flight": "rail and air"},
}

var longTrips = map[string]map[string][]string{
	"zh-CN": {
		"flight": {"双飞", "飞机往返", "往返飞机", "飞机"}, "train": {"高铁往返", "动车往返", "双卧", "火车往返"},
		"coach": {"汽车往返", "旅游大巴", "空调旅游车", "汽车"}, "ship": {"邮轮往返", "双船"},
		"train/flight": {"火车去飞机回", "去程高铁/返程飞机", "卧去飞回"},
	},
	"zh-TW": {
		"flight": {"來回飛機", "直飛包機", "飛機"}, "train": {"火車", "高鐵來回"}, "coach": {"遊覽車", "巴士"}, "ship": {"郵輪"},
		"train/flight": {"火車去飛機回"},
	},
	"en": {
		"flight": {"Flights", "By air both ways"}, "train": {"High-speed train", "By train"}, "coach": {"Private coach", "By coach"},
		"ship": {"Ferry"}, "train/flight": {"Train out, flight back"},
	},
}

// shortTransport words transport inside titles.
func (s *site) shortTransport(t string) string { return shortTrips[s.loc.lang][t] }

func (s *site) hotelName(d dice, city string) string {
	name := one(d, s.loc.pool("hotelname"))
	return strings.NewReplacer("{city}", city, "{w}", one(d, s.loc.pool("hotelword"))).Replace(name)
}
