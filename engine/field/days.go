package field

import (
	"strings"
	"unicode/utf8"
)

// span of a tour in days and nights.
type length struct {
	days, nights int
	half         bool
	score        int // how sure: 5 pair or label, 4 日游, 3 transport in front, 2 end of a name, 1 sequence
}

const smallNumber = `(\d{1,3}|[一二两三四五六七八九十廿卅]{1,5})`

var (
	daysNights  = MustPattern(`(?i)` + smallNumber + `\s*(?:天|日|d(?:ays?)?)\s*(?:游)?\s*[/、,，·&+\-和与又(（]?\s*(?:and\s+|/\s*)?` + smallNumber + `\s*(?:个)?(?:晚上?|夜|n(?:ights?)?)([^会餐间宴饭报安场]|$)`)
	nightsDays  = MustPattern(`(?i)` + smallNumber + `\s*(?:晚|夜|n(?:ights?)?)\s*[/、,，·&+\-和与(（]?\s*(?:and\s+)?` + smallNumber + `\s*(?:天|日|d(?:ays?)?)`)
	nightDayTo  = MustPattern(`(?i)` + smallNumber + `\s*[-~至到]\s*` + smallNumber + `\s*(天|日)`)
	daysLabel   = MustPattern(`(?i)(?:行程天数|出游天数|旅游天数|游玩天数|旅行天数|线路天数|产品天数|天数|总天数|duration|no\.? of days|number of days|length|tour days|days)\s*[:：]?\s*(?:\(天\))?\s*(?:约|共|about|approx\.?)?\s*` + smallNumber + `\s*(?:[-~至到]\s*\d{1,2}\s*)?(天|日|days?|晚|夜|nights?|小时|hours?|h\b|周|weeks?|个?月|年)?`)
	timeLabel   = MustPattern(`(?i)(?:行程时间|行程时长|旅行时间|行程安排|行程|时长|游玩时间|旅游时间|用时|共|全程)\s*[:：]?\s*(?:约|共|全程)?\s*` + smallNumber + `\s*(?:天|日|days?)`)
	englishDay  = MustPattern(`(?i)\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)(?:\s|-){0,3}days?\b`)
	halfDay     = MustPattern(`(?i)半日|半天(?:游|行程|团)|half[\s-]?day`)
	fullDay     = MustPattern(`(?i)\b(?:full|whole)[\s-]?day\s+(?:tour|trip|safari|excursion|cruise)`)
	sameDay     = MustPattern(`当[天日](?:来回|往返|返回)|即日来回`)
	nightsOnly  = MustPattern(`(?i)` + smallNumber + `\s*(?:晚|夜)(?:[^会餐上间宴饭报安点场班景市游总色\d]|$)|\b(\d{1,2})[\s-]*nights?\b`)
	nightBefore = MustPattern(`(?:第|前|提前|每|加|加1|续住|月|赠|送|延住|早|正)\s*$`)

	dayRejectBefore = MustPattern(`(?:月|第|前|提前|提早|最近|近|每|每隔|隔|过去|未来|年|周|今|每周|、|[\d月日号]\s*[-~至到,，/.]|\d{4}[-/]\d{1,2}[-/]|至少|超过|不足|大于|小于|以上|满|距|保留|有效|有效期|工作|共同|星期|免费|\d\s*[:：]|[：:]\d{0,2}|延住|加|续住|逢|农历|大年|初|[Dd]ay|约|等待|停留|合同)\s*$`)
	dayRejectAfter  = MustPattern(`^\s*(?:内|前|后|以内|以上|以前|以后|之内|之前|之后|连锁|酒店|快捷|无休|有效|工作|左右|预[订约]|报名|无理由|无条件|退|未|不|早[上餐]|晚[餐会上]|中午|下午|上午|凌晨|起报|起订|开始|签|停留|可|天气|气|猫|坛|安门|然|山|池|堂|时间|倒|优先|免|出签|未满|照|历|期|本|元|币|式|料|语|报|韩|内瓦|月|出发|起|止|截|发团|开班|发班|班期|入境|签证|逾期|为|,需|至\d|\d{1,2}:)`)
	dayStrongAfter  = MustPattern(`^\s*(?:的)?\s*(?:游|自由行|自助游?|自驾|半自助|团|跟团|纯玩|深度|品质|精品|豪华|奢华|高端|之旅|之行|度假|双飞|双卧|单飞|三飞|四飞|五飞|六飞|高铁|动车|双高|双动|双汽|双船|空调|巴士|汽车|火车|专列|专机|包机|直飞|往返|亲子|蜜月|环游|环线|环岛|全景|经典|休闲|浪漫|赏|探|风光|风情|人文|秘境|漫游|慢游|寻|奇妙|尊享|舒适|线路|行程|体验|夏令营|冬令营|研学|徒步|摄影|穿越|常规|全程|跨年|邮轮|游轮|海岛|美食|温泉|滑雪|朝圣|定制|包车|拼车|小团|私家|狂欢|畅游|欢乐|超值|特价|特惠|套餐|卧|飞|tour|trip|之)`)
	dayBeforeMark   = MustPattern(`(?:双飞|双卧|单飞|三飞|四飞|五飞|六飞|双动|双高|双汽|双船|高铁|动车|火车|汽车|大巴|飞回|卧回|往返|巴士|自由行|自驾|跟团|纯玩|深度|游轮|邮轮|环线|专列|软卧|硬卧|连线|全景|游|常规|团|线)\s*$`)
	dayEnd          = MustPattern(`^(?:$|[\s\])）】》>」』”"'·|\-_—+/、,，。.;；:：!！<(（【\[「『~])`)
	englishReject   = MustPattern(`(?i)(?:within|every|next|last|past|least|valid for|up to|working|business|prior|than|under|over|first|\d)\s*$`)
	englishTail     = MustPattern(`(?i)^\s*(?:before|after|prior|in advance|advance|notice|of arrival|ago|per week|a week|/ ?week|in the|or (?:more|less)|later|from|business|working|money|return|refund|or more)`)
	englishStrong   = MustPattern(`(?i)^[\s-]*(?:\w+[\s-]){0,4}(?:tour|trip|safari|trek|package|holiday|itinerary|journey|adventure|escape|cruise|vacation|getaway|honeymoon|expedition|tours)\b`)
)

// Duration reads days and nights; half is true for half a day. Missing is zero.
func Duration(text string) (days, nights int, half bool) {
	if !mayLast(text) {
		return 0, 0, false
	}
	l := duration(fold(clean(text)))
	return l.days, l.nights, l.half
}

// mayLast is false for texts in which no form of a length finds anything: all hold a sign of days or nights, or a d or an n.
func mayLast(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case 'd', 'D', 'n', 'N':
			return true
		case 0xef:
			if rest := text[i:]; strings.HasPrefix(rest, "ｄ") || strings.HasPrefix(rest, "Ｄ") || strings.HasPrefix(rest, "ｎ") || strings.HasPrefix(rest, "Ｎ") {
				return true
			}
		case 0xe5:
			if rest := text[i:]; strings.HasPrefix(rest, "天") || strings.HasPrefix(rest, "夜") {
				return true
			}
		case 0xe6:
			if rest := text[i:]; strings.HasPrefix(rest, "日") || strings.HasPrefix(rest, "晚") {
				return true
			}
		case 0xe2, 0xc2:
			if hasUnseen(text) {
				return true
			}
		}
	}
	return false
}

// duration tries the surest forms first.
func duration(s string) length {
	counts := countsIn(s)
	if counts.days && counts.nights {
		if l, ok := pair(s); ok {
			return l
		}
	}
	open := lengthSieve.Candidates(s)
	if open&1 != 0 {
		if at := countedFrom(s); at >= 0 {
			if m := candidate(open, 0, s[at:]); m != nil {
				if l, ok := labelled(m); ok {
					return l
				}
			}
		}
	}
	var best length
	if counts.days {
		best = named(s)
	}
	if open&(1<<2) != 0 {
		if e := english(s); e.score > best.score {
			best = e
		}
	}
	if best.score < 3 && open&(1<<1) != 0 {
		if n := small(timeNumber(s)); n > 0 {
			best = length{days: n, score: 4}
		}
	}
	if best.score < 4 && open&(1<<3) != 0 && halfDay.MatchString(s) {
		return length{half: true, score: 4}
	}
	if best.score < 4 && open&(1<<4) != 0 && sameDay.MatchString(s) {
		return length{days: 1, score: 4}
	}
	if best.score < 3 && open&(1<<5) != 0 && fullDay.MatchString(s) {
		return length{days: 1, score: 3}
	}
	if best.score < 3 && open&(1<<6) != 0 && marksDay(s) {
		if n := sequence(s); n >= 2 && n >= best.days {
			best = length{days: n, score: 1}
		}
	}
	if best.nights == 0 && counts.nights {
		best.nights = nights(s, best.days)
	}
	return best
}

// lengthForms are asked for by one sieve; duration knows their places.
var lengthForms = []*Pattern{daysLabel, timeLabel, englishDay, halfDay, sameDay, fullDay, dayMark}

var lengthSieve = func() *Sieve {
	var exprs []string
	for _, p := range lengthForms {
		exprs = append(exprs, p.String())
	}
	return NewSieve(exprs...)
}()

// candidate is what form i finds, when the sieve has let it through.
func candidate(open uint64, i int, s string) []string {
	if open&(1<<i) == 0 {
		return nil
	}
	return lengthForms[i].re.FindStringSubmatch(s)
}

// pair reads 6天5晚, 5晚6天, 6D5N, 5 Days / 4 Nights.
func pair(s string) (length, bool) {
	for _, p := range []struct {
		re   *Pattern
		d, n int
	}{{daysNights, 1, 2}, {nightsDays, 2, 1}} {
		for _, loc := range p.re.FindAllStringSubmatchIndex(s, -1) {
			if strings.HasSuffix(strings.TrimRight(s[:loc[0]], " "), "月") || strings.HasSuffix(s[:loc[0]], "第") {
				continue
			}
			d, n := small(s[loc[2*p.d]:loc[2*p.d+1]]), small(s[loc[2*p.n]:loc[2*p.n+1]])
			if d > 0 && n > 0 && d-n <= 3 && n-d <= 1 {
				return length{days: d, nights: n, score: 5}, true
			}
		}
	}
	return length{}, false
}

// labelled reads the value of 行程天数 and its like.
func labelled(m []string) (length, bool) {
	n := small(m[1])
	if n == 0 {
		return length{}, false
	}
	switch unit := strings.ToLower(m[2]); {
	case unit == "晚" || unit == "夜" || strings.HasPrefix(unit, "night"):
		return length{nights: n, score: 5}, true
	case unit == "" && n > 60, strings.Contains(unit, "时"), strings.HasPrefix(unit, "h"), strings.HasSuffix(unit, "月"), unit == "年", unit == "周", strings.HasPrefix(unit, "week"):
		return length{}, false
	}
	return length{days: n, score: 5}, true
}

// spanOfDays is the first match of nightDayTo; counted are the numbers of days in s, one of which must end it.
func spanOfDays(s string, counted [][]int) []int {
	for _, m := range counted {
		switch r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s[:m[0]], " \t\n\f\r")); r {
		case '-', '~', '至', '到':
			return nightDayTo.FindStringSubmatchIndex(s)
		}
	}
	return nil
}

// named finds N日游 and the like, the surest one, the first of equals.
func named(s string) length {
	var best length
	counted := chineseDays(s)
	if m := spanOfDays(s, counted); m != nil && !dayRejectBefore.MatchString(lastRunes(s[:m[0]], 8)) {
		if n := small(s[m[2]:m[3]]); n > 0 && n < small(s[m[4]:m[5]]) && !dayRejectAfter.MatchString(head(s[m[1]:], 48)) {
			best = length{days: n, score: 4}
		}
	}
	for _, m := range counted {
		n := small(s[m[2]:m[3]])
		if n == 0 || n > 90 {
			continue
		}
		before, after := lastRunes(s[:m[0]], 8), head(s[m[1]:], 48)
		strongAfter := dayStrongAfter.MatchString(after)
		if dayRejectBefore.MatchString(before) && !(strongAfter && strings.HasSuffix(before, "、")) || dayRejectAfter.MatchString(after) && !strongAfter {
			continue
		}
		score := 0
		unit := s[m[4]:m[5]]
		han := before != "" && hasHan(lastRunes(before, 1))
		switch {
		case strongAfter:
			score = 4
		case dayBeforeMark.MatchString(before):
			score = 3
		case dayEnd.MatchString(after) && (unit == "天" || han):
			score = 2
		case unit == "天":
			score = 1
		}
		if score > best.score {
			best = length{days: n, score: score}
		}
	}
	return best
}

var englishNumber = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
	"nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15}

// english finds "5-Day Tour" and "5 days".
func english(s string) length {
	var best length
	for _, m := range englishDay.FindAllStringSubmatchIndex(s, -1) {
		word := strings.ToLower(s[m[2]:m[3]])
		n := englishNumber[word]
		if n == 0 {
			n = small(word)
		}
		if n == 0 || englishReject.MatchString(lastRunes(s[:m[0]], 12)) || englishTail.MatchString(head(s[m[1]:], 60)) {
			continue
		}
		score := 2
		if englishStrong.MatchString(head(s[m[1]:], 80)) || strings.Contains(s[m[0]:m[1]], "-") {
			score = 4
		}
		if score > best.score {
			best = length{days: n, score: score}
		}
	}
	return best
}

// nights finds a count of nights on its own: 香港两晚自由行.
func nights(s string, days int) int {
	for _, m := range nightsOnly.FindAllStringSubmatchIndex(s, -1) {
		i := 2
		if m[2] < 0 {
			i = 4
		}
		n := small(s[m[i]:m[i+1]])
		if n == 0 || n > 60 || nightBefore.MatchString(lastRunes(s[:m[0]], 6)) || days > 0 && n > days+1 {
			continue
		}
		if days > 0 && n != days-1 {
			continue // 6日游 … 3晚五星: part of the stay
		}
		return n
	}
	return 0
}
