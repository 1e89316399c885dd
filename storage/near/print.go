package near

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Sketch collects the pieces of a text (its shingles). The zero value is ready; one goroutine.
type Sketch struct {
	bit   [64]int32   // how many pieces set the bit, up to the last flush
	lanes [8]uint64   // the same since then: eight counters of a byte each a byte of the hash
	seen  [256]uint64 // a bit a piece: what comes again counts once, or one phrase in every row would be all of the fingerprint
	n     int
}

// spread holds for each byte the same bits, one in each of eight bytes, so that eight counters are raised by one addition.
var spread = func() (t [256]uint64) {
	for v := range t {
		for i := range 8 {
			t[v] |= uint64(v>>i&1) << (8 * i)
		}
	}
	return t
}()

// Add takes in a piece. All count alike, and each once; an order is not kept.
func (s *Sketch) Add(piece []byte) {
	h := xxhash.Sum64(piece)
	word, bit := &s.seen[h>>56], uint64(1)<<(h>>50&63)
	if *word&bit != 0 {
		return
	}
	*word |= bit
	for i := range s.lanes {
		s.lanes[i] += spread[byte(h)]
		h >>= 8
	}
	if s.n++; s.n%255 == 0 {
		s.flush()
	}
}

// flush empties the small counters before they run over.
func (s *Sketch) flush() {
	for i, lane := range s.lanes {
		for j := range 8 {
			s.bit[8*i+j] += int32(lane >> (8 * j) & 255)
		}
	}
	s.lanes = [8]uint64{}
}

// Len is the number of pieces.
func (s *Sketch) Len() int { return s.n }

// Sum is the fingerprint; 0 stands for a text without pieces.
func (s *Sketch) Sum() uint64 {
	if s.n == 0 {
		return 0
	}
	s.flush()
	var out uint64
	for i, v := range s.bit {
		if 2*int(v) > s.n {
			out |= 1 << i
		}
	}
	return max(out, 1)
}

// Distance is the number of bits in which two fingerprints differ: 0 … 64.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }
