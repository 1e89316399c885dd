package page

import "bytes"

// What a byte means for copying text.
const (
	textStops  = 1 << 0 // copying pauses
	textLooks  = 1 << 1 // the block has to be looked at for features: a digit, a colon, a D
	textCounts = 1 << 7 // begins a character that is not blank
)

var textClass = func() (t [256]uint8) {
	for c := range t {
		if c > ' ' && c&0xC0 != 0x80 {
			t[c] |= textCounts
		}
		if digit(byte(c)) || c == ':' || c|0x20 == 'd' {
			t[c] |= textLooks
		}
	}
	for _, c := range []byte{'<', '&', '\n', '\r', '\t', '\f', 0, 0xC2} {
		t[c] |= textStops
	}
	return t
}()

// copyText appends the text from src[i] on to the current place and returns where the next markup is.
func (s *scan) copyText(i int) int {
	t := &s.tree
	if t.frames || t.hidden > 0 || t.framesOK || t.dormant() {
		end := s.nextMarkup(i)
		s.emit(s.src[i:end])
		return end
	}
	src := s.src
	if s.pending || len(s.text) == s.blockAt {
		for i < len(src) && isSpace(src[i]) {
			i++
		}
		if i == len(src) || s.markupAt(i) {
			return i
		}
	}
	s.openRun()
	for {
		i = s.copyPlain(src, i)
		if i == len(src) || s.markupAt(i) {
			return i
		}
		i += s.copyOdd(src[i:], true)
	}
}

// markupAt says whether a tag, comment or declaration begins at src[i]; any other "<" is text.
func (s *scan) markupAt(i int) bool {
	if s.src[i] != '<' || i+1 >= len(s.src) {
		return false
	}
	c := s.src[i+1]
	return isLetter(c) || c == '/' || c == '!' || c == '?'
}

func (s *scan) nextMarkup(i int) int {
	for i < len(s.src) {
		lt := bytes.IndexByte(s.src[i:], '<')
		if lt < 0 {
			break
		}
		i += lt
		if s.markupAt(i) {
			return i
		}
		i++
	}
	return len(s.src)
}

// emit appends text as it stands on the page to the current place: references decoded, line ends and tabs as one blank
// each, no-break spaces as blanks, NUL dropped. Blanks at the beginning and end of a block are dropped.
func (s *scan) emit(b []byte) { s.write(b, true) }

// emitRaw is emit for text in which '&' means itself.
func (s *scan) emitRaw(b []byte) { s.write(b, false) }

func (s *scan) write(b []byte, references bool) {
	if s.tree.frames || len(b) == 0 {
		return
	}
	if s.special == 0 && !s.still {
		s.tree.textMoves(b)
	}
	if s.tree.hidden > 0 {
		return
	}
	if s.pending || len(s.text) == s.blockAt {
		for len(b) > 0 && isSpace(b[0]) {
			b = b[1:]
		}
		if len(b) == 0 {
			return
		}
	}
	s.openRun()
	for i := 0; i < len(b); {
		if i = s.copyPlain(b, i); i < len(b) {
			i += s.copyOdd(b[i:], references)
		}
	}
}

// copyPlain appends the characters of b from i on that mean themselves and returns where it paused.
func (s *scan) copyPlain(b []byte, i int) int {
	start, runes, to := i, 0, len(s.text)-i
	for i < len(b) {
		c := b[i]
		k := textClass[c]
		if k&textStops != 0 {
			break
		}
		if k&textLooks != 0 {
			s.marks = append(s.marks, int32(to+i))
		}
		runes += int(k >> 7)
		i++
		if c >= 0xE0 && i+1 < len(b) {
			// The bytes behind it never stop. 第, 置 and ： are worth a look.
			if c == 0xE7 && (b[i] == 0xAC || b[i] == 0xBD) || c == 0xEF && b[i+1] == 0x9A {
				s.marks = append(s.marks, int32(to+i-1))
			}
			i += 2
		}
	}
	s.runes += runes
	s.text = append(s.text, b[start:i]...)
	return i
}

// copyOdd appends what stands at the start of b and is not plain, and returns how many bytes it took.
func (s *scan) copyOdd(b []byte, references bool) int {
	switch c := b[0]; {
	case c == '&' && references:
		at := len(s.text)
		var n int
		s.text, n = appendEntity(s.text, b, false)
		s.normalize(at)
		s.runes += countRunes(s.text[at:])
		for i := at; i < len(s.text); i++ {
			s.marks = append(s.marks, int32(i))
		}
		return n
	case c == 0xC2 && len(b) > 1 && b[1] == 0xA0:
		s.blank()
		return 2
	case c == '\r' && len(b) > 1 && b[1] == '\n', c == 0:
	case isSpace(c):
		s.blank()
	default:
		s.text = append(s.text, c)
		s.runes++
	}
	return 1
}

// blank appends one blank, but none at the beginning of a block.
func (s *scan) blank() {
	if len(s.text) > s.blockAt {
		s.text = append(s.text, ' ')
	}
}

// normalize makes blanks of what a reference from text[at] on decoded to.
func (s *scan) normalize(at int) {
	switch got := s.text[at:]; {
	case len(got) == 1 && isSpace(got[0]), string(got) == "\u00A0":
		s.text = s.text[:at]
		s.blank()
	case len(got) == 1 && got[0] == 0:
		s.text = s.text[:at]
	}
}

// textMoves does to the tree what text does: it puts a link back on the stack, and it makes a later frameset void.
func (t *tree) textMoves(b []byte) {
	dormant := t.dormant()
	if !dormant && !t.framesOK {
		return
	}
	blank := true
	for _, c := range b {
		if !isSpace(c) {
			blank = false
			break
		}
	}
	if !blank {
		t.framesOK = false
	}
	if dormant {
		switch t.top() {
		case tagTable, tagTbody, tagThead, tagTfoot, tagTr, tagColgroup:
			if blank {
				return
			}
		}
		t.reopen()
	}
}
