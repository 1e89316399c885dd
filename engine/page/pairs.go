package page

import (
	"encoding/binary"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// pairTable is the two-byte part of GB18030 or Big5: [lead-0x81][trail-0x40], 0 where a pair means nothing. 96 KB, built
// once; a table lookup reads a page five times faster than the general decoder.
type pairTable [126][191]rune

var gbTable = sync.OnceValue(func() *pairTable {
	t := fillPairs(simplifiedchinese.GB18030)
	fill := func(lead, trail int, r rune) {
		if have := &t[lead-0x81][trail-0x40]; *have == 0 {
			*have = r
		}
	}
	// What the general decoder leaves out: the areas for private use (WHATWG index gb18030) …
	r := rune(0xE000)
	for _, area := range [...][4]int{{0xAA, 0xAF, 0xA1, 0xFE}, {0xF8, 0xFE, 0xA1, 0xFE}, {0xA1, 0xA7, 0x40, 0xA0}} {
		for lead := area[0]; lead <= area[1]; lead++ {
			for trail := area[2]; trail <= area[3]; trail++ {
				if trail != 0x7F {
					fill(lead, trail, r)
					r++
				}
			}
		}
	}
	// … and the gaps between the rows of signs: first pair, first character, how many.
	for _, gap := range [...][3]int{
		{0xA2AB, 0xE766, 6}, {0xA2E4, 0xE76D, 1}, {0xA2EF, 0xE76E, 2}, {0xA2FD, 0xE770, 2}, {0xA4F4, 0xE772, 11}, {0xA5F7, 0xE77D, 8},
		{0xA6B9, 0xE785, 8}, {0xA6F6, 0xE797, 9}, {0xA7C2, 0xE7A0, 15}, {0xA7F2, 0xE7AF, 13}, {0xA896, 0xE7BC, 11}, {0xA8C1, 0xE7C9, 4},
		{0xA8EA, 0xE7CD, 21}, {0xA958, 0xE7E2, 1}, {0xA95B, 0xE7E3, 1}, {0xA95D, 0xE7E4, 3}, {0xA997, 0xE7F4, 13}, {0xA9F0, 0xE801, 15},
		{0xD7FA, 0xE810, 5}, {0xFE51, 0xE816, 3}, {0xFE6C, 0xE831, 1}, {0xFE76, 0xE83B, 1}, {0xFE91, 0xE855, 1},
		// Characters that Unicode and GB18030-2022 have since given a place of their own.
		{0xA6D9, 0xFE10, 1}, {0xA6DA, 0xFE12, 1}, {0xA6DB, 0xFE11, 1}, {0xA6DC, 0xFE13, 4}, {0xA6EC, 0xFE17, 2}, {0xA6F3, 0xFE19, 1},
		{0xA8BC, 0x1E3F, 1}, {0xFE59, 0x9FB4, 1}, {0xFE61, 0x9FB5, 1}, {0xFE66, 0x9FB6, 2}, {0xFE6D, 0x9FB8, 1}, {0xFE7E, 0x9FB9, 1},
		{0xFE90, 0x9FBA, 1}, {0xFEA0, 0x9FBB, 1},
	} {
		for k := range gap[2] {
			fill(gap[0]>>8, gap[0]&0xFF+k, rune(gap[1]+k))
		}
	}
	return t
})

var big5Table = sync.OnceValue(func() *pairTable { return fillPairs(traditionalchinese.Big5) })

func fillPairs(enc encoding.Encoding) *pairTable {
	t := new(pairTable)
	dec := enc.NewDecoder()
	for lead := 0x81; lead <= 0xFE; lead++ {
		for trail := 0x40; trail <= 0xFE; trail++ {
			out, err := dec.Bytes([]byte{byte(lead), byte(trail)})
			if err != nil {
				continue
			}
			if r, n := utf8.DecodeRune(out); r != utf8.RuneError && n == len(out) {
				t[lead-0x81][trail-0x40] = r
			}
		}
	}
	return t
}

// readPairs decodes GB18030 (with GBK and GB2312) or Big5 by the WHATWG rules: a byte below 0x80 behind a lead byte that
// it does not complete stands for itself, so that one damaged character never swallows a tag.
func readPairs(name string, b []byte) decoded {
	gb := name == "gb18030"
	table := big5Table
	if gb {
		table = gbTable
	}
	p := pairReader{table: table(), gb: gb, b: b, out: make([]byte, 0, len(b)+len(b)/4+64)}
	p.run()
	return decoded{name: name, text: p.out, good: p.good, bad: p.bad}
}

type pairReader struct {
	table     *pairTable
	gb        bool
	b, out    []byte
	good, bad int
}

func (p *pairReader) run() {
	b := p.b
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			start := i
			for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&highBits == 0 {
				i += 8
			}
			for i < len(b) && b[i] < utf8.RuneSelf {
				i++
			}
			p.out = append(p.out, b[start:i]...)
			continue
		}
		if i+1 >= len(b) {
			// Cut off by the end of the page: no sign of a wrong encoding.
			p.out = utf8.AppendRune(p.out, utf8.RuneError)
			return
		}
		lead, trail := b[i], b[i+1]
		if lead > 0x80 && lead < 0xFF && trail >= 0x40 && trail < 0xFF {
			if r := p.table[lead-0x81][trail-0x40]; r >= 0x800 && r < 0x10000 {
				p.out = append(p.out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0x3F)
				p.good++
				i += 2
				continue
			}
		}
		i += p.odd(b[i:])
	}
}

// odd decodes what is not a pair of the basic plane at the start of b and returns how many bytes it took.
func (p *pairReader) odd(b []byte) int {
	lead, trail := b[0], b[1]
	switch {
	case lead == 0x80 && p.gb:
		p.out = append(p.out, "€"...) // of windows-936
		p.good++
		return 1
	case lead == 0x80 || lead == 0xFF:
	case trail >= 0x40 && trail < 0xFF && p.table[lead-0x81][trail-0x40] != 0:
		p.out = utf8.AppendRune(p.out, p.table[lead-0x81][trail-0x40])
		p.good++
		return 2
	case !p.gb && lead == 0x88:
		if two, ok := big5Two(trail); ok {
			p.out = append(p.out, two...)
			p.good++
			return 2
		}
	case p.gb && trail >= '0' && trail <= '9':
		if text, ok := four(b); ok {
			p.out = append(p.out, text...)
			p.good++
			return 4
		}
	}
	p.out = utf8.AppendRune(p.out, utf8.RuneError)
	p.bad++
	if lead != 0x80 && lead != 0xFF && trail >= utf8.RuneSelf {
		return 2
	}
	return 1
}

// big5Two are the pairs of Big5 that mean two characters.
func big5Two(trail byte) (string, bool) {
	switch trail {
	case 0x62:
		return "\u00CA\u0304", true
	case 0x64:
		return "\u00CA\u030C", true
	case 0xA3:
		return "\u00EA\u0304", true
	case 0xA5:
		return "\u00EA\u030C", true
	}
	return "", false
}

// four decodes a four-byte group of GB18030 at the start of b, when it is one.
func four(b []byte) ([]byte, bool) {
	if len(b) < 4 || b[2] < 0x81 || b[2] > 0xFE || b[3] < '0' || b[3] > '9' {
		return nil, false
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(b[:4])
	if err != nil {
		return nil, false
	}
	r, n := utf8.DecodeRune(text)
	return text, r != utf8.RuneError && n == len(text)
}
