package judge

import (
	"bytes"
	"maps"
	"math"
)

// ProfileBuilder observes the pages of one site and yields its Profile. Memory is bounded. Not safe for concurrent use.
type ProfileBuilder struct {
	terms        *Terms // blocks without any of these terms are left out: they are no evidence anyway
	pages, plain int
	expect       int // pages at most, 0 = any number
	seen         map[uint64]*standing
	page         map[uint64]span // blocks of the page being observed
}

// standing is on how many pages a block stands. A block without a text is known to hold a term.
type standing struct {
	all, plain int
	text       []byte
}

// MaxBlocks bounds the blocks of one page that FindBlocks names.
const MaxBlocks = 512

// NewProfileBuilder starts with no pages. Only blocks that hold one of the terms come into the profile; of ObserveBlocks that is known,
// and a builder for it alone needs no terms.
func NewProfileBuilder(t *Terms) *ProfileBuilder {
	return &ProfileBuilder{terms: t, seen: make(map[uint64]*standing), page: make(map[uint64]span)}
}

// Observe counts the blocks of one page; plain says that it is surely no route page: a start page, or one judged so. Each page of the
// site is to be shown once.
func (b *ProfileBuilder) Observe(p *Page, plain bool) {
	clear(b.page)
	eachBlock(p, func(start, end int) {
		if len(bytes.TrimSpace(p.Text[start:end])) > 0 {
			b.page[BlockHash(p.Text[start:end])] = span{int32(start), int32(end)}
		}
	})
	for h, at := range b.page {
		if s := b.count(h, plain); s != nil && s.all == 1 {
			s.text = bytes.Clone(p.Text[at.start:at.end])
		}
	}
	b.counted(plain)
}

// ObserveBlocks is Observe for a page whose blocks FindBlocks named, each once.
func (b *ProfileBuilder) ObserveBlocks(blocks []uint64, plain bool) {
	for _, h := range blocks {
		b.count(h, plain)
	}
	b.counted(plain)
}

// Expect says how many pages will be shown at most. Blocks that can then no longer be of the profile are not kept, so that little is
// kept at all: of the pages of most sites, nothing.
func (b *ProfileBuilder) Expect(pages int) { b.expect = pages }

// Open says whether there is still a block that may come into the profile.
func (b *ProfileBuilder) Open() bool { return len(b.seen) > 0 || b.pages <= b.spare() }

// spare is on how many of the expected pages a block of the profile may be missing.
func (b *ProfileBuilder) spare() int {
	if b.expect == 0 {
		return math.MaxInt
	}
	return int((1-profileShare)*float64(max(b.expect, profilePages)) + 1e-9)
}

// count notes a block of the page being observed; nil when it is not kept.
func (b *ProfileBuilder) count(h uint64, plain bool) *standing {
	s := b.seen[h]
	if s == nil {
		if len(b.seen) >= profileBlocks || b.pages > b.spare() {
			return nil
		}
		s = &standing{}
		b.seen[h] = s
	}
	s.all++
	if plain {
		s.plain++
	}
	return s
}

// counted ends the page.
func (b *ProfileBuilder) counted(plain bool) {
	b.pages++
	if plain {
		b.plain++
	}
	if spare := b.spare(); b.pages > spare {
		maps.DeleteFunc(b.seen, func(_ uint64, s *standing) bool { return b.pages-s.all > spare })
	}
	if len(b.seen) >= profileBlocks {
		least := max(2, b.pages/4) // far from the share that counts
		maps.DeleteFunc(b.seen, func(_ uint64, s *standing) bool { return s.all < least })
	}
}

// Pages is the number of pages observed.
func (b *ProfileBuilder) Pages() int { return b.pages }

// Profile yields what the pages so far have in common, nil when they are too few.
func (b *ProfileBuilder) Profile(version int) *Profile {
	if b.pages < profilePages || b.plain == 0 {
		return nil
	}
	p := &Profile{Version: version, Pages: b.pages, blocks: make(map[uint64]uint32)}
	for h, s := range b.seen {
		if float64(s.all) >= profileShare*float64(b.pages) && float64(s.plain) >= profileShare*float64(b.plain) && (s.text == nil || b.terms.in(s.text)) {
			p.blocks[h] = uint32(s.all)
		}
	}
	return p
}

// in reports whether a block of text holds any term.
func (t *Terms) in(block []byte) bool {
	p := &Page{Text: block, Runs: []Run{{0, int32(len(block)), Text}}}
	return len(t.Find(p, nil).Counts) > 0
}
