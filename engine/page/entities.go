package page

import (
	"bytes"
	"html"
	"unicode/utf8"
)

// appendEntity decodes the character reference at the start of b, which begins with '&', and appends it to dst; n is how
// many bytes of b it took. Named references are those of HTML5, the old ones also without semicolon, as in browsers.
// In an attribute value a reference without semicolon before '=' or a letter stays as written ("?a=1&copy=2").
func appendEntity(dst, b []byte, attribute bool) (out []byte, n int) {
	if len(b) < 2 {
		return append(dst, '&'), 1
	}
	if b[1] == '#' {
		return appendNumeric(dst, b)
	}
	end := 1
	for end < len(b) && end < 40 && (isLetter(b[end]) || '0' <= b[end] && b[end] <= '9') {
		end++
	}
	if end == 1 {
		return append(dst, '&'), 1
	}
	closed := end < len(b) && b[end] == ';'
	if closed {
		end++
		switch string(b[1:end]) {
		case "nbsp;":
			return append(dst, 0xC2, 0xA0), end
		case "amp;":
			return append(dst, '&'), end
		case "gt;":
			return append(dst, '>'), end
		case "lt;":
			return append(dst, '<'), end
		case "quot;":
			return append(dst, '"'), end
		case "yen;":
			return append(dst, 0xC2, 0xA5), end
		}
	}
	if attribute {
		return appendStrict(dst, b, end, closed)
	}
	// The standard library knows the table; what it leaves undecoded comes back as it was.
	return append(dst, html.UnescapeString(string(b[:end]))...), end
}

// appendStrict decodes a named reference in an attribute: only as a whole.
func appendStrict(dst, b []byte, end int, closed bool) (out []byte, n int) {
	if !closed && end < len(b) && b[end] == '=' {
		return append(dst, '&'), 1
	}
	whole := html.UnescapeString(string(b[:end]))
	if closed {
		// Decoded as a whole, nothing of the name is left behind.
		if whole != ";" && whole[len(whole)-1] == ';' {
			return append(dst, '&'), 1
		}
		return append(dst, whole...), end
	}
	// A reference that took only the beginning of the name is none here.
	_, size := utf8.DecodeRuneInString(whole)
	if len(whole) > size {
		return append(dst, '&'), 1
	}
	return append(dst, whole...), end
}

// appendNumeric decodes &#N; and &#xH;. Values that are no characters become U+FFFD, those of 0x80…0x9F are read as
// windows-1252, as the standard says.
func appendNumeric(dst, b []byte) (out []byte, n int) {
	i, base := 2, rune(10)
	if i < len(b) && b[i]|0x20 == 'x' {
		i, base = 3, 16
	}
	start, x := i, rune(0)
	for ; i < len(b); i++ {
		d := rune(hexValue(b[i]))
		if d < 0 || d >= base {
			break
		}
		if x <= utf8.MaxRune {
			x = x*base + d
		}
	}
	if i == start {
		return append(dst, '&'), 1
	}
	if i < len(b) && b[i] == ';' {
		i++
	}
	switch {
	case 0x80 <= x && x <= 0x9F:
		x = windows1252[x-0x80]
	case x == 0 || x > utf8.MaxRune || 0xD800 <= x && x <= 0xDFFF:
		x = utf8.RuneError
	}
	return utf8.AppendRune(dst, x), i
}

var windows1252 = [32]rune{
	'\u20AC', '\u0081', '\u201A', '\u0192', '\u201E', '\u2026', '\u2020', '\u2021', '\u02C6', '\u2030', '\u0160', '\u2039', '\u0152', '\u008D', '\u017D', '\u008F',
	'\u0090', '\u2018', '\u2019', '\u201C', '\u201D', '\u2022', '\u2013', '\u2014', '\u02DC', '\u2122', '\u0161', '\u203A', '\u0153', '\u009D', '\u017E', '\u0178',
}

// appendValue appends an attribute value with its references decoded.
func appendValue(dst, val []byte) []byte {
	for {
		at := bytes.IndexByte(val, '&')
		if at < 0 {
			return append(dst, val...)
		}
		dst = append(dst, val[:at]...)
		var n int
		dst, n = appendEntity(dst, val[at:], true)
		val = val[at+n:]
	}
}
