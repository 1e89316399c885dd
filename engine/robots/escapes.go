package robots

import "strings"

const upperHex = "0123456789ABCDEF"

// literalForm keeps escapes as they are, apart from the case of their digits and of ~ - . _ , which old software escapes
// for no reason. Bytes beyond ASCII are escaped in a rule; a path that holds them unescaped is no URL, and keeps them: in
// this form it matches only rules that name no such bytes.
func literalForm(s string, isRule bool) string {
	return rewrite(s, func(c byte) bool { return c == '~' || c == '-' || c == '.' || c == '_' }, "", !isRule)
}

// normalForm is the comparison form of RFC 9309 §2.2.2: unreserved characters unescaped, bytes beyond ASCII escaped. In a
// path the star and the dollar are ordinary characters and are escaped; in a rule only a dollar before the end is.
func normalForm(s string, isRule bool) string {
	if !isRule {
		return rewrite(s, isUnreserved, "*$", false)
	}
	if body, pinned := strings.CutSuffix(s, "$"); pinned {
		return rewrite(body, isUnreserved, "$", false) + "$"
	}
	return rewrite(s, isUnreserved, "$", false)
}

func isUnreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// rewrite unescapes what plain says, escapes bytes beyond ASCII (unless keepRaw) and those in special, and writes hex
// digits in upper case. A percent sign that begins no escape stays.
func rewrite(s string, plain func(byte) bool, special string, keepRaw bool) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == '%' || r >= 0x80 || strings.ContainsRune(special, r) }) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			high, low := unhex(s[i+1]), unhex(s[i+2])
			if high >= 0 && low >= 0 {
				if v := byte(high<<4 | low); plain(v) {
					b.WriteByte(v)
				} else {
					writeEscape(&b, v)
				}
				i += 2
				continue
			}
		}
		if c >= 0x80 && !keepRaw || strings.IndexByte(special, c) >= 0 {
			writeEscape(&b, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func writeEscape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperHex[c>>4])
	b.WriteByte(upperHex[c&15])
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
