package judge

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Bounds of a profile: a block is no evidence when it stands on at least profileShare of at least profilePages pages.
const (
	profilePages  = 8
	profileShare  = 0.6
	profileBlocks = 20000 // blocks that a builder remembers; about 1 MB
	profileWindow = 512   // pages after which older ones count half, so that a redesign is noticed
)

// Profile is what stands on nearly every page of one site: menus, footers, slogans. Such blocks are no evidence.
// Immutable; the version is named in the page's record so that a verdict can be repeated. nil has no blocks.
type Profile struct {
	Version int
	blocks  map[uint64]struct{}
}

// Has reports whether the block with this BlockHash is no evidence.
func (p *Profile) Has(hash uint64) bool {
	if p == nil {
		return false
	}
	_, ok := p.blocks[hash]
	return ok
}

// Len is the number of blocks.
func (p *Profile) Len() int {
	if p == nil {
		return 0
	}
	return len(p.blocks)
}

const profileFormat = 1

// ErrProfile is what UnmarshalBinary returns, wrapped, for bytes that are not a profile.
var ErrProfile = errors.New("site profile is damaged")

// MarshalBinary encodes the profile: 8 bytes a block.
func (p *Profile) MarshalBinary() ([]byte, error) {
	hashes := slices.Sorted(maps.Keys(p.blocks))
	b := binary.AppendUvarint([]byte{profileFormat}, uint64(p.Version))
	b = binary.AppendUvarint(b, uint64(len(hashes)))
	for _, h := range hashes {
		b = binary.LittleEndian.AppendUint64(b, h)
	}
	return b, nil
}

// UnmarshalBinary decodes what MarshalBinary wrote. It is meant for a new Profile, before anybody else sees it.
func (p *Profile) UnmarshalBinary(data []byte) error {
	r := reader{data: data}
	if format := r.byte(); format != profileFormat {
		return fmt.Errorf("%w: format %d is unknown", ErrProfile, format)
	}
	version, n := r.uvarint(), r.uvarint()
	if r.bad || version > 1<<40 || n > profileBlocks || uint64(len(r.data)) != n*8 {
		return fmt.Errorf("%w: wrong length", ErrProfile)
	}
	blocks := make(map[uint64]struct{}, n)
	for range n {
		blocks[r.uint64()] = struct{}{}
	}
	p.Version, p.blocks = int(version), blocks
	return nil
}

// ProfileBuilder observes the pages of one site and yields its Profile. Memory is bounded. Not safe for concurrent use.
type ProfileBuilder struct {
	pages int
	seen  map[uint64]int
	page  map[uint64]struct{} // blocks of the page being observed
}

// NewProfileBuilder starts with no pages.
func NewProfileBuilder() *ProfileBuilder {
	return &ProfileBuilder{seen: make(map[uint64]int), page: make(map[uint64]struct{})}
}

// Observe counts the blocks of one page. Each page of the site is to be shown once: a page shown eight times would
// make all of itself no evidence.
func (b *ProfileBuilder) Observe(p *Page) {
	clear(b.page)
	eachBlock(p, func(start, end int) {
		if len(bytes.TrimSpace(p.Text[start:end])) > 0 {
			b.page[BlockHash(p.Text[start:end])] = struct{}{}
		}
	})
	for h := range b.page {
		if _, known := b.seen[h]; known || len(b.seen) < profileBlocks {
			b.seen[h]++
		}
	}
	b.pages++
	if len(b.seen) >= profileBlocks {
		b.forget(max(2, b.pages/8))
	}
	if b.pages >= profileWindow {
		b.halve()
	}
}

// forget drops blocks seen on fewer than n pages: they are far from the share that counts.
func (b *ProfileBuilder) forget(n int) {
	maps.DeleteFunc(b.seen, func(_ uint64, seen int) bool { return seen < n })
}

func (b *ProfileBuilder) halve() {
	b.pages /= 2
	for h, n := range b.seen {
		b.seen[h] = n / 2
	}
	b.forget(1)
}

// Pages is the number of pages that count at present.
func (b *ProfileBuilder) Pages() int {
	return b.pages
}

// Profile yields what the pages so far have in common, nil when they are too few.
func (b *ProfileBuilder) Profile(version int) *Profile {
	if b.pages < profilePages {
		return nil
	}
	need := profileShare * float64(b.pages)
	p := &Profile{Version: version, blocks: make(map[uint64]struct{})}
	for h, n := range b.seen {
		if float64(n) >= need {
			p.blocks[h] = struct{}{}
		}
	}
	return p
}
