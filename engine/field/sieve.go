package field

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Sieve says quickly which of up to 64 expressions can match a text at all: each match contains one of the literals of its
// expression, and one walk over the text finds the literals of all. It does not change after NewSieve.
type Sieve struct {
	starts []uint64               // bitmap: hashes of what literals begin with
	shift  uint                   // of the hash
	words  map[uint64][]sieveWord // by the first two runes, or by 0 and the only one
	heads  map[uint64][]sieveWord // the same of what texts must begin with
	tied   uint64                 // expressions with such heads
	ends   map[uint64]uint64      // expressions by the last runes of what texts must end with
	closed uint64                 // expressions with such ends
	always uint64                 // expressions of which no literal is known
	all    uint64
	single bool // some literals are one rune long
}

// sieveWord is a literal without its first runes, and the expressions it speaks for.
type sieveWord struct {
	rest string
	mask uint64
}

// NewSieve prepares a sieve for expressions in the syntax of regexp; it panics when there are more than 64.
func NewSieve(exprs ...string) *Sieve {
	if len(exprs) > 64 {
		panic("a sieve holds 64 expressions at most")
	}
	s := &Sieve{words: map[uint64][]sieveWord{}, heads: map[uint64][]sieveWord{}, ends: map[uint64]uint64{}}
	n := 0
	for i, expr := range exprs {
		mask := uint64(1) << i
		s.all |= mask
		need, heads, tails := literals(expr)
		if need == nil {
			s.always |= mask
		}
		for _, word := range need {
			s.single = put(s.words, word, mask) || s.single
			n++
		}
		if heads != nil {
			s.tied |= mask
		}
		for _, word := range heads {
			put(s.heads, word, mask)
		}
		if tails != nil {
			s.closed |= mask
		}
		for _, word := range tails {
			s.ends[lastKey(word)] |= mask
		}
	}
	size := max(bits.Len(uint(n))+5, 8) // 1 of 32 to 64 places is taken
	s.starts = make([]uint64, 1<<size/64)
	s.shift = uint(32 - size)
	for key := range s.words {
		h := startHash(rune(key>>32), rune(key&0xffffffff)) >> s.shift
		s.starts[h/64] |= 1 << (h % 64)
	}
	return s
}

// lastKey is made of the last two runes of a text, or of the only one.
func lastKey(s string) uint64 {
	b, w := utf8.DecodeLastRuneInString(s)
	if w == len(s) {
		return uint64(lowerRune(b))
	}
	a, _ := utf8.DecodeLastRuneInString(s[:len(s)-w])
	return uint64(lowerRune(a))<<32 | uint64(lowerRune(b))
}

// put adds a literal and says whether it is one rune long.
func put(words map[uint64][]sieveWord, word string, mask uint64) (single bool) {
	a, w := utf8.DecodeRuneInString(word)
	key, rest := uint64(a), ""
	if single = w == len(word); !single {
		b, w2 := utf8.DecodeRuneInString(word[w:])
		key, rest = uint64(a)<<32|uint64(b), word[w+w2:]
	}
	for i, w := range words[key] {
		if w.rest == rest {
			words[key][i].mask |= mask
			return single
		}
	}
	words[key] = append(words[key], sieveWord{rest, mask})
	return single
}

func startHash(a, b rune) uint32 { return uint32(a)*0x9e3779b1 ^ uint32(b)*0x85ebca77 }

// Candidates has a bit for each expression that may match the text; the others match nowhere in it.
func (s *Sieve) Candidates(text string) uint64 {
	open := s.all
	if s.tied != 0 {
		if open = s.all&^s.tied | s.begun(text); open == 0 {
			return 0
		}
	}
	if s.closed&open != 0 {
		last, _ := utf8.DecodeLastRuneInString(text)
		if open &= ^s.closed | s.ends[lastKey(text)] | s.ends[uint64(lowerRune(last))]; open == 0 {
			return 0
		}
	}
	found := s.always & open
	prev := rune(-1)
	for i, w := 0, 1; i < len(text) && found != open; i += w {
		r := rune(text[i])
		if r < utf8.RuneSelf {
			w = 1
			if r >= 'A' && r <= 'Z' {
				r += 0x20
			}
		} else if r >= 0xe4 && r <= 0xe9 && i+2 < len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80 {
			w = 3 // most Chinese signs, without a call
			r = r&0xf<<12 | rune(text[i+1]&0x3f)<<6 | rune(text[i+2]&0x3f)
		} else if r, w = utf8.DecodeRuneInString(text[i:]); r == 0x212a || r == 0x17f {
			return open // cases of k and s, in no real text
		}
		if h := startHash(prev, r) >> s.shift; s.starts[h/64]&(1<<(h%64)) != 0 {
			found |= at(s.words[uint64(prev)<<32|uint64(r)], text, i) & open
		}
		if s.single {
			if h := startHash(0, r) >> s.shift; s.starts[h/64]&(1<<(h%64)) != 0 {
				found |= at(s.words[uint64(r)], text, i) & open
			}
		}
		prev = r
	}
	return found
}

// begun are the tied expressions with one of whose heads the text begins.
func (s *Sieve) begun(text string) uint64 {
	a, w := utf8.DecodeRuneInString(text)
	b, _ := utf8.DecodeRuneInString(text[w:])
	a, b = lowerRune(a), lowerRune(b)
	found := at(s.heads[uint64(a)], text, 0)
	if w < len(text) {
		found |= at(s.heads[uint64(a)<<32|uint64(b)], text, w)
	}
	if first := head(text, 64); found != s.tied && (strings.Contains(first, "\u212a") || strings.Contains(first, "\u017f")) {
		return s.tied // cases of k and s, of another length
	}
	return found
}

func lowerRune(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 0x20
	}
	return kelvin(r)
}

// at are the expressions with one of the literals, the first runes of which end with the one at byte i.
func at(words []sieveWord, text string, i int) (found uint64) {
	if len(words) == 0 {
		return 0
	}
	_, w := utf8.DecodeRuneInString(text[i:])
	rest := text[i+w:]
	for _, word := range words {
		if n := len(word.rest); n == 0 || n <= len(rest) && equalASCIIFold(rest[:n], word.rest) {
			found |= word.mask
		}
	}
	return found
}

// equalASCIIFold compares with a text in lower case.
func equalASCIIFold(s, lower string) bool {
	for i := range len(s) {
		if lowerByte(s[i]) != lower[i] {
			return false
		}
	}
	return true
}
