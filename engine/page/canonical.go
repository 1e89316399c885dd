package page

import (
	"errors"
	"fmt"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

var (
	// ErrScheme says that an address is none of the web: javascript:, mailto:, tel:, data:, file: and the like.
	ErrScheme = errors.New("not an http or https address")
	// ErrURL says that a text is no address at all by the WHATWG rules.
	ErrURL = errors.New("not a valid address")
)

// rounds bounds the cleaning of one address. Two are enough for all that is known (removing a session id can leave a dot
// segment that has to go too); the rest is for what is not known.
const rounds = 8

// Canonical returns the form of an absolute http(s) address that stands for its identity: WHATWG serialization without
// fragment, default port and trailing dots of the host, escapes in upper case and only where needed, and without the
// parameters that Removals lists. Parameters keep their order: a server may care. Canonical(Canonical(x)) = Canonical(x).
// Errors wrap ErrScheme or ErrURL.
func Canonical(ref string) (string, error) {
	if plain, ok := plainURL(ref); ok {
		return plain, nil
	}
	if plain, ok := nearlyPlain(ref, "utf-8"); ok {
		return plain, nil
	}
	u, err := whatwg.Parse(ref)
	if err != nil {
		return "", fmt.Errorf("canonical %q: %w", short(ref), ErrURL)
	}
	return canonicalOf(u, ref)
}

// canonicalOf cleans a parsed address. Cleaning may uncover something that the parser normalizes, so the two alternate
// until nothing changes.
func canonicalOf(u *whatwg.Url, ref string) (string, error) {
	for range rounds {
		if s := u.Scheme(); s != "http" && s != "https" {
			return "", fmt.Errorf("canonical %q: %w", short(ref), ErrScheme)
		}
		href := u.Href(true)
		next := clean(href)
		if next == href {
			return href, nil
		}
		if plain, ok := plainURL(next); ok && plain == next {
			return next, nil
		}
		parsed, err := whatwg.Parse(next)
		if err != nil {
			return "", fmt.Errorf("canonical %q: %w", short(ref), ErrURL)
		}
		u = parsed
	}
	return "", fmt.Errorf("canonical %q: %w", short(ref), ErrURL)
}

// plainURL is the fast path of Canonical: it recognizes an address that is canonical as it stands but for its fragment
// and an empty path, and says nothing about all others. It must agree with the slow path; a test and a fuzz target watch.
func plainURL(ref string) (string, bool) {
	if at := strings.IndexByte(ref, '#'); at >= 0 {
		ref = ref[:at]
	}
	switch plainForm(ref) {
	case formWhole:
		return ref, true
	case formRootless:
		return ref + "/", true
	}
	return "", false
}

const (
	formOther    = iota // not known to be canonical
	formWhole           // canonical
	formRootless        // canonical with a slash at the end
)

// plainForm looks at an address without fragment.
func plainForm[T string | []byte](ref T) int {
	at := 7
	if len(ref) < 8 || ref[0] != 'h' || ref[1] != 't' || ref[2] != 't' || ref[3] != 'p' {
		return formOther
	}
	secure := ref[4] == 's'
	if secure {
		at = 8
	}
	if ref[at-3] != ':' || ref[at-2] != '/' || ref[at-1] != '/' {
		return formOther
	}
	end := at
	for end < len(ref) && ref[end] != '/' && ref[end] != '?' {
		end++
	}
	if !plainHost(ref[at:end], secure) {
		return formOther
	}
	if end == len(ref) {
		return formRootless
	}
	if ref[end] != '/' || !plainTail(ref[end:]) {
		return formOther
	}
	return formWhole
}

// plainHost recognizes host[:port] in normal form: lower-case letters, digits, single hyphens and dots, the last label
// starting with a letter (else it may be an IPv4 address in disguise), or four plain decimal octets.
func plainHost[T string | []byte](host T, secure bool) bool {
	for i := 0; i < len(host); i++ {
		if host[i] == ':' {
			if !plainPort(host[i+1:], secure) {
				return false
			}
			host = host[:i]
			break
		}
	}
	if len(host) == 0 || len(host) > 200 {
		return false
	}
	last, label := byte('.'), byte(0)
	for i := 0; i < len(host); i++ {
		c := host[i]
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			if last == '.' {
				label = c
			}
		case c == '-' || c == '.':
			if last == '-' || last == '.' {
				return false
			}
		default:
			return false
		}
		last = c
	}
	if last == '.' || last == '-' {
		return false
	}
	return 'a' <= label && label <= 'z' || plainIPv4(host)
}

func plainPort[T string | []byte](port T, secure bool) bool {
	if len(port) == 0 || len(port) > 5 || port[0] == '0' {
		return false
	}
	n := 0
	for i := 0; i < len(port); i++ {
		if port[i] < '0' || port[i] > '9' {
			return false
		}
		n = n*10 + int(port[i]-'0')
	}
	return n < 1<<16 && (secure && n != 443 || !secure && n != 80)
}

func plainIPv4[T string | []byte](host T) bool {
	octets, n, digits := 1, 0, 0
	for i := 0; i < len(host); i++ {
		c := host[i]
		if c == '.' {
			octets, n, digits = octets+1, 0, 0
			continue
		}
		if c < '0' || c > '9' || digits > 0 && n == 0 {
			return false
		}
		n, digits = n*10+int(c-'0'), digits+1
		if n > 255 {
			return false
		}
	}
	return octets == 4
}

// plainTail recognizes a path and query in normal form from which clean removes nothing.
func plainTail[T string | []byte](tail T) bool {
	query, ok := plainChars(tail)
	return ok && (query < 0 || plainQuery(tail[query+1:]))
}

// plainChars says whether all characters of a path and query are in normal form, and where the question mark is.
func plainChars[T string | []byte](tail T) (query int, ok bool) {
	query = -1
	for i := 0; i < len(tail); i++ {
		c := tail[i]
		switch class := urlClass[c]; {
		case class&urlPlain != 0:
		case c == '%':
			if i+2 >= len(tail) || !plainEscape(tail[i+1], tail[i+2]) {
				return query, false
			}
		case c == '?':
			if query < 0 {
				query = i
			}
		case query < 0 && class&urlPathOnly != 0:
		case c == '/':
			// A dot segment, or a cookieless session "/(S(…))".
			if query < 0 && i+1 < len(tail) && (tail[i+1] == '.' || tail[i+1] == '(') {
				return query, false
			}
		case c == ';':
			if i+1 < len(tail) && tail[i+1]|0x20 == 'j' {
				return query, false
			}
		default:
			return query, false
		}
	}
	return query, true
}

// plainQuery says whether no parameter of a query is one that goes.
func plainQuery[T string | []byte](query T) bool {
	for from := 0; ; {
		end := from
		for end < len(query) && query[end] != '&' {
			end++
		}
		if end == from || removable(query[from:end]) {
			return false
		}
		if end == len(query) {
			return true
		}
		from = end + 1
	}
}

// plainEscape says whether %XX is in upper case and does not stand for an unreserved character.
func plainEscape(a, b byte) bool {
	if hexValue(a) < 0 || hexValue(b) < 0 || a >= 'a' || b >= 'a' {
		return false
	}
	return !unreserved(byte(hexValue(a)<<4 | hexValue(b)))
}

const (
	urlPlain    = 1 << iota // stands for itself in a path and in a query
	urlPathOnly             // in a path only
)

// urlClass is built from the WHATWG percent-encode sets; what is in no class goes to the slow path.
var urlClass = func() (t [256]byte) {
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = urlPlain, urlPlain
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = urlPlain
	}
	for _, c := range "-._~!$&()*+,=:@[]" {
		t[c] = urlPlain
	}
	t['\''] = urlPathOnly
	for _, c := range "`{}|^\\" {
		t[c] = 0
	}
	return t
}()

// short bounds what of a bad address stands in an error.
func short(s string) string {
	if len(s) > 80 {
		return s[:80] + "…"
	}
	return s
}
