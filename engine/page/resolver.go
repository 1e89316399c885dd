package page

import (
	"bytes"
	"fmt"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// resolver makes the references of one page absolute. Plain references never reach the parser, so the base is parsed
// only when one does. It belongs to one scan.
type resolver struct {
	base    string      // what references resolve against, without fragment
	url     *whatwg.Url // of base, once it was needed
	charset string
	scheme  string // "http:" or "https:"
	origin  string // scheme://host[:port]
	path    string // from the first slash, without the query
	dir     string // path up to its last slash
	self    string // canonical form of the base
	simple  bool   // origin, path and dir can be put in front of a reference
	plain   bool   // the origin is in normal form
	quick   bool   // simple and plain
	tidy    bool   // quick, and dir is in normal form too
}

func newResolver(base, charset string) (*resolver, error) {
	r := &resolver{charset: charset}
	if plain, ok := plainURL(base); ok {
		r.base, r.self, r.simple = plain, plain, true
		r.split()
		return r, nil
	}
	u, err := whatwg.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("base %q: %w", short(base), ErrURL)
	}
	if s := u.Scheme(); s != "http" && s != "https" {
		return nil, fmt.Errorf("base %q: %w", short(base), ErrScheme)
	}
	if r.self, err = canonicalOf(u, base); err != nil {
		return nil, err
	}
	r.url, r.base = u, u.Href(true)
	r.simple = u.Username() == "" && u.Password() == ""
	r.split()
	return r, nil
}

// split cuts the base, which is a serialized address, into the parts that references are put behind.
func (r *resolver) split() {
	at := strings.Index(r.base, "//")
	end := at + 2 + strings.IndexByte(r.base[at+2:], '/')
	r.scheme, r.origin = r.base[:at], r.base[:end]
	r.plain = plainForm(r.origin) == formRootless
	r.path, _, _ = strings.Cut(r.base[end:], "?")
	r.dir = r.path[:strings.LastIndexByte(r.path, '/')+1]
	r.quick = r.simple && r.plain
	r.tidy = r.quick && plainTail(r.dir)
}

// rebase is the resolver for a page with <base href>; an address that is none of the web leaves things as they are.
func (r *resolver) rebase(href string) *resolver {
	base, err := r.parsed()
	if err != nil {
		return r
	}
	u, err := parseRef(base, href, r.charset)
	if err != nil {
		return r
	}
	on, err := newResolver(u.Href(true), r.charset)
	if err != nil {
		return r
	}
	return on
}

// parsed is the base as the parser sees it.
func (r *resolver) parsed() (*whatwg.Url, error) {
	if r.url == nil {
		u, err := whatwg.Parse(r.base)
		if err != nil {
			return nil, fmt.Errorf("base %q: %w", short(r.base), ErrURL)
		}
		r.url = u
	}
	return r.url, nil
}

// appendURL appends the canonical address of a reference to dst. On an error dst comes back unchanged.
func (r *resolver) appendURL(dst, ref []byte) ([]byte, error) {
	if out, ok := r.appendQuick(dst, ref); ok {
		return out, nil
	}
	ref = trimControls(ref)
	if out, ok := r.appendPlain(dst, ref); ok {
		return out, nil
	}
	if n := foreignScheme(ref); n > 0 {
		return dst, fmt.Errorf("resolve %s: %w", strings.ToLower(string(ref[:n])), ErrScheme)
	}
	base, err := r.parsed()
	if err != nil {
		return dst, err
	}
	u, err := parseRef(base, string(ref), r.charset)
	if err != nil {
		return dst, err
	}
	s, err := canonicalOf(u, string(ref))
	if err != nil {
		return dst, err
	}
	return append(dst, s...), nil
}

// trimControls removes blanks and control characters from both ends.
func trimControls(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] <= ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// appendQuick handles what most references are: "/path" and "path" of plain characters, with or without a plain query.
// It does what appendPlain does, in one look at each character.
func (r *resolver) appendQuick(dst, ref []byte) (out []byte, ok bool) {
	if !r.quick || len(ref) < 2 {
		return dst, false
	}
	rooted := ref[0] == '/'
	switch {
	case rooted && ref[1] != '/' && ref[1] != '\\':
	case r.tidy && (isLetter(ref[0]) || digit(ref[0])):
	default:
		return dst, false
	}
	for i := 0; i < len(ref); i++ {
		c := ref[i]
		if urlClass[c]&urlPlain != 0 && (c != ':' || rooted) {
			continue
		}
		if c == '/' && (i+1 == len(ref) || ref[i+1] != '.' && ref[i+1] != '(') {
			continue
		}
		if c == '?' && plainTail(ref[i:]) {
			break
		}
		return dst, false
	}
	dst = append(dst, r.origin...)
	if !rooted {
		dst = append(dst, r.dir...)
	}
	return append(dst, ref...), true
}

// appendPlain handles the references that need no parser: "/path", "path", "?query", "//host/path", absolute ones, also
// with plain dot segments. ok is false when it cannot tell.
func (r *resolver) appendPlain(dst, ref []byte) (out []byte, ok bool) {
	if at := bytes.IndexByte(ref, '#'); at >= 0 {
		ref = ref[:at]
	}
	if len(ref) == 0 {
		return append(dst, r.self...), true
	}
	start := len(dst)
	root := start // where the path may start at the earliest
	switch {
	case bytes.HasPrefix(ref, []byte("http://")) || bytes.HasPrefix(ref, []byte("https://")):
		dst = append(dst, ref...)
		root = -1
	case !r.simple:
		return dst, false
	case ref[0] == '/' && len(ref) > 1 && (ref[1] == '/' || ref[1] == '\\'):
		dst = append(append(dst, r.scheme...), ref...)
		root = -1
	case ref[0] == '/':
		dst = append(append(dst, r.origin...), ref...)
		root += len(r.origin)
	case ref[0] == '?':
		dst = append(append(append(dst, r.origin...), r.path...), ref...)
		root += len(r.origin)
	case hasScheme(ref):
		return dst, false
	default:
		dst = append(append(append(dst, r.origin...), r.dir...), ref...)
		root += len(r.origin)
	}
	if root >= 0 {
		dst = dropDots(dst, root)
	}
	if root >= 0 && r.plain {
		if plainTail(dst[root:]) {
			return dst, true
		}
	} else {
		switch plainForm(dst[start:]) {
		case formWhole:
			return dst, true
		case formRootless:
			return append(dst, '/'), true
		}
	}
	if url, ok := nearlyPlain(string(dst[start:]), r.charset); ok {
		return append(dst[:start], url...), true
	}
	return dst[:start], false
}

// hasScheme says whether a colon comes before every slash and question mark: a scheme, or something odd.
func hasScheme(ref []byte) bool {
	for _, c := range ref {
		switch c {
		case ':':
			return true
		case '/', '?', '\\':
			return false
		}
	}
	return false
}

// foreignScheme recognizes a reference with a scheme that is not the web's, without a parser: most pages hold dozens of
// javascript: links. It returns the length of the scheme with its colon, 0 for everything else.
func foreignScheme(ref []byte) int {
	if len(ref) == 0 || !isLetter(ref[0]) {
		return 0
	}
	for i, c := range ref {
		switch {
		case c == ':':
			if equalFold(ref[:i], "http") || equalFold(ref[:i], "https") {
				return 0
			}
			return i + 1
		case isLetter(c) || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.':
		default:
			return 0
		}
	}
	return 0
}

// dropDots removes "." and ".." segments from the path that starts at b[root], in place. Escaped dots are left to the
// parser (plainURL refuses them).
func dropDots(b []byte, root int) []byte {
	end := len(b)
	if q := bytes.IndexByte(b[root:], '?'); q >= 0 {
		end = root + q
	}
	if !bytes.Contains(b[root:end], []byte("/.")) {
		return b
	}
	w := root // b[root:w] is the path so far, without its last slash
	for i := root; i < end; {
		next := i + 1
		for next < end && b[next] != '/' {
			next++
		}
		segment := b[i+1 : next]
		last := next >= end
		switch {
		case len(segment) == 1 && segment[0] == '.':
			if last {
				b[w] = '/'
				w++
			}
		case len(segment) == 2 && segment[0] == '.' && segment[1] == '.':
			for w > root {
				w--
				if b[w] == '/' {
					break
				}
			}
			if last {
				b[w] = '/'
				w++
			}
		default:
			w += copy(b[w:], b[i:next])
		}
		i = next
	}
	return append(b[:w], b[end:]...)
}
