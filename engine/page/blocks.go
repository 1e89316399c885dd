package page

import (
	"strings"
	"unicode/utf8"

	"xunlu/judge"
)

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
	runes, marks := s.runes, s.marks
	s.runes, s.marks = 0, s.marks[:0]
	if end == s.blockAt {
		return
	}
	s.facts.block(s.text[s.blockAt:end], s.blockRuns(), s.blockAt, runes, marks)
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

// titleMax is how many runes of a page's title are kept: a name, not a text.
const titleMax = 300

// firstRunes cuts s after n runes.
func firstRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
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
		from := i
		for i < len(b) && b[i] > ' ' && runes < max {
			n := 1
			if b[i] >= utf8.RuneSelf {
				_, n = utf8.DecodeRune(b[i:])
			}
			runes++
			i += n
		}
		dst = append(dst, b[from:i]...)
	}
	for len(dst) > start && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
