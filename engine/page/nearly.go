package page

import (
	"strings"
	"unicode/utf8"
)

// nearlyPlain is the second fast path of Canonical and Resolve: an absolute address, dot segments gone, of a plain host,
// in whose path and query only blanks, characters beyond ASCII, escapes and parameters have to be brought into form.
// charset is that of the page, for the query. Like plainURL it must agree with the parser or say nothing.
func nearlyPlain(ref, charset string) (string, bool) {
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
	slash := strings.IndexByte(rest, '/')
	if slash < 0 || !plainHost(rest[:slash], secure) || !utf8.ValidString(rest) || rest[len(rest)-1] <= ' ' {
		return "", false
	}
	path, query, _ := strings.Cut(rest[slash:], "?")
	tail := normalEscapes(escapeRaw(path))
	if query != "" {
		tail += "?" + normalEscapes(escapeRaw(encodeQuery("?"+query, charset)[1:]))
	}
	mark, ok := plainChars(tail)
	if !ok {
		return "", false
	}
	head := ref[:len(ref)-len(rest)+slash]
	if mark < 0 {
		return head + tail, true
	}
	query = cleanQuery(tail[mark+1:])
	if query == "" {
		return head + tail[:mark], true
	}
	return head + tail[:mark+1] + query, true
}

// escapeRaw escapes blanks and bytes beyond ASCII.
func escapeRaw(s string) string {
	n := 0
	for i := 0; i < len(s); i++ {
		if raw(s[i]) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	out := make([]byte, 0, len(s)+2*n)
	for i := 0; i < len(s); i++ {
		if c := s[i]; raw(c) {
			out = append(out, '%', "0123456789ABCDEF"[c>>4], "0123456789ABCDEF"[c&15])
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

func raw(c byte) bool { return c == ' ' || c >= utf8.RuneSelf }
