package judge

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"
	"unicode/utf8"
)

const (
	// maxStates and maxEdges bound an automaton, maxDepth how many characters it reads. Beyond them it answers "perhaps",
	// and the term's own matcher decides.
	maxStates = 1 << 13
	maxEdges  = 1 << 17
	maxDepth  = 12
	// classBits are those of a class; a state has at most the rest of 32.
	classBits = 14
)

// What stands before the place at which an automaton starts: it decides \b, \B and ^ at the beginning of a pattern.
const (
	atBegin     = iota // nothing: the block begins here
	behindWord         // an ASCII letter, a digit or _
	behindOther        // any other character
	contexts
)

// automaton says of one place in a block which terms may begin there, all of them in one walk from character to
// character. It is exact for literals; for patterns it may say "perhaps" in vain, but never "no" in vain.
// Immutable after build; 128 KB for the classes of the characters, 256 KB for what they begin, and 128 KB for the edges of the shipped rules.
type automaton struct {
	ascii   [utf8.RuneSelf]uint16
	plane   [1 << 16]uint16 // class of every character up to U+FFFF
	bounds  []rune          // of all characters: where an interval begins …
	classes []uint16        // … and its class; 0 for those that no term reads
	first   [contexts][]uint32
	begun   [1 << 16]uint32 // of every character up to U+FFFF: its class, and above it the state that it begins behind another character
	ahead   []uint64        // follow of every state, all ones where terms may begin: most walks end with one look at it
	states  []state
	accepts []candidate
	edges   []edge // open addressing, a power of two, at most half full
	shift   uint8
}

// state is what one walk has read so far. State 0 is the end of every walk.
type state struct {
	follow   uint64 // the classes that may be read next, by their lowest six bits; 0 at the end
	from, to uint32 // in accepts: the terms that may begin where the walk began
}

type edge struct {
	key uint32 // state and class; 0 for a free slot
	to  uint32
}

func edgeKey(from uint32, class uint16) uint32 { return from<<classBits | uint32(class) }

// next is the state behind a character, 0 when there is none.
func (a *automaton) next(from uint32, class uint16) uint32 {
	key := edgeKey(from, class)
	mask := uint32(len(a.edges) - 1)
	for i := key * mixE >> a.shift; ; i++ {
		switch e := &a.edges[i&mask]; e.key {
		case key:
			return e.to
		case 0:
			return 0
		}
	}
}

// mixE spreads the bits of an edge's key into its upper bits.
const mixE = 0x9e3779b1

// classAt is the class and the length of the character beyond ASCII at text[i].
func (a *automaton) classAt(text []byte, i int) (class uint16, n int) {
	r, n := decode(text, i)
	if r < 1<<16 {
		return a.plane[r], n
	}
	return a.classOf(r), n
}

func (a *automaton) classOf(r rune) uint16 {
	k := sort.Search(len(a.bounds), func(k int) bool { return a.bounds[k] > r })
	if k == 0 {
		return 0
	}
	return a.classes[k-1]
}

// decode reads one character beyond ASCII; most are three bytes.
func decode(text []byte, i int) (rune, int) {
	if c := text[i]; c&0xf0 == 0xe0 && i+2 < len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80 {
		return rune(c&0x0f)<<12 | rune(text[i+1]&0x3f)<<6 | rune(text[i+2]&0x3f), 3
	}
	return utf8.DecodeRune(text[i:])
}

// classify cuts all characters into intervals that every position treats alike, and numbers those that one reads.
func (a *automaton) classify(g *positions) {
	cuts := []rune{0}
	for _, w := range [...]rune{'0', '9' + 1, 'A', 'Z' + 1, '_', '_' + 1, 'a', 'z' + 1, utf8.RuneSelf} {
		cuts = append(cuts, w)
	}
	for i := range g.list {
		for k, r := range g.list[i].ranges {
			cuts = append(cuts, r+rune(k&1))
		}
	}
	slices.Sort(cuts)
	a.bounds = slices.Compact(cuts)
	a.classes = make([]uint16, len(a.bounds))
	eachInterval := func(p *position, do func(at int)) {
		for k := 0; k < len(p.ranges); k += 2 {
			at, _ := slices.BinarySearch(a.bounds, p.ranges[k])
			for ; at < len(a.bounds) && a.bounds[at] <= p.ranges[k+1]; at++ {
				do(at)
			}
		}
	}
	for i := range g.list {
		eachInterval(&g.list[i], func(at int) { a.classes[at] = 1 })
	}
	// Were there ever too many, the last class would be read in vain at times; that is allowed.
	count := uint16(0)
	for at, read := range a.classes {
		if read != 0 {
			count = min(count, 1<<classBits-2) + 1
			a.classes[at] = count
		}
	}
	for i := range g.list {
		p := &g.list[i]
		eachInterval(p, func(at int) { p.classes = append(p.classes, a.classes[at]) })
	}
	a.tabulate()
	for c := range a.first {
		a.first[c] = make([]uint32, int(count)+1)
	}
}

// tabulate spreads the classes of all intervals for quick access.
func (a *automaton) tabulate() {
	for k, class := range a.classes {
		if class == 0 {
			continue
		}
		end := rune(1 << 16)
		if k+1 < len(a.bounds) {
			end = min(end, a.bounds[k+1])
		}
		for r := a.bounds[k]; r < end; r++ {
			if r < utf8.RuneSelf {
				a.ascii[r] = class
				continue
			}
			a.plane[r] = class
		}
	}
}

// builder makes the states of an automaton, breadth first, so that the bounds cut its depths and not its beginnings.
type builder struct {
	*automaton
	*positions
	known map[string]uint32
	todo  []pending
	all   []edge
}

// pending is a state whose edges are to be made: the positions that may read the next character.
type pending struct {
	state uint32
	depth int
	at    []uint32
}

func newAutomaton(g *positions) *automaton {
	a := &automaton{states: make([]state, 1)}
	a.classify(g)
	b := &builder{automaton: a, positions: g, known: make(map[string]uint32)}
	for c := range contexts {
		for _, word := range [...]bool{false, true} {
			b.begin(c, word)
		}
	}
	for len(b.todo) > 0 {
		p := b.todo[0]
		b.todo = b.todo[1:]
		b.expand(p)
	}
	bits := uint8(4)
	for 1<<bits < 2*len(b.all)+2 {
		bits++
	}
	a.edges, a.shift = make([]edge, 1<<bits), 32-bits
	for _, e := range b.all {
		i := e.key * mixE >> a.shift
		for a.edges[i].key != 0 {
			i = (i + 1) & (1<<bits - 1)
		}
		a.edges[i] = e
	}
	a.lookAhead()
	return a
}

// lookAhead makes the two tables that finder.block looks at for every character.
func (a *automaton) lookAhead() {
	for r, class := range a.plane {
		if r < utf8.RuneSelf {
			class = a.ascii[r]
		}
		a.begun[r] = a.first[behindOther][class]<<classBits | uint32(class)
	}
	a.ahead = make([]uint64, len(a.states))
	for i, s := range a.states {
		a.ahead[i] = s.follow
		if s.from < s.to {
			a.ahead[i] = math.MaxUint64
		}
	}
}

// expand makes the edges of a state. Beyond the bounds all that is still being read there is accepted unread.
func (b *builder) expand(p pending) {
	s := &b.states[p.state]
	if p.depth < maxDepth && len(b.states) < maxStates && len(b.all) < maxEdges {
		b.eachMove(p.at, func(class uint16, read []uint32) {
			b.states[p.state].follow |= 1 << (class & 63)
			b.all = append(b.all, edge{edgeKey(p.state, class), b.reach(read, p.depth+1)})
		})
		return
	}
	var accepts []uint32
	for _, at := range p.at {
		accepts = append(accepts, b.list[at].of)
	}
	slices.Sort(accepts)
	all := append([]candidate(nil), b.accepts[s.from:s.to]...)
	for _, x := range slices.Compact(accepts) {
		all = append(all, b.candidates[x])
	}
	s.from = uint32(len(b.accepts))
	b.accepts = append(b.accepts, all...)
	s.to = uint32(len(b.accepts))
}

// begin makes the first moves in a context; word says what kind of character is read first.
func (b *builder) begin(context int, word bool) {
	words := make(map[uint16]bool)
	for c, class := range b.ascii {
		if wordByte[c] {
			words[class] = true
		}
	}
	b.eachMove(b.starts[context][b2i(word)], func(class uint16, read []uint32) {
		if words[class] == word {
			b.first[context][class] = b.reach(read, 1)
		}
	})
}

func b2i(is bool) int {
	if is {
		return 1
	}
	return 0
}

// eachMove calls do for every class that one of the positions reads, with the positions that read it.
func (b *builder) eachMove(at []uint32, do func(class uint16, read []uint32)) {
	by := make(map[uint16][]uint32)
	for _, p := range at {
		for _, class := range b.list[p].classes {
			by[class] = append(by[class], p)
		}
	}
	for class, read := range by {
		do(class, read)
	}
}

// reach is the state behind the positions that have read a character.
func (b *builder) reach(read []uint32, depth int) uint32 {
	var accepts, at []uint32
	for _, p := range read {
		if b.list[p].ends {
			accepts = append(accepts, b.list[p].of)
		}
	}
	slices.Sort(accepts)
	accepts = slices.Compact(accepts)
	for _, p := range read {
		if _, done := slices.BinarySearch(accepts, b.list[p].of); !done {
			at = append(at, b.list[p].next...)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	if rest := b.fewLiterals(at); len(rest) > 0 {
		accepts, at = append(accepts, rest...), nil
	}
	var key []byte
	key = binary.AppendUvarint(key, uint64(len(accepts)))
	for _, x := range accepts {
		key = binary.AppendUvarint(key, uint64(x))
	}
	for _, x := range at {
		key = binary.AppendUvarint(key, uint64(x))
	}
	if s, have := b.known[string(key)]; have {
		return s
	}
	s := uint32(len(b.states))
	b.known[string(key)] = s
	from := uint32(len(b.accepts))
	for _, x := range accepts {
		b.accepts = append(b.accepts, b.candidates[x])
	}
	b.states = append(b.states, state{from: from, to: uint32(len(b.accepts))})
	if len(at) > 0 {
		b.todo = append(b.todo, pending{s, depth, at})
	}
	return s
}

// fewLiterals are the candidates of the positions when these are so few literals that comparing the texts is quicker
// than reading on.
func (b *builder) fewLiterals(at []uint32) []uint32 {
	var of []uint32
	for _, p := range at {
		x := b.list[p].of
		if b.candidates[x].act == actTry {
			return nil
		}
		if !slices.Contains(of, x) {
			of = append(of, x)
		}
		if len(of) > 2 {
			return nil
		}
	}
	return of
}
