package page

import (
	"bytes"
	"strings"

	"xunlu/judge"
)

// linkTextMax is how many runes of a link's text are kept.
const linkTextMax = 120

// rawLink is a link as found: where its address lies in scan.refs and its text in scan.text.
type rawLink struct {
	refAt, refEnd   int
	altAt, altEnd   int // in refs: what stands for the text when there is none (title, alt of an image)
	textAt, textEnd int
	kind            LinkKind
	nofollow        bool
}

// readTag handles the start tags whose attributes matter; src[from] is behind the name. It returns where the tag ends.
func (s *scan) readTag(tg tag, from int) int {
	var got tagAttrs
	n, _, ok := readAttrs(s.src[from:], &got)
	if !ok {
		return len(s.src)
	}
	s.facts.attrs(&got)
	switch tg {
	case tagMeta:
		s.meta(&got)
		return from + n
	case tagLink:
		if hasToken(got.rel, "canonical") && got.href != nil && len(s.canon) == 0 {
			s.canon = appendValue(s.canon[:0], got.href)
		}
		return from + n
	case tagBase:
		if got.href != nil && !s.baseSeen {
			s.baseSeen, s.base = true, appendValue(s.base[:0], got.href)
		}
		return from + n
	case tagScript:
		if bytes.Contains(got.typ, []byte("ld+json")) {
			s.jsonld(from + n)
		}
		return from + n
	case tagFrame, tagIframe:
		s.frame(&got)
	case tagArea:
		if got.href != nil {
			s.addLink(Area, &got)
		}
	}
	if s.tree.frames {
		return from + n
	}
	s.facts.tag(tg)
	switch tg {
	case tagA:
		s.startLink(&got)
	case tagImg:
		s.imageText(got.alt)
		s.start(tg)
	case tagForm:
		if s.start(tg) {
			s.forms.start(&got)
		}
	case tagInput, tagSelect, tagTextarea, tagButton:
		s.forms.control(tg, &got)
		s.start(tg)
	case tagIframe:
		s.start(tg)
	}
	return from + n
}

// startLink opens an <a>: one that is still open in the same cell ends first.
func (s *scan) startLink(got *tagAttrs) {
	t := &s.tree
	if t.mode() == inColgroup {
		s.popTo(len(t.stack) - 1)
	}
	s.endLink()
	t.link = linkState{active: true, on: true, href: got.href != nil, height: len(t.stack), index: -1}
	s.moved = true
	if got.href == nil {
		return
	}
	s.facts.links++
	t.link.index = len(s.links)
	s.addLink(Anchor, got)
}

func (s *scan) addLink(kind LinkKind, got *tagAttrs) {
	l := rawLink{kind: kind, nofollow: hasToken(got.rel, "nofollow"), refAt: len(s.refs), textAt: len(s.text), textEnd: len(s.text)}
	s.refs = appendValue(s.refs, got.href)
	l.refEnd = len(s.refs)
	l.altAt, l.altEnd = l.refEnd, l.refEnd
	alt := got.title
	if kind == Area {
		alt = got.alt
	}
	if len(alt) > 0 {
		s.refs = appendValue(s.refs, alt)
		l.altEnd = len(s.refs)
	}
	s.links = append(s.links, l)
}

func (s *scan) frame(got *tagAttrs) {
	if len(got.src) > 0 {
		got.href = got.src
		s.addLink(Frame, got)
	}
}

// imageText lends a link without text the description of its picture.
func (s *scan) imageText(alt []byte) {
	at := s.tree.link.index
	if len(alt) == 0 || !s.tree.link.active || at < 0 {
		return
	}
	if l := &s.links[at]; l.altEnd == l.altAt && len(s.text) <= l.textAt {
		l.altAt = len(s.refs)
		s.refs = appendValue(s.refs, alt)
		l.altEnd = len(s.refs)
	}
}

// closeLink handles </a>. Across a table or the like the tag is ignored, as in a browser.
func (s *scan) closeLink() {
	t := &s.tree
	if !t.link.active {
		return
	}
	if t.link.on {
		for i := len(t.stack) - 1; i >= max(t.link.height, len(t.stack)-searchDepth); i-- {
			if t.stack[i].tag.is(isScope) && t.stack[i].space == spaceHTML {
				return
			}
		}
	}
	s.endLink()
	t.link = linkState{}
	s.moved = true
}

// endLink notes where the text of the open link ends.
func (s *scan) endLink() {
	if l := s.tree.link; l.active && l.index >= 0 {
		s.links[l.index].textEnd = len(s.text)
	}
}

// mine takes the links and refreshes out of markup that is not shown: noscript, noframes. A crawler is a reader without
// scripts and frames.
func (s *scan) mine(b []byte) {
	for i := 0; i < len(b); {
		lt := bytes.IndexByte(b[i:], '<')
		if lt < 0 || i+lt+1 >= len(b) {
			return
		}
		i += lt
		if bytes.HasPrefix(b[i:], []byte("<!--")) {
			i += commentEnd(b[i:])
			continue
		}
		if !isLetter(b[i+1]) {
			i++
			continue
		}
		name, n := tagName(b[i+1:])
		var got tagAttrs
		end, _, ok := readAttrs(b[i+1+n:], &got)
		if !ok {
			return
		}
		i += 1 + n + end
		switch lookupTag(name) {
		case tagA:
			if got.href != nil {
				s.addLink(Anchor, &got)
			}
		case tagArea:
			if got.href != nil {
				s.addLink(Area, &got)
			}
		case tagFrame, tagIframe:
			s.frame(&got)
		case tagMeta:
			s.meta(&got)
		}
	}
}

// finish makes the Document out of what the pass found.
func (s *scan) finish(r *resolver, robots []string) {
	doc := s.doc
	if s.baseSeen {
		r = r.rebase(string(s.base))
	}
	doc.Base = r.base
	for _, h := range robots {
		doc.robots(h)
	}
	s.resolveLinks(r)
	if target, err := r.appendURL(nil, s.canon); err == nil && len(s.canon) > 0 {
		doc.Canonical = string(target)
		doc.Links = append(doc.Links, Link{URL: doc.Canonical, Kind: CanonicalLink})
	}
	if target, err := r.appendURL(nil, s.refresh); err == nil && len(s.refresh) > 0 {
		doc.Refresh = string(target)
		doc.Links = append(doc.Links, Link{URL: doc.Refresh, Kind: RefreshTo})
	}
	s.appendBesides()
	s.facts.finish(doc, s)
	doc.Page = judge.Page{URL: doc.URL, Text: bytes.Clone(s.text), Runs: append([]judge.Run(nil), s.runs...), Features: s.facts.Features}
}

// span is where one link's address (at…mid) and text (mid…end) lie.
type span struct{ at, mid, end int }

// resolveLinks makes the links absolute. All their strings share one allocation.
func (s *scan) resolveLinks(r *resolver) {
	if len(s.links) == 0 {
		return
	}
	spans, buf := s.spans[:0], s.urls[:0]
	for i := range s.links {
		l := &s.links[i]
		at, ref := len(buf), s.refs[l.refAt:l.refEnd]
		if foreignScheme(ref) > 0 { // no error is made for these, they are many
			spans = append(spans, span{at, at, at})
			continue
		}
		var err error
		if buf, err = r.appendURL(buf, ref); err != nil {
			spans = append(spans, span{at, at, at})
			continue
		}
		mid := len(buf)
		if l.textAt < l.textEnd {
			buf = appendFolded(buf, s.text[l.textAt:l.textEnd], linkTextMax)
		}
		if len(buf) == mid {
			buf = appendFolded(buf, s.refs[l.altAt:l.altEnd], linkTextMax)
		}
		spans = append(spans, span{at, mid, len(buf)})
	}
	all := string(buf)
	s.spans, s.urls = spans, buf
	links := make([]Link, 0, len(s.links)+2)
	for i, l := range s.links {
		if p := spans[i]; p.mid > p.at {
			links = append(links, Link{URL: all[p.at:p.mid], Text: all[p.mid:p.end], NoFollow: l.nofollow, Kind: l.kind})
		}
	}
	s.doc.Links = links
}

// robots notes what a robots directive forbids. A directive for another agent ("otherbot: noindex") is left alone.
func (d *Document) robots(value string) {
	for part := range strings.SplitSeq(strings.ToLower(value), ",") {
		switch strings.TrimSpace(part) {
		case "noindex":
			d.NoIndex = true
		case "nofollow":
			d.NoFollow = true
		case "none":
			d.NoIndex, d.NoFollow = true, true
		}
	}
}
