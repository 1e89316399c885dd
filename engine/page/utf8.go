package page

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// utf8Counts is what a look at bytes as UTF-8 shows.
type utf8Counts struct {
	good int // characters beyond ASCII
	long int // of these, characters of three and four bytes: Chinese, Japanese, Korean
	bad  int // bytes that are no UTF-8; a character cut off by the end of the page is not counted
	cut  int // bytes of that character
}

// certain says that valid bytes are UTF-8 whatever a declaration claims: no other encoding has three-byte groups like
// these by chance, while two-byte groups happen in short Latin-1 and GBK pages.
func (u utf8Counts) certain() bool { return u.long > 0 || u.good >= 16 }

// hopeless is how many bad bytes end the measuring when they are more than the good ones: a page in another encoding.
const hopeless = 256

const highBits = 0x8080808080808080

// twoHan says whether the first six of eight bytes are two characters of three bytes: nearly all of Chinese. The leads E0
// and ED have rules of their own and are left to the general decoder.
func twoHan(x uint64) bool {
	if x&0xC0C0F0C0C0F0 != 0x8080E08080E0 {
		return false
	}
	const leads = 0xDFFE // of E1…EF without ED, by their last four bits
	return leads>>(x&0x0F)&leads>>(x>>24&0x0F)&1 != 0
}

// behindASCII is where the next byte beyond ASCII stands from i on.
func behindASCII(b []byte, i int) int {
	for i+8 <= len(b) {
		if high := binary.LittleEndian.Uint64(b[i:]) & highBits; high != 0 {
			return i + bits.TrailingZeros64(high)>>3
		}
		i += 8
	}
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// measureUTF8 counts in one pass; ASCII goes eight bytes at a time.
func measureUTF8(b []byte) (u utf8Counts) {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i = behindASCII(b, i)
			continue
		}
		// Chinese in UTF-8, the common case: E4…E9 and two continuation bytes.
		start := i
		for i+8 <= len(b) && twoHan(binary.LittleEndian.Uint64(b[i:])) {
			i += 6
		}
		for i+2 < len(b) && b[i] > 0xE0 && b[i] < 0xF0 && b[i] != 0xED && b[i+1]&0xC0 == 0x80 && b[i+2]&0xC0 == 0x80 {
			i += 3
		}
		if n := (i - start) / 3; n > 0 {
			u.good += n
			u.long += n
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if !utf8.FullRune(b[i:]) {
				u.cut = len(b) - i
				return u
			}
			if u.bad++; u.bad > hopeless && u.bad > u.good {
				return u
			}
		case n > 2:
			u.good++
			u.long++
		default:
			u.good++
		}
		i += n
	}
	return u
}

// utf8Page reads a page as UTF-8.
func utf8Page(body []byte) decoded { return measureUTF8(body).read(body) }

// read is the page as UTF-8, stray bytes as U+FFFD. A valid page is not copied.
func (u utf8Counts) read(body []byte) decoded {
	d := decoded{name: "utf-8", text: body, good: u.good, bad: u.bad}
	switch {
	case u.bad > 0:
		d.text = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	case u.cut > 0:
		d.text = append(bytes.Clone(body[:len(body)-u.cut]), "\uFFFD"...)
	}
	return d
}
