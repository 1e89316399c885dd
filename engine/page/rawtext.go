package page

import (
	"bytes"

	"xunlu/judge"
)

// rawText handles the content of an element that holds no markup, from src[from] to its end tag.
func (s *scan) rawText(tg tag, from int) int {
	if tg == tagPlaintext {
		s.emitRaw(s.src[from:])
		return len(s.src)
	}
	var end int
	if tg == tagScript {
		end = from + scriptEnd(s.src[from:])
	} else {
		end = from + rawEnd(s.src[from:], tagNames[tg])
	}
	body := s.src[from:end]
	switch tg {
	case tagTitle:
		s.breakBlock()
		s.special, s.moved = judge.Title, true
		start := len(s.text)
		s.emit(body)
		if s.doc.Title == "" {
			s.doc.Title = firstRunes(foldSpace(s.text[min(start, len(s.text)):]), titleMax)
		}
		s.breakBlock()
		s.special, s.moved = 0, true
	case tagTextarea:
		s.breakBlock()
		s.still = true
		s.emit(body)
		s.still = false
		s.breakBlock()
	case tagXmp:
		s.start(tagXmp)
		s.emitRaw(body)
		s.breakBlock()
	case tagNoscript, tagNoframes:
		s.mine(body)
	}
	if end >= len(s.src) {
		return len(s.src)
	}
	_, n := tagName(s.src[end+1:])
	return end + 1 + n + tagEnd(s.src[end+1+n:], nil)
}

// rawEnd returns the offset of "</name" followed by a delimiter, or len(b).
func rawEnd(b []byte, name string) int {
	for i := 0; ; {
		at := bytes.Index(b[i:], []byte("</"))
		if at < 0 {
			return len(b)
		}
		i += at
		if isEndTag(b[i:], name) {
			return i
		}
		i += 2
	}
}

// isEndTag says whether b starts with "</name" and a delimiter.
func isEndTag(b []byte, name string) bool {
	n := 2 + len(name)
	return len(b) > n && b[1] == '/' && equalFold(b[2:n], name) && (isSpace(b[n]) || b[n] == '/' || b[n] == '>')
}

// scriptEnd is rawEnd for scripts, in which "<!--" and "<script" hide an end tag (WHATWG 13.2.5.15 and following).
func scriptEnd(b []byte) int {
	const plain, escaped, double = 0, 1, 2
	state, shown := plain, -1 // shown is the next "-->", looked up once
	for i := 0; i < len(b); {
		at := bytes.IndexByte(b[i:], '<')
		if at < 0 {
			return len(b)
		}
		at += i
		if state != plain {
			if shown < i {
				if shown = bytes.Index(b[i:], []byte("-->")); shown < 0 {
					shown = len(b)
				} else {
					shown += i
				}
			}
			if shown < at {
				i, state = shown+3, plain
				continue
			}
		}
		switch rest := b[at:]; {
		case isEndTag(rest, "script"):
			if state != double {
				return at
			}
			i, state = at+len("</script"), escaped
		case state == plain && bytes.HasPrefix(rest, []byte("<!--")):
			i, state = at+2, escaped // the dashes may belong to the end at once: "<!-->"
		case state == escaped && len(rest) > 7 && equalFold(rest[1:7], "script") && (isSpace(rest[7]) || rest[7] == '/' || rest[7] == '>'):
			i, state = at+7, double
		default:
			i = at + 1
		}
	}
	return len(b)
}
