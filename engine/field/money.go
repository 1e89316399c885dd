package field

import (
	"strings"
	"unicode/utf8"
)

// amount is one sum of money in a text.
type amount struct {
	lo, hi     float64 // hi is 0 unless the text gives a span
	currency   string  // ISO 4217; "" when only a label or 起 says that it is money
	start, end int     // bytes of the folded text, currency and 起 included
	role       role
}

var (
	spacedToken = MustPattern(`^\d{1,3}(?: \d{3})+(?:\.\d{1,2})?`)
	euroToken   = MustPattern(`^\d{1,3}(?:\.\d{3})+(?:,\d{2})?`)
	spanMark    = MustPattern(`^\s*(?:元|起)?\s*(?:-{1,2}|~|至|到|to)\s*$`)
	upMark      = MustPattern(`^\s*(?:元|/人|/位)*\s*(?:起(?:[^义重飞源来步床码居至到]|$)|up\b|\+\s*(?:$|\n|/))`)
	notMoney    = MustPattern(`^\s*(?:折|%|人|位|名|天|日|晚|夜|号|月|年|岁|周|次|米|公里|km|cm|mm|个|家|间|张|条|座|分|小时|点|条|度|星|期|级|kg|公斤|平|㎡|度|only\b|成团|站|辆)`)
)

// number is a token that may become an amount.
type number struct {
	v          float64
	start, end int
	chinese    bool
}

// amounts finds the sums of money of a folded text, in order.
func amounts(s string) []amount {
	nums := numbers(s)
	var out []amount
	used := 0
	for i := 0; i < len(nums); i++ {
		n := nums[i]
		a := amount{lo: n.v, start: n.start, end: n.end}
		code, at, before := currencyBefore(s[used:n.start])
		if before {
			a.currency, a.start = code, used+at
		}
		if i+1 < len(nums) {
			if b, ok := span(s, n, nums[i+1]); ok {
				a.hi, a.end = b.v, b.end
				i++
			}
		}
		afterCode, end, after := currencyAfter(s[a.end:])
		if after {
			if !before {
				a.currency = afterCode
			}
			a.end += end
		}
		if !before && !after {
			if n.chinese {
				continue
			}
			looksMoney := n.v >= 50 && upMark.MatchString(head(s[a.end:], 32)) || endsLabel(s[:n.start]) && directLabel.MatchString(lastRunes(s[:n.start], 16))
			if !looksMoney || notMoney.MatchString(head(s[a.end:], 32)) || phoneLike(s, n) {
				continue
			}
		}
		if a.lo <= 0 || a.lo > 1e9 || plainDigits(s[n.start:n.end]) > 8 {
			continue
		}
		out = append(out, a)
		used = a.end
	}
	return out
}

// numbers finds number tokens; groups parted by spaces count only behind a currency sign (¥ 1 280).
func numbers(s string) []number {
	var out []number
	for at := 0; at < len(s); {
		r, w := rune(s[at]), 1
		if r >= 0xe4 && r <= 0xe9 && at+2 < len(s) && s[at+1]&0xc0 == 0x80 && s[at+2]&0xc0 == 0x80 {
			w = 3
			r = r&0xf<<12 | rune(s[at+1]&0x3f)<<6 | rune(s[at+2]&0x3f)
		} else if r >= utf8.RuneSelf {
			r, w = utf8.DecodeRuneInString(s[at:])
		}
		if !digitRune(r) {
			at += w
			continue
		}
		n := numberLength(head(s[at:], 64))
		if n == 0 {
			at += w
			continue
		}
		start, end := at, at+n
		tok := strings.TrimRightFunc(s[start:end], func(r rune) bool { return !numeralRune(r) })
		end = start + len(tok)
		if sep := separator(s[start:]); sep == ' ' || sep == '.' {
			code, _, ok := currencyBefore(s[:start])
			if loc := spacedToken.FindStringIndex(head(s[start:], 32)); loc != nil && (ok || strings.HasPrefix(strings.TrimLeft(s[start+loc[1]:], " "), "€")) {
				if !startsDigit(s[start+loc[1]:]) {
					end = start + loc[1]
				}
			}
			if loc := euroToken.FindStringIndex(head(s[start:], 32)); loc != nil && !startsDigit(s[start+loc[1]:]) &&
				(code == "EUR" || strings.HasPrefix(strings.TrimLeft(s[start+loc[1]:], " "), "€")) {
				end = start + loc[1]
				if v, ok := Numeral(strings.ReplaceAll(strings.ReplaceAll(s[start:end], ".", ""), ",", ".")); ok {
					out = append(out, number{v: v, start: start, end: end})
				}
				at = end
				continue
			}
		}
		at = max(end, start+1)
		if loc := brokenNumber.FindStringIndex(head(s[end:], 16)); end-start <= 3 && loc != nil {
			at = end + loc[1] // 1,99: nobody knows
			continue
		}
		if v, ok := Numeral(s[start:end]); ok {
			r, _ := utf8.DecodeRuneInString(s[start:])
			out = append(out, number{v: v, start: start, end: end, chinese: r >= 0x80})
		}
	}
	return out
}

// separator is the byte behind one to three digits that s begins with, 0 when there is none or no digit follows it.
func separator(s string) byte {
	if n := plainDigits(head(s, 4)); n >= 1 && n <= 3 && n < len(s) && startsDigit(s[n+1:]) {
		return s[n]
	}
	return 0
}

// endsLabel is false for texts at whose end directLabel finds nothing.
func endsLabel(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " \t\n\f\r:："))
	switch r {
	case '价', '格', '费', '用', '人', '童', '孩', '差', '金', '含', '包', '位', '约', '仅', '需', 'e', 'E', 'm', 'M':
		return true
	}
	return false
}

func numeralRune(r rune) bool {
	return digitRune(r) || strings.ContainsRune("kKwW万亿", r)
}

// digitRune is true for what a number may begin with.
func digitRune(r rune) bool {
	if r < 0x80 {
		return r >= '0' && r <= '9'
	}
	switch r {
	case '零', '〇', '一', '壹', '二', '贰', '两', '三', '叁', '四', '肆', '五', '伍', '六', '陆', '七', '柒', '八', '捌', '九', '玖',
		'十', '拾', '百', '佰', '千', '仟', '廿', '卅':
		return true
	}
	return false
}

// span joins 1280-1680: b must follow a over nothing but a dash, a unit and a sign, and be the larger one.
func span(s string, a, b number) (number, bool) {
	gap := s[a.end:b.start]
	if len(gap) > 16 {
		return b, false
	}
	if _, at, ok := currencyBefore(gap); ok {
		gap = gap[:at]
	}
	if _, end, ok := currencyAfter(gap); ok {
		gap = gap[end:]
	}
	if !spanMark.MatchString(gap) || b.v <= a.v || b.v > a.v*20 || b.chinese != a.chinese || notMoney.MatchString(head(s[b.end:], 32)) {
		return b, false
	}
	return b, true
}

// phoneLike is true for parts of telephone, licence and other long numbers.
func phoneLike(s string, n number) bool {
	tok := s[n.start:n.end]
	if tok[0] == '0' && len(tok) > 2 && tok[1] != '.' || plainDigits(tok) >= 7 {
		return true
	}
	rest := s[n.end:]
	return len(rest) > 3 && rest[0] == '-' && startsDigit(rest[1:]) && plainDigits(rest[1:]) >= 3 && len(tok) <= 4 && !strings.Contains(tok, ",") && phoneTail.MatchString(rest)
}

// brokenNumber is what follows the head of a number with misplaced separators.
var brokenNumber = MustPattern(`^,\d{1,2}(?:元|\s|/|$)`)

var phoneTail = MustPattern(`^-\d{3,4}-\d{3,4}|^-\d{7,8}`)

// plainDigits counts the digits s begins with.
func plainDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// head is the beginning of s, n bytes at most. Patterns that are tied to a place read no further: the engine would prepare
// for all of a long text at each place otherwise.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// lastRunes is the end of s, n runes at most.
func lastRunes(s string, n int) string {
	i := len(s)
	for ; i > 0 && n > 0; n-- {
		_, w := utf8.DecodeLastRuneInString(s[:i])
		i -= w
	}
	return s[i:]
}
