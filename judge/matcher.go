package judge

import (
	"bytes"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// matcher runs one pattern at one place. It backtracks over the compiled program in the order of preference, which is
// what package regexp answers (leftmost-first), without that package's set-up for every call. It may give up: the
// caller then lets package regexp, which is linear, do the block.
type matcher struct {
	prog  *syntax.Prog
	start uint32
	ascii [][2]uint64 // an instruction: the ASCII characters it takes
	need  []string    // a block without any of them has no match; nil when that does not help
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
	m := &matcher{prog: prog, start: uint32(prog.Start), ascii: make([][2]uint64, len(prog.Inst))}
	for i := range prog.Inst {
		for r := range rune(utf8.RuneSelf) {
			if takes(&prog.Inst[i], r) {
				m.ascii[i][r>>6] |= 1 << (r & 63)
			}
		}
	}
	return m, nil
}

// maxNeed bounds the texts that a block is searched for before a matcher runs on it.
const maxNeed = 8

// require notes texts of which every match contains one, beside those that it begins with.
func (m *matcher) require(texts []string, prefixes []prefix) {
	if len(texts) == 0 || len(texts) > maxNeed || len(texts) == len(prefixes) && texts[0] == prefixes[0].text {
		return
	}
	m.need = texts
}

// possible reports whether the block has what every match needs.
func (m *matcher) possible(block []byte) bool {
	if m.need == nil {
		return true
	}
	for _, text := range m.need {
		if containsFold(block, text) {
			return true
		}
	}
	return false
}

// containsFold is bytes.Contains with ASCII letters of block folded; text is lower case.
func containsFold(block []byte, text string) bool {
	if !strings.ContainsFunc(text, isLetter) {
		return bytes.Contains(block, []byte(text))
	}
	first := text[0]
	if !isLetter(rune(first)) {
		for at := 0; ; at++ {
			n := bytes.IndexByte(block[at:], first)
			if n < 0 {
				return false
			}
			if at += n; beginsWith(block[at:], text) {
				return true
			}
		}
	}
	for at := range block {
		if block[at]|0x20 == first && beginsWith(block[at:], text) {
			return true
		}
	}
	return false
}

// at matches at block[pos:] and returns the end of the match, -1 for none, and the end of what it looked at: block[pos:seen] with
// anything around it gives the same answer, unless seen is beyond the block. steps is decreased by the work done; when it falls
// below zero the answer means nothing.
func (m *matcher) at(block []byte, pos int, stack *[]thread, steps *int) (end, seen int) {
	todo := append((*stack)[:0], thread{m.start, int32(pos)})
	end, seen = -1, pos
	for len(todo) > 0 && end < 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		pc, p := t.pc, int(t.pos)
		for alive := true; alive; {
			if *steps--; *steps < 0 {
				todo = todo[:0]
				break
			}
			in := &m.prog.Inst[pc]
			switch in.Op {
			case syntax.InstMatch:
				end, alive = p, false
			case syntax.InstAlt, syntax.InstAltMatch:
				todo = append(todo, thread{in.Arg, int32(p)})
				pc = in.Out
			case syntax.InstCapture, syntax.InstNop:
				pc = in.Out
			case syntax.InstEmptyWidth:
				alive = syntax.EmptyOp(in.Arg)&^contextAt(block, p) == 0
				pc = in.Out
				if seen = max(seen, p+1); p == pos {
					seen = len(block) + 1 // what stands before pos had its say
				}
			case syntax.InstFail:
				alive = false
			default:
				if p >= len(block) {
					alive, seen = false, len(block)+1
					break
				}
				if c := block[p]; c < utf8.RuneSelf {
					alive = m.ascii[pc][c>>6]>>(c&63)&1 != 0
					p++
				} else {
					r, n := utf8.DecodeRune(block[p:])
					alive = takes(in, r)
					if p += n; n == 1 { // broken: the bytes behind it had their say
						seen = max(seen, p+utf8.UTFMax-1)
					}
				}
				seen = max(seen, p)
				pc = in.Out
			}
		}
	}
	*stack = todo
	return end, seen
}

// takes reports whether the instruction takes the character; none but the rune instructions takes any.
func takes(in *syntax.Inst, r rune) bool {
	switch in.Op {
	case syntax.InstRune1:
		return r == in.Rune[0]
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	case syntax.InstRune:
		return in.MatchRune(r)
	}
	return false
}

// contextAt says which zero-width conditions hold before block[p]. A block is one line; \b is about ASCII.
func contextAt(block []byte, p int) syntax.EmptyOp {
	var op syntax.EmptyOp
	before, after := false, false
	if p == 0 {
		op |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	} else {
		before = syntax.IsWordChar(rune(block[p-1]))
	}
	if p == len(block) {
		op |= syntax.EmptyEndText | syntax.EmptyEndLine
	} else {
		after = syntax.IsWordChar(rune(block[p]))
	}
	if before != after {
		return op | syntax.EmptyWordBoundary
	}
	return op | syntax.EmptyNoWordBoundary
}
