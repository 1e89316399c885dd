package page

import (
	"bytes"
	"unicode/utf8"
)

// look goes through one block of text: it counts amounts of money, follows the days of an itinerary and notices a
// breadcrumb's words. It returns where the first colon stands, -1 without one. marks are the places to be looked at,
// counted from before b.
func (f *facts) look(b []byte, marks []int32, before int) (colon int) {
	colon = -1
	done := 0
	for _, m := range marks {
		i := int(m) - before
		if i < done {
			continue
		}
		if i >= len(b) {
			break
		}
		switch lookClass[b[i]] {
		case lookDigit:
			done = amountEnd(b, i)
			f.number(b, i, done)
		case lookD:
			if n, used := dayCode(b, i); used > 0 {
				f.sawDay(n)
			}
		case lookSign:
			if i+2 < len(b) {
				f.sign(b, i)
			}
		case lookColon:
			if colon < 0 {
				colon = i
			}
		case lookFull:
			if colon < 0 && i+2 < len(b) && b[i+1] == 0xBC && b[i+2] == 0x9A { // ：
				colon = i
			}
		}
	}
	return colon
}

// sign looks at a character of E7 XX XX: 第 may begin a day of an itinerary, 置 may end the words of a trail.
func (f *facts) sign(b []byte, i int) {
	switch {
	case b[i+1] == 0xAC && b[i+2] == 0xAC: // 第
		if first, last, used := ordinals(b[i+3:]); used > 0 && dayUnit(b[i+3+used:]) {
			f.sawDays(first, last)
		}
	case b[i+1] == 0xBD && b[i+2] == 0xAE && !f.trail && len(b) < 400: // 置
		f.trail = trailWords(b[:i+3])
	}
}

const (
	lookPlain = iota
	lookDigit
	lookD
	lookSign // begins 第 or 置, perhaps
	lookFull // begins ：, perhaps
	lookColon
)

var lookClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= '0' && c <= '9':
			t[c] = lookDigit
		case c|0x20 == 'd':
			t[c] = lookD
		case c == 0xE7:
			t[c] = lookSign
		case c == 0xEF:
			t[c] = lookFull
		case c == ':':
			t[c] = lookColon
		}
	}
	return t
}()

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
	if rest := b[to:]; len(rest) > 2 && rest[0] == ':' && to-from <= 2 && digit(rest[1]) && digit(rest[2]) {
		f.Times++
		return
	}
	before, behind := from, to
	for before > 0 && b[before-1] == ' ' {
		before--
	}
	for behind < len(b) && (b[behind] == ' ' || b[behind] == '+') {
		behind++
	}
	if currencyBefore(b[:before]) || currencyBehind(b[behind:]) {
		f.prices++
	}
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

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

// currencyWords by their first byte; nearly every byte begins none.
var currencyWords = func() (t [256][][]byte) {
	for _, w := range [...]string{"元", "圆", "圓", "块", "起", "人民币", "美元", "美金", "港币", "港元", "欧元", "台币", "/人", "€", "RMB", "CNY", "USD", "EUR",
		"yuan", "per person", "/person", "pp"} {
		t[w[0]] = append(t[w[0]], []byte(w))
	}
	return t
}()

func currencyBehind(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	for _, w := range currencyWords[b[0]] {
		if bytes.HasPrefix(b, w) {
			return true
		}
	}
	return false
}

// ordinals reads one number or two: "一", "3", "二至六", "8、9", "1-2".
func ordinals(b []byte) (first, last, used int) {
	first, used = ordinal(b)
	last = first
	if used == 0 {
		return 0, 0, 0
	}
	if to := upTo(b[used:]); to > 0 {
		if n, more := ordinal(b[used+to:]); more > 0 {
			return first, n, used + to + more
		}
	}
	return first, last, used
}

// upTo is the length of a sign between the first and the last of a range at the start of b, 0 when there is none.
func upTo(b []byte) int {
	if len(b) > 0 && (b[0] == '-' || b[0] == '~') {
		return 1
	}
	if len(b) < 3 {
		return 0
	}
	switch string(b[:3]) {
	case "、", "至", "～", "—", "到", "–":
		return 3
	}
	return 0
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
	for len(b) > 0 && b[0] == ' ' {
		b = b[1:]
	}
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

// sawDays counts days told together: "第二至六天".
func (f *facts) sawDays(first, last int) {
	f.sawDay(first)
	if f.day == first && last > first && last < first+60 {
		f.day = last
		f.DaySequence = max(f.DaySequence, last)
	}
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
