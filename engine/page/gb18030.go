package page

import (
	"encoding/binary"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// gbPairs is the two-byte part of GB18030: [lead-0x81][trail-0x40], 0 where a pair means nothing. All of it lies in the
// basic plane. 48 KB, built once; a table lookup reads a page five times faster than the general decoder.
type gbPairs [126][191]uint16

var gbTable = sync.OnceValue(func() *gbPairs {
	t := new(gbPairs)
	dec := simplifiedchinese.GB18030.NewDecoder()
	for lead := 0x81; lead <= 0xFE; lead++ {
		for trail := 0x40; trail <= 0xFE; trail++ {
			out, err := dec.Bytes([]byte{byte(lead), byte(trail)})
			if err != nil {
				continue
			}
			if r, n := utf8.DecodeRune(out); r != utf8.RuneError && n == len(out) {
				t[lead-0x81][trail-0x40] = uint16(r)
			}
		}
	}
	return t
})

// readGB18030 decodes GB2312, GBK and GB18030 bytes.
func readGB18030(b []byte) decoded {
	table := gbTable()
	d := decoded{name: "gb18030"}
	out := make([]byte, 0, len(b)+len(b)/4+64)
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			start := i
			for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&highBits == 0 {
				i += 8
			}
			for i < len(b) && b[i] < utf8.RuneSelf {
				i++
			}
			out = append(out, b[start:i]...)
			continue
		}
		lead := b[i]
		if i+1 >= len(b) {
			// Cut off by the end of the page: no sign of a wrong encoding.
			out = utf8.AppendRune(out, utf8.RuneError)
			break
		}
		trail := b[i+1]
		switch {
		case lead == 0x80 || lead == 0xFF:
			// 0x80 is the euro sign of windows-936; 0xFF is nothing.
			if lead == 0x80 {
				out = append(out, "€"...)
				d.good++
			} else {
				out = utf8.AppendRune(out, utf8.RuneError)
				d.bad++
			}
			i++
		case trail >= 0x40 && trail != 0x7F && trail != 0xFF:
			r := rune(table[lead-0x81][trail-0x40])
			if r == 0 {
				out = utf8.AppendRune(out, utf8.RuneError)
				d.bad++
				i++
				if trail >= utf8.RuneSelf {
					i++
				}
				continue
			}
			if r >= 0x800 {
				out = append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0x3F)
			} else {
				out = utf8.AppendRune(out, r)
			}
			d.good++
			i += 2
		default:
			var ok bool
			if out, ok = appendFour(out, b[i:]); ok {
				d.good++
				i += 4
			} else {
				out = utf8.AppendRune(out, utf8.RuneError)
				d.bad++
				i++
			}
		}
	}
	d.text = out
	return d
}

// appendFour decodes a four-byte group at the start of b, when it is one.
func appendFour(out, b []byte) ([]byte, bool) {
	if len(b) < 4 || b[1] < '0' || b[1] > '9' || b[2] < 0x81 || b[2] > 0xFE || b[3] < '0' || b[3] > '9' {
		return out, false
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(b[:4])
	if err != nil {
		return out, false
	}
	if r, n := utf8.DecodeRune(text); r == utf8.RuneError || n != len(text) {
		return out, false
	}
	return append(out, text...), true
}
