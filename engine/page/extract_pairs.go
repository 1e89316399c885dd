package page

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// topic is what a label on a route page is about.
type topic string

const (
	onTitle     topic = "title"
	onPrice     topic = "price"
	onMarket    topic = "market"
	onChild     topic = "child"
	onDays      topic = "days"
	onFrom      topic = "from"
	onTo        topic = "to"
	onDates     topic = "dates"
	onTransport topic = "transport"
	onAgency    topic = "agency"
	onPhone     topic = "phone"
	onSingle    topic = "single" // single supplement, deposit, insurance: money that is no price
)

// labelWords are the labels of each topic, as regular expressions over a whole label (colon and spaces taken off).
var labelWords = []struct {
	is topic
	re *regexp.Regexp
}{
	{onTitle, regexp.MustCompile(`(?i)^(?:线路名称|線路名稱|产品名称|產品名稱|行程名称|线路标题|标题|标 题|团队名称|旅游线路|tour name|trip name|package name)$`)},
	{onMarket, regexp.MustCompile(`(?i)^(?:市场价格?|市場價|门市价格?|門市價|原价|原價|挂牌价|定价|市 ?场 ?价|list price|regular price|original price)$`)},
	{onChild, regexp.MustCompile(`(?i)^(?:儿童价格?|兒童價格?|儿童费用|小孩价格?|小童价?|child(?:ren)? price|child(?:ren)?|per child)$`)},
	{onSingle, regexp.MustCompile(`(?i)^(?:单房差|單房差|单人房差|定金|订金|押金|保险|保險|单间差|single supplement|deposit|insurance)$`)},
	{onPrice, regexp.MustCompile(`(?i)^(?:(?:线路|产品|旅游|行程|成人|优惠|優惠|会员|會員|特惠|促销|活动|折扣|团购|网上|直客|预订|预定|现|現|特|售|报|報|驴妈妈|本站|本社|同程|参考|起|参团|跟团|团队|基本|套餐|人均|成人团|我社|惊爆|抢购|秒杀|拼团|网络|平日|散客)?(?:价格?|價格?|售价|报价)|价 ?格|費用|费用|团费|團費|活动费用|价格类|报 ?名 ?费|旅费|单价|price|tour price|price from|prices? per person|cost|adult price|adults?|tour cost|package price|starting (?:from|price)|from|rate|per person)$`)},
	{onDays, regexp.MustCompile(`(?i)^(?:(?:行程|出游|旅游|游玩|旅行|线路|产品|总)?天 ?[数數]|行程日[数數]|行程时长|游玩时长|旅游时间|行程时间|旅行时间|时长|時長|天數|duration|tour duration|trip duration|length|no\.? of days|number of days|tour length|days)$`)},
	{onFrom, regexp.MustCompile(`(?i)^(?:出发城市|出發城市|出发地点?|出發地點?|出发站|始发地|起始地|启程地|出发口岸|出发港口?|上车城市|departure city|departure from|departs? from|departing from|departure point|starting point|start(?:ing)? (?:location|city|place)|start|starts?(?: in)?|departure location|departure|pick-?up(?: location| point)?)$`)},
	{onTo, regexp.MustCompile(`(?i)^(?:(?:旅游|主要)?目的地|目标城市|目的城市|到达城市|到达地|抵达城市|抵达地|途经城市|途经地|游玩城市|游览城市|途径景点|主要景点|途经景点|所在城市|课程所在城市|營地|营址|destinations?|location|places? visited|places? covered|arrival city|cities|country|region|route)$`)},
	{onDates, regexp.MustCompile(`(?i)^(?:出发日期|出發日期|发团日期|發團日期|发团时间|出团日期|出團日期|出团时间|出发时间|出發時間|出发班期|开班日期|开班时间|班期|团期|發團日|出游日期|出遊日期|出行日期|游玩日期|活动时间|活動時間|课程时间|活动日期|行程日期|发班日期|发班时间|航次|航期|团期班期|出团计划|发团计划|出发|departure dates?|departures?|tour dates?|travel dates?|available dates?|dates?|start dates?|next departures?|\d{4} departure dates?|dates? (?:&|and) prices?|schedule|fixed departures?)$`)},
	{onTransport, regexp.MustCompile(`(?i)^(?:交通方式|往返交通|交通工具|交通信息|交通安排|往返方式|大交通|交通|transport(?:ation)?|travel by|transport mode|transfers?)$`)},
	{onAgency, regexp.MustCompile(`(?i)^(?:经营商家|商家|供应商|旅行社|组团社|地接社|承办社|承办单位|服务商|提供商|所属旅行社|产品提供|旅行社名称|主办单位|agency|operator|tour operator|operated by|provided by|supplier|company)$`)},
	{onPhone, regexp.MustCompile(`(?i)^(?:咨询电话|諮詢電話|客服电话|联系电话|聯絡電話|服务电话|预订电话|预定电话|报名电话|订购热线|客服热线|咨询热线|服务热线|预订热线|全国热线|旅游热线|热线|電話|电话|手机|tel|telephone|phone|call us|hotline|mobile)$`)},
}

// pair is a label and what stands beside it.
type pair struct {
	is    topic
	label string
	value string
	order int // place on the page
}

// longestLabel in runes.
const longestLabel = 18

// labelTopic says what a text is the label of; "" when it is none.
func labelTopic(text string) topic {
	t := strings.Trim(text, " \u3000\u00a0：:*·•|【】[]（）()")
	if n := utf8.RuneCountInString(t); n < 1 || n > longestLabel {
		return ""
	}
	key := strings.ReplaceAll(t, "\u3000", "")
	for _, w := range labelWords {
		if w.re.MatchString(key) {
			return w.is
		}
	}
	return ""
}

// pairs collects labelled values: of neighbouring cells and elements, and of lines like 出发城市：北京 行程天数：6天.
func (v *view) pairs() []pair {
	var out []pair
	if v.dom != nil {
		out = v.elementPairs()
	}
	for i, l := range v.lines {
		if l.aside {
			continue
		}
		for _, p := range linePairs(l.text) {
			if p.value == "" && i+1 < len(v.lines) && v.lines[i+1].heading == 0 && labelTopic(v.lines[i+1].text) == "" && len(linePairs(v.lines[i+1].text)) == 0 && sectionOf(v.lines[i+1].text) == noSection {
				p.value = v.lines[i+1].text
			}
			p.order = i
			if p.is == onDates && promotion.MatchString(l.text) {
				continue
			}
			out = append(out, p)
		}
		if t := labelTopic(l.text); t != "" && (l.heading > 0 || isBracketed(l.text)) {
			out = append(out, pair{is: t, label: l.text, value: v.below(i), order: i})
		} else if t == onDates {
			out = append(out, pair{is: t, label: l.text, value: v.dateLines(i), order: i})
		}
	}
	return v.outsideDays(out)
}

// promotion is a line about a discount: its dates are no departures.
var promotion = regexp.MustCompile(`优惠|立减|促销|免单|券|抽奖|^[（(]活动时间`)

// outsideDays drops what looks like a label of departure within the itinerary: "Departure" heads the last day.
func (v *view) outsideDays(list []pair) []pair {
	first, last := -1, -1
	for i, l := range v.lines {
		if l.day > 0 && !l.aside {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	return slices.DeleteFunc(list, func(p pair) bool {
		return p.is == onFrom && first >= 0 && p.order > first && p.order <= last+2 && strings.HasPrefix(strings.ToLower(p.label), "depart")
	})
}

func isBracketed(s string) bool {
	return strings.HasPrefix(s, "【") && strings.HasSuffix(s, "】") || strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]")
}

// below joins the lines under a heading, up to the next heading, 60 lines at most.
func (v *view) below(i int) string {
	var b strings.Builder
	for j := i + 1; j < len(v.lines) && j < i+60; j++ {
		l := v.lines[j]
		if l.heading > 0 && (v.lines[i].heading == 0 || l.heading <= v.lines[i].heading) || l.aside != v.lines[i].aside || isBracketed(l.text) || sectionOf(l.text) != noSection {
			break
		}
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// dateLines joins the short lines with digits that follow a label of dates: boxes to choose a day from.
func (v *view) dateLines(i int) string {
	var b strings.Builder
	for j := i + 1; j < len(v.lines) && j < i+80; j++ {
		t := v.lines[j].text
		if utf8.RuneCountInString(t) > 24 || !strings.ContainsAny(t, "0123456789") || labelTopic(t) != "" {
			break
		}
		b.WriteString(t)
		b.WriteByte('\n')
	}
	return b.String()
}

var colonLabel = regexp.MustCompile(`[\p{Han}A-Za-z][\p{Han}A-Za-z .\-&]{0,22}\s*[：:]`)

// linePairs reads the labelled values of one line. A label is one of labelWords followed by a colon; its value goes up to the
// next label.
func linePairs(text string) []pair {
	var out []pair
	locs := colonLabel.FindAllStringIndex(text, -1)
	for k := 0; k < len(locs); k++ {
		loc := locs[k]
		label := strings.TrimRight(text[loc[0]:loc[1]], "：: ")
		t, name := labelTail(label)
		if t == "" {
			continue
		}
		end := len(text)
		for _, next := range locs[k+1:] {
			if nt, nn := labelTail(strings.TrimRight(text[next[0]:next[1]], "：: ")); nt != "" {
				end = next[0] + strings.LastIndex(text[next[0]:next[1]], nn)
				break
			}
		}
		out = append(out, pair{is: t, label: name, value: strings.TrimSpace(text[loc[1]:end])})
	}
	return out
}

// labelTail finds a label at the end of the words before a colon: 上海 出发城市.
func labelTail(s string) (topic, string) {
	if t := labelTopic(s); t != "" {
		return t, s
	}
	for i := range s {
		if i == 0 {
			continue
		}
		prev, _ := utf8.DecodeLastRuneInString(s[:i])
		if prev != ' ' {
			continue
		}
		if t := labelTopic(s[i:]); t != "" {
			return t, s[i:]
		}
	}
	return "", ""
}

// first is the value of the first pair of a topic that ok accepts.
func first(list []pair, is topic, ok func(string) bool) (pair, bool) {
	for _, p := range list {
		if p.is == is && p.value != "" && !placeholder.MatchString(p.value) && ok(p.value) {
			return p, true
		}
	}
	return pair{}, false
}

// placeholder is what forms show before somebody chooses.
var placeholder = regexp.MustCompile(`(?i)^(?:请选择.*|請選擇.*|选择.{0,8}|--.*|不限|全部|select .*|choose .*|-+)$`)
