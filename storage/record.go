package storage

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/cespare/xxhash/v2"
)

// A stored value is a sealed record: one byte of format, the payload, four bytes of checksum. The checksum is there
// because bbolt checks its meta pages only: a flipped bit in a row must come back as ErrDamaged, never as another price.
const (
	formatTagged = 1 // fields as (tag, wire type, value), zero fields left out
	formatJSON   = 2
	formatRaw    = 3
)

const sumLen = 4

// seal closes a record whose first byte is its format.
func seal(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, uint32(xxhash.Sum64(b)))
}

// unseal checks a record and returns its payload, which still lies in v.
func unseal(v []byte, format byte) ([]byte, error) {
	if len(v) < 1+sumLen {
		return nil, fmt.Errorf("record of %d bytes: %w", len(v), ErrDamaged)
	}
	body := v[:len(v)-sumLen]
	if binary.LittleEndian.Uint32(v[len(body):]) != uint32(xxhash.Sum64(body)) {
		return nil, fmt.Errorf("record checksum: %w", ErrDamaged)
	}
	if body[0] != format {
		return nil, fmt.Errorf("record format %d: %w", body[0], ErrNewer)
	}
	return body[1:], nil
}

func sealJSON(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 1, len(data)+1+sumLen)
	b[0] = formatJSON
	return seal(append(b, data...)), nil
}

func unsealJSON(v []byte, into any) error {
	data, err := unseal(v, formatJSON)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("record: %w: %w", ErrDamaged, err)
	}
	return nil
}

func sealRaw(data []byte) []byte {
	b := make([]byte, 1, len(data)+1+sumLen)
	b[0] = formatRaw
	return seal(append(b, data...))
}

// unsealRaw returns a copy that outlives the transaction.
func unsealRaw(v []byte) ([]byte, error) {
	data, err := unseal(v, formatRaw)
	if err != nil {
		return nil, err
	}
	return append([]byte{}, data...), nil
}

// Wire types of a tagged field.
const (
	wireUint  = 0
	wireFixed = 1
	wireBytes = 2
)

// encoder writes tagged fields. Tags are the file format: a tag is never reused for another meaning.
type encoder struct{ b []byte }

func newEncoder(size int) *encoder {
	b := make([]byte, 1, size+1+sumLen)
	b[0] = formatTagged
	return &encoder{b: b}
}

func (e *encoder) key(tag, wire int) { e.b = binary.AppendUvarint(e.b, uint64(tag<<2|wire)) }

func (e *encoder) uint(tag int, v uint64) {
	if v == 0 {
		return
	}
	e.key(tag, wireUint)
	e.b = binary.AppendUvarint(e.b, v)
}

func (e *encoder) int(tag int, v int64) { e.uint(tag, uint64(v<<1)^uint64(v>>63)) }

func (e *encoder) bool(tag int, v bool) {
	if v {
		e.uint(tag, 1)
	}
}

func (e *encoder) float(tag int, v float64) {
	if v == 0 {
		return
	}
	e.fixed(tag, math.Float64bits(v))
}

func (e *encoder) fixed(tag int, v uint64) {
	if v == 0 {
		return
	}
	e.key(tag, wireFixed)
	e.b = binary.LittleEndian.AppendUint64(e.b, v)
}

func (e *encoder) str(tag int, s string) {
	if s == "" {
		return
	}
	e.key(tag, wireBytes)
	e.b = binary.AppendUvarint(e.b, uint64(len(s)))
	e.b = append(e.b, s...)
}

// time keeps nanoseconds and drops the zone: every stored time is UTC.
func (e *encoder) time(tag int, t time.Time) {
	if t.IsZero() {
		return
	}
	e.key(tag, wireUint)
	n := t.UnixNano()
	e.b = binary.AppendUvarint(e.b, uint64(n<<1)^uint64(n>>63))
}

func (e *encoder) seal() []byte { return seal(e.b) }

// decoder reads tagged fields; the first fault stops it and is kept in err.
type decoder struct {
	b     []byte
	words *words
	tag   int
	num   uint64
	bytes []byte
	err   error
}

func newDecoder(v []byte, w *words) *decoder {
	b, err := unseal(v, formatTagged)
	return &decoder{b: b, words: w, err: err}
}

// next steps to the next field; false at the end or after a fault.
func (d *decoder) next() bool {
	if d.err != nil || len(d.b) == 0 {
		return false
	}
	key := d.uvarint()
	d.tag = int(key >> 2)
	switch key & 3 {
	case wireUint:
		d.num = d.uvarint()
	case wireFixed:
		if len(d.b) < 8 {
			d.fail()
			return false
		}
		d.num, d.b = binary.LittleEndian.Uint64(d.b), d.b[8:]
	case wireBytes:
		n := d.uvarint()
		if uint64(len(d.b)) < n {
			d.fail()
			return false
		}
		d.bytes, d.b = d.b[:n], d.b[n:]
	default:
		d.fail()
	}
	return d.err == nil
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) fail() {
	d.b = nil
	if d.err == nil {
		d.err = fmt.Errorf("record fields: %w", ErrDamaged)
	}
}

// unknown refuses a field of a newer program: writing the row back would lose it.
func (d *decoder) unknown() {
	d.b = nil
	if d.err == nil {
		d.err = fmt.Errorf("record field %d: %w", d.tag, ErrNewer)
	}
}

func (d *decoder) int() int64         { return int64(d.num>>1) ^ -int64(d.num&1) }
func (d *decoder) bool() bool         { return d.num != 0 }
func (d *decoder) float() float64     { return math.Float64frombits(d.num) }
func (d *decoder) str() string        { return string(d.bytes) }
func (d *decoder) word() string       { return d.words.get(d.bytes) }
func (d *decoder) time() time.Time    { return time.Unix(0, d.int()).UTC() }
func (d *decoder) dur() time.Duration { return time.Duration(d.int()) }

// words shares the strings that repeat from row to row (site, state, charset), so that a walk over a million rows
// does not allocate them a million times. Owned by one walk.
type words struct{ m map[string]string }

const maxWords = 4096

func (w *words) get(b []byte) string {
	if w == nil {
		return string(b)
	}
	if s, ok := w.m[string(b)]; ok {
		return s
	}
	if w.m == nil || len(w.m) >= maxWords {
		w.m = make(map[string]string)
	}
	s := string(b)
	w.m[s] = s
	return s
}
