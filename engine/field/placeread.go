package field

import (
	"strings"
	"time"
)

// Read reads a text as the function Read does, and names of places with the dictionary: the place that 出发, 起止 or 直飞
// follows is the departure, the others are destinations.
func (p *Places) Read(text string, today time.Time) Fields {
	f := Read(text, today)
	from, to := p.Ends(text)
	if from != "" {
		f.From = from
	} else if f.From != "" {
		if _, known := p.Lookup(f.From); !known && !labelledFrom.MatchString(fold(clean(text))) {
			f.From = "" // 5晚出发 and the like: only a dictionary can tell
		}
	}
	if len(f.To) == 0 {
		f.To = to
	}
	return f
}

var (
	labelledFrom = MustPattern(`(?i)出发地|出发城市|出发站|始发|启程地|depart|start|pick-?up|\bex\b`)
	fromAfter    = MustPattern(`^\s*(?:市|站)?\s*(?:出发|起止|始发|启程|起程|出港|起飞|独立成团|往返|直飞|飞往|散拼|成团|专线出发|集合|上船|登船)`)
	fromBefore   = MustPattern(`(?i)(?:从|由|自|出发地点?[:：]?|出发城市[:：]?|departs? from|departing from|departing|depart|starting from|starts? (?:in|from)|\bex|(?:days?|nights?|tour|trip|package|safari) from)\s*$`)
	noPlaceAfter = MustPattern(`^(?:省|市)?(?:[\p{Han}]{0,6}(?:国际旅行社|旅行社|国旅|中旅|青旅|旅游网|旅游局|分社|分公司|营业部|航空|机场|车站|火车站|路\d|大酒店|酒店|饭店|宾馆|大学|银行))`)
)

// Ends reads the departure and the destinations that a short text (a title, a heading) names, as the text writes them.
// A place that contains another named one is left out of the destinations: 云南 beside 丽江 says nothing more.
func (p *Places) Ends(text string) (from string, to []string) {
	found := p.Find(text)
	folded := fold(text)
	offset := func(at int) int { return byteAt(folded, runeIndex(text, at)) }
	var kept []Found
	for i, f := range found {
		after, before := head(folded[offset(f.End):], 64), folded[:offset(f.Start)]
		if noPlaceAfter.MatchString(after) || f.Place.Kind == "region" && f.Place.Parent == "" && len(found) > 1 {
			continue
		}
		starts := i == 0 && onward(found, folded[offset(f.End):]) || fromAfter.MatchString(after) && !(strings.HasPrefix(strings.TrimSpace(after), "往返") && i > 0)
		if from == "" && (starts || fromBefore.MatchString(lastRunes(before, 20))) {
			from = f.Text
			continue
		}
		kept = append(kept, f)
	}
	kept = append(kept, p.short(text)...)
	seen := map[string]bool{}
	for _, f := range kept {
		if f.Text == from || seen[f.Place.ID] || p.containsOther(f, kept) || partOfOther(f, kept) {
			continue
		}
		seen[f.Place.ID] = true
		to = append(to, f.Text)
	}
	return from, to
}

// onward is true when the first place of a text is where the way begins: 上海到法国、瑞士. after is the text behind it.
func onward(found []Found, after string) bool {
	m := wayTo.FindString(after)
	return m != "" && len(found) > 1 && strings.HasPrefix(after[len(m):], fold(found[1].Text))
}

var wayTo = MustPattern(`^市?(?:到|去|飞到?|前往)`)

// containsOther is true when a place of the list lies within f.
func (p *Places) containsOther(f Found, list []Found) bool {
	for _, o := range list {
		if o.Place.ID != f.Place.ID && p.Within(o.Place.ID, f.Place.ID) {
			return true
		}
	}
	return false
}

// partOfOther is true for 长城 beside 八达岭长城.
func partOfOther(f Found, list []Found) bool {
	for _, o := range list {
		if len(o.Text) > len(f.Text) && strings.HasSuffix(o.Text, f.Text) && hasHan(f.Text) {
			return true
		}
	}
	return false
}

// byteAt is the byte offset of a rune offset.
func byteAt(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// shorts are the joined first characters that agencies write for a chain of places.
var shorts = []struct{ word, names string }{
	{"昆大丽版", "昆明 大理 丽江 西双版纳"}, {"昆大丽香", "昆明 大理 丽江 香格里拉"}, {"昆大丽泸", "昆明 大理 丽江 泸沽湖"}, {"昆大丽", "昆明 大理 丽江"}, {"大丽香", "大理 丽江 香格里拉"}, {"昆大版", "昆明 大理 西双版纳"}, {"大丽", "大理 丽江"},
	{"新马泰", "新加坡 马来西亚 泰国"}, {"泰新马", "泰国 新加坡 马来西亚"}, {"新马", "新加坡 马来西亚"}, {"澳新凯墨", "澳大利亚 新西兰 凯恩斯 墨尔本"}, {"澳新", "澳大利亚 新西兰"}, {"澳凯", "澳大利亚 凯恩斯"},
	{"日韩", "日本 韩国"}, {"港澳珠", "香港 澳门 珠海"}, {"港澳", "香港 澳门"}, {"苏杭", "苏州 杭州"}, {"越柬", "越南 柬埔寨"}, {"西葡", "西班牙 葡萄牙"}, {"英爱", "英国 爱尔兰"}, {"奥捷匈", "奥地利 捷克 匈牙利"}, {"奥捷", "奥地利 捷克"},
	{"美加墨", "美国 加拿大 墨西哥"}, {"美加", "美国 加拿大"}, {"俄芬", "俄罗斯 芬兰"}, {"芬瑞挪丹", "芬兰 瑞典 挪威 丹麦"}, {"青甘", "青海 甘肃"}, {"宁蒙", "宁夏 内蒙古"}, {"贵桂", "贵州 广西"},
}

// countryChars are the characters of 德法意瑞.
var countryChars = map[rune]string{'德': "德国", '法': "法国", '意': "意大利", '瑞': "瑞士", '奥': "奥地利", '荷': "荷兰", '比': "比利时", '卢': "卢森堡", '西': "西班牙",
	'葡': "葡萄牙", '英': "英国", '捷': "捷克", '匈': "匈牙利", '希': "希腊"}

var countryRun = MustPattern(`(?:^|[^\p{Han}]|欧洲|西欧|中欧)([德法意瑞奥荷比卢西葡英捷匈希]{3,7})(?:$|[^\p{Han}]|[一二三四五六七八九十]{1,3}国|双飞|[一二三四五六七八九十]{1,3}[日天]|深度|全景|经典|连线|之旅|品质)`)

// short expands joined characters to the places they stand for.
func (p *Places) short(text string) []Found {
	s := fold(text)
	var out []Found
	add := func(name string) {
		if pl, ok := p.Lookup(name); ok {
			out = append(out, Found{Place: pl, Text: pl.Hans})
		}
	}
	for _, m := range countryRun.FindAllStringSubmatch(s, -1) {
		for _, r := range m[1] {
			add(countryChars[r])
		}
	}
	for _, sh := range shorts {
		if strings.Contains(s, sh.word) {
			for _, name := range strings.Fields(sh.names) {
				add(name)
			}
			break
		}
	}
	return out
}
