package judge

import (
	"bytes"
	"maps"
)

// ProfileBuilder observes the pages of one site and yields its Profile. Memory is bounded. Not safe for concurrent use.
type ProfileBuilder struct {
	terms        *Terms // blocks without any of these terms are left out: they are no evidence anyway
	pages, plain int
	seen         map[uint64]*standing
	page         map[uint64]span // blocks of the page being observed
}

// standing is on how many pages a block stands.
type standing struct {
	all, plain int
	text       []byte
}

// NewProfileBuilder starts with no pages. Only blocks that hold one of the terms come into the profile.
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
		s := b.seen[h]
		if s == nil {
			if len(b.seen) >= profileBlocks {
				continue
			}
			s = &standing{text: bytes.Clone(p.Text[at.start:at.end])}
			b.seen[h] = s
		}
		s.all++
		if plain {
			s.plain++
		}
	}
	b.pages++
	if plain {
		b.plain++
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
		if float64(s.all) >= profileShare*float64(b.pages) && float64(s.plain) >= profileShare*float64(b.plain) && b.terms.in(s.text) {
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
