package judge

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

const (
	mixA = 0x9e3779b97f4a7c15
	mixB = 0xd6e8feb86659fd93
)

// BlockHash identifies a block of text (a line of Page.Text) in a Profile. Space around the block does not count.
// It is the same on every machine and in every version: profiles and term sets are stored by it.
func BlockHash(block []byte) uint64 {
	return hashBytes(mixB, bytes.TrimSpace(block))
}

// hashBytes mixes b into seed, eight bytes at a step.
func hashBytes(seed uint64, b []byte) uint64 {
	h := seed ^ uint64(len(b))*mixA
	for len(b) >= 8 {
		h = mix(h ^ binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	var tail uint64
	for i := len(b) - 1; i >= 0; i-- {
		tail = tail<<8 | uint64(b[i])
	}
	return mix(mix(h^tail) ^ mixB)
}

// mix spreads every bit of h over the whole word.
func mix(h uint64) uint64 {
	hi, lo := bits.Mul64(h^mixB, mixA)
	return hi ^ lo
}
