package judge

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"
	"unicode/utf8"
)

// stepsFree and stepsByte bound what a matcher may spend on a page: some for each byte read so far. Beyond it package
// regexp, which is linear, takes the term's block over.
const (
	stepsFree = 4096
	stepsByte = 16
)

// span is a hit's place in Page.Text; end 0 means none.
type span struct{ start, end int32 }

// finder is the working memory of one Find, reused through a pool.
type finder struct {
	t       *Terms
	p       *Page
	lanes   int           // distinct places on this page
	laneOf  [1 << 8]uint8 // place → lane
	placeOf []Place       // lane → place, ascending
	counts  []uint32      // term × lanes
	last    []int32       // a term: end of its last hit, so that it does not overlap itself
	spent   []int         // a term: steps of its matcher
	from    []int32       // a term: its matcher gave up here in this block, -1 not
	asked   []int32       // a term: end of the last block that was searched for what it needs
	barred  []bool        // a term: that block does not have it
	gate    []bool        // a term: a required text stands in this block
	tried   *[tries]tried // what matchers answered before
	late    []uint32      // terms that gave up in this block
	odd     bool          // the page has letters that (?i) folds beyond ASCII
	firsts  []span        // term × lanes, the first hit; only for Explain
	run     int           // the run the scan is in
	stack   []thread      // of the matchers
	found   bool          // a term stands in this block
}

var finders = sync.Pool{New: func() any { return new(finder) }}

// Find counts all terms in one pass over the page's text. Blocks that the profile knows are no evidence.
func (t *Terms) Find(p *Page, profile *Profile) *Evidence {
	f := finders.Get().(*finder)
	defer finders.Put(f)
	f.reset(t, p, false)
	f.scan(profile, nil)
	e := f.evidence()
	f.p = nil
	return e
}

// FindBlocks is Find that also names the blocks that hold a term, those of the profile included: each once, ascending,
// no more than MaxBlocks. ProfileBuilder.ObserveBlocks takes them, so that nobody has to read a page twice for its site's profile.
func (t *Terms) FindBlocks(p *Page, profile *Profile) (*Evidence, []uint64) {
	f := finders.Get().(*finder)
	defer finders.Put(f)
	f.reset(t, p, false)
	var blocks []uint64
	f.scan(profile, &blocks)
	e := f.evidence()
	f.p = nil
	slices.Sort(blocks)
	blocks = slices.Compact(blocks)
	return e, blocks[:min(len(blocks), MaxBlocks)]
}

func (f *finder) reset(t *Terms, p *Page, explain bool) {
	if f.t != t || f.tried == nil {
		f.tried = new([tries]tried)
	}
	f.t, f.p, f.run = t, p, 0
	f.lay()
	n := len(t.terms)
	f.counts = zeroed(f.counts, n*f.lanes)
	f.last = zeroed(f.last, n)
	f.spent = zeroed(f.spent, n)
	f.from = zeroed(f.from, n)
	f.asked = zeroed(f.asked, n)
	f.barred = zeroed(f.barred, n)
	f.gate = zeroed(f.gate, n)
	f.late = f.late[:0]
	for i := range f.from {
		f.from[i] = -1
	}
	f.firsts = f.firsts[:0]
	if explain {
		f.firsts = zeroed(f.firsts, n*f.lanes)
	}
	f.odd = len(t.odd) > 0 && (bytes.Contains(p.Text, []byte("\u017f")) || bytes.Contains(p.Text, []byte("\u212a")))
}

// lay gives each place that occurs on the page a lane, in ascending order.
func (f *finder) lay() {
	var on [1 << 8]bool
	for i := range f.p.Runs {
		on[f.p.Runs[i].Place&0xff] = true
	}
	f.placeOf = f.placeOf[:0]
	for place, is := range on {
		if is {
			f.laneOf[place] = uint8(len(f.placeOf))
			f.placeOf = append(f.placeOf, Place(place))
		}
	}
	f.lanes = len(f.placeOf)
}

func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// scan counts the terms block by block; blocks, when given, takes the hashes of those that hold one.
func (f *finder) scan(profile *Profile, blocks *[]uint64) {
	eachBlock(f.p, func(start, end int) {
		if profile.Len() > 0 {
			if h := BlockHash(f.p.Text[start:end]); profile.Has(h) {
				if blocks != nil {
					*blocks = append(*blocks, h)
				}
				return
			}
		}
		f.found = false
		f.block(start, end)
		for _, id := range f.t.slow {
			if !f.t.terms[id].gated || f.gate[id] || f.odd {
				f.gate[id] = false
				f.all(id, start, end, start)
			}
		}
		for _, id := range f.late {
			f.all(id, start, end, int(f.from[id]))
			f.from[id] = -1
		}
		f.late = f.late[:0]
		if f.odd {
			for _, id := range f.t.odd {
				f.all(id, start, end, start)
			}
		}
		if blocks != nil && f.found {
			*blocks = append(*blocks, BlockHash(f.p.Text[start:end]))
		}
	})
}

// block finds the terms of one block. Most characters begin none, or are not followed by what their terms need, and cost
// one look each.
func (f *finder) block(start, end int) {
	text, a := f.p.Text[:end], f.t.auto
	begun, ahead := &a.begun, a.ahead
	context := atBegin
	s, at := uint32(0), start // what the character before i begins, and where it stands
	for i := start; i < end; {
		n, behind := 1, behindOther
		var here uint32 // its class and what it begins
		if c := text[i]; c < utf8.RuneSelf {
			here = begun[c]
			if wordByte[c] {
				behind = behindWord
			}
		} else if c&0xf0 == 0xe0 && i+2 < len(text) && text[i+1]&0xc0 == 0x80 && text[i+2]&0xc0 == 0x80 {
			n, here = 3, begun[uint16(c)<<12|uint16(text[i+1]&0x3f)<<6|uint16(text[i+2]&0x3f)]
		} else {
			var class uint16
			class, n = a.classAt(text, i)
			here = a.first[behindOther][class]<<classBits | uint32(class)
		}
		if s != 0 && ahead[s]>>(here&63)&1 != 0 {
			f.walk(s, at, i, start, end)
		}
		s, at = here>>classBits, i
		if context != behindOther {
			s = a.first[context][here&(1<<classBits-1)]
		}
		context = behind
		i += n
	}
	if s != 0 {
		f.walk(s, at, end, start, end)
	}
}

// walk follows the automaton from state s, in which it has read text[at:i].
func (f *finder) walk(s uint32, at, i, start, end int) {
	text, a := f.p.Text[:end], f.t.auto
	for s != 0 {
		st := &a.states[s]
		if st.from < st.to {
			f.hits(a.accepts[st.from:st.to], at, start, end)
		}
		if st.follow == 0 || i >= end {
			return
		}
		var class uint16
		n := 1
		if c := text[i]; c < utf8.RuneSelf {
			class = a.ascii[c]
		} else {
			class, n = a.classAt(text, i)
		}
		if st.follow>>(class&63)&1 == 0 {
			return
		}
		s = a.next(s, class)
		i += n
	}
}

// hits deals with the terms that may begin at text[at:].
func (f *finder) hits(group []candidate, at, start, end int) {
	text := f.p.Text[:end]
	for k := range group {
		x := &group[k]
		if at < int(f.last[x.term]) || !beginsWith(text[at:], x.text) {
			continue
		}
		switch x.act {
		case actCount:
			if f.odd && f.t.isOdd(x.term) {
				continue
			}
			f.hit(x.term, at, at+len(x.text), f.runAt(at))
		case actTry:
			f.try(x.term, at, start, end)
		case actGate:
			f.gate[x.term] = true
		}
	}
}

// try runs a term's matcher at text[at:] within its block.
func (f *finder) try(id uint32, at, start, end int) {
	if f.from[id] >= 0 || f.odd && f.t.isOdd(id) {
		return
	}
	known, text := f.known(id, at, end)
	if known != nil && known.seen > 0 && known.id == id && known.text == text {
		if known.end > 0 {
			f.hit(id, at, at+int(known.end), f.runAt(at))
		}
		return
	}
	m := f.t.terms[id].match
	if f.asked[id] != int32(end) {
		f.asked[id], f.barred[id] = int32(end), !m.possible(f.p.Text[start:end])
	}
	if f.barred[id] {
		return
	}
	left := stepsFree + stepsByte*at - f.spent[id]
	before := left
	stop, seen := m.at(f.p.Text[start:end], at-start, &f.stack, &left)
	f.spent[id] += before - left
	if seen -= at - start; known != nil && left >= 0 && seen <= triedBytes {
		*known = tried{text: text, id: id, seen: int8(seen)}
		if stop >= 0 {
			known.end = int8(start + stop - at)
		}
	}
	switch {
	case left < 0:
		f.from[id] = int32(max(at, int(f.last[id])))
		f.late = append(f.late, id)
	case stop >= 0:
		f.hit(id, at, start+stop, f.runAt(at))
	}
}

// A matcher that looked at no more than triedBytes answers the same wherever they stand: the commonest beginnings of the patterns
// (纯玩, 入住, 早餐) are asked for hundreds of times a page, and remembered in tries places.
const (
	triedBytes = 6 // two Chinese characters
	tries      = 1 << 10
)

// tried is an answer: of term id at text.
type tried struct {
	text uint64 // triedBytes bytes, the first in the low byte
	id   uint32
	seen int8 // how many of them were looked at; 0: no answer
	end  int8 // of the match; 0: none
}

// known is where the answer for a term at text[at:] stands or would stand, with the bytes there; nil too close to the block's end.
func (f *finder) known(id uint32, at, end int) (*tried, uint64) {
	if end-at < triedBytes || at+8 > len(f.p.Text) {
		return nil, 0
	}
	text := binary.LittleEndian.Uint64(f.p.Text[at:]) & (1<<(8*triedBytes) - 1)
	return &f.tried[mix(text^uint64(id)<<32)%tries], text
}

// all counts the term's matches in the block that begin at from or later, by package regexp.
func (f *finder) all(id uint32, start, end, from int) {
	re := f.t.terms[id].re
	for _, m := range re.FindAllIndex(f.p.Text[start:end], -1) {
		if at := start + m[0]; at >= from {
			f.hit(id, at, start+m[1], f.runSearch(at))
		}
	}
}

func (f *finder) hit(id uint32, at, end, run int) {
	f.last[id], f.found = int32(end), true
	k := int(id)*f.lanes + int(f.laneOf[f.p.Runs[run].Place&0xff])
	f.counts[k]++
	if len(f.firsts) > 0 && f.firsts[k].end == 0 {
		f.firsts[k] = span{int32(at), int32(end)}
	}
}

// runAt is the run that text[at] stands in; the scan only goes forward.
func (f *finder) runAt(at int) int {
	for int(f.p.Runs[f.run].End) <= at {
		f.run++
	}
	return f.run
}

// runSearch is runAt for any order: from the scan's run backwards, because a block is short.
func (f *finder) runSearch(at int) int {
	run := f.run
	for int(f.p.Runs[run].End) <= at {
		run++
	}
	for int(f.p.Runs[run].Start) > at {
		run--
	}
	return run
}

func (t *Terms) isOdd(id uint32) bool {
	for _, o := range t.odd {
		if o == id {
			return true
		}
	}
	return false
}

// evidence gathers the counts, ascending by term and place.
func (f *finder) evidence() *Evidence {
	n := 0
	for _, c := range f.counts {
		if c > 0 {
			n++
		}
	}
	e := &Evidence{Set: f.t.id, Features: f.p.Features, Counts: make([]Count, 0, n)}
	for k, c := range f.counts {
		if c > 0 {
			e.Counts = append(e.Counts, Count{uint32(k / f.lanes), f.placeOf[k%f.lanes], c})
		}
	}
	return e
}
