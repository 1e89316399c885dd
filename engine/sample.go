package engine

import (
	"encoding/binary"

	"xunlu/judge"
)

const (
	// ProfileWindow is from how many pages a site's profile is made at most: the newest.
	ProfileWindow = 240
	// EntranceLinks: a start page with so many links is an entrance, whatever its words say.
	EntranceLinks = 15

	sampleStarts = 8 // start pages that are kept for each window: they are surely no routes
)

// sample counts on how many pages of a site each block stands, in the windows before the rungs. It keeps hashes of the few blocks that stand
// on nearly all pages so far, so that no page has to be read again for its site's profile. Guarded by Coordinator.mu.
type sample struct {
	open   *judge.ProfileBuilder // of the window under way; nil between windows, and when pages of it were missed
	ripe   *judge.ProfileBuilder // of the last rung
	bodies map[uint64]bool       // pages with the same body count once
	starts [][]uint64            // blocks of entrances
	missed bool                  // the site's first pages were read by another run
}

func newSample() *sample {
	p := &sample{}
	p.begin(profileRung * 4) // the first two rungs are one window
	return p
}

func (p *sample) begin(pages int) {
	p.open, p.bodies = judge.NewProfileBuilder(nil), map[uint64]bool{}
	p.open.Expect(pages + sampleStarts)
	for _, blocks := range p.starts {
		p.open.ObserveBlocks(blocks, true)
	}
}

// miss notes that pages of the site were read by another run: nothing is counted from now on.
func (p *sample) miss() { p.open, p.bodies, p.missed = nil, nil, true }

// ripen takes what was counted at a rung as what the profile is made from.
func (p *sample) ripen(rung int) {
	p.ripe = p.open
	if rung > profileRung {
		p.open, p.bodies = nil, nil
	}
}

// samples says whether the site's pages are asked for their blocks. Caller holds Coordinator.mu.
func (st *siteState) samples() bool {
	p := st.sample
	if p.missed {
		return false
	}
	return p.open != nil && p.open.Open() || p.open == nil && st.read+st.leased >= st.rung-ProfileWindow
}

// observe counts the page that is about to be the site's next read one. Caller holds Coordinator.mu.
func (st *siteState) observe(s *settled) {
	p := st.sample
	if p.missed {
		return
	}
	if p.open == nil && st.read == st.rung-ProfileWindow {
		p.begin(ProfileWindow)
	}
	if p.open == nil || p.bodies[s.page.Hash] || s.Blocks == nil && p.open.Open() {
		return
	}
	p.bodies[s.page.Hash] = true
	blocks := unpackBlocks(s.Blocks)
	start := st.entrance(s)
	if start && len(p.starts) < sampleStarts {
		p.starts = append(p.starts, blocks)
	}
	p.open.ObserveBlocks(blocks, start || !s.Verdict.Route)
}

// entrance says whether a page is a start page that leads on.
func (st *siteState) entrance(s *settled) bool {
	if s.page.Depth > 0 {
		return false
	}
	var e judge.Evidence
	return e.UnmarshalBinary(s.Evidence) == nil && e.Features.Links >= EntranceLinks
}

// packBlocks and unpackBlocks turn the names of blocks into Outcome.Blocks and back.
func packBlocks(blocks []uint64) []byte {
	out := make([]byte, 0, 8*len(blocks))
	for _, h := range blocks {
		out = binary.LittleEndian.AppendUint64(out, h)
	}
	return out
}

func unpackBlocks(b []byte) []uint64 {
	out := make([]uint64, 0, len(b)/8)
	for ; len(b) >= 8; b = b[8:] {
		out = append(out, binary.LittleEndian.Uint64(b))
	}
	return out
}
