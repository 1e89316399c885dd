package page

import (
	"bytes"
)

// tagAttrs are the attributes the scan reads; nil when absent, as written otherwise.
type tagAttrs struct {
	href, src, rel, name, property, content, equiv, typ, value, placeholder, id, class, alt, title, itemprop, itemtype,
	encoding, action []byte
}

// readAttrs reads a start tag's attributes from behind its name. The first of two attributes of a name counts. ok is
// false when the page ends inside the tag.
func readAttrs(b []byte, got *tagAttrs) (n int, closing, ok bool) {
	w := attrs{b: b}
	for w.next() {
		if f := got.field(w.key); f != nil && *f == nil {
			*f = w.val
			if w.val == nil {
				*f = []byte{}
			}
		}
	}
	return w.i, w.closing, !w.unclosed
}

func (g *tagAttrs) field(key []byte) *[]byte {
	var low [12]byte
	if len(key) > len(low) {
		return nil
	}
	for i, c := range key {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		low[i] = c
	}
	switch string(low[:len(key)]) {
	case "href", "xlink:href":
		return &g.href
	case "src":
		return &g.src
	case "rel":
		return &g.rel
	case "name":
		return &g.name
	case "property":
		return &g.property
	case "content":
		return &g.content
	case "http-equiv":
		return &g.equiv
	case "type":
		return &g.typ
	case "value":
		return &g.value
	case "placeholder":
		return &g.placeholder
	case "id":
		return &g.id
	case "class":
		return &g.class
	case "alt":
		return &g.alt
	case "title":
		return &g.title
	case "itemprop":
		return &g.itemprop
	case "itemtype":
		return &g.itemtype
	case "encoding":
		return &g.encoding
	case "action":
		return &g.action
	}
	return nil
}

// hasToken says whether a blank-separated list holds a word, case ignored.
func hasToken(list []byte, word string) bool {
	for len(list) > 0 {
		end := bytes.IndexAny(list, " \t\r\n\f,")
		if end < 0 {
			end = len(list)
		}
		if equalFold(list[:end], word) {
			return true
		}
		list = list[min(end+1, len(list)):]
	}
	return false
}
