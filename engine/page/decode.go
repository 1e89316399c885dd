package page

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// ErrCharset says that no encoding turns the bytes into text: a picture, an archive, a damaged page. Nothing of such a
// page is stored as text.
var ErrCharset = errors.New("no character encoding decodes the bytes")

// declaredFar is how far into a page a declaration is looked for when the page needs one. Real pages hide theirs behind
// kilobytes of script; a quarter of a megabyte is beyond every head.
const declaredFar = 256 << 10

// declaredNear is the same for pages that are valid UTF-8 anyway; there the label is only noted.
const declaredNear = 4 << 10

// Decode turns the bytes of a page into UTF-8.
//
// charset is the WHATWG label, lower case, that the bytes really decoded under (gb18030 for gb2312 and gbk); declared is
// the label the header or the page claimed, as it should be spelt, "" when none. hint is what the site used before.
// The order is: byte order mark → a declaration that really decodes (header, then page) → valid UTF-8 → hint → what the
// bytes look like. A declaration that does not decode is not believed; single stray bytes in a long page become U+FFFD.
// The only error is ErrCharset. text may share memory with body.
func Decode(body []byte, contentType, hint string) (text []byte, charset, declared string, err error) {
	d, declared, err := decode(body, contentType, hint)
	return d.text, d.name, declared, err
}

// decoded is the result of reading bytes under one encoding.
type decoded struct {
	name string
	text []byte
	bad  int // places where the bytes mean nothing under the encoding
	good int // characters beyond ASCII that were read
}

// believable says whether the bytes can have been written in this encoding: nearly no errors among the characters that
// tell something. One page in a hundred carries an advert or a cut field with stray bytes.
func (d decoded) believable() bool { return d.bad == 0 || d.bad*20 <= d.good }

func decode(body []byte, contentType, hint string) (decoded, string, error) {
	if d, ok := byMark(body); ok {
		labels := declarations(body, contentType, declaredNear)
		if d.believable() {
			return d, firstKnown(labels), nil
		}
		if d.name != "utf-8" {
			return decoded{}, firstKnown(labels), ErrCharset
		}
		// An include file's mark in front of a page in another encoding.
		body = body[3:]
	}
	u := measureUTF8(body)
	limit := declaredFar
	if u.bad == 0 {
		limit = declaredNear
	}
	labels := declarations(body, contentType, limit)
	declared := firstKnown(labels)
	if (u.bad > 0 || bytes.IndexByte(body[:min(len(body), 4096)], 0) >= 0) && notText(body) {
		if d, ok := bareUTF16(body); ok {
			return d, declared, nil
		}
		return decoded{}, declared, ErrCharset
	}
	if u.bad == 0 && u.good == 0 {
		d := asciiPage(body, contentType, declared)
		d.text = u.read(body).text
		return d, declared, nil
	}
	if u.bad == 0 && u.certain() {
		return u.read(body), declared, nil
	}
	if d, ok := byLabels(body, labels, u); ok {
		return d, declared, nil
	}
	if u.bad == 0 && !twoBytesByChance(body) {
		return u.read(body), declared, nil
	}
	if hint != "" {
		if d, ok := byLabels(body, []string{hint}, u); ok {
			return d, declared, nil
		}
	}
	if d, ok := guess(body); ok {
		return d, declared, nil
	}
	return decoded{}, declared, ErrCharset
}

// firstKnown is the first label that names an encoding, in its proper spelling.
func firstKnown(labels []string) string {
	for _, l := range labels {
		if name, _, ok := lookup(l); ok {
			return name
		}
	}
	return ""
}

// asciiPage labels a page that is all ASCII: every encoding reads it alike, so the declaration holds, unless only a
// malformed tag makes it.
func asciiPage(body []byte, contentType, declared string) decoded {
	name := declared
	if strict, _ := metaCharsets(body[:min(len(body), declaredNear)]); strict == "" && charsetParam(contentType) == "" && xmlCharset(body) == "" {
		name = ""
	}
	if name == "" || name == "utf-16le" || name == "utf-16be" || name == "iso-2022-jp" {
		name = "utf-8"
	}
	return decoded{name: name, text: body}
}

// byMark reads a page that starts with a byte order mark; the mark wins over every declaration.
func byMark(body []byte) (decoded, bool) {
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return utf8Page(body[3:]), true
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return read("utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), body[2:]), true
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return read("utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), body[2:]), true
	}
	return decoded{}, false
}

// bareUTF16 reads UTF-16 without a mark: markup is ASCII, so every second byte of the beginning is zero.
func bareUTF16(body []byte) (decoded, bool) {
	head := body[:min(len(body), 2048)&^1]
	even, odd := 0, 0
	for i := 0; i < len(head); i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	n := len(head) / 2
	name, order := "utf-16le", unicode.LittleEndian
	switch {
	case n < 8:
		return decoded{}, false
	case odd*3 >= n && even*50 <= n:
	case even*3 >= n && odd*50 <= n:
		name, order = "utf-16be", unicode.BigEndian
	default:
		return decoded{}, false
	}
	d := read(name, unicode.UTF16(order, unicode.IgnoreBOM), body)
	return d, d.believable()
}

// byLabels takes the first label whose encoding really reads the bytes. A label under which anything decodes, or under
// which the result is not what people write while another encoding's is, is not believed.
func byLabels(body []byte, labels []string, u utf8Counts) (decoded, bool) {
	for _, label := range labels {
		name, enc, ok := lookup(label)
		if !ok || name == "utf-16le" || name == "utf-16be" {
			continue
		}
		if name == "utf-8" {
			if d := (decoded{bad: u.bad, good: u.good}); !d.believable() {
				continue
			}
			return u.read(body), true
		}
		if u.bad > 0 && rival(body, name) {
			continue
		}
		if d := read(name, enc, body); d.believable() {
			return d, true
		}
	}
	return decoded{}, false
}

// read decodes body and counts what it could not read.
func read(name string, enc encoding.Encoding, body []byte) decoded {
	if name == "gb18030" || name == "big5" {
		return readPairs(name, body)
	}
	text, err := enc.NewDecoder().Bytes(body)
	if err != nil {
		return decoded{name: name, bad: len(body)}
	}
	d := decoded{name: name, text: text}
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError || 0x80 <= r && r < 0xA0 {
			d.bad++
		} else {
			d.good++
		}
		i += n
	}
	// The last character of a page that was cut off is no sign of a wrong encoding.
	if d.bad == 1 && bytes.HasSuffix(text, []byte("\uFFFD")) && d.good > 0 {
		d.bad = 0
	}
	return d
}

// notText says whether the bytes are no text at all: control characters that no text has. UTF-16 looks so too.
func notText(body []byte) bool {
	head := body[:min(len(body), 4096)]
	n := 0
	for _, c := range head {
		if c < 0x20 && !isSpace(c) && c != 0x1B && c != 0x0B && c != 0x1A {
			n++
		}
	}
	return n*50 > len(head)
}
