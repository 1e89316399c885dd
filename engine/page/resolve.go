package page

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// Resolve makes a reference found on a page absolute and canonical. base is the page's address or its <base href>,
// charset the encoding of the page: raw characters beyond ASCII in a query are sent in it, as browsers do, in a path in
// UTF-8. Errors wrap ErrScheme or ErrURL.
func Resolve(base, ref, charset string) (string, error) {
	r, err := newResolver(base, charset)
	if err != nil {
		return "", err
	}
	out, err := r.appendURL(nil, []byte(ref))
	return string(out), err
}

// parseRef is the WHATWG step of Resolve, before anything is cleaned.
func parseRef(base *whatwg.Url, ref, charset string) (*whatwg.Url, error) {
	ref = encodeQuery(ref, charset)
	var u *whatwg.Url
	var err error
	if base == nil {
		u, err = whatwg.Parse(ref)
	} else {
		u, err = base.Parse(ref)
	}
	if err != nil {
		return nil, fmt.Errorf("resolve %q: %w", short(ref), ErrURL)
	}
	return u, nil
}

// encodeQuery percent-encodes the characters beyond ASCII of a reference's query in the page's encoding. A character the
// encoding lacks becomes an escaped numeric reference, as in browsers.
func encodeQuery(ref, charset string) string {
	if charset == "" || charset == "utf-8" || strings.HasPrefix(charset, "utf-16") || isASCII(ref) {
		return ref
	}
	end := strings.IndexByte(ref, '#')
	if end < 0 {
		end = len(ref)
	}
	mark := strings.IndexByte(ref[:end], '?')
	if mark < 0 || isASCII(ref[mark:end]) {
		return ref
	}
	_, enc, ok := lookup(charset)
	if !ok {
		return ref
	}
	// U+E5E5 is the one character that GB18030's index leaves out (WHATWG encoding, "gb18030 encoder").
	coder := enc.NewEncoder()
	out := []byte(ref[:mark])
	for _, r := range ref[mark:end] {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
			continue
		}
		b, err := coder.Bytes([]byte(string(webRune(r, charset))))
		if err != nil || r == 0xE5E5 {
			out = append(out, "%26%23"...)
			out = strconv.AppendInt(out, int64(r), 10)
			out = append(out, "%3B"...)
			continue
		}
		for _, c := range b {
			if c < utf8.RuneSelf {
				out = append(out, c)
				continue
			}
			out = append(out, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		}
	}
	return string(out) + ref[end:]
}

// webRune is the character an encoder of the web takes for r: Shift_JIS has no minus sign, only the full-width one.
func webRune(r rune, charset string) rune {
	if r == '\u2212' && charset == "shift_jis" {
		return '\uFF0D'
	}
	return r
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
