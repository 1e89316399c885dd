package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plainKind is how plainTree treats an element.
type plainKind uint8

const (
	plainOther  plainKind = iota // not known to plainTree: the page is left to html.Parse
	plainInline                  // closed by its own end tag, wherever it stands
	plainBlock                   // the same, and it ends an open paragraph
	plainVoid                    // holds nothing
	plainRaw                     // holds text only
	plainText                    // holds text with references only
	plainItem                    // li, dt, dd
	plainTable                   // parts of a table
	plainAlone                   // has rules of its own
)

var plainKinds = func() map[atom.Atom]plainKind {
	m := map[atom.Atom]plainKind{}
	for kind, tags := range map[plainKind]string{
		plainInline: "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark picture q s samp small span strike strong sub sup time tt u var video audio canvas legend output",
		plainBlock:  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main menu nav ol p section summary ul h1 h2 h3 h4 h5 h6 pre",
		plainVoid:   "area br embed hr img input wbr param source track link meta base",
		plainRaw:    "script style iframe noscript",
		plainText:   "title textarea",
		plainItem:   "li dt dd",
		plainTable:  "table thead tbody tfoot tr td th",
		plainAlone:  "html head body form button select option",
	} {
		for _, t := range strings.Fields(tags) {
			m[atom.Lookup([]byte(t))] = kind
		}
	}
	return m
}()

// start reads a start tag.
func (p *plainTree) start() bool {
	if !p.readTag() {
		return false
	}
	kind := plainKinds[p.tag]
	if kind == plainOther || kind == plainAlone {
		return kind == plainAlone && p.startAlone()
	}
	if p.mode == inHead {
		switch p.tag {
		case atom.Title, atom.Script, atom.Style, atom.Meta, atom.Link, atom.Base, atom.Noscript:
		default:
			return false
		}
	} else if p.mode != inPlainBody {
		return false
	}
	top := p.top().DataAtom
	switch top {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr:
		if kind != plainTable && p.tag != atom.Script && p.tag != atom.Style {
			return false
		}
	case atom.Select, atom.Option:
		return false
	}
	switch kind {
	case plainInline:
		return (p.tag != atom.A || !p.within(atom.A, true)) && p.push()
	case plainBlock:
		if heading(p.tag) && heading(top) {
			return false
		}
		return p.closeParagraph() && p.push()
	case plainVoid:
		if p.tag == atom.Hr && !p.closeParagraph() || p.tag == atom.Input && p.within(atom.Select, false) {
			return false
		}
		p.append(html.Node{Type: html.ElementNode, Data: p.tag.String(), DataAtom: p.tag, Attr: p.keepAttrs()})
		return true
	case plainRaw:
		return p.raw(false)
	case plainText:
		return p.raw(true)
	case plainItem:
		return p.startItem()
	}
	return p.startPart(top)
}

func heading(t atom.Atom) bool {
	switch t {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// startAlone opens the elements with rules of their own.
func (p *plainTree) startAlone() bool {
	switch p.tag {
	case atom.Html:
		if p.mode != beforeHTML {
			return false
		}
		p.mode = beforeHead
		return p.push()
	case atom.Head:
		if p.mode != beforeHead {
			return false
		}
		p.mode = inHead
		return p.push()
	case atom.Body:
		if p.mode != afterHead {
			return false
		}
		p.mode = inPlainBody
		return p.push()
	}
	if p.mode != inPlainBody {
		return false
	}
	top := p.top().DataAtom
	switch top {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr:
		return false
	}
	switch p.tag {
	case atom.Option:
		if top == atom.Option {
			p.pop()
			top = p.top().DataAtom
		}
		return top == atom.Select && p.push()
	case atom.Form:
		if p.form || top == atom.Select || top == atom.Option || !p.closeParagraph() {
			return false
		}
		p.form = true
		return p.push()
	}
	return top != atom.Select && top != atom.Option && !p.within(p.tag, false) && p.push() // button, select
}

// within says whether an element is open, cells and tables being walls.
func (p *plainTree) within(t atom.Atom, cellsOnly bool) bool {
	for i := len(p.stack) - 1; i > 0; i-- {
		switch a := p.stack[i].DataAtom; {
		case a == t:
			return true
		case a == atom.Td, a == atom.Th, a == atom.Table && !cellsOnly:
			return false
		}
	}
	return false
}

// closeParagraph closes an open p; false when something else is open in it.
func (p *plainTree) closeParagraph() bool {
	if p.top().DataAtom == atom.P {
		p.pop()
		return true
	}
	return !p.within(atom.P, false)
}

// startItem opens li, dt or dd.
func (p *plainTree) startItem() bool {
	same := func(a atom.Atom) bool {
		return a == p.tag || p.tag != atom.Li && (a == atom.Dt || a == atom.Dd)
	}
	if p.top().DataAtom == atom.P {
		p.pop()
	}
	if same(p.top().DataAtom) {
		p.pop()
	}
	for i := len(p.stack) - 1; i > 0; i-- {
		switch a := p.stack[i].DataAtom; {
		case same(a):
			return false
		case a == atom.Ul, a == atom.Ol, a == atom.Dl, a == atom.Td, a == atom.Th, a == atom.Body:
			return p.closeParagraph() && p.push()
		}
	}
	return false
}

// startPart opens a table or a part of one.
func (p *plainTree) startPart(top atom.Atom) bool {
	switch p.tag {
	case atom.Table:
		switch top {
		case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr:
			return false
		}
		return !p.within(atom.P, false) && p.push()
	case atom.Tbody, atom.Thead, atom.Tfoot:
		return top == atom.Table && p.push()
	case atom.Tr:
		if top == atom.Table {
			attrs := p.fresh
			p.fresh, p.tag = nil, atom.Tbody
			if !p.push() {
				return false
			}
			p.fresh, p.tag = attrs, atom.Tr
			top = atom.Tbody
		}
		return (top == atom.Tbody || top == atom.Thead || top == atom.Tfoot) && p.push()
	}
	return top == atom.Tr && p.push()
}

// end reads an end tag, which must close the innermost element, paragraphs and items left open in it aside.
func (p *plainTree) end() bool {
	s := p.src[p.at+2:]
	n := 0
	for n < len(s) && isLetterOrDigit(s[n]) {
		n++
	}
	t := tagAtom(s[:n])
	for n < len(s) && isSpace(s[n]) {
		n++
	}
	if t == 0 || n == len(s) || s[n] != '>' {
		return false
	}
	p.at += 2 + n + 1
	switch p.mode {
	case inHead:
		if t != atom.Head || p.top().DataAtom != atom.Head {
			return false
		}
		p.pop()
		p.mode = afterHead
		return true
	case afterPlainBody:
		p.mode = afterHTML
		return t == atom.Html
	case inPlainBody:
	default:
		return false
	}
	if t == atom.Body {
		p.mode = afterPlainBody
		return p.top().DataAtom == atom.Body
	}
	return p.close(t)
}

func (p *plainTree) close(t atom.Atom) bool {
	if t == atom.P {
		if p.top().DataAtom != atom.P {
			return false
		}
		p.pop()
		return true
	}
	kind := plainKinds[t]
	for p.top().DataAtom != t && (kind == plainBlock || kind == plainItem || t == atom.Td || t == atom.Th || t == atom.Select) {
		switch p.top().DataAtom {
		case atom.P, atom.Li, atom.Dt, atom.Dd, atom.Option:
			p.pop()
			continue
		}
		return false
	}
	if t == atom.Table {
		if top := p.top().DataAtom; top == atom.Tbody || top == atom.Thead || top == atom.Tfoot {
			p.pop()
		}
	}
	if p.top().DataAtom != t || t == atom.Html {
		return false
	}
	if t == atom.Form {
		p.form = false
	}
	p.pop()
	return true
}

func isLetterOrDigit(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }

// tagAtom is the atom of a tag name in either case; 0 when there is none.
func tagAtom(name string) atom.Atom {
	var low [16]byte
	if len(name) > len(low) {
		return 0
	}
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		low[i] = c
	}
	return atom.Lookup(low[:len(name)])
}
