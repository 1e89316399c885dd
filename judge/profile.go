package judge

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Bounds of a profile. A block is no evidence when it stands on profileShare of all pages and, as menus and footers do but the headings
// of a route page do not, on profileShare of those that are no routes; one such page must have been seen, as the start page mostly is. Fewer pages say nothing.
const (
	profilePages  = 20
	profileShare  = 0.9
	profileBlocks = 20000 // blocks that a builder remembers; about 1 MB
)

// Profile is what stands on nearly every page of one site: menus, footers, slogans. Such blocks are no evidence.
// Immutable; verdicts name its version so that they can be repeated. nil has no blocks.
type Profile struct {
	Version int
	Pages   int               // it was made from
	blocks  map[uint64]uint32 // on how many of them the block stands
}

// Has reports whether the block with this BlockHash is no evidence.
func (p *Profile) Has(hash uint64) bool { return p.On(hash) > 0 }

// On is the number of pages on which a block stood that is no evidence; 0 for all others.
func (p *Profile) On(hash uint64) int {
	if p == nil {
		return 0
	}
	return int(p.blocks[hash])
}

// Len is the number of blocks.
func (p *Profile) Len() int {
	if p == nil {
		return 0
	}
	return len(p.blocks)
}

// Same reports whether both leave out the same blocks.
func (p *Profile) Same(q *Profile) bool {
	if p.Len() != q.Len() {
		return false
	}
	if p.Len() > 0 {
		for h := range p.blocks {
			if !q.Has(h) {
				return false
			}
		}
	}
	return true
}

const profileFormat = 2

// ErrProfile is what UnmarshalBinary returns, wrapped, for bytes that are not a profile.
var ErrProfile = errors.New("site profile is damaged")

// MarshalBinary encodes the profile: about 9 bytes a block.
func (p *Profile) MarshalBinary() ([]byte, error) {
	b := binary.AppendUvarint([]byte{profileFormat}, uint64(p.Version))
	b = binary.AppendUvarint(b, uint64(p.Pages))
	b = binary.AppendUvarint(b, uint64(len(p.blocks)))
	for _, h := range slices.Sorted(maps.Keys(p.blocks)) {
		b = binary.LittleEndian.AppendUint64(b, h)
		b = binary.AppendUvarint(b, uint64(p.blocks[h]))
	}
	return b, nil
}

// UnmarshalBinary decodes what MarshalBinary wrote. It is meant for a new Profile, before anybody else sees it.
func (p *Profile) UnmarshalBinary(data []byte) error {
	r := reader{data: data}
	if format := r.byte(); format != profileFormat {
		return fmt.Errorf("%w: format %d is unknown", ErrProfile, format)
	}
	version, pages, n := r.uvarint(), r.uvarint(), r.uvarint()
	if r.bad || version > 1<<31 || pages > 1<<31 || n > uint64(len(r.data))/9 {
		return fmt.Errorf("%w: wrong length", ErrProfile)
	}
	blocks := make(map[uint64]uint32, n)
	for range n {
		h := r.uint64()
		blocks[h] = uint32(r.uvarint())
	}
	if r.bad || len(r.data) > 0 {
		return fmt.Errorf("%w: wrong length", ErrProfile)
	}
	p.Version, p.Pages, p.blocks = int(version), int(pages), blocks
	return nil
}

// MarshalText and UnmarshalText let a profile travel in JSON.
func (p *Profile) MarshalText() ([]byte, error) {
	data, err := p.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.AppendEncode(nil, data), nil
}

// UnmarshalText decodes what MarshalText wrote.
func (p *Profile) UnmarshalText(text []byte) error {
	data, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProfile, err)
	}
	return p.UnmarshalBinary(data)
}
