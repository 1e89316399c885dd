package page

import "bytes"

// attrs walks the attributes of one start tag with the rules of the HTML tokenizer. b starts behind the tag's name;
// after the walk i is behind the tag's '>'. Keys and values are slices of b, as written (entities not decoded).
type attrs struct {
	b        []byte
	i        int
	key, val []byte
	closing  bool // the tag ended with "/>"
	unclosed bool // the end of the page came before '>'
	done     bool
}

// next moves to the next attribute and says whether there is one.
func (a *attrs) next() bool {
	for !a.done {
		a.skipSpace()
		if a.i >= len(a.b) {
			a.done, a.unclosed = true, true
			return false
		}
		if a.b[a.i] == '>' {
			a.i++
			a.done = true
			return false
		}
		a.readKey()
		slash := a.readVal()
		if len(a.key) > 0 {
			return true
		}
		if slash && a.i < len(a.b) && a.b[a.i] == '>' {
			a.closing = true
		}
	}
	return false
}

func (a *attrs) skipSpace() {
	for a.i < len(a.b) && isSpace(a.b[a.i]) {
		a.i++
	}
}

func (a *attrs) readKey() {
	start := a.i
	for a.i < len(a.b) {
		c := a.b[a.i]
		// An equals sign at the very start belongs to the name (WHATWG 13.2.5.32).
		if c == '=' && a.i > start || c == '/' || c == '>' || isSpace(c) {
			break
		}
		a.i++
	}
	a.key = a.b[start:a.i]
}

// readVal reads "= value" when it is there; slash says that a lone solidus was passed instead.
func (a *attrs) readVal() (slash bool) {
	a.val = nil
	a.skipSpace()
	if a.i >= len(a.b) {
		return false
	}
	if a.b[a.i] == '/' {
		a.i++
		if a.i < len(a.b) && a.b[a.i] == '>' {
			a.closing = true
		}
		return true
	}
	if a.b[a.i] != '=' {
		return false
	}
	a.i++
	a.skipSpace()
	if a.i >= len(a.b) {
		return false
	}
	switch q := a.b[a.i]; q {
	case '>':
		return false
	case '"', '\'':
		a.i++
		end := bytes.IndexByte(a.b[a.i:], q)
		if end < 0 {
			a.val, a.i = a.b[a.i:], len(a.b)
			return false
		}
		a.val = a.b[a.i : a.i+end]
		a.i += end + 1
	default:
		start := a.i
		for a.i < len(a.b) && a.b[a.i] != '>' && !isSpace(a.b[a.i]) {
			a.i++
		}
		a.val = a.b[start:a.i]
	}
	return false
}

// skip walks to the end of the tag.
func (a *attrs) skip() {
	for a.next() {
	}
}

// tagName reads the name of a tag at the start of b (a leading solidus included) and how long it is.
func tagName(b []byte) (name []byte, n int) {
	start := 0
	if len(b) > 0 && b[0] == '/' {
		start, n = 1, 1
	}
	for n < len(b) && !nameEnd[b[n]] {
		n++
	}
	return b[start:n], n
}

// tagEnd returns the offset behind the '>' of a tag whose attributes start at b; len(b) when the page ends first.
// Only what follows an equals sign can hide a '>' (a quoted value), so everything else is passed quickly.
// What skipped attributes tell about breadcrumbs and microdata goes to f, which may be nil.
func tagEnd(b []byte, f *facts) int {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '>':
			return i + 1
		case '=':
			if i == 0 || i+1 >= len(b) || !quietBefore[b[i-1]] {
				return slowTagEnd(b)
			}
			switch q := b[i+1]; {
			case q == '"' || q == '\'':
				end := bytes.IndexByte(b[i+2:], q)
				if end < 0 {
					return len(b)
				}
				if f != nil {
					f.skipped(b[:i], b[i+2:i+2+end])
				}
				i += 2 + end
			case isSpace(q) || q == '=':
				return slowTagEnd(b)
			default:
				at := i
				for i+1 < len(b) && b[i+1] != '>' && !isSpace(b[i+1]) {
					i++
				}
				if f != nil {
					f.skipped(b[:at], b[at+1:i+1])
				}
			}
		}
	}
	return len(b)
}

// quietBefore are the bytes that, before an equals sign, are the end of an attribute's name beyond doubt.
var quietBefore = func() (t [256]bool) {
	for c := range t {
		t[c] = isLetter(byte(c)) || '0' <= c && c <= '9' || c == '-' || c == '_' || c == ':'
	}
	return t
}()

func slowTagEnd(b []byte) int {
	a := attrs{b: b}
	a.skip()
	return a.i
}

// commentEnd returns the offset behind a comment; b starts with "<!--". Broken endings ("--!>", "<!-->") end it too.
func commentEnd(b []byte) int {
	body := b[4:]
	if len(body) > 0 && body[0] == '>' {
		return 5
	}
	if bytes.HasPrefix(body, []byte("->")) {
		return 6
	}
	for i := 0; ; {
		at := bytes.Index(body[i:], []byte("--"))
		if at < 0 {
			return len(b)
		}
		i += at + 2
		for i < len(body) && body[i] == '-' {
			i++
		}
		if i < len(body) && body[i] == '>' {
			return 4 + i + 1
		}
		if i+1 < len(body) && body[i] == '!' && body[i+1] == '>' {
			return 4 + i + 2
		}
		if i+1 < len(body) && body[i] == '!' && body[i+1] == '-' {
			i++
		}
	}
}

// blanks are the blanks of HTML, nameEnd the bytes that end a tag's name.
var blanks, nameEnd = func() (s, e [256]bool) {
	for _, c := range " \n\t\r\f" {
		s[c], e[c] = true, true
	}
	e['/'], e['>'] = true, true
	return s, e
}()

func isSpace(c byte) bool { return blanks[c] }

func isLetter(c byte) bool { c |= 0x20; return 'a' <= c && c <= 'z' }
