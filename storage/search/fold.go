package search

import (
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// folded is a text in the form that is compared, with the way back to the text as it stands.
type folded struct {
	r  []rune
	at []int32 // at[i] is the place, in runes of the original, that r[i] came from
}

func (f folded) text(from, to int) string { return string(f.r[from:to]) }

// simplify gives the simplified form of a character. The table is built once and never changes.
var simplify = sync.OnceValue(func() map[rune]rune {
	m := make(map[rune]rune, len(traditional)/6)
	var from rune
	for _, r := range traditional {
		if from == 0 {
			from = r
			continue
		}
		m[from], from = r, 0
	}
	return m
})

// fold makes all spellings of the same thing equal: full width, compatibility forms, case, accents, traditional
// characters, dashes and quotation marks. Apostrophes inside a word vanish (Xi'an = Xian).
func fold(text string) folded {
	table := simplify()
	f := folded{r: make([]rune, 0, len(text)), at: make([]int32, 0, len(text))}
	n := int32(-1)
	for _, r := range text {
		n++
		switch {
		case r < 0x80:
			f.add(foldASCII(r), n)
		case r >= 0x4E00 && r <= 0x9FFF:
			if s, ok := table[r]; ok {
				r = s
			}
			f.add(r, n)
		default:
			f.foldOther(r, n, table)
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
func (f *folded) foldOther(r rune, at int32, table map[rune]rune) {
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
		if s, ok := table[c]; ok {
			c = s
		}
		f.add(c, at)
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
