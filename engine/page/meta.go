package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"xunlu/judge"
)

// meta handles one <meta> tag.
func (s *scan) meta(got *tagAttrs) {
	doc := s.doc
	if got.content == nil {
		return
	}
	s.value = appendValue(s.value[:0], got.content)
	if equalFold(bytes.TrimSpace(got.equiv), "refresh") && len(s.refresh) == 0 {
		s.refresh = append(s.refresh[:0], refreshTarget(s.value)...)
	}
	name := got.name
	if name == nil {
		name = got.property
	}
	if len(got.itemprop) > 0 && len(s.value) > 0 {
		s.facts.data = append(append(s.facts.data, s.value...), '\n')
		if name == nil {
			name = got.itemprop
		}
	}
	if len(name) == 0 || len(name) > 64 {
		return
	}
	key := strings.ToLower(string(name))
	if key == "robots" || key == "baiduspider" || key == "googlebot" {
		doc.robots(string(s.value))
	}
	if doc.Meta == nil {
		doc.Meta = make(map[string]string, 8)
	}
	if _, have := doc.Meta[key]; !have {
		doc.Meta[key] = foldSpace(s.value)
	}
}

// refreshTarget reads the address out of a refresh's content: "5; url='/x'", "0;/x", "0, URL = x". Empty when the page
// only reloads itself (WHATWG "shared declarative refresh steps").
func refreshTarget(b []byte) []byte {
	b = bytes.TrimLeft(b, " \t\r\n\f")
	digits := 0
	for digits < len(b) && (b[digits] >= '0' && b[digits] <= '9' || b[digits] == '.') {
		digits++
	}
	rest := b[digits:]
	trimmed := bytes.TrimLeft(rest, " \t\r\n\f")
	if digits > 0 && len(trimmed) == len(rest) && (len(rest) == 0 || rest[0] != ';' && rest[0] != ',') {
		return nil
	}
	rest = trimmed
	if len(rest) > 0 && (rest[0] == ';' || rest[0] == ',') {
		rest = bytes.TrimLeft(rest[1:], " \t\r\n\f")
	}
	if len(rest) >= 3 && equalFold(rest[:3], "url") {
		after := bytes.TrimLeft(rest[3:], " \t\r\n\f")
		if len(after) > 0 && after[0] == '=' {
			rest = bytes.TrimLeft(after[1:], " \t\r\n\f")
		}
	}
	if len(rest) > 0 && (rest[0] == '\'' || rest[0] == '"') {
		quote := rest[0]
		rest = rest[1:]
		if end := bytes.IndexByte(rest, quote); end >= 0 {
			rest = rest[:end]
		}
	}
	return bytes.TrimSpace(rest)
}

// jsonld keeps the body of a structured-data script that starts at src[from].
func (s *scan) jsonld(from int) {
	body := bytes.TrimSpace(s.src[from : from+scriptEnd(s.src[from:])])
	if len(body) == 0 {
		return
	}
	s.doc.JSONLD = append(s.doc.JSONLD, body)
	s.facts.structured(body)
}

// appendBesides adds the text that is not shown on the page itself: its address, description and keywords, and the
// values of structured data.
func (s *scan) appendBesides() {
	s.appendRun([]byte(readable(s.doc.URL, s.doc.Charset)), judge.URL)
	for _, key := range [...]string{"description", "keywords"} {
		s.appendRun([]byte(s.doc.Meta[key]), judge.Meta)
	}
	s.appendRun(bytes.TrimRight(s.facts.data, "\n"), judge.Data)
}

func (s *scan) appendRun(b []byte, place judge.Place) {
	if len(b) == 0 {
		return
	}
	start := len(s.text)
	s.text = append(append(s.text, b...), '\n')
	s.runs = append(s.runs, judge.Run{Start: int32(start), End: int32(start + len(b)), Place: place})
}

// readable decodes the escapes of an address, as UTF-8 or else in the page's own encoding.
func readable(url, charset string) string {
	if strings.IndexByte(url, '%') < 0 {
		return url
	}
	out := make([]byte, 0, len(url))
	for i := 0; i < len(url); i++ {
		if url[i] == '%' && i+2 < len(url) && hexValue(url[i+1]) >= 0 && hexValue(url[i+2]) >= 0 {
			out = append(out, byte(hexValue(url[i+1])<<4|hexValue(url[i+2])))
			i += 2
			continue
		}
		out = append(out, url[i])
	}
	if !utf8.Valid(out) {
		name, enc, ok := lookup(charset)
		if !ok {
			return url
		}
		d := read(name, enc, out)
		if d.bad > 0 {
			return url
		}
		out = d.text
	}
	for i, c := range out {
		if c < ' ' {
			out[i] = ' '
		}
	}
	return string(out)
}
