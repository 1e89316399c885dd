package page

import "unicode/utf8"

// signs of either script that are common on travel pages and differ between them.
const (
	onlyHans = "团费元线价门务发这对说时为会车机场业东华国际酒们来见与从点长学过还后里进关经应间题无龙湾广厅饭馆乐岛飞单双岁儿订预选观览样项"
	onlyHant = "團費線價門務發這對說時為會車機場業東華國際們來見與從點長學過還後裡進關經應間題無龍灣廣廳飯館樂島飛單雙歲兒訂預選觀覽樣項"
)

const (
	scriptFirst = 0x3400
	scriptLast  = 0x9fff
)

// signScript is the two lists as an array: 1 for onlyHans, 2 for onlyHant.
var signScript = func() (t [scriptLast - scriptFirst + 1]uint8) {
	for _, r := range onlyHans {
		t[r-scriptFirst] = 1
	}
	for _, r := range onlyHant {
		t[r-scriptFirst] = 2
	}
	return t
}()

// language is zh-Hans, zh-Hant or en, by the signs of the text.
func (v *view) language(title string) string {
	hans, hant, han, latin := 0, 0, 0, 0
	count := func(s string, weight int) {
		for i, w := 0, 1; i < len(s); i += w {
			r := rune(s[i])
			if w = 1; r >= 0xe3 && r <= 0xe9 && i+2 < len(s) {
				w = 3 // most Chinese signs, without a call
				r = r&0xf<<12 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
			} else if r >= utf8.RuneSelf {
				r, w = utf8.DecodeRuneInString(s[i:])
			}
			switch {
			case r >= scriptFirst && r <= scriptLast:
				han += weight
				switch signScript[r-scriptFirst] {
				case 2:
					hant += weight
				case 1:
					hans += weight
				}
			case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
				latin += weight
			}
		}
	}
	count(title, 3)
	total := 0
	for _, l := range v.lines {
		if total += len(l.text); total > 40000 {
			break
		}
		count(l.text, 1)
	}
	switch {
	case han*12 < latin, han == 0 && latin > 0:
		return "en"
	case han == 0:
		return ""
	case hant > hans:
		return "zh-Hant"
	}
	return "zh-Hans"
}
