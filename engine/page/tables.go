package page

// startTable handles the start tags that mean something in a table only: it closes what the tag closes implicitly,
// supplies the missing tbody and tr, and says whether the element exists. Each round does one step of the standard's
// "reprocess the token"; the modes form a line, so the rounds end.
func (s *scan) startTable(tg tag) bool {
	t := &s.tree
	for range 16 {
		switch t.mode() {
		case inBody:
			return false
		case inTemplate:
			t.stack[len(t.stack)-1].mode = templateMode(tg)
			if t.top() != tagTemplate {
				return false
			}
		case inTable:
			if done := s.inTableStart(tg); done {
				return true
			}
		case inTableBody:
			if done, exists := s.inTableBodyStart(tg); done {
				return exists
			}
		case inRow:
			if tg == tagTd || tg == tagTh {
				s.clearTo(tagTr)
				s.open(tg, inCell)
				return true
			}
			i := t.inTableScope(tagTr)
			if i < 0 {
				return false
			}
			s.popTo(i)
		case inCell:
			i := max(t.inTableScope(tagTd), t.inTableScope(tagTh))
			if i < 0 {
				return false
			}
			s.popTo(i)
		case inCaption:
			i := t.inTableScope(tagCaption)
			if i < 0 {
				return false
			}
			s.popTo(i)
		case inColgroup:
			if tg == tagCol {
				return true
			}
			s.popTo(len(t.stack) - 1)
		}
	}
	return false
}

func templateMode(tg tag) mode {
	switch tg {
	case tagCol:
		return inColgroup
	case tagTr:
		return inTableBody
	case tagTd, tagTh:
		return inRow
	}
	return inTable
}

func (s *scan) inTableStart(tg tag) (done bool) {
	s.clearTo(tagTable)
	switch tg {
	case tagCaption:
		s.open(tg, inCaption)
	case tagColgroup:
		s.open(tg, inColgroup)
	case tagCol:
		s.open(tagColgroup, inColgroup)
		return false
	case tagTbody, tagThead, tagTfoot:
		s.open(tg, inTableBody)
	default:
		s.open(tagTbody, inTableBody)
		return false
	}
	return true
}

func (s *scan) inTableBodyStart(tg tag) (done, exists bool) {
	switch tg {
	case tagTr:
		s.clearTo(tagTbody)
		s.open(tagTr, inRow)
		return true, true
	case tagTd, tagTh:
		s.clearTo(tagTbody)
		s.open(tagTr, inRow)
		return false, false
	}
	t := &s.tree
	i := max(t.inTableScope(tagTbody), t.inTableScope(tagThead), t.inTableScope(tagTfoot))
	if i < 0 {
		return true, false
	}
	s.popTo(i)
	return false, false
}

// open starts a block element of a table.
func (s *scan) open(tg tag, m mode) {
	s.breakBlock()
	s.push(element{tag: tg, mode: m})
}

// clearTo closes what is open inside the innermost element of the tag's kind.
func (s *scan) clearTo(tg tag) {
	t := &s.tree
	for i := len(t.stack) - 1; i >= 0; i-- {
		have := t.stack[i].tag
		if t.stack[i].space != spaceHTML {
			continue
		}
		if tg == tagTbody && (have == tagThead || have == tagTfoot) {
			have = tagTbody
		}
		if have == tg || have == tagTemplate {
			if i+1 < len(t.stack) {
				s.popTo(i + 1)
			}
			if t.link.on && t.link.height > i {
				t.link.on, s.moved = false, true
			}
			return
		}
	}
}
