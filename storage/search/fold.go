package search

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text in the form that is compared, with the way back to the text as it stands.
type folded struct {
	r  []rune
	at []int32 // at[i] is the place, in runes of the original, that r[i] came from
}

func (f folded) text(from, to int) string { return string(f.r[from:to]) }

// The block of common Chinese characters.
const firstHan, lastHan = 0x4E00, 0x9FFF

// simplifier gives the simplified form of characters.
type simplifier struct {
	common [lastHan - firstHan + 1]uint16 // 0: itself
	rare   map[rune]rune
}

// simplify is the table, built once and never changed.
var simplify = sync.OnceValue(func() *simplifier {
	s := &simplifier{rare: make(map[rune]rune)}
	var from rune
	for _, r := range traditional {
		switch {
		case from == 0:
			from = r
			continue
		case from >= firstHan && from <= lastHan:
			s.common[from-firstHan] = uint16(r)
		default:
			s.rare[from] = r
		}
		from = 0
	}
	return s
})

func (s *simplifier) of(r rune) rune {
	if r >= firstHan && r <= lastHan {
		if c := s.common[r-firstHan]; c != 0 {
			return rune(c)
		}
		return r
	}
	if c, ok := s.rare[r]; ok {
		return c
	}
	return r
}

// fold makes all spellings of the same thing equal: full width, compatibility forms, case, accents, traditional
// characters, dashes and quotation marks. Apostrophes inside a word vanish (Xi'an = Xian).
func fold(text string) folded {
	table := simplify()
	n := utf8.RuneCountInString(text)
	f := folded{r: make([]rune, 0, n+8), at: make([]int32, 0, n+8)}
	at := int32(-1)
	for _, r := range text {
		at++
		switch {
		case r < 0x80:
			f.add(foldASCII(r), at)
		case r >= firstHan && r <= lastHan:
			f.add(table.of(r), at)
		default:
			f.foldOther(r, at, table)
		}
	}
	return f.joinApostrophes()
}

func (f *folded) add(r rune, at int32) {
	f.r = append(f.r, r)
	f.at = append(f.at, at)
}

func foldASCII(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	case r < ' ':
		return ' '
	case r == '~':
		return '-'
	}
	return r
}

// foldOther takes what is neither ASCII nor a common Chinese character.
func (f *folded) foldOther(r rune, at int32, table *simplifier) {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−', '－', '～', '〜', '﹣':
		f.add('-', at)
		return
	case '“', '”', '„', '‟', '«', '»', '「', '」', '『', '』', '＂', '〝', '〞':
		f.add('"', at)
		return
	case '‘', '’', 'ʼ', '＇', '`', '´':
		f.add('\'', at)
		return
	case '•', '・', '‧', '∙', '●':
		f.add('·', at)
		return
	}
	for _, c := range norm.NFKC.String(string(r)) {
		if c < 0x80 {
			f.add(foldASCII(c), at)
			continue
		}
		if c < 0x2000 { // Latin, Greek, Cyrillic: without accents
			for _, d := range norm.NFKD.String(string(c)) {
				if !unicode.Is(unicode.Mn, d) {
					f.add(unicode.ToLower(d), at)
				}
			}
			continue
		}
		f.add(table.of(c), at)
	}
}

func (f folded) joinApostrophes() folded {
	out := 0
	for i, r := range f.r {
		if r == '\'' && i > 0 && i+1 < len(f.r) && isLetter(f.r[i-1]) && isLetter(f.r[i+1]) {
			continue
		}
		f.r[out], f.at[out] = r, f.at[i]
		out++
	}
	return folded{r: f.r[:out], at: f.at[:out]}
}

// foldString is fold for what needs no way back.
func foldString(s string) string { return string(fold(s).r) }
