package field

import (
	"strings"
	"unicode/utf8"
)

// hanNumber are the signs of numbers in Chinese.
const hanNumber = "零一二两三四五六七八九十百千万壹贰叁肆伍陆柒捌玖拾佰仟"

// longestHan is how many of them a number holds at most.
const longestHan = 16

// numberLength is the length of the number that s begins with, 0 when it begins with none: 1,280.00, 1.5万, 3千, 2k,
// 三千九百八. The sign behind 千 may be counted in.
func numberLength(s string) int {
	n := plainDigits(s)
	if n == 0 {
		return hanLength(s)
	}
	if grouped := groupedLength(s, n); grouped > 0 {
		n = grouped
	} else if n < len(s) && s[n] == '.' && startsDigit(s[n+1:]) {
		n += 1 + plainDigits(s[n+1:])
	}
	return n + unitLength(s[n:])
}

// groupedLength is the length of a number like 1,280.50, of which n digits stand before the first separator.
func groupedLength(s string, n int) int {
	if n > 3 {
		return 0
	}
	first := n
	for n < len(s) && s[n] == ',' && plainDigits(head(s[n+1:], 3)) == 3 {
		n += 4
	}
	if n == first {
		return 0
	}
	if n < len(s) && s[n] == '.' && startsDigit(s[n+1:]) {
		n += 1 + plainDigits(head(s[n+1:], 2))
	}
	return n
}

// unitLength is the length of 万, 亿, 千, k or w behind a number. 千 counts with the sign behind it, which must not make
// another word of it: 3千米.
func unitLength(s string) int {
	spaced := strings.TrimPrefix(s, " ")
	if strings.HasPrefix(spaced, "万") || strings.HasPrefix(spaced, "亿") {
		n := len(s) - len(spaced) + len("万")
		if startsDigit(s[n:]) {
			if n++; strings.HasPrefix(s[n:], "千") {
				n += len("千")
			}
		}
		return n
	}
	if rest, ok := strings.CutPrefix(s, "千"); ok {
		r, w := utf8.DecodeRuneInString(rest)
		if startsDigit(rest) || r != utf8.RuneError && strings.ContainsRune("米克瓦卡岛年", r) {
			return 0
		}
		return len("千") + w
	}
	if s != "" && (s[0]|0x20 == 'k' || s[0]|0x20 == 'w') && (len(s) == 1 || !isLetter(s[1]) && !startsDigit(s[1:]) && s[1] != '_') {
		return 1
	}
	return 0
}

// hanLength is the length of a number in Chinese.
func hanLength(s string) int {
	n := 0
	for i, r := range s {
		if n == longestHan || !strings.ContainsRune(hanNumber, r) {
			return i
		}
		n++
	}
	return len(s)
}
