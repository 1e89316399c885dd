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
	rest, secure := strings.CutPrefix(ref, "https://")
	if !secure {
		var ok bool
		if rest, ok = strings.CutPrefix(ref, "http://"); !ok {
			return "", false
		}
	}
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	if !plainHost(rest[:end], secure) {
		return "", false
	}
	tail := rest[end:]
	switch {
	case tail == "":
		return ref + "/", true
	case tail[0] != '/' || !plainTail(tail):
		return "", false
	}
	return ref, true
}

// plainHost recognizes host[:port] in normal form: lower-case letters, digits, single hyphens and dots, the last label
// starting with a letter (else it may be an IPv4 address in disguise), or four plain decimal octets.
func plainHost(host string, secure bool) bool {
	if at := strings.IndexByte(host, ':'); at >= 0 {
		if !plainPort(host[at+1:], secure) {
			return false
		}
		host = host[:at]
	}
	if host == "" || len(host) > 200 {
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

func plainPort(port string, secure bool) bool {
	if port == "" || len(port) > 5 || port[0] == '0' {
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

func plainIPv4(host string) bool {
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
func plainTail(tail string) bool {
	query := -1
	for i := 0; i < len(tail); i++ {
		switch class := urlClass[tail[i]]; {
		case class&urlPlain != 0:
		case tail[i] == '%':
			if !plainEscape(tail[i:]) {
				return false
			}
		case tail[i] == '?' && query < 0:
			query = i
		case tail[i] == '?':
		case query >= 0 && class&urlQueryOnly != 0:
		case query < 0 && class&urlPathOnly != 0:
		case tail[i] == '/':
			// A dot segment, or a cookieless session "/(S(…))".
			if query < 0 && i+1 < len(tail) && (tail[i+1] == '.' || tail[i+1] == '(') {
				return false
			}
		case tail[i] == ';':
			if i+1 < len(tail) && tail[i+1]|0x20 == 'j' {
				return false
			}
		default:
			return false
		}
	}
	return query < 0 || plainQuery(tail[query+1:])
}

// plainQuery says whether no parameter of a query is one that goes.
func plainQuery(query string) bool {
	if query == "" {
		return false
	}
	for len(query) > 0 {
		param, rest, more := strings.Cut(query, "&")
		if more && rest == "" || param == "" || removable(param) {
			return false
		}
		query = rest
	}
	return true
}

// plainEscape recognizes %XX in upper case that does not stand for an unreserved character.
func plainEscape(s string) bool {
	if len(s) < 3 || hexValue(s[1]) < 0 || hexValue(s[2]) < 0 || s[1] >= 'a' || s[2] >= 'a' {
		return false
	}
	return !unreserved(byte(hexValue(s[1])<<4 | hexValue(s[2])))
}

const (
	urlPlain     = 1 << iota // stands for itself in a path and in a query
	urlQueryOnly             // in a query only
	urlPathOnly              // in a path only
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
