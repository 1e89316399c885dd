package field

import (
	"math/bits"
	"unicode/utf8"
)

// Sieve says quickly which of up to 64 expressions can match a text at all: each match contains one of the literals of its
// expression, and one walk over the text finds the literals of all. It does not change after NewSieve.
type Sieve struct {
	starts []uint64               // bitmap: hashes of what literals begin with
	shift  uint                   // of the hash
	words  map[uint64][]sieveWord // by the first two runes, or by 0 and the only one
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
	s := &Sieve{words: map[uint64][]sieveWord{}}
	n := 0
	for i, expr := range exprs {
		mask := uint64(1) << i
		s.all |= mask
		set := literals(expr)
		if set == nil {
			s.always |= mask
		}
		for _, word := range set {
			s.add(word, mask)
			n++
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

func (s *Sieve) add(word string, mask uint64) {
	a, w := utf8.DecodeRuneInString(word)
	if w == len(word) {
		s.single = true
		s.put(uint64(a), "", mask)
		return
	}
	b, w2 := utf8.DecodeRuneInString(word[w:])
	s.put(uint64(a)<<32|uint64(b), word[w+w2:], mask)
}

func (s *Sieve) put(key uint64, rest string, mask uint64) {
	for i, w := range s.words[key] {
		if w.rest == rest {
			s.words[key][i].mask |= mask
			return
		}
	}
	s.words[key] = append(s.words[key], sieveWord{rest, mask})
}

func startHash(a, b rune) uint32 { return uint32(a)*0x9e3779b1 ^ uint32(b)*0x85ebca77 }

// Candidates has a bit for each expression that may match the text; the others match nowhere in it.
func (s *Sieve) Candidates(text string) uint64 {
	found := s.always
	prev := rune(-1)
	for i, r := range text {
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r += 0x20
			}
		} else if r == 0x212a || r == 0x17f {
			return s.all // cases of k and s, in no real text
		}
		if h := startHash(prev, r) >> s.shift; s.starts[h/64]&(1<<(h%64)) != 0 {
			found |= s.at(uint64(prev)<<32|uint64(r), text, i)
		}
		if s.single {
			if h := startHash(0, r) >> s.shift; s.starts[h/64]&(1<<(h%64)) != 0 {
				found |= s.at(uint64(r), text, i)
			}
		}
		if found == s.all {
			break
		}
		prev = r
	}
	return found
}

// at are the expressions with a literal whose first runes end with the one at byte i.
func (s *Sieve) at(key uint64, text string, i int) (found uint64) {
	words := s.words[key]
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
