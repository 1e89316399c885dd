package field

import (
	"strings"
	"unicode/utf8"
)

// simplified maps the traditional and variant characters that the readers look for to the ones they are written with.
// It is not a script converter: a character that no reader looks for stays as it is.
var simplified = foldTable(
	"圓元圆元價价門门時时發发團团號号週周雙双飛飞臥卧鐵铁遊游兩两萬万幣币貳贰陸陆壹壹參叁叄叁玖玖億亿點点農农曆历節节國国慶庆" +
		"勞劳動动聖圣誕诞陽阳婦妇兒儿親亲師师禮礼拜拜逢逢車车機机輪轮郵邮駕驾軟软達达團团費费優优會会員员惠惠現现廠厂場场" +
		"標标報报單单間间補补險险購购導导餐餐訂订預预約约贈赠項项註注冊册證证許许備备版版權权權权滿满減减返返節节抵抵獎奖積积" +
		"從从啟启啓启發发馬马來来歐欧東东韓韩灣湾澳澳鎊镑泰泰銖铢盧卢比比紐纽新新盾盾葡葡個个幾几晚晚內内裏里裡里後后極极純纯" +
		"質质經经濟济舒舒適适豪豪華华親亲研研學学徒徒攝摄影影體体驗验無无參参行行程程間间數数計计總总幫帮開开關关閉闭業业認认" +
		"線线路路鄉乡區区縣县島岛嶺岭灣湾廣广龍龙寧宁長长蘇苏應应電电話话熱热詢询獨独組组拼拼滬沪瀋沈臺台檯台颱台歲岁籤签簽签" +
		"稅税樂乐園园舊旧貴贵責责貨货員员產产品品" +
		"覽览須须請请諮咨營营議议額额換换變变當当佔占與与為为於于達达辦办隨随訊讯館馆飯饭賞赏櫻樱纜缆" +
		"〇零○零佰佰仟仟")

// foldTable reads pairs of characters.
func foldTable(pairs string) map[rune]rune {
	rs := []rune(pairs)
	m := make(map[rune]rune, len(rs)/2)
	for i := 0; i+1 < len(rs); i += 2 {
		m[rs[i]] = rs[i+1]
	}
	return m
}

// maxText is how many bytes of a text are read. What sells a tour stands at its beginning; a hostile page shall not buy
// minutes of work.
const maxText = 24 << 10

// clean cuts a text that is too long and removes characters that nobody sees and that split numbers and words: zero-width
// spaces and joiners, byte order marks, soft hyphens.
func clean(text string) string {
	text = head(text, maxText)
	if !hasUnseen(text) {
		if utf8.ValidString(text) {
			return text
		}
		return strings.ToValidUTF8(text, " ")
	}
	return strings.ToValidUTF8(strings.Map(func(r rune) rune {
		switch r {
		case 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad:
			return -1
		}
		return r
	}, text), " ")
}

// hasUnseen is true when clean has something to remove.
func hasUnseen(s string) bool {
	return strings.IndexByte(s, 0xe2) >= 0 && strings.ContainsAny(s, "\u200b\u200c\u200d\u2060") ||
		strings.Contains(s, "\u00ad") || strings.Contains(s, "\ufeff")
}

// Fold brings a text to the one form that labels are compared in: half-width, one kind of dash and space, the traditional
// characters of travel words simplified.
func Fold(text string) string { return fold(clean(text)) }

// fold brings a cleaned text to the form the patterns are written for: half-width ASCII, one kind of space, dash and
// currency sign, simplified characters. One rune becomes one rune, so that a rune index means the same in both.
func fold(text string) string {
	same := foldedPrefix(text)
	if same == len(text) {
		return text
	}
	out := append(make([]byte, 0, len(text)), text[:same]...)
	for i, w := same, 1; i < len(text); i += w {
		r := rune(text[i])
		switch {
		case r >= 0x20 && r < utf8.RuneSelf || r == '\n':
			w = 1
			out = append(out, byte(r))
			continue
		case r >= 0xe4 && r <= 0xe9 && i+2 < len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80:
			w = 3 // most Chinese signs, without a call
			r = r&0xf<<12 | rune(text[i+1]&0x3f)<<6 | rune(text[i+2]&0x3f)
			if r <= hanLast && folded[r-hanFirst] == 0 {
				out = append(out, text[i:i+3]...)
				continue
			}
		default:
			r, w = utf8.DecodeRuneInString(text[i:])
		}
		out = utf8.AppendRune(out, foldRune(r))
	}
	return string(out)
}

// foldedPrefix is how many bytes of a cleaned text fold leaves as they are.
func foldedPrefix(s string) int {
	for i, w := 0, 1; i < len(s); i += w {
		r := rune(s[i])
		switch {
		case r < utf8.RuneSelf:
			w = 1
			if r < 0x20 && r != '\n' {
				return i
			}
			continue
		case r >= 0xe4 && r <= 0xe9 && i+2 < len(s) && s[i+1]&0xc0 == 0x80 && s[i+2]&0xc0 == 0x80:
			w = 3
			r = r&0xf<<12 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
			if r <= hanLast && folded[r-hanFirst] == 0 {
				continue
			}
		default:
			r, w = utf8.DecodeRuneInString(s[i:])
		}
		if r == utf8.RuneError || foldRune(r) != r {
			return i
		}
	}
	return len(s)
}

func foldRune(r rune) rune {
	switch {
	case r < 0x80:
		if r == '\r' || r == '\t' || r == '\v' || r == '\f' || r < 0x20 && r != '\n' {
			return ' '
		}
		return r
	case r >= 0x4e00 && r <= hanLast:
		return simplify(r)
	case r >= 0xff01 && r <= 0xff5e:
		return r - 0xfee0
	case r == 0x3000, r == 0xa0, r >= 0x2000 && r <= 0x200a, r == 0x202f, r == 0x205f:
		return ' '
	case r == '￥', r == '¥':
		return '¥'
	case r == '＄':
		return '$'
	case r == '￡':
		return '£'
	case r >= 0x2010 && r <= 0x2015, r == 0x2212, r == '─', r == '━':
		return '-'
	case r == '〜', r == '～', r == '∼':
		return '~'
	case r == '﹑', r == '､':
		return '、'
	case r == '︰', r == '∶':
		return ':'
	}
	return simplify(r)
}

// hanFirst and hanLast bound the table of folded characters (○ is the first).
const (
	hanFirst = 0x2500
	hanLast  = 0x9fff
)

// folded is simplified as an array; 0 stands for a character that stays.
var folded = func() (t [hanLast - hanFirst + 1]uint16) {
	for from, to := range simplified {
		t[from-hanFirst] = uint16(to)
	}
	return t
}()

func simplify(r rune) rune {
	if r >= hanFirst && r <= hanLast {
		if to := folded[r-hanFirst]; to != 0 {
			return rune(to)
		}
	}
	return r
}

// runeIndex turns a byte offset of s into a rune offset.
func runeIndex(s string, at int) int {
	n := 0
	for i := range s {
		if i >= at {
			break
		}
		n++
	}
	return n
}
