package page

import (
	"strings"
	"unicode/utf8"

	"xunlu/judge"
)

// textStop marks the bytes at which copying text has to pause.
var textStop = func() (t [256]bool) {
	for _, c := range []byte{'&', '\n', '\r', '\t', '\f', 0, 0xC2} {
		t[c] = true
	}
	return t
}()

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
		for len(b) > 0 && (b[0] == ' ' || isSpace(b[0])) {
			b = b[1:]
		}
		if len(b) == 0 {
			return
		}
	}
	s.openRun()
	for i := 0; i < len(b); {
		start := i
		for i < len(b) && !textStop[b[i]] {
			if b[i] >= 0xE0 {
				i += 2 // of three or four bytes, none of which stops
			}
			i++
		}
		i = min(i, len(b))
		s.text = append(s.text, b[start:i]...)
		if i >= len(b) {
			break
		}
		switch c := b[i]; {
		case c == '&' && references:
			at := len(s.text)
			var n int
			s.text, n = appendEntity(s.text, b[i:], false)
			s.normalize(at)
			i += n
		case c == 0xC2 && i+1 < len(b) && b[i+1] == 0xA0:
			s.blank()
			i += 2
		case c == '\r' && i+1 < len(b) && b[i+1] == '\n', c == 0:
			i++
		case isSpace(c):
			s.blank()
			i++
		default:
			s.text = append(s.text, c)
			i++
		}
	}
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

// openRun makes sure that text appended now lies in a run of the current place, behind a line end when a block ended.
func (s *scan) openRun() {
	if s.pending {
		s.endBlock()
	}
	if !s.moved {
		return
	}
	s.moved = false
	place := s.where()
	if place == s.place && s.runStart >= 0 {
		return
	}
	s.closeRun()
	s.place = place
	s.runStart = len(s.text)
	// Go on with the last run when only a line end lies between.
	if n := len(s.runs); n > 0 && s.runs[n-1].Place == place && int(s.runs[n-1].End) >= s.runStart-1 {
		s.runStart = int(s.runs[n-1].Start)
		s.runs = s.runs[:n-1]
	}
}

// where is the place of text at this point of the page.
func (s *scan) where() judge.Place {
	if s.special != 0 {
		return s.special
	}
	place := judge.Text
	if s.tree.inLink() {
		place = judge.Link
	}
	if s.tree.headings > 0 {
		place |= judge.Heading
	}
	if s.tree.labels > 0 {
		place |= judge.TableHead
	}
	return place
}

func (s *scan) closeRun() {
	if s.runStart >= 0 && s.runStart < len(s.text) && s.place != 0 {
		s.runs = append(s.runs, judge.Run{Start: int32(s.runStart), End: int32(len(s.text)), Place: s.place})
	}
	s.runStart = -1
}

// breakBlock notes that a block begins or ends here.
func (s *scan) breakBlock() {
	s.pending = true
	if len(s.text) > s.blockAt {
		s.endBlock()
		s.pending = true
	}
}

// endBlock finishes the block of text: trailing blanks go, it is looked at for features, and a line end follows when
// there was anything.
func (s *scan) endBlock() {
	s.pending = false
	end := len(s.text)
	for end > s.blockAt && s.text[end-1] == ' ' {
		end--
	}
	s.text = s.text[:end]
	s.closeRun()
	for n := len(s.runs); n > 0 && int(s.runs[n-1].End) > end; n = len(s.runs) {
		if s.runs[n-1].End = int32(end); s.runs[n-1].Start < s.runs[n-1].End {
			break
		}
		s.runs = s.runs[:n-1]
	}
	s.moved = true
	if end == s.blockAt {
		return
	}
	s.facts.block(s.text[s.blockAt:end], s.blockRuns(), s.blockAt)
	s.text = append(s.text, '\n')
	s.blockAt = len(s.text)
	if at := s.tree.link.index; s.tree.link.active && at >= 0 && s.links[at].textAt > s.blockAt {
		s.links[at].textAt = s.blockAt
	}
}

// blockRuns are the runs that reach into the current block.
func (s *scan) blockRuns() []judge.Run {
	n := len(s.runs)
	for n > 0 && int(s.runs[n-1].End) > s.blockAt {
		n--
	}
	return s.runs[n:]
}

// foldSpace makes one line of a text, blanks folded.
func foldSpace(b []byte) string {
	return strings.Join(strings.Fields(string(b)), " ")
}

// appendFolded appends at most max runes of b to dst, blanks and line ends folded and trimmed.
func appendFolded(dst, b []byte, max int) []byte {
	start, runes := len(dst), 0
	for i := 0; i < len(b) && runes < max; {
		c := b[i]
		if c <= ' ' {
			if len(dst) > start && dst[len(dst)-1] != ' ' {
				dst = append(dst, ' ')
				runes++
			}
			i++
			continue
		}
		n := 1
		if c >= utf8.RuneSelf {
			_, n = utf8.DecodeRune(b[i:])
		}
		dst = append(dst, b[i:i+n]...)
		runes++
		i += n
	}
	for len(dst) > start && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
