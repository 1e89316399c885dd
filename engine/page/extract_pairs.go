package page

import (
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"xunlu/engine/field"
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

// labelWords are the labels of each topic, as regular expressions over a whole folded label (colon and spaces taken off).
// The first that matches decides, so money that is no price stands before the price.
var labelWords = []struct {
	is topic
	re *regexp.Regexp
}{
	{onTitle, regexp.MustCompile(`(?i)^(?:线路名称|产品名称|行程名称|线路标题|标 ?题|团队名称|旅游线路|tour name|trip name|package name)$`)},
	{onMarket, regexp.MustCompile(`(?i)^(?:市 ?场 ?价格?|市价|门市价格?|原价|挂牌价|平日价|平时价|建议售价|定价|日常价|面价|官方价|公布价|柜台价|标价|list price|regular price|original price|rrp)$`)},
	{onChild, regexp.MustCompile(`(?i)^(?:(?:儿童|小孩|小童|孩童|小朋友)(?:价格?|费用|团费|票|占床|不占床|不占床价|占床价)?(?: ?\(.{1,14}\))?|child(?:ren)?(?:'s)? (?:price|fare|rate)|child(?:ren)?(?: under \d+| \d+.\d+)?(?: ?\(.{1,14}\))?|per child)$`)},
	{onSingle, regexp.MustCompile(`(?i)^(?:单人?[房间]差价?|单间差|房差|定金|订金|押金|保险费?|(?:老人|学生|军人|婴儿)价?|其[他它]费用|single (?:supplement|room)|deposit|insurance|infant)$`)},
	{onPrice, regexp.MustCompile(`(?i)^(?:[\p{Han} ]{0,6}(?:价格?|报价|价钱|团费|营费)|(?:活动|旅游|参团|报名|行程)?费 ?用|报 ?名 ?费|旅费|price|tour price|price from|prices? per person|cost|adult price|adults?|tour cost|package price|starting (?:from|price)|from|rate|per person|fare|price \(.{1,12}\)|our price)$`)},
	{onDays, regexp.MustCompile(`(?i)^(?:[\p{Han}]{0,4}天 ?数|[\p{Han}]{0,4}日数|(?:行程|游玩|旅行|旅游|出游)时[长间]|时长|游程|duration|tour duration|trip duration|length|tour length|trip length|no\.? of days|number of days|days)$`)},
	{onFrom, regexp.MustCompile(`(?i)^(?:[\p{Han}]{0,4}(?:出发|始发|启程|起程|起始|起点|上车|出港|登船|上船)(?:城市|地点?|站|口岸|港口?|处)|departure (?:city|from|point|location|port)|departs?(?: from)?|departing from|starting point|start(?:ing)? (?:location|city|place|point)|starts?(?: in)?|departure|pick-?up(?: location| point)?|from city|leaves from)$`)},
	{onTo, regexp.MustCompile(`(?i)^(?:(?:旅游|主要|行程|出游|线路)?目的地|[\p{Han}]{0,4}(?:目标城市|目的城市|旅游地[区点]?|旅游城市|游览地区?|游览城市|游玩城市|游玩地点?|到达城市|到达地点?|抵达城市|抵达地点?|途[经径]城市|途[经径]地点?|途[经径]景点|主要景点|行程城市|前往城市|前往地区?|所在城市)|营址|destinations?|location|places? visited|places? covered|arrival city|cities|cities visited|country|region|route|visiting|where)$`)},
	{onDates, regexp.MustCompile(`(?i)^(?:[\p{Han}]{0,4}(?:出发|发团|出团|开班|发班|发车|成团|游玩|出游|出行|活动|课程|启程|起程|开航|行程|团队)(?:日期|时间|班期|计划)|(?:出发|发团|出团|开班)日|[\p{Han}]{0,4}(?:班期|团期|档期|航期|航次)(?:安排|计划|表)?|出发|departure dates?|departures?(?: days?)?|tour dates?|travel dates?|available dates?|dates?|start dates?|next departures?|\d{4} departure dates?|dates? (?:&|and) prices?|schedule|fixed departures?|departs on|runs on|availability)$`)},
	{onTransport, regexp.MustCompile(`(?i)^(?:[\p{Han}]{0,4}交通(?:方式|工具|信息|安排)?|往返方式|transport(?:ation)?|travel by|transport mode|getting there|getting around|travel)$`)},
	{onAgency, regexp.MustCompile(`(?i)^(?:经营商家|商家|供应商|产品供应商|旅行社|组团社|地接社|承办社|承办单位|服务商|提供商|所属旅行社|产品提供|旅行社名称|主办单位|发布单位|agency|operator|tour operator|operated by|provided by|supplier|company|sold by)$`)},
	{onPhone, regexp.MustCompile(`(?i)^(?:[\p{Han}]{0,4}(?:电话|热线)|手机|tel|telephone|phone|call us|hotline|mobile)$`)},
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
	t := strings.TrimFunc(text, labelMark)
	if len(t) > longestLabel*utf8.UTFMax {
		return ""
	}
	if n := utf8.RuneCountInString(t); n < 1 || n > longestLabel {
		return ""
	}
	key := field.Fold(strings.ReplaceAll(t, "\u3000", ""))
	for open := labelSieve.Candidates(key); open != 0; open &= open - 1 {
		if w := labelWords[bits.TrailingZeros64(open)]; w.re.MatchString(key) && !(w.is == onPrice && strings.HasSuffix(key, "评价")) { // 用户评价 is no price
			return w.is
		}
	}
	return ""
}

// labelMark is what may stand around a label.
func labelMark(r rune) bool {
	if r >= 0x3400 && r <= 0x9fff {
		return false
	}
	switch r {
	case ' ', '\u3000', '\u00a0', '：', ':', '*', '·', '•', '|', '【', '】', '[', ']', '（', '）', '(', ')':
		return true
	}
	return false
}

// labelSieve asks for all of labelWords at once.
var labelSieve = func() *field.Sieve {
	var exprs []string
	for _, w := range labelWords {
		exprs = append(exprs, w.re.String())
	}
	return field.NewSieve(exprs...)
}()

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
var promotion = field.MustPattern(`优惠|立减|促销|免单|券|抽奖|^[（(]活动时间`)

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

// linePairs reads the labelled values of one line. A label is one of labelWords followed by a colon; its value goes up to the
// next label.
func linePairs(text string) []pair {
	var out []pair
	locs := colonLabels(text)
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

// colonLabels finds what may be a label and its colon: up to 23 signs of words, white space aside, before every colon.
func colonLabels(text string) [][2]int {
	var out [][2]int
	free := 0 // what stands before is taken by the label before
	for i := 0; i < len(text); i++ {
		w := 0
		if text[i] == ':' {
			w = 1
		} else if text[i] == 0xef && strings.HasPrefix(text[i:], "：") {
			w = len("：")
		} else {
			continue
		}
		end := i
		for end > free && isSpace(text[end-1]) {
			end--
		}
		start := -1
		for at, n := end, 0; at > free && n < 23; n++ {
			r, size := utf8.DecodeLastRuneInString(text[free:at])
			letter := r|0x20 >= 'a' && r|0x20 <= 'z' || r >= utf8.RuneSelf && unicode.Is(unicode.Han, r)
			if !letter && r != ' ' && r != '.' && r != '-' && r != '&' {
				break
			}
			if at -= size; letter {
				start = at
			}
		}
		if start >= 0 {
			out = append(out, [2]int{start, i + w})
			free = i + w
		}
		i += w - 1
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

// fromTitle puts what stands before the title last: menus and lists of other tours stand there.
func fromTitle(list []pair, titleLine int) []pair {
	var before, after []pair
	for _, p := range list {
		if p.order < titleLine-3 {
			before = append(before, p)
		} else {
			after = append(after, p)
		}
	}
	return append(after, before...)
}

// placeholder is what forms show before somebody chooses.
var placeholder = field.MustPattern(`(?i)^(?:请选择.*|請選擇.*|选择.{0,8}|--.*|不限|全部|select .*|choose .*|-+)$`)
