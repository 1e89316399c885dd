package page

import (
	"encoding/binary"
	"sync"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Frequent characters, by which a text is known for Chinese, Japanese or Korean: function words and the words of travel.
const (
	commonHans = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里" +
		"用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意" +
		"无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产" +
		"新制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系" +
		"气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便" +
		"空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望" +
		"觉术领共确传师观清今切院让识候带导争运游线旅团票价元报名费用天晚飞双酒店景点桂林云丽江九寨沟黄州杭苏厦门青岛" +
		"版权所有联系我们首页地址电话版服务预订签证自由推荐热门特惠港澳台欧亚泰韩六七八零春夏秋冬湖河岛古城镇温泉早餐" +
		"含接送购物须温馨提示注意事项包车火汽往返机票门票导游住宿标准成人儿童"
	commonHant = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡" +
		"用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意" +
		"無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產" +
		"新制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系" +
		"氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便" +
		"空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望" +
		"覺術領共確傳師觀清今切院讓識候帶導爭運遊線旅團票價元報名費用天晚飛雙酒店景點桂林雲麗江九寨溝黃州杭蘇廈門青島" +
		"版權所有聯繫我們首頁地址電話服務預訂簽證自由推薦熱門特惠港澳台臺灣歐亞泰韓六七八零春夏秋冬湖河島古城鎮溫泉早餐"
	commonHangul = "이다는의가에을를은고지사하기도로한인대자시어리아일서스수정해보부나전주라구그안여상경트원장만조요제과오비공" +
		"화소국동마관있들것게면우연년내용진신성드문입니습여행"
)

// script is one legacy encoding that a page without a believable declaration may have.
type script struct {
	name   string
	enc    encoding.Encoding
	common *pairSet // byte pairs of the frequent characters
	// plain says whether a pair lies in the part of the encoding where ordinary characters live.
	plain func(lead, trail byte) bool
	kana  func(lead, trail byte) bool
	trail func(c byte) bool
}

var scripts = sync.OnceValue(func() []script {
	high := func(c byte) bool { return c >= 0xA1 && c <= 0xFE }
	none := func(lead, trail byte) bool { return false }
	return []script{
		{name: "gb18030", enc: simplifiedchinese.GB18030, common: pairs(simplifiedchinese.GB18030, commonHans), kana: none,
			plain: func(l, t byte) bool { return l >= 0xB0 && l <= 0xD7 && t >= 0xA1 },
			trail: func(c byte) bool { return c >= 0x40 && c != 0x7F && c != 0xFF }},
		{name: "big5", enc: traditionalchinese.Big5, common: pairs(traditionalchinese.Big5, commonHant), kana: none,
			plain: func(l, t byte) bool { return l >= 0xA4 && l <= 0xC6 },
			trail: func(c byte) bool { return c >= 0x40 && c <= 0x7E || high(c) }},
		{name: "euc-jp", enc: japanese.EUCJP, common: pairs(japanese.EUCJP, "日本人年月大中国一時間分行会社前後"),
			kana:  func(l, t byte) bool { return (l == 0xA4 || l == 0xA5) && t >= 0xA1 },
			plain: func(l, t byte) bool { return l >= 0xB0 && l <= 0xCF && t >= 0xA1 }, trail: high},
		{name: "shift_jis", enc: japanese.ShiftJIS, common: pairs(japanese.ShiftJIS, "日本人年月大中国一時間分行会社前後"),
			kana: func(l, t byte) bool {
				return l == 0x82 && t >= 0x9F && t <= 0xF1 || l == 0x83 && t >= 0x40 && t <= 0x96
			},
			plain: func(l, t byte) bool { return l >= 0x88 && l <= 0x97 },
			trail: func(c byte) bool { return c >= 0x40 && c != 0x7F && c <= 0xFC }},
		{name: "euc-kr", enc: korean.EUCKR, common: pairs(korean.EUCKR, commonHangul), kana: none,
			plain: func(l, t byte) bool { return l >= 0xB0 && l <= 0xC8 && t >= 0xA1 }, trail: high},
	}
})

// pairSet is a set of byte pairs.
type pairSet [1 << 16 / 64]uint64

func (p *pairSet) has(lead, trail byte) bool {
	i := uint(lead)<<8 | uint(trail)
	return p[i/64]>>(i%64)&1 != 0
}

// pairs encodes characters and keeps those of two bytes.
func pairs(enc encoding.Encoding, chars string) *pairSet {
	set := new(pairSet)
	for _, r := range chars {
		b, err := enc.NewEncoder().Bytes([]byte(string(r)))
		if err == nil && len(b) == 2 {
			i := uint(b[0])<<8 | uint(b[1])
			set[i/64] |= 1 << (i % 64)
		}
	}
	return set
}

// sampleBytes and sampleChars bound how much of a page is scored.
const (
	sampleBytes = 256 << 10
	sampleChars = 1500
)

// score says how much the bytes look like text of this script: the mean over all characters of 1 for a frequent one, 0.5
// for an ordinary one, 0 for a rare one, -1 for an error. n is the number of characters.
func (s *script) score(b []byte) (mean float64, n int) {
	if len(b) > sampleBytes {
		b = b[:sampleBytes]
	}
	sum, kana := 0.0, 0
	for i := 0; i < len(b) && n < sampleChars; i++ {
		lead := b[i]
		if lead < 0x80 {
			for i+9 <= len(b) && binary.LittleEndian.Uint64(b[i+1:])&highBits == 0 {
				i += 8
			}
			continue
		}
		if s.name == "shift_jis" && lead >= 0xA1 && lead <= 0xDF {
			n++ // half-width katakana, one byte: hardly ever on pages
			continue
		}
		if i+1 >= len(b) {
			break
		}
		trail := b[i+1]
		if !s.trail(trail) {
			if s.name == "gb18030" && trail >= '0' && trail <= '9' && i+3 < len(b) && b[i+2] >= 0x81 && b[i+3] >= '0' && b[i+3] <= '9' {
				i += 3 // a four-byte character: rare, but none of the others has it
				continue
			}
			n++
			sum--
			continue
		}
		i++
		switch {
		case s.symbol(lead, trail):
			continue // punctuation is in the same rows of all of them
		case s.kana(lead, trail):
			kana++
			sum++
		case s.common.has(lead, trail):
			sum++
		case s.plain(lead, trail):
			sum += 0.5
		}
		n++
	}
	if n == 0 {
		return 0, 0
	}
	// Japanese without kana is not Japanese; the kanji rows are those of GB2312's hanzi.
	if (s.name == "euc-jp" || s.name == "shift_jis") && kana*8 < n {
		sum = min(sum, 0.3*float64(n))
	}
	return sum / float64(n), n
}

// symbol says whether a pair is punctuation or a sign.
func (s *script) symbol(lead, trail byte) bool {
	switch s.name {
	case "shift_jis":
		return lead == 0x81
	case "big5":
		return lead >= 0xA1 && lead <= 0xA3
	}
	return lead >= 0xA1 && lead <= 0xA3 && trail >= 0xA1
}

// best is the script that fits the bytes best. The earlier one wins a near tie: short Chinese titles must not become
// something else.
func best(body []byte) (s *script, mean float64, n int) {
	all := scripts()
	mean = -2
	for i := range all {
		m, k := all[i].score(body)
		if k > 0 && m > mean+0.08 {
			s, mean, n = &all[i], m, k
		}
	}
	return s, mean, n
}

// rival says whether another script fits the bytes so much better than the declared encoding that the declaration is a
// mistake: Big5 bytes decode as gb18030 without a single error, and everything decodes as Latin-1.
func rival(body []byte, declared string) bool {
	all, own := scripts(), -2.0
	for i := range all {
		if all[i].name == declared {
			if own, _ = all[i].score(body); own >= 0.55 {
				return false // what people write in it
			}
		}
	}
	s, mean, n := best(body)
	if s == nil || s.name == declared || n < 3 || mean < 0.5 {
		return false
	}
	return singleByte(declared) || own > -2 && mean > own+0.25
}

// twoBytesByChance says whether a short text that is valid UTF-8 of two-byte characters is Chinese in GBK: 校园 and 签证
// are such words. Accents of Latin letters begin with C2…C9; Greek, Cyrillic and Arabic words read as GBK are not what
// people write.
func twoBytesByChance(body []byte) bool {
	latin, other := 0, 0
	for _, c := range body {
		switch {
		case c >= 0xCA:
			other++
		case c >= 0xC2:
			latin++
		}
	}
	if other == 0 || other < latin {
		return false
	}
	gb := &scripts()[0]
	mean, n := gb.score(body)
	return n >= 2 && mean >= 0.5
}

// guess reads bytes that carry no believable declaration.
func guess(body []byte) (decoded, bool) {
	s, mean, _ := best(body)
	if s != nil && mean > 0.15 {
		if d := read(s.name, s.enc, body); d.bad*8 <= d.good {
			return d, true
		}
	}
	if latinLike(body) {
		if name, enc, ok := lookup("windows-1252"); ok {
			return read(name, enc, body), true
		}
	}
	// A page with much damage is still worth reading when most of it is sound.
	if s != nil && mean > 0 {
		if d := read(s.name, s.enc, body); d.bad*4 <= d.good {
			return d, true
		}
	}
	// Rare words alone score like noise. What reads without a single error is taken for what most such pages are.
	for _, name := range [...]string{"gb18030", "big5"} {
		if d := readPairs(name, body); d.bad == 0 {
			return d, true
		}
	}
	return decoded{}, false
}

// latinLike says whether the bytes beyond ASCII stand alone or in pairs among letters, as accents do.
func latinLike(body []byte) bool {
	high, lonely := 0, 0
	for i, c := range body {
		if c < 0xA0 {
			if c >= 0x80 {
				high++
				// Quotes and dashes of windows-1252.
				if c >= 0x91 && c <= 0x97 || c == 0x80 || c == 0x85 {
					lonely++
				}
			}
			continue
		}
		high++
		before := i > 0 && body[i-1] >= 0xA0
		after := i+1 < len(body) && body[i+1] >= 0xA0
		if !before && !after {
			lonely++
		}
	}
	return high > 0 && lonely*10 >= high*7
}
