package judge

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Evidence is everything that the judge needs to know of a page: how often each term of a term set stands in each
// place, and the page's features. It is small enough to be stored for every page, so that other weights, thresholds and
// rule sets over the same terms can be tried on all pages without fetching or reading them again.
type Evidence struct {
	Set      uint64  // Terms.ID of the terms that were counted
	Counts   []Count // ascending by Term, then Place
	Features Features
}

// Count says that term number Term begins N times in runs of exactly the places Place.
type Count struct {
	Term  uint32
	Place Place
	N     uint32
}

// ErrEvidence is what UnmarshalBinary returns, wrapped, for bytes that are not evidence.
var ErrEvidence = errors.New("evidence is damaged")

const evidenceFormat = 1

// MarshalBinary encodes the evidence, about 4 bytes a count.
func (e *Evidence) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, 64+4*len(e.Counts))
	b = append(b, evidenceFormat)
	b = binary.LittleEndian.AppendUint64(b, e.Set)
	b = binary.AppendUvarint(b, uint64(len(features)))
	for _, f := range features {
		b = appendValue(b, f.get(&e.Features))
	}
	b = binary.AppendUvarint(b, uint64(len(e.Counts)))
	last := uint32(0)
	for _, c := range e.Counts {
		if c.Term < last {
			return nil, errors.New("encode evidence: counts are not sorted")
		}
		b = binary.AppendUvarint(b, uint64(c.Term-last))
		b = binary.AppendUvarint(b, uint64(c.Place))
		b = binary.AppendUvarint(b, uint64(c.N))
		last = c.Term
	}
	return b, nil
}

// appendValue writes a whole number as a varint with the lowest bit clear, anything else as a marker and 8 bytes.
func appendValue(b []byte, v float64) []byte {
	if v >= 0 && v < 1<<53 && v == math.Trunc(v) {
		return binary.AppendUvarint(b, uint64(v)<<1)
	}
	return binary.LittleEndian.AppendUint64(append(b, 1), math.Float64bits(v))
}

// UnmarshalBinary decodes what MarshalBinary wrote, also by a version that knew fewer features.
func (e *Evidence) UnmarshalBinary(data []byte) error {
	r := reader{data: data}
	if format := r.byte(); format != evidenceFormat {
		return fmt.Errorf("%w: format %d is unknown", ErrEvidence, format)
	}
	out := Evidence{Set: r.uint64()}
	n := r.uvarint()
	if n > uint64(len(features)) {
		return fmt.Errorf("%w: %d features", ErrEvidence, n)
	}
	for _, f := range features[:n] {
		v := r.value()
		if !finite(v) {
			return fmt.Errorf("%w: feature %s is not a number", ErrEvidence, f.name)
		}
		f.set(&out.Features, v)
	}
	n = r.uvarint()
	if n > uint64(len(r.data))/3 {
		return fmt.Errorf("%w: %d counts in %d bytes", ErrEvidence, n, len(r.data))
	}
	out.Counts = make([]Count, 0, n)
	term := uint64(0)
	for range n {
		term += r.uvarint()
		place, times := r.uvarint(), r.uvarint()
		if term > math.MaxUint32 || place > math.MaxUint16 || times > math.MaxUint32 {
			return fmt.Errorf("%w: a count is out of range", ErrEvidence)
		}
		out.Counts = append(out.Counts, Count{uint32(term), Place(place), uint32(times)})
	}
	if r.bad || len(r.data) > 0 {
		return fmt.Errorf("%w: wrong length", ErrEvidence)
	}
	*e = out
	return nil
}

// reader takes values off the front of data; after the first failure it returns zeros.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.bad = true
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

func (r *reader) uint64() uint64 {
	if len(r.data) < 8 {
		r.bad, r.data = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint64(r.data)
	r.data = r.data[8:]
	return v
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) value() float64 {
	v := r.uvarint()
	if v&1 == 0 {
		return float64(v >> 1)
	}
	return math.Float64frombits(r.uint64())
}
