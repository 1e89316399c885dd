package judge

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// What it means for a term that a candidate was read.
const (
	actCount = iota // an occurrence
	actTry          // run the term's matcher from here
	actGate         // let package regexp look at this block
)

// candidate is a word or a pattern that an automaton has read; text is the whole of a literal, ASCII letters in lower
// case, and empty for a pattern.
type candidate struct {
	text string
	term uint32
	act  uint8
}

// maxRanges is the number of characters from which on a position reads too many to be followed: the term's own
// matcher decides from there.
const maxRanges = 1024

// position is a place in a word or a pattern at which one character is read.
type position struct {
	ranges  []rune // lowest and highest, in pairs
	classes []uint16
	next    []uint32
	ends    bool   // what has been read may be all
	of      uint32 // in candidates
}

// positions are those of all terms.
type positions struct {
	list       []position
	candidates []candidate
	starts     [contexts][2][]uint32 // by what stands before; by whether a word character follows
}

// addLiteral adds a text of which ASCII letters match in either case.
func (g *positions) addLiteral(c candidate) {
	of := uint32(len(g.candidates))
	g.candidates = append(g.candidates, c)
	for i := range g.starts {
		for k := range g.starts[i] {
			g.starts[i][k] = append(g.starts[i][k], uint32(len(g.list)))
		}
	}
	for i, r := range c.text {
		p := position{ranges: []rune{r, r}, of: of}
		if 'a' <= r && r <= 'z' {
			p.ranges = append(p.ranges, r-'a'+'A', r-'a'+'A')
		}
		if p.ends = i+utf8.RuneLen(r) >= len(c.text); !p.ends {
			p.next = []uint32{uint32(len(g.list) + 1)}
		}
		g.list = append(g.list, p)
	}
}

// addPattern adds a term's compiled pattern.
func (g *positions) addPattern(term uint32, prog *syntax.Prog) {
	of := uint32(len(g.candidates))
	g.candidates = append(g.candidates, candidate{term: term, act: actTry})
	first := uint32(len(g.list))
	for i := range prog.Inst {
		p := position{of: of}
		if in := &prog.Inst[i]; reads(in) {
			p.ranges = rangesOf(in)
			p.next, p.ends = follow(prog, in.Out, nil)
			for k := range p.next {
				p.next[k] += first
			}
		}
		g.list = append(g.list, p)
	}
	for c := range g.starts {
		for k := range g.starts[c] {
			met := metBefore(c, k == 1)
			at, _ := follow(prog, uint32(prog.Start), &met)
			for _, pc := range at {
				g.starts[c][k] = append(g.starts[c][k], first+pc)
			}
		}
	}
}

// metBefore are the zero-width conditions that hold before a first character.
func metBefore(context int, word bool) syntax.EmptyOp {
	var op syntax.EmptyOp
	if context == atBegin {
		op = syntax.EmptyBeginLine | syntax.EmptyBeginText
	}
	if word != (context == behindWord) {
		return op | syntax.EmptyWordBoundary
	}
	return op | syntax.EmptyNoWordBoundary
}

// follow lists the reading instructions that pc leads to without reading; ends says that a match may be complete, or
// that an instruction reads too much to be followed. met are the conditions that hold; nil when they are not known.
func follow(prog *syntax.Prog, pc uint32, met *syntax.EmptyOp) (at []uint32, ends bool) {
	seen := make(map[uint32]bool)
	todo := []uint32{pc}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pc] {
			continue
		}
		seen[pc] = true
		switch in := &prog.Inst[pc]; in.Op {
		case syntax.InstMatch:
			ends = true
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, in.Out)
		case syntax.InstEmptyWidth:
			if met == nil || syntax.EmptyOp(in.Arg)&^*met == 0 {
				todo = append(todo, in.Out)
			}
		case syntax.InstFail:
		default:
			if tooMany(in) {
				ends = true
			} else {
				at = append(at, pc)
			}
		}
	}
	slices.Sort(at)
	return at, ends
}

func reads(in *syntax.Inst) bool {
	return (in.Op == syntax.InstRune || in.Op == syntax.InstRune1) && !tooMany(in)
}

// tooMany reports whether an instruction reads any character or one of very many.
func tooMany(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	case syntax.InstRune:
		n := 0
		for i := 1; i < len(in.Rune); i += 2 {
			n += int(in.Rune[i]-in.Rune[i-1]) + 1
		}
		return n > maxRanges
	}
	return false
}

func rangesOf(in *syntax.Inst) []rune {
	if len(in.Rune) != 1 {
		return in.Rune
	}
	r := in.Rune[0]
	out := []rune{r, r}
	if in.Op == syntax.InstRune && syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			out = append(out, f, f)
		}
	}
	return out
}

// wordByte are the characters that \b is about.
var wordByte = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = syntax.IsWordChar(rune(c))
	}
	return t
}()

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
