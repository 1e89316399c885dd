package judge

import (
	"slices"
	"unicode/utf8"
)

// What a literal in the text means for its term.
const (
	actCount = iota // an occurrence
	actTry          // run the term's matcher from here
	actGate         // let package regexp look at this block
)

// literal is a text that the scan looks for; ASCII letters are lower case.
type literal struct {
	text string
	term uint32
	act  uint8
}

// literals is a set of texts to be found in one pass. A text is entered under its first two characters; a bitmap over
// first characters throws most of Chinese text out with one test, a second one over hashed pairs most of the rest.
type literals struct {
	list   []literal
	first  [1 << 10]uint64 // characters (low 16 bits) that a literal begins with
	alone  [1 << 10]uint64 // characters that are a whole literal
	pair   [1 << 10]uint64 // hashed pairs
	ascii  [128]bool       // first for ASCII
	slots  []slot          // open addressing, a power of two, at most a quarter full
	groups []literal       // literals by pair
}

type slot struct {
	key      uint64
	from, to uint32 // in groups; equal for a free slot
}

func (l *literals) add(x literal) {
	l.list = append(l.list, x)
}

// pairKey joins two characters; second is 0 for a literal of one character.
func pairKey(a, b rune) uint64 {
	return uint64(a)<<21 | uint64(b)
}

func pairHash(key uint64) uint64 {
	return key * mixA >> 16
}

func pairOf(text string) uint64 {
	a, n := utf8.DecodeRuneInString(text)
	if n == len(text) {
		return pairKey(a, 0)
	}
	b, _ := utf8.DecodeRuneInString(text[n:])
	return pairKey(a, b)
}

// seal builds the tables; nothing is added afterwards.
func (l *literals) seal() {
	by := make(map[uint64][]literal)
	for _, x := range l.list {
		key := pairOf(x.text)
		by[key] = append(by[key], x)
	}
	keys := make([]uint64, 0, len(by))
	for key := range by {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	size := 16
	for size < 4*len(keys) {
		size *= 2
	}
	l.slots = make([]slot, size)
	for _, key := range keys {
		from := uint32(len(l.groups))
		l.groups = append(l.groups, by[key]...)
		i := pairHash(key) & uint64(size-1)
		for l.slots[i].from != l.slots[i].to {
			i = (i + 1) & uint64(size-1)
		}
		l.slots[i] = slot{key, from, uint32(len(l.groups))}
		l.mark(key)
	}
	l.list = nil
}

func (l *literals) mark(key uint64) {
	a, b := rune(key>>21), rune(key&(1<<21-1))
	setBit(&l.first, uint64(a))
	if a < utf8.RuneSelf {
		l.ascii[a] = true
	}
	if b == 0 {
		setBit(&l.alone, uint64(a))
	} else {
		setBit(&l.pair, pairHash(key))
	}
}

// group returns the literals that begin with the pair.
func (l *literals) group(key uint64) []literal {
	mask := uint64(len(l.slots) - 1)
	for i := pairHash(key) & mask; ; i = (i + 1) & mask {
		s := &l.slots[i]
		if s.from == s.to {
			return nil
		}
		if s.key == key {
			return l.groups[s.from:s.to]
		}
	}
}

func setBit(set *[1 << 10]uint64, n uint64) {
	set[n>>6&1023] |= 1 << (n & 63)
}

func hasBit(set *[1 << 10]uint64, n uint64) bool {
	return set[n>>6&1023]>>(n&63)&1 != 0
}

// beginsWith reports whether text begins with lit, ASCII letters of text folded.
func beginsWith(text []byte, lit string) bool {
	if len(text) < len(lit) {
		return false
	}
	for i := 0; i < len(lit); i++ {
		c := text[i]
		if c != lit[i] && (c < 'A' || c > 'Z' || c+'a'-'A' != lit[i]) {
			return false
		}
	}
	return true
}
