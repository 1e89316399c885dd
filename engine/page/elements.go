package page

// start opens the element of a start tag that is not a link, raw text or foreign, and says whether the element exists:
// some are ignored where they stand.
func (s *scan) start(tg tag) bool {
	t := &s.tree
	f := tagFlags[tg]
	if f&isTable != 0 {
		return s.startTable(tg)
	}
	if t.mode() == inColgroup && tg != tagTemplate {
		s.popTo(len(t.stack) - 1)
	}
	switch tg {
	case tagTable:
		switch t.mode() {
		case inTable, inTableBody, inRow:
			if i := t.inTableScope(tagTable); i >= 0 {
				s.popTo(i)
			}
		}
		s.breakBlock()
		s.push(element{tag: tagTable, mode: inTable})
		return true
	case tagForm:
		return s.startForm()
	case tagLi:
		s.closeItem(tagLi, tagLi)
	case tagDd, tagDt:
		s.closeItem(tagDd, tagDt)
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		if n := len(t.stack); n > 0 && t.stack[n-1].space == spaceHTML && t.stack[n-1].tag.is(isHeading) {
			s.popTo(n - 1)
		}
	case tagButton:
		if i := t.find(tagButton, isScope); i >= 0 {
			s.popTo(i)
		}
	case tagInput:
		if i := t.find(tagSelect, isScope); i >= 0 {
			s.popTo(i)
		}
	case tagSelect:
		if i := t.find(tagSelect, isScope); i >= 0 {
			s.popTo(i)
			return true
		}
	case tagOption, tagOptgroup:
		s.startOption(tg)
	}
	if f&noReopen == 0 {
		t.reopen()
	}
	if f&isBlock != 0 {
		s.breakBlock()
	}
	if f&isOpen != 0 {
		m := t.mode()
		if tg == tagTemplate {
			m = inTemplate
		}
		s.push(element{tag: tg, mode: m})
	}
	return true
}

func (s *scan) startOption(tg tag) {
	t := &s.tree
	switch {
	case t.find(tagSelect, isScope) >= 0 && tg == tagOption:
		s.closeImplied(tagOptgroup)
	case t.find(tagSelect, isScope) >= 0:
		s.closeImplied(tagOther)
	case t.top() == tagOption:
		s.popTo(len(t.stack) - 1)
	}
}

// startForm opens a form unless one is open. Directly in a table a form is remembered but holds nothing.
func (s *scan) startForm() bool {
	t := &s.tree
	template := t.open[tagTemplate] > 0
	if t.form != noForm && !template {
		return false
	}
	s.breakBlock()
	switch t.mode() {
	case inTable, inTableBody, inRow:
		if template {
			return false
		}
		t.form = formAway
		return true
	}
	s.push(element{tag: tagForm, mode: t.mode()})
	if !template {
		t.form = len(t.stack) - 1
	}
	return true
}

// end closes the element of an end tag, when one is open.
func (s *scan) end(tg tag) {
	t := &s.tree
	switch tg {
	case tagOther, tagB, tagHTML, tagBody, tagHead:
	case tagA:
		s.closeLink()
	case tagP, tagBr:
		// Without an open p an end tag makes an empty one; </br> is <br>.
		s.breakBlock()
	case tagTable, tagTbody, tagThead, tagTfoot, tagTr, tagCaption, tagColgroup:
		s.popFound(t.inTableScope(tg))
	case tagTd, tagTh:
		if t.mode() == inCell {
			s.popFound(t.inTableScope(tg))
		}
	case tagForm:
		s.endForm()
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		s.popFound(t.findHeading())
	case tagLi:
		s.popFound(t.find(tagLi, isScope, tagOl, tagUl))
	case tagOption, tagOptgroup:
		s.popFound(t.find(tg, isSpecial))
	case tagTemplate:
		s.popFound(t.find(tagTemplate, 0))
	default:
		if tg.is(isOpen) {
			s.popFound(t.find(tg, isScope))
		}
	}
}

func (s *scan) popFound(i int) {
	if i >= 0 {
		s.popTo(i)
	}
}

func (t *tree) findHeading() int {
	if t.headings == 0 {
		return -1
	}
	for i, steps := len(t.stack)-1, 0; i >= 0 && steps < searchDepth; i, steps = i-1, steps+1 {
		e := &t.stack[i]
		if e.space != spaceHTML {
			continue
		}
		if e.tag.is(isHeading) {
			return i
		}
		if e.tag.is(isScope) {
			return -1
		}
	}
	return -1
}

// endForm closes the form only: elements opened inside it and not closed stay open.
func (s *scan) endForm() {
	t := &s.tree
	form := t.form
	if t.open[tagTemplate] > 0 {
		s.popFound(t.find(tagForm, isScope))
		return
	}
	t.form = noForm
	if form < 0 || form >= len(t.stack) || t.stack[form].tag != tagForm || t.find(tagForm, isScope) != form {
		return
	}
	s.closeImplied(tagOther)
	s.breakBlock()
	if form == len(t.stack)-1 {
		s.popTo(form)
		return
	}
	t.open[tagForm]--
	t.open[tagOther]++
	t.stack[form].tag = tagOther
}
