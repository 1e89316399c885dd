package archive

import (
	"encoding/binary"
	"io"
)

// frameMagic begins every zstd frame (RFC 8878 §3.1.1).
const frameMagic = 0xFD2FB528

// scanner finds the ends of zstd frames by their block headers, without decompressing anything.
type scanner struct {
	r    io.ReaderAt
	size int64
	buf  [32]byte
}

// frame returns the length of the frame at off; 0 when there is no whole one.
func (s *scanner) frame(off int64) int64 {
	head := s.bytes(off, 18)
	if len(head) < 6 || binary.LittleEndian.Uint32(head) != frameMagic {
		return 0
	}
	at := off + 4 + headerLen(head[4])
	for {
		b := s.bytes(at, 3)
		if len(b) < 3 {
			return 0
		}
		h := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		size := int64(h >> 3)
		switch h >> 1 & 3 {
		case 1: // one byte, repeated
			size = 1
		case 3: // reserved
			return 0
		}
		at += 3 + size
		if h&1 != 0 {
			break
		}
	}
	if head[4]&4 != 0 {
		at += 4 // checksum of the content
	}
	if at > s.size {
		return 0
	}
	return at - off
}

// headerLen is the length of the frame header after the magic number, from its descriptor (RFC 8878 §3.1.1.1.1).
func headerLen(descriptor byte) int64 {
	single := descriptor>>5&1 == 1
	n := int64(1)
	if !single {
		n++ // window descriptor
	}
	n += [4]int64{0, 1, 2, 4}[descriptor&3] // dictionary
	switch descriptor >> 6 {
	case 0:
		if single {
			n++
		}
	case 1:
		n += 2
	case 2:
		n += 4
	case 3:
		n += 8
	}
	return n
}

// bytes reads up to n bytes at off.
func (s *scanner) bytes(off int64, n int) []byte {
	got, err := s.r.ReadAt(s.buf[:n], off)
	if err != nil && err != io.EOF {
		return nil
	}
	return s.buf[:got]
}
