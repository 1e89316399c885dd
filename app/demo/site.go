package demo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kind is what a site is.
type Kind string

const (
	KindAgency   Kind = "agency"
	KindPlatform Kind = "platform"
	KindNews     Kind = "news"
	KindSport    Kind = "sport"
	KindShop     Kind = "shop"
	KindForum    Kind = "forum"
	KindRecipes  Kind = "recipes"
)

// Template is a named URL rule of a platform; Class is route, agency, ticket, listing or ignore, Pattern is RE2.
type Template struct {
	Name    string `json:"name"`
	Class   string `json:"class"`
	Pattern string `json:"pattern"`
}

// Site is a site of the demo web as its visitors may know it.
type Site struct {
	Name      string     `json:"name"`
	Start     string     `json:"start"` // URL; without a port until the web is served
	Kind      Kind       `json:"kind"`
	Charset   string     `json:"charset"` // WHATWG label
	Design    string     `json:"design"`
	Script    bool       `json:"script,omitempty"`  // its content appears only when its JavaScript runs
	Session   string     `json:"session,omitempty"` // query parameter that carries its session id
	Templates []Template `json:"templates,omitempty"`
}

// site is a planned site. Constant after New, except base, which Start sets before anything is served.
type site struct {
	id      int
	seed    uint64
	edition int
	today   time.Time
	kind    Kind
	design  *design
	loc     *locale
	urls    urls

	name, city, phone, person, slogan string
	labels                            map[string]string
	colour                            palette
	titleSep                          string
	dayStyle, headStyle, moneyStyle   int
	idBase, idStep                    int

	tours   []*tour
	entries []entry
	byKey   map[string]int
	byKind  map[pageKind][]int // entries in order of n
	lists   []listPage
	cats    []category
	moved   map[string]string // old path → new path, or to itself in a loop
	base    string            // http://127.0.1.2:7000, no slash
}

// palette is a site's colours.
type palette struct{ main, dark, pale, price string }

var palettes = []palette{
	{"#0a7abf", "#06507e", "#eef6fb", "#e4393c"}, {"#e8590c", "#a63c04", "#fff4ec", "#d6001c"},
	{"#2b8a3e", "#1a5a28", "#eff8f1", "#e8590c"}, {"#9c36b5", "#68237a", "#f8f0fb", "#c2255c"},
	{"#c92a2a", "#8a1c1c", "#fff1f1", "#c92a2a"}, {"#1098ad", "#0a6675", "#ecf9fb", "#f76707"},
	{"#5f3dc4", "#3f2786", "#f3f0ff", "#e03131"}, {"#846358", "#574139", "#f8f4f2", "#b02a37"},
}

// newSite invents a site's identity; its pages come with plan.
func newSite(o Options, id int, kind Kind, dsg *design, loc *locale) *site {
	s := &site{id: id, seed: o.Seed, edition: o.Edition, today: o.Today, kind: kind, design: dsg, loc: loc}
	d := throw(o.Seed, "site", id)
	s.city = one(d, loc.pool("hub"))
	s.phone = fmt.Sprintf("%s-%08d", one(d, []string{"000", "0000", "400-000"}), d.IntN(9999)+5550000)
	s.person = one(d, loc.pool("person"))
	s.slogan = one(d, loc.pool("slogan"))
	s.colour = one(d, palettes)
	s.titleSep = one(d, separators[loc.lang])
	s.dayStyle, s.headStyle, s.moneyStyle = d.IntN(3), d.IntN(5), d.IntN(4)
	s.idBase, s.idStep = d.between(101, 9000), d.between(1, 7)
	s.labels = map[string]string{}
	for key, of := range loc.pools {
		if name, ok := strings.CutPrefix(key, "label."); ok {
			s.labels[name] = one(throw(o.Seed, "label", id, key), of)
		}
	}
	s.urls = dsg.urls.choose(d)
	s.byKey, s.byKind, s.moved = map[string]int{}, map[pageKind][]int{}, map[string]string{}
	return s
}

var separators = map[string][]string{
	"zh-CN": {"、", "-", "—", "+", " ", "/"}, "zh-TW": {"、", "．", "~"}, "en": {" - ", ", ", " & "},
}

func (s *site) label(name string) string {
	v, ok := s.labels[name]
	if !ok {
		panic("demo: no label " + name)
	}
	return v
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
