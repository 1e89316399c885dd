package field

import (
	"strings"
	"unicode/utf8"
)

// currencyWord is one way to write a currency; it may stand before or after the number.
type currencyWord struct {
	word string // folded, lower case
	code string // ISO 4217
}

// currencyWords are tried in order, so a longer one stands before the shorter one it contains.
var currencyWords = []currencyWord{
	{"人民币", "CNY"}, {"rmb", "CNY"}, {"cny", "CNY"}, {"cn¥", "CNY"}, {"¥", "CNY"}, {"块钱", "CNY"}, {"yuan", "CNY"},
	{"hk$", "HKD"}, {"hkd", "HKD"}, {"港币", "HKD"}, {"港元", "HKD"}, {"港纸", "HKD"},
	{"nt$", "TWD"}, {"ntd", "TWD"}, {"twd", "TWD"}, {"新台币", "TWD"}, {"台币", "TWD"}, {"新台元", "TWD"}, {"台元", "TWD"},
	{"mop$", "MOP"}, {"mop", "MOP"}, {"澳门元", "MOP"}, {"澳门币", "MOP"}, {"葡币", "MOP"},
	{"us$", "USD"}, {"usd", "USD"}, {"美元", "USD"}, {"美金", "USD"},
	{"au$", "AUD"}, {"a$", "AUD"}, {"aud", "AUD"}, {"澳元", "AUD"}, {"澳币", "AUD"}, {"澳大利亚元", "AUD"},
	{"nz$", "NZD"}, {"nzd", "NZD"}, {"新西兰元", "NZD"}, {"纽币", "NZD"}, {"纽元", "NZD"},
	{"ca$", "CAD"}, {"c$", "CAD"}, {"cad", "CAD"}, {"加拿大元", "CAD"}, {"加元", "CAD"}, {"加币", "CAD"},
	{"s$", "SGD"}, {"sgd", "SGD"}, {"新加坡元", "SGD"}, {"新加坡币", "SGD"}, {"新币", "SGD"}, {"坡币", "SGD"},
	{"eur", "EUR"}, {"欧元", "EUR"}, {"euros", "EUR"}, {"euro", "EUR"}, {"€", "EUR"},
	{"gbp", "GBP"}, {"英镑", "GBP"}, {"镑", "GBP"}, {"pounds", "GBP"}, {"£", "GBP"},
	{"jpy", "JPY"}, {"日元", "JPY"}, {"日币", "JPY"}, {"日圆", "JPY"}, {"円", "JPY"}, {"yen", "JPY"},
	{"krw", "KRW"}, {"韩元", "KRW"}, {"韩币", "KRW"}, {"韩圆", "KRW"}, {"₩", "KRW"},
	{"thb", "THB"}, {"泰铢", "THB"}, {"泰币", "THB"}, {"baht", "THB"}, {"฿", "THB"},
	{"myr", "MYR"}, {"马币", "MYR"}, {"林吉特", "MYR"}, {"rm", "MYR"},
	{"inr", "INR"}, {"印度卢比", "INR"}, {"₹", "INR"}, {"rs.", "INR"}, {"rs", "INR"},
	{"chf", "CHF"}, {"瑞士法郎", "CHF"}, {"瑞郎", "CHF"},
	{"rub", "RUB"}, {"俄罗斯卢布", "RUB"}, {"卢布", "RUB"}, {"₽", "RUB"},
	{"vnd", "VND"}, {"越南盾", "VND"}, {"₫", "VND"}, {"idr", "IDR"}, {"印尼盾", "IDR"},
	{"php", "PHP"}, {"比索", "PHP"}, {"₱", "PHP"}, {"aed", "AED"}, {"迪拉姆", "AED"},
	{"kes", "KES"}, {"ksh", "KES"}, {"tzs", "TZS"}, {"zar", "ZAR"}, {"兰特", "ZAR"}, {"try", "TRY"}, {"里拉", "TRY"},
	{"lkr", "LKR"}, {"npr", "NPR"}, {"mmk", "MMK"}, {"加拿大币", "CAD"}, {"丹麦克朗", "DKK"}, {"瑞典克朗", "SEK"}, {"挪威克朗", "NOK"},
	{"ils", "ILS"}, {"brl", "BRL"}, {"r$", "BRL"}, {"mxn", "MXN"},
	{"dollars", "USD"}, {"$", "USD"},
	{"元", "CNY"}, {"块", "CNY"}, {"圆", "CNY"},
}

// currencyFirst and currencyLast find the words by their first and last byte, in the order of currencyWords.
var (
	currencyFirst = currencyIndex(func(w string) byte { return w[0] })
	currencyLast  = currencyIndex(func(w string) byte { return w[len(w)-1] })
)

func currencyIndex(key func(string) byte) (t [256][]currencyWord) {
	for _, w := range currencyWords {
		t[key(w.word)] = append(t[key(w.word)], w)
	}
	return t
}

// lowerByte is an ASCII letter in lower case; other bytes stay.
func lowerByte(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 0x20
	}
	return b
}

// isoCode is the shape of a code that structured data give for a currency the table does not know.
var isoCode = MustPattern(`^[A-Z]{3}$`)

// Currency reads an ISO code, a sign or a name; "" when it is none that is known.
func Currency(s string) string {
	s = strings.ToLower(strings.TrimSpace(fold(clean(s))))
	for _, w := range currencyWords {
		if s == w.word || s == strings.ToLower(w.code) {
			return w.code
		}
	}
	if up := strings.ToUpper(s); isoCode.MatchString(up) {
		return up
	}
	return ""
}

// currencyBefore finds a currency that ends at the end of s, white space, ":" and "." aside; start is where it begins.
func currencyBefore(s string) (code string, start int, ok bool) {
	t := strings.TrimRight(s, " :")
	if t == "" {
		return "", 0, false
	}
	for _, w := range currencyLast[lowerByte(t[len(t)-1])] {
		at := len(t) - len(w.word)
		if at < 0 || !sameWord(t[at:], w.word) {
			continue
		}
		if w.word == "元" || w.word == "块" || w.word == "圆" || w.word == "镑" {
			return "", 0, false // belongs to the number before it
		}
		if w.word == "里拉" && strings.HasSuffix(t[:at], "香格") {
			return "", 0, false // 香格里拉4日
		}
		if isLetter(w.word[0]) && at > 0 && isLetter(t[at-1]) {
			return "", 0, false // "from 5" is no "rm 5"
		}
		return w.code, at, true
	}
	return "", 0, false
}

// sameWord compares with the word of a currency; Chinese words and signs have no cases.
func sameWord(s, word string) bool {
	if word[0] >= utf8.RuneSelf {
		return s == word
	}
	return strings.EqualFold(s, word)
}

// currencyAfter finds a currency at the start of s; end is where it ends.
func currencyAfter(s string) (code string, end int, ok bool) {
	t := strings.TrimLeft(s, " ")
	if len(s)-len(t) > 2 {
		return "", 0, false
	}
	if t == "" {
		return "", 0, false
	}
	for _, w := range currencyFirst[lowerByte(t[0])] {
		if len(t) < len(w.word) || !sameWord(t[:len(w.word)], w.word) {
			continue
		}
		if isLetter(w.word[len(w.word)-1]) && len(t) > len(w.word) && isLetter(t[len(w.word)]) {
			continue
		}
		rest := t[len(w.word):]
		if w.word == "块" && !strings.HasPrefix(rest, "/") && rest != "" && !startsPlain(rest) {
			continue // 三块石头
		}
		if w.word == "元" && strings.HasPrefix(rest, "旦") || w.word == "圆" && strings.HasPrefix(rest, "明") {
			continue
		}
		if (w.code == "CNY" && w.word == "¥" || w.word == "$" || w.word == "£" || w.word == "€" && startsDigit(rest)) && startsDigit(strings.TrimLeft(rest, " ")) {
			continue // the sign of the next number
		}
		return w.code, len(s) - len(t) + len(w.word), true
	}
	return "", 0, false
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func startsDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// startsPlain is true when s goes on with a space, punctuation or 起.
func startsPlain(s string) bool {
	return strings.IndexAny(s, " ,.;/)\n") == 0 || strings.HasPrefix(s, "起") || strings.HasPrefix(s, "，") || strings.HasPrefix(s, "。") || strings.HasPrefix(s, "一") || strings.HasPrefix(s, "每")
}
