package page

import (
	"github.com/cespare/xxhash/v2"

	"xunlu/judge"
	"xunlu/storage/near"
)

// leastPieces is how many pieces of text a page must have for a fingerprint: of a few words any two pages are near.
const leastPieces = 24

// Print is the fingerprint of what a page says, 0 when it says too little: the pieces between its punctuation marks, menus and
// other links left out unless the page is mostly made of them. Pages in which next to nothing differs differ in few bits
// (near.Distance); what differs may still matter, a price or a date, so that a near page is a question and no answer: facts is a
// hash of the title and of all pieces with a digit in them, which pages that say the same have in common.
func Print(d *Document) (print, facts uint64) {
	p := &d.Page
	links := p.Features.LinkShare > 0.5
	var s near.Sketch
	h := xxhash.New()
	writeFact(h, []byte(d.Title))
	eachPiece(p, links, func(piece []byte, digit bool) {
		s.Add(piece)
		if digit {
			writeFact(h, piece)
		}
	})
	if s.Len() < leastPieces {
		return 0, 0
	}
	return s.Sum(), h.Sum64()
}

// writeFact adds a piece and an end to a hash; a hash takes all.
func writeFact(h *xxhash.Digest, piece []byte) {
	h.Write(piece)
	h.Write([]byte{0})
}

// eachPiece gives the pieces of a page's text, and whether an ASCII digit is in them.
func eachPiece(p *judge.Page, links bool, fn func(piece []byte, digit bool)) {
	for _, run := range p.Runs {
		if run.Place&(judge.Text|judge.Heading|judge.TableHead|judge.Link) == 0 || run.Place&judge.Title != 0 || run.Place&judge.Link != 0 && !links {
			continue
		}
		text := p.Text[run.Start:run.End]
		from, digits := 0, byte(0)
		for i := 0; i < len(text); {
			mark := pieceMark[text[i]]
			if mark <= markDigit {
				digits |= mark
				i++
				continue
			}
			n := pieceEnd(text, i)
			if n == 0 {
				i++
				continue
			}
			if i-from >= 4 {
				fn(text[from:i], digits != 0)
			}
			i += n
			from, digits = i, 0
		}
		if len(text)-from >= 4 {
			fn(text[from:], digits != 0)
		}
	}
}

// What a byte may be in pieceMark, besides nothing.
const (
	markDigit = 1
	markEnd   = 2 // a punctuation mark can begin with it
)

var pieceMark = [256]byte{'\n': markEnd, ',': markEnd, ';': markEnd, '!': markEnd, '?': markEnd, '|': markEnd, 0xe3: markEnd, 0xef: markEnd,
	'0': markDigit, '1': markDigit, '2': markDigit, '3': markDigit, '4': markDigit, '5': markDigit, '6': markDigit, '7': markDigit, '8': markDigit, '9': markDigit}

// pieceEnd is the length of the punctuation mark at b[i], 0 when there is none.
func pieceEnd(b []byte, i int) int {
	switch c := b[i]; {
	case c == '\n' || c == ',' || c == ';' || c == '!' || c == '?' || c == '|':
		return 1
	case c == 0xe3 && i+2 < len(b) && b[i+1] == 0x80 && (b[i+2] == 0x81 || b[i+2] == 0x82): // 、。
		return 3
	case c == 0xef && i+2 < len(b) && b[i+1] == 0xbc && (b[i+2] == 0x8c || b[i+2] == 0x9b || b[i+2] == 0x81 || b[i+2] == 0x9f || b[i+2] == 0x9a): // ，；！？：
		return 3
	}
	return 0
}

// Differs lists the pieces of text that only one of two pages has, at most so many of each, in the order of the pages.
func Differs(a, b *Document, most int) (onlyA, onlyB []string) {
	return only(a, b, most), only(b, a, most)
}

func only(a, b *Document, most int) []string {
	has := map[string]bool{}
	eachPiece(&b.Page, true, func(piece []byte, _ bool) { has[string(piece)] = true })
	var out []string
	eachPiece(&a.Page, true, func(piece []byte, _ bool) {
		if len(out) < most && !has[string(piece)] {
			has[string(piece)] = true
			out = append(out, foldSpace(piece))
		}
	})
	if a.Title != b.Title && len(out) < most {
		out = append([]string{a.Title}, out...)
	}
	return out
}
