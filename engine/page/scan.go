package page

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"unicode/utf8"

	"xunlu/judge"
)

// ErrNotHTML says that the bytes are no HTML, whatever the header claims: a picture, a PDF, JSON, a feed.
var ErrNotHTML = errors.New("not an HTML page")

// ScanOptions is what is known about a page's encoding beforehand.
type ScanOptions struct {
	Charset string // the user's own setting for the site; wins over everything but a byte order mark
	Hint    string // what pages of the site were read in before
}

// Scan decodes a response and reads it once: text by place, links, meta, structured data and features. It builds no tree;
// what it keeps of the page's structure is the stack of open elements. Errors wrap ErrCharset or ErrNotHTML.
func Scan(r *Response, o ScanOptions) (*Document, error) {
	address := r.FinalURL
	if address == "" {
		address = r.URL
	}
	contentType := r.Header.Get("Content-Type")
	if kind := magic(r.Body); kind != "" {
		return nil, fmt.Errorf("scan %s: %s: %w", short(address), kind, ErrNotHTML)
	}
	d, declared, err := decodeResponse(r, contentType, o)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", short(address), err)
	}
	if !htmlLike(d.text, contentType) {
		return nil, fmt.Errorf("scan %s: %w", short(address), ErrNotHTML)
	}
	doc := &Document{Charset: d.name, Declared: declared, HTML: d.text}
	resolver, err := newResolver(address, d.name)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	doc.URL = resolver.self
	noteCharset(doc, d)
	s := scans.Get().(*scan)
	s.reset(d.text, doc)
	s.run()
	s.finish(resolver, r.Header.Values("X-Robots-Tag"))
	s.src, s.doc = nil, nil
	if cap(s.text) <= pooledText {
		scans.Put(s)
	}
	return doc, nil
}

func decodeResponse(r *Response, contentType string, o ScanOptions) (decoded, string, error) {
	if r.Rendered {
		return utf8Page(r.Body), "utf-8", nil
	}
	if o.Charset != "" {
		if name, enc, ok := lookup(o.Charset); ok {
			declared := firstKnown(declarations(r.Body, contentType, declaredNear))
			if d, marked := byMark(r.Body); marked && d.believable() {
				return d, declared, nil
			}
			if name == "utf-8" {
				return utf8Page(r.Body), declared, nil
			}
			return read(name, enc, r.Body), declared, nil
		}
	}
	return decode(r.Body, contentType, o.Hint)
}

// noteCharset writes down what was odd about the encoding.
func noteCharset(doc *Document, d decoded) {
	if doc.Declared != "" && doc.Declared != doc.Charset && d.good > 0 {
		doc.Problems = append(doc.Problems, "declared as "+doc.Declared+", really "+doc.Charset)
	}
	if d.bad > 0 && d.bad*1000 > utf8.RuneCount(d.text) {
		doc.Problems = append(doc.Problems, fmt.Sprintf("%d places could not be decoded as %s", d.bad, doc.Charset))
	}
}

// scan is the state of one pass over one page. Scans are reused through a pool; nothing of a Document points into one.
type scan struct {
	src   []byte // the page in UTF-8
	doc   *Document
	tree  tree
	links []rawLink
	refs  []byte // decoded href values, back to back
	forms forms
	facts facts

	// text and runs become judge.Page.
	text     []byte
	runs     []judge.Run
	place    judge.Place // of the open run
	runStart int
	runes    int         // characters of the current block that are not blank
	marks    []int32     // where the current block has to be looked at for features, in text, ascending
	moved    bool        // the place may have changed since the last text
	pending  bool        // a block ended since the last text
	blockAt  int         // where the current block starts in text
	special  judge.Place // title, while one is read
	still    bool        // text that does not reopen a link is read
	base     []byte      // first <base href>
	baseSeen bool
	refresh  []byte
	canon    []byte
	value    []byte // scratch for one attribute value
	urls     []byte // scratch: addresses and texts of the links, back to back
	spans    []span // where they lie in urls
}

// pooledText bounds the buffers that are kept for reuse, in bytes; a huge page's go to the collector.
const pooledText = 2 << 20

var scans = sync.Pool{New: func() any { return new(scan) }}

func (s *scan) reset(src []byte, doc *Document) {
	s.src, s.doc = src, doc
	s.tree.reset()
	s.links, s.refs = s.links[:0], s.refs[:0]
	s.text, s.runs = s.text[:0], s.runs[:0]
	s.place, s.runStart, s.blockAt, s.special = 0, 0, 0, 0
	s.runes, s.marks = 0, s.marks[:0]
	s.moved, s.pending, s.baseSeen, s.still = true, false, false, false
	s.base, s.refresh, s.canon = s.base[:0], s.refresh[:0], s.canon[:0]
	s.forms.reset()
	s.facts.reset()
}

// run walks the page from tag to tag.
func (s *scan) run() {
	for i := 0; i < len(s.src); {
		if !s.markupAt(i) {
			i = s.copyText(i)
			continue
		}
		i = s.markup(i)
	}
	s.endBlock()
	s.endLink()
	s.forms.end()
}

// markup handles the tag, comment or declaration at src[at] and returns where the text goes on.
func (s *scan) markup(at int) int {
	rest := s.src[at:]
	switch c := rest[1]; {
	case isLetter(c):
		return s.startTag(at)
	case c == '/':
		if len(rest) < 3 {
			s.emit(rest)
			return len(s.src)
		}
		if !isLetter(rest[2]) {
			return at + 2 + untilAngle(rest[2:])
		}
		n, tg := readTagName(rest[2:])
		end := at + 2 + n + tagEnd(rest[2+n:], nil)
		if end >= len(s.src) && s.src[len(s.src)-1] != '>' {
			return len(s.src)
		}
		if s.inForeign() {
			if s.endForeign(rest[2 : 2+n]) {
				return end
			}
		}
		if !s.tree.frames {
			s.end(tg)
			if tg == tagForm {
				s.forms.end()
			}
		}
		return end
	case bytes.HasPrefix(rest, []byte("<!--")):
		return at + commentEnd(rest)
	case s.inForeign() && bytes.HasPrefix(rest, []byte("<![CDATA[")):
		body := rest[len("<![CDATA["):]
		end := bytes.Index(body, []byte("]]>"))
		if end < 0 {
			s.emitRaw(body)
			return len(s.src)
		}
		s.emitRaw(body[:end])
		return at + len("<![CDATA[") + end + len("]]>")
	}
	return at + 2 + untilAngle(rest[2:])
}

// untilAngle returns the offset behind the next '>' of b, or its length.
func untilAngle(b []byte) int {
	if end := bytes.IndexByte(b, '>'); end >= 0 {
		return end + 1
	}
	return len(b)
}

// startTag handles the start tag at src[at].
func (s *scan) startTag(at int) int {
	n, tg := readTagName(s.src[at+1:])
	n += at + 1
	if s.inForeign() && !s.integration() {
		return s.startForeign(tg, at+1, n)
	}
	if tg.is(noFrames) {
		s.tree.framesOK = false
	}
	end := 0
	switch tg {
	case tagImg:
		if s.tree.link.active {
			end = s.readTag(tg, n)
			break
		}
		end = n + tagEnd(s.src[n:], &s.facts)
		if !s.tree.frames {
			s.facts.tag(tg)
			s.start(tg)
		}
	case tagA, tagArea, tagBase, tagLink, tagMeta, tagFrame, tagIframe, tagInput, tagScript, tagForm, tagSelect,
		tagTextarea, tagButton:
		end = s.readTag(tg, n)
	case tagSvg, tagMath:
		return s.startForeign(tg, at+1, n)
	default:
		end = n + tagEnd(s.src[n:], &s.facts)
		if !s.tree.frames {
			s.facts.tag(tg)
			if tg == tagFrameset {
				s.startFrames()
			} else {
				s.start(tg)
			}
		}
	}
	if end >= len(s.src) && s.src[len(s.src)-1] != '>' {
		return len(s.src) // the page ends inside the tag: there is no such tag
	}
	if tg.is(isRaw) {
		return s.rawText(tg, end)
	}
	return end
}

// startFrames drops the body: the page is a set of frames, text outside them is not shown.
func (s *scan) startFrames() {
	if s.tree.framesOK {
		s.tree.frames = true
	}
}
