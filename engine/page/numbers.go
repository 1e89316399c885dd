package page

import (
	"bytes"
	"unicode/utf8"
)

// numbers counts amounts of money and follows the days of an itinerary through one block of text.
func (f *facts) numbers(b []byte) {
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case '0' <= c && c <= '9':
			end := amountEnd(b, i)
			f.number(b, i, end)
			i = end - 1
		case c == 0xE7 && i+2 < len(b) && b[i+1] == 0xAC && b[i+2] == 0xAC: // 第
			if n, used := ordinal(b[i+3:]); used > 0 && dayUnit(b[i+3+used:]) {
				f.sawDay(n)
				i += 2 + used
			}
		case c == 'D' || c == 'd':
			if n, used := dayCode(b, i); used > 0 {
				f.sawDay(n)
				i += used - 1
			}
		}
	}
}

// amountEnd returns where the number that starts at b[i] ends: digits, grouped by commas, with a decimal part.
func amountEnd(b []byte, i int) int {
	for i < len(b) {
		c := b[i]
		if c >= '0' && c <= '9' {
			i++
			continue
		}
		if (c == ',' || c == '.') && i+1 < len(b) && b[i+1] >= '0' && b[i+1] <= '9' {
			i++
			continue
		}
		break
	}
	return i
}

// number decides whether b[from:to] is an amount of money, by what stands before and behind.
func (f *facts) number(b []byte, from, to int) {
	before := bytes.TrimRight(b[:from], " ")
	if currencyBefore(before) || currencyBehind(bytes.TrimLeft(b[to:], " +")) {
		f.prices++
	}
}

func currencyBefore(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	switch b[len(b)-1] {
	case '$':
		return true
	case 0xA5: // ¥ C2 A5, ￥ EF BF A5
		return bytes.HasSuffix(b, []byte("¥")) || bytes.HasSuffix(b, []byte("￥"))
	case 0xA3:
		return bytes.HasSuffix(b, []byte("£"))
	case 0xAC:
		return bytes.HasSuffix(b, []byte("€"))
	case 'B', 'Y', 'D', 'R', 'P', 'b':
		for _, w := range [...]string{"RMB", "CNY", "USD", "EUR", "GBP", "HKD", "TWD", "AUD", "Rmb", "rmb"} {
			if bytes.HasSuffix(b, []byte(w)) {
				return true
			}
		}
	}
	return false
}

var currencyWords = [...][]byte{[]byte("元"), []byte("圆"), []byte("圓"), []byte("块"), []byte("起"), []byte("人民币"), []byte("美元"), []byte("美金"),
	[]byte("港币"), []byte("港元"), []byte("欧元"), []byte("台币"), []byte("/人"), []byte("€"), []byte("RMB"), []byte("CNY"), []byte("USD"), []byte("EUR"),
	[]byte("USD$"), []byte("yuan"), []byte("per person"), []byte("/person"), []byte("pp")}

func currencyBehind(b []byte) bool {
	if len(b) < 2 || b[0] >= '0' && b[0] <= '9' {
		return false
	}
	for _, w := range currencyWords {
		if b[0] == w[0] && bytes.HasPrefix(b, w) {
			return true
		}
	}
	return false
}

// ordinal reads a number of at most two digits or a Chinese one up to 99 at the start of b; used is 0 when none is there.
func ordinal(b []byte) (n, used int) {
	i := 0
	for i < len(b) && b[i] == ' ' {
		i++
	}
	start := i
	for i < len(b) && b[i] >= '0' && b[i] <= '9' && i-start < 3 {
		n = n*10 + int(b[i]-'0')
		i++
	}
	if i > start {
		return n, i
	}
	tens, seen := 0, false
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		switch d := hanDigit(r); {
		case d > 0 && d < 10:
			n = d
		case d == 10:
			tens, n = max(n, 1), 0
		case r >= '０' && r <= '９':
			n = n*10 + int(r-'０')
		default:
			if !seen {
				return 0, 0
			}
			return tens*10 + n, i
		}
		seen = true
		i += size
	}
	return 0, 0
}

func hanDigit(r rune) int {
	switch r {
	case '一':
		return 1
	case '二', '两':
		return 2
	case '三':
		return 3
	case '四':
		return 4
	case '五':
		return 5
	case '六':
		return 6
	case '七':
		return 7
	case '八':
		return 8
	case '九':
		return 9
	case '十':
		return 10
	}
	return 0
}

// dayUnit says whether 天 or 日 follows.
func dayUnit(b []byte) bool {
	b = bytes.TrimLeft(b, " ")
	return bytes.HasPrefix(b, []byte("天")) || bytes.HasPrefix(b, []byte("日"))
}

// dayCode reads "D3", "DAY 3", "Day03", "Day Three" at b[i]; used is 0 when something else is there. A letter or digit
// before it makes it part of a word.
func dayCode(b []byte, i int) (n, used int) {
	if i > 0 && (isLetter(b[i-1]) || b[i-1] >= '0' && b[i-1] <= '9' || b[i-1] == '-') {
		return 0, 0
	}
	at := i + 1
	if at+2 <= len(b) && b[at]|0x20 == 'a' && b[at+1]|0x20 == 'y' {
		at += 2
		for at < len(b) && (b[at] == ' ' || b[at] == '.' || b[at] == '-' || b[at] == '_') {
			at++
		}
		if n, size := dayWord(b[at:]); size > 0 {
			return n, at + size - i
		}
	}
	start := at
	for at < len(b) && b[at] >= '0' && b[at] <= '9' && at-start < 3 {
		n = n*10 + int(b[at]-'0')
		at++
	}
	if at == start || at-start > 2 || at < len(b) && isLetter(b[at]) {
		return 0, 0
	}
	return n, at - i
}

var dayWords = [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func dayWord(b []byte) (n, size int) {
	for k, w := range dayWords {
		if len(b) >= len(w) && equalFold(b[:len(w)], w) && (len(b) == len(w) || !isLetter(b[len(w)])) {
			return k + 1, len(w)
		}
	}
	return 0, 0
}

// sawDay counts upwards from day 1; a day out of turn is a mention and does not count.
func (f *facts) sawDay(n int) {
	switch n {
	case 1:
		f.day = 1
	case f.day + 1:
		f.day = n
	default:
		return
	}
	f.DaySequence = max(f.DaySequence, f.day)
}
