package archive

import (
	"fmt"
	"strconv"
	"strings"
)

// place is where a record stands: "segment:offset:length" of its frame, and ":skip" when it is not the frame's first.
type place struct {
	segment     int
	off, length int64 // of the frame in the segment, in bytes
	skip        int64 // of the record in the unpacked frame, in bytes
}

func (p place) String() string {
	b := make([]byte, 0, 40)
	b = append(strconv.AppendInt(b, int64(p.segment), 10), ':')
	b = append(strconv.AppendInt(b, p.off, 10), ':')
	b = strconv.AppendInt(b, p.length, 10)
	if p.skip > 0 {
		b = strconv.AppendInt(append(b, ':'), p.skip, 10)
	}
	return string(b)
}

func parsePlace(s string) (place, error) {
	var n [4]int64
	count := 0
	for part := range strings.SplitSeq(s, ":") {
		v, err := strconv.ParseInt(part, 10, 62)
		if err != nil || v < 0 || count == len(n) {
			return place{}, fmt.Errorf("place %q: %w", s, ErrPlace)
		}
		n[count] = v
		count++
	}
	if count < 3 {
		return place{}, fmt.Errorf("place %q: %w", s, ErrPlace)
	}
	return place{segment: int(n[0]), off: n[1], length: n[2], skip: n[3]}, nil
}

// ComparePlaces orders places as they lie on the disk, for those who read many: pages of one frame come one after the other
// and are unpacked once. What is no place comes first.
func ComparePlaces(a, b string) int {
	p, errP := parsePlace(a)
	q, errQ := parsePlace(b)
	switch {
	case errP != nil || errQ != nil:
		return compareBool(errP == nil, errQ == nil)
	case p.segment != q.segment:
		return p.segment - q.segment
	case p.off != q.off:
		return compareBool(p.off > q.off, p.off < q.off)
	}
	return compareBool(p.skip > q.skip, p.skip < q.skip)
}

// compareBool: true is more than false.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
