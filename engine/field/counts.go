package field

import "unicode/utf8"

// counts says whether a text counts days or nights at all: a unit that a number stands before.
type counts struct{ days, nights bool }

// countsIn looks for the units of the patterns of days and nights behind a number, white space, dashes and 个 aside. It
// may say yes where no pattern matches, never no where one does.
func countsIn(s string) (c counts) {
	number := false // the last sign that is no blank belongs to a number
	for i := 0; i < len(s); {
		b := s[i]
		if b < utf8.RuneSelf {
			switch {
			case b >= '0' && b <= '9':
				number = true
			case b == ' ' || b >= '\t' && b <= '\r' || b == '-':
			case number && b|0x20 == 'd':
				c.days, number = true, false
			case number && b|0x20 == 'n':
				c.nights, number = true, false
			default:
				number = false
			}
			i++
			continue
		}
		var r rune
		if b >= 0xe4 && b <= 0xe9 && i+2 < len(s) && s[i+1]&0xc0 == 0x80 && s[i+2]&0xc0 == 0x80 {
			r = rune(b)&0xf<<12 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
			i += 3
		} else {
			var w int
			r, w = utf8.DecodeRuneInString(s[i:])
			i += w
		}
		switch r {
		case '一', '二', '两', '三', '四', '五', '六', '七', '八', '九', '十', '廿', '卅':
			number = true
		case '天', '日':
			c.days = c.days || number
			number = false
		case '晚', '夜':
			c.nights = c.nights || number
			number = false
		case '个':
		default:
			number = false
		}
	}
	return c
}
