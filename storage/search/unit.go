package search

import (
	"unicode"
	"unicode/utf8"
)

// unitKind is what a unit is made of.
type unitKind uint8

const (
	han    unitKind = iota // one Chinese, Japanese or Korean character
	word                   // a run of letters
	number                 // a run of digits
)

// gap is what stands before a unit.
type gap uint8

const (
	touching gap = iota // nothing
	soft                // a space, a hyphen, a middle dot: may stand inside a name
	hard                // any other punctuation, or the start of the text
)

// unit is the smallest thing that is indexed.
type unit struct {
	kind   unitKind
	gap    gap
	text   string
	pair   string // with the unit before it, when they touch
	at, to int    // in folded.r
}

func isLetter(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r) && !isHan(r)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// isHan is true for every script that is written without spaces.
func isHan(r rune) bool {
	if r < 0x1100 {
		return false
	}
	return r >= 0x4E00 && r <= 0x9FFF || r == '〇' || r == '々' ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// units cuts a folded text.
func units(f folded) []unit {
	us := make([]unit, 0, len(f.r))
	between := hard
	text, offset := string(f.r), 0 // all texts are parts of one string
	before := 0                    // offset of the last unit
	for i := 0; i < len(f.r); {
		r := f.r[i]
		j := i + 1
		var kind unitKind
		switch {
		case isHan(r):
			kind = han
		case isLetter(r):
			kind = word
			for j < len(f.r) && isLetter(f.r[j]) {
				j++
			}
		case isDigit(r):
			kind = number
			for j < len(f.r) && isDigit(f.r[j]) {
				j++
			}
		default:
			if r != ' ' && r != '-' && r != '·' {
				between = hard
			} else if between == touching {
				between = soft
			}
			i = j
			offset += utf8.RuneLen(r)
			continue
		}
		start := offset
		for _, c := range f.r[i:j] {
			offset += utf8.RuneLen(c)
		}
		u := unit{kind: kind, gap: between, text: text[start:offset], at: i, to: j}
		if between == touching {
			u.pair = text[before:offset]
		}
		us = append(us, u)
		between, before = touching, start
		i = j
	}
	return us
}

// stem cuts the endings of English words off, so that hiking finds hike and tours finds tour. Both sides are cut the
// same way; what remains need not be a word.
func stem(w string) string {
	if len(w) < 4 || w[0] >= 0x80 {
		return w
	}
	s := w
	switch {
	case ends(s, "ies") && len(s) > 4:
		s = s[:len(s)-3] + "y"
	case ends(s, "ches"), ends(s, "shes"), ends(s, "sses"), ends(s, "xes"), ends(s, "zes"):
		s = s[:len(s)-2]
	case ends(s, "s") && !ends(s, "ss") && !ends(s, "us") && !ends(s, "is"):
		s = s[:len(s)-1]
	}
	for _, ending := range []string{"ing", "ed"} {
		if t := s[:max(0, len(s)-len(ending))]; ends(s, ending) && len(t) >= 3 && hasVowel(t) {
			s = t
			if n := len(s); s[n-1] == s[n-2] && s[n-1] != 's' && s[n-1] != 'l' && s[n-1] != 'e' {
				s = s[:n-1]
			}
			break
		}
	}
	if ends(s, "e") && len(s) > 3 {
		s = s[:len(s)-1]
	}
	return s
}

func ends(s, ending string) bool {
	return len(s) >= len(ending) && s[len(s)-len(ending):] == ending
}

func hasVowel(s string) bool {
	for _, r := range s {
		switch r {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}
