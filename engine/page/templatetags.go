package page

import (
	"bytes"
	"slices"
)

// templateTag is how a server-side tag begins and ends.
type templateTag struct{ open, close string }

// templateTags are server-side tags that leak into pages. One of ${ } does not run over the end of its line.
var templateTags = []templateTag{{"<?", "?>"}, {"<%", "%>"}, {"{{", "}}"}, {"{%", "%}"}, {"${", "}"}}

// withoutTemplateTags writes a space for every server-side tag. It returns src itself when there is none.
func withoutTemplateTags(src []byte) []byte {
	if !slices.ContainsFunc(templateTags, func(t templateTag) bool { return bytes.Contains(src, []byte(t.open)) }) {
		return src
	}
	var out []byte
	from := 0
	var gone [5]bool // no further end of this tag
	for i := 0; i+1 < len(src); i++ {
		switch next := src[i+1]; src[i] {
		case '<':
			if next != '?' && next != '%' {
				continue
			}
		case '{':
			if next != '{' && next != '%' {
				continue
			}
		case '$':
			if next != '{' {
				continue
			}
		default:
			continue
		}
		for k, t := range templateTags {
			if gone[k] || !bytes.HasPrefix(src[i:], []byte(t.open)) {
				continue
			}
			rest := src[i+2:]
			end := bytes.Index(rest, []byte(t.close))
			if end < 0 {
				gone[k] = true
				break
			}
			if t.open == "${" && bytes.IndexByte(rest[:end], '\n') >= 0 {
				break
			}
			out = append(append(out, src[from:i]...), ' ')
			from = i + 2 + end + len(t.close)
			i = from - 1
			break
		}
	}
	if from == 0 {
		return src
	}
	return append(out, src[from:]...)
}

// withoutTags is a title without server-side tags.
func withoutTags(title string) string { return string(withoutTemplateTags([]byte(title))) }
