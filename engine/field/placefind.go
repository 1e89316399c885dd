package field

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Found is a place named in a text. Start and End are bytes of the text as it was given; Text is what stands there.
type Found struct {
	Place      Place
	Text       string
	Start, End int
}

// plainEnglish are names that are everyday words too: they count only where a name is expected (Lookup), not in running text.
const plainEnglish = " nice bath male split hue ella paro pai ili ise champagne victoria cologne phoenix york chad tana oia hami aba mount bled izu " +
	"java florence naples jasper reading orange mandarin everest rio "

// notInside are words that contain a place's name without being about the place.
var notInside = []string{"大理石", "中山路", "中山装", "中山公园", "南京路", "北京路", "北京时间", "北京烤鸭", "上海路", "云南白药", "重庆火锅", "中国", "西湖龙井",
	"哈密瓜", "和田玉", "扬州炒饭", "兰州拉面", "新疆烤", "长城宽带", "长城卡", "长城汽车", "吉林大学", "凤凰网", "凤凰卫视", "凤凰花", "香港脚", "香槟酒",
	"海南航空", "四川航空", "厦门航空", "深圳航空", "山东航空", "东方航空", "南方航空", "云南航空", "国泰航空", "新加坡航空", "马来西亚航空", "泰国航空", "德州扒鸡",
	"金华火腿", "青岛啤酒", "西双版纳航空", "天山雪莲", "太阳城", "宁夏路", "长江路", "黄河路", "意大利面", "法国大餐", "英国管家", "日本料理", "韩国料理", "泰国餐", "天门山路"}

// avoidedHeads has the low bytes of the first signs of notInside.
var avoidedHeads = func() (t [256]bool) {
	for _, w := range notInside {
		r, _ := utf8.DecodeRuneInString(w)
		t[uint8(r)] = true
	}
	return t
}()

// insideRunes is the length of the longest of notInside, in runes.
const insideRunes = 6

// Find lists the places that a text names, in the order of the text. Of names that overlap, the longest one that begins
// first counts.
func (p *Places) Find(text string) []Found {
	s := fold(text)
	runes := []rune(s)
	offsets := make([]int, 0, len(runes)+1) // byte offset in text of every rune
	for i := range text {
		offsets = append(offsets, i)
	}
	offsets = append(offsets, len(text))
	if len(offsets) != len(runes)+1 {
		return nil // broken UTF-8 would shift every place; decoded pages never have it
	}
	var out []Found
	for i := 0; i < len(runes); {
		if !unicode.Is(unicode.Han, runes[i]) {
			if isWordStart(runes, i) {
				if n, row, ok := p.latinAt(runes[i:]); ok {
					out = append(out, Found{p.rows[row], text[offsets[i]:offsets[i+n]], offsets[i], offsets[i+n]})
					i += n
					continue
				}
			}
			i++
			continue
		}
		if n := avoided(runes[i:]); n > 0 {
			i += n
			continue
		}
		n, row, ok := p.hanAt(runes[i:])
		if !ok {
			i++
			continue
		}
		out = append(out, Found{p.rows[row], text[offsets[i]:offsets[i+n]], offsets[i], offsets[i+n]})
		i += n
	}
	return out
}

func isWordStart(rs []rune, i int) bool {
	return unicode.IsLetter(rs[i]) && (i == 0 || !unicode.IsLetter(rs[i-1]) || unicode.Is(unicode.Han, rs[i-1]))
}

// avoided is the length of a word of notInside at the start of rs.
func avoided(rs []rune) int {
	if !avoidedHeads[uint8(rs[0])] {
		return 0
	}
	head := string(rs[:min(len(rs), insideRunes)])
	for _, w := range notInside {
		if strings.HasPrefix(head, w) {
			return utf8.RuneCountInString(w)
		}
	}
	return 0
}

// hanAt finds the longest Chinese name at the start of rs.
func (p *Places) hanAt(rs []rune) (n, row int, ok bool) {
	if len(rs) < 2 {
		return 0, 0, false
	}
	for n = min(p.heads[[2]rune{rs[0], rs[1]}], len(rs)); n >= 2; n-- {
		if row, ok = p.han[string(rs[:n])]; ok {
			return n, row, true
		}
	}
	return 0, 0, false
}

// latinAt finds the longest Latin name at the start of rs. A name in running text begins with a capital; UK and its like are
// all capitals; everyday words do not count.
func (p *Places) latinAt(rs []rune) (n, row int, ok bool) {
	if !unicode.IsUpper(rs[0]) {
		return 0, 0, false
	}
	head := string(rs[:min(len(rs), 60)])
	words := latinWords(head)
	for k := min(p.maxLat, len(words)); k >= 1; k-- {
		end := words[k-1].end
		if strings.ContainsAny(head[:end], "\n,;:/|()") {
			continue
		}
		key := joinWords(head, words[:k])
		row, ok = p.latin[key]
		if !ok {
			if bare, cut := strings.CutSuffix(key, "'s"); cut {
				row, ok = p.latin[bare]
				end -= len(head[:end]) - len(strings.TrimRight(strings.TrimSuffix(head[:end], "s"), "'’"))
			}
		}
		if !ok || k == 1 && strings.Contains(plainEnglish, " "+key+" ") {
			continue
		}
		if p.caps[key] && head[:end] != strings.ToUpper(head[:end]) {
			continue
		}
		return utf8.RuneCountInString(head[:end]), row, true
	}
	return 0, 0, false
}
