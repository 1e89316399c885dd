package page

import "bytes"

// inForeign says whether the innermost element is SVG or MathML.
func (s *scan) inForeign() bool {
	n := len(s.tree.stack)
	return n > 0 && s.tree.stack[n-1].space != spaceHTML
}

// integration says whether start tags and text are HTML again although the innermost element is foreign.
func (s *scan) integration() bool {
	n := len(s.tree.stack)
	return n > 0 && s.tree.stack[n-1].integ
}

// startForeign opens an SVG or MathML element whose name is src[from:to]. HTML tags that never occur there end the
// foreign content first.
func (s *scan) startForeign(tg tag, from, to int) int {
	t := &s.tree
	name := s.src[from:to]
	space := spaceHTML
	if s.inForeign() && !s.integration() {
		space = t.stack[len(t.stack)-1].space
		if breaksOut(name) || tg == tagB && equalFold(name, "font") && s.hasFontAttr(to) {
			n := len(t.stack)
			for n > 0 && t.stack[n-1].space != spaceHTML && !t.stack[n-1].integ {
				n--
			}
			s.popTo(n)
			return s.startTag(from - 1)
		}
	} else {
		if t.mode() == inColgroup {
			s.popTo(len(t.stack) - 1)
		}
		t.reopen()
	}
	if tg == tagSvg {
		space = spaceSVG
	} else if tg == tagMath {
		space = spaceMath
	}
	var got tagAttrs
	end, closing, ok := readAttrs(s.src[to:], &got)
	if !ok {
		return len(s.src)
	}
	end += to
	isLink := tg == tagA && got.href != nil
	if isLink {
		s.addLink(Anchor, &got)
		s.facts.links++
	}
	if !closing {
		s.push(element{tag: tg, mode: t.mode(), space: space, integ: integrates(space, tg, name, &got), isLink: isLink,
			nameAt: int32(from), nameLen: int32(to - from)})
		s.moved = true
	}
	return end
}

// endForeign closes a foreign element; false means that the tag is for the HTML around it.
func (s *scan) endForeign(name []byte) bool {
	t := &s.tree
	for i, steps := len(t.stack)-1, 0; i >= 0 && steps < searchDepth; i, steps = i-1, steps+1 {
		e := &t.stack[i]
		if bytes.EqualFold(s.src[e.nameAt:e.nameAt+e.nameLen], name) {
			s.popTo(i)
			return true
		}
		if i == 0 || t.stack[i-1].space == spaceHTML {
			break
		}
	}
	return false
}

// integrates says whether HTML may stand inside the element.
func integrates(space namespace, tg tag, name []byte, got *tagAttrs) bool {
	if space == spaceSVG {
		return tg == tagForeignObject || tg == tagDesc || tg == tagTitle
	}
	for _, n := range [...]string{"mi", "mo", "mn", "ms", "mtext"} {
		if equalFold(name, n) {
			return true
		}
	}
	return equalFold(name, "annotation-xml") && (equalFold(got.encoding, "text/html") || equalFold(got.encoding, "application/xhtml+xml"))
}

// breaksOut says whether an HTML tag ends foreign content.
func breaksOut(name []byte) bool {
	if len(name) > 10 {
		return false
	}
	var low [10]byte
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		low[i] = c
	}
	switch string(low[:len(name)]) {
	case "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3", "h4",
		"h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span",
		"strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var":
		return true
	}
	return false
}

// hasFontAttr says whether the tag behind src[from] has one of the attributes that make <font> HTML.
func (s *scan) hasFontAttr(from int) bool {
	w := attrs{b: s.src[from:]}
	for w.next() {
		if equalFold(w.key, "color") || equalFold(w.key, "face") || equalFold(w.key, "size") {
			return true
		}
	}
	return false
}
