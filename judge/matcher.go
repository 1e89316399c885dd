package judge

import (
	"regexp/syntax"
	"unicode/utf8"
)

// matcher runs one pattern at one place. It backtracks over the compiled program in the order of preference, which is
// what package regexp answers (leftmost-first), without that package's set-up for every call. It may give up: the
// caller then lets package regexp, which is linear, do the block.
type matcher struct {
	prog  *syntax.Prog
	start uint32
}

type thread struct {
	pc  uint32
	pos int32
}

func newMatcher(re *syntax.Regexp) (*matcher, error) {
	prog, err := syntax.Compile(re)
	if err != nil {
		return nil, err
	}
	return &matcher{prog: prog, start: uint32(prog.Start)}, nil
}

// at matches at block[pos:] and returns the end of the match, -1 for none. steps is decreased by the work done; when it
// falls below zero the answer means nothing.
func (m *matcher) at(block []byte, pos int, stack *[]thread, steps *int) int {
	todo := append((*stack)[:0], thread{m.start, int32(pos)})
	defer func() { *stack = todo[:0] }()
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		pc, p := t.pc, int(t.pos)
		for alive := true; alive; {
			*steps--
			if *steps < 0 {
				return -1
			}
			in := &m.prog.Inst[pc]
			switch in.Op {
			case syntax.InstMatch:
				return p
			case syntax.InstAlt, syntax.InstAltMatch:
				todo = append(todo, thread{in.Arg, int32(p)})
				pc = in.Out
			case syntax.InstCapture, syntax.InstNop:
				pc = in.Out
			case syntax.InstEmptyWidth:
				alive = syntax.EmptyOp(in.Arg)&^contextAt(block, p) == 0
				pc = in.Out
			case syntax.InstFail:
				alive = false
			default:
				r, n := runeAt(block, p)
				if n == 0 || !matchRune(in, r) {
					alive = false
					break
				}
				p += n
				pc = in.Out
			}
		}
	}
	return -1
}

func matchRune(in *syntax.Inst, r rune) bool {
	switch in.Op {
	case syntax.InstRune1:
		return r == in.Rune[0]
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	}
	return in.MatchRune(r)
}

func runeAt(block []byte, p int) (rune, int) {
	if p >= len(block) {
		return 0, 0
	}
	if c := block[p]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRune(block[p:])
}

// contextAt says which zero-width conditions hold before block[p].
func contextAt(block []byte, p int) syntax.EmptyOp {
	before, after := rune(-1), rune(-1)
	if p > 0 {
		before, _ = utf8.DecodeLastRune(block[:p])
	}
	if p < len(block) {
		after, _ = runeAt(block, p)
	}
	return syntax.EmptyOpContext(before, after)
}
