package field

import (
	"strings"
)

// fromPatterns read the city of departure; group 1 is the name.
var fromPatterns = []*Pattern{
	MustPattern(`(?:出发地点?|出发城市|出发站|始发地|始发站|启程地|出发口岸|出发港口?|上车城市)\s*[:：]?\s*([\p{Han}]{2,6}?)(?:市|出发|$|[\s,，、/|;；。（(\]】])`),
	MustPattern(`(?:^|[^\p{Han}]|从|由|自)([\p{Han}]{2,4}?)市?(?:出发|起止|始发|出港|启程|起飞|独立成团|往返)`),
	MustPattern(`(?:^|[^\p{Han}]|从|由)([\p{Han}]{2,4}?)(?:直飞|飞往|飞)[\p{Han}]{2}`),
	MustPattern(`(?i)(?:departure (?:city|point|from)|departs? from|departing from|departing|starting (?:from|point|city)|starts? (?:in|from)|start city|pick-?up(?: point)? (?:from|in)|\bex)\s*[:：]?\s*(?-i:([A-Z][\p{L}'.]+(?:[ -][A-Z][\p{L}'.]+){0,2}))`),
}

// toPatterns read labelled destinations; group 1 is a list.
var toPatterns = []*Pattern{
	MustPattern(`(?:目的地|目标城市|目的城市|到达城市|抵达城市|抵达地|到达地|途经城市|游玩城市|游览城市|旅游目的地)\s*[:：]\s*([^\n;；。|]{2,40})`),
	MustPattern(`(?i)(?:destinations?|places? visited|arrival city)\s*[:：]\s*([^\n;.|]{2,60})`),
}

// notCity are words in front of 出发 and 往返 that are no place.
var notCity = MustPattern(`^(?:高铁|动车|火车|飞机|双飞|双卧|汽车|大巴|巴士|邮轮|天天|每天|每日|每周.*|周.|即日|随时|周末|准时|早上|上午|下午|晚上|凌晨|集合|国庆|春节|五一|元旦|中秋|端午|清明|暑假|寒假|当天|次日|任意|统一|集中|我们|自驾|自由|一起|前往|返回|市区|酒店|机场|乘车|乘机|包车|直升机?|缆车|车辆|专车|导游|全国|各地|异地|早餐后|最近|近期|确定|确认|保证|保障|铁定|天天|月.*|.*月|.*日|.*号|.*时|.*点|已|立即|点击|查看|价格|行程|旅游|线路|产品|报名|取消|开始|日期|出行|双人|单人|成团|散客|独立|码头|港口|车站|景区|国内|境外|出境|本地|当地|城市|航班|机票|往返|.*餐|.*后|.*前|.*于|.*从|.*由|.*票|.*车|.*团|.*人|.*机|.*程|.*船|.*铁|.*卧)$`)

var listSplit = MustPattern(`\s*[、,，/;；|→>＞]+\s*|\s*[-–—+＋]+\s*|\s+and\s+|\s{2,}`)

// departureCity reads the place of departure in the text's own script. c is the cleaned text, s the folded one.
func departureCity(c, s string) string {
	for _, re := range fromPatterns {
		for _, m := range re.FindAllStringSubmatchIndex(s, -1) {
			name := strings.TrimLeft(s[m[2]:m[3]], "从由自")
			if notCity.MatchString(name) || len([]rune(name)) < 2 {
				continue
			}
			return strings.TrimSpace(original(c, s, m[3]-len(name), m[3]))
		}
	}
	return ""
}

// destinations reads labelled destinations in the text's own script.
func destinations(c, s string) []string {
	for _, re := range toPatterns {
		if m := re.FindStringSubmatchIndex(s); m != nil {
			return splitNames(original(c, s, m[2], m[3]))
		}
	}
	return nil
}

// wordHyphen is one within an English name: Shangri-La.
var wordHyphen = MustPattern(`(\pL{2,})-(\p{Lu}?\p{Ll}{1,})`)

// splitNames parts 昆明、大理-丽江.
func splitNames(v string) []string {
	var out []string
	v = wordHyphen.ReplaceAllString(v, "$1\u2010$2")
	for _, name := range listSplit.Split(v, -1) {
		name = strings.ReplaceAll(name, "\u2010", "-")
		if name = strings.Trim(name, " \t\u3000:：()（）[]【】"); name != "" && len([]rune(name)) <= 24 {
			out = append(out, name)
		}
	}
	return out
}

// original is the part of the cleaned text that bytes [start, end) of the folded text came from.
func original(c, s string, start, end int) string {
	from := runeIndex(s, start)
	n := runeIndex(s[start:], end-start)
	rs := []rune(c)
	return string(rs[from : from+n])
}
