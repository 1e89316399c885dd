package page

import (
	"bytes"
	"strings"
)

// declarations returns the labels a page claims, in the order of authority: the HTTP header, the <meta> or XML
// declaration that a browser would find, then whatever a malformed <meta> seems to mean. Each label is as written.
// limit bounds how many bytes of the body are searched.
func declarations(body []byte, contentType string, limit int) []string {
	var out []string
	add := func(label string) {
		if label == "" {
			return
		}
		for _, have := range out {
			if strings.EqualFold(have, label) {
				return
			}
		}
		out = append(out, label)
	}
	add(charsetParam(contentType))
	if len(body) > limit {
		body = body[:limit]
	}
	strict, lenient := metaCharsets(body)
	add(xmlCharset(body))
	add(strict)
	for _, label := range lenient {
		add(label)
	}
	return out
}

// charsetParam finds the label in a Content-Type value or in the content of a meta tag, by the WHATWG algorithm
// "extracting a character encoding from a meta element": charset, blanks, =, blanks, quoted or bare value.
// A colon instead of the equals sign, as some servers send, is taken too.
func charsetParam(s string) string {
	for from := 0; ; {
		at := indexFold(s[from:], "charset")
		if at < 0 {
			return ""
		}
		from += at + len("charset")
		rest := strings.TrimLeft(s[from:], " \t\r\n\f")
		if rest == "" || rest[0] != '=' && rest[0] != ':' {
			continue
		}
		rest = strings.TrimLeft(rest[1:], " \t\r\n\f")
		if rest == "" {
			return ""
		}
		if q := rest[0]; q == '"' || q == '\'' {
			end := strings.IndexByte(rest[1:], q)
			if end < 0 {
				return ""
			}
			return strings.TrimSpace(rest[1 : 1+end])
		}
		end := strings.IndexAny(rest, " \t\r\n\f;,\"'>")
		if end < 0 {
			end = len(rest)
		}
		return rest[:end]
	}
}

// indexFold is strings.Index for an ASCII needle in lower case, letters of the text in either case.
func indexFold(s, needle string) int {
	for i := 0; i+len(needle) <= len(s); i++ {
		if s[i]|0x20 == needle[0] && strings.EqualFold(s[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}

// xmlCharset reads encoding="…" of an XML declaration at the very start.
func xmlCharset(body []byte) string {
	if !bytes.HasPrefix(body, []byte("<?xml")) {
		return ""
	}
	end := bytes.IndexByte(body, '>')
	if end < 0 {
		return ""
	}
	decl := string(body[:end])
	at := strings.Index(decl, "encoding")
	if at < 0 {
		return ""
	}
	rest := strings.TrimLeft(decl[at+len("encoding"):], " \t\r\n")
	if !strings.HasPrefix(rest, "=") {
		return ""
	}
	rest = strings.TrimLeft(rest[1:], " \t\r\n")
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	close := strings.IndexByte(rest[1:], rest[0])
	if close < 0 {
		return ""
	}
	return strings.TrimSpace(rest[1 : 1+close])
}

// metaCharsets walks the tags as WHATWG's prescan does, but to the end of body. strict is the first declaration a
// browser would take; lenient are those of malformed tags (misspelt http-equiv and the like).
func metaCharsets(body []byte) (strict string, lenient []string) {
	for i := 0; i < len(body); {
		lt := bytes.IndexByte(body[i:], '<')
		if lt < 0 || i+lt+1 >= len(body) {
			break
		}
		i += lt
		rest := body[i:]
		switch c := rest[1]; {
		case bytes.HasPrefix(rest, []byte("<!--")):
			i += commentEnd(rest)
		case isLetter(c) || c == '/' && len(rest) > 2 && isLetter(rest[2]):
			name, after := tagName(rest[1:])
			if !strings.EqualFold(string(name), "meta") {
				i += 1 + after + tagEnd(rest[1+after:], nil)
				continue
			}
			label, loose, n := metaTag(rest[1+after:])
			if label != "" && strict == "" {
				strict = label
				return strict, lenient
			}
			if loose != "" {
				lenient = append(lenient, loose)
			}
			i += 1 + after + n
		case c == '!' || c == '/' || c == '?':
			end := bytes.IndexByte(rest, '>')
			if end < 0 {
				return strict, lenient
			}
			i += end + 1
		default:
			i++
		}
	}
	return strict, lenient
}

// metaTag reads one meta tag whose attributes start at b: the label a browser takes, the label a malformed tag seems to
// mean, and the length of the tag. Labels that no encoding has are left out, as in the prescan. UTF-16 in a meta tag
// that could be read as ASCII can only mean UTF-8.
func metaTag(b []byte) (label, loose string, n int) {
	var charset, content string
	pragma, hasCharset, hasContent, hasEquiv := false, false, false, false
	w := attrs{b: b}
	for w.next() {
		switch key := strings.ToLower(string(w.key)); {
		case key == "charset" && !hasCharset:
			hasCharset, charset = true, string(w.val)
		case key == "content" && !hasContent:
			hasContent, content = true, charsetParam(string(w.val))
		case key == "http-equiv" && !hasEquiv:
			hasEquiv, pragma = true, strings.EqualFold(string(w.val), "content-type")
		}
	}
	n = w.i
	if w.unclosed {
		return "", "", n
	}
	if hasCharset {
		label = charset
	} else if pragma {
		label = content
	}
	if name, _, ok := lookup(label); !ok {
		label = ""
	} else if strings.HasPrefix(name, "utf-16") {
		label = "utf-8"
	}
	if label == "" {
		loose = content
		if loose == "" {
			loose = charsetParam(string(b[:n]))
		}
		if loose == "" {
			loose = charset
		}
		loose = strings.Trim(loose, " \t\r\n\f\"';,")
		if _, _, ok := lookup(loose); !ok {
			loose = ""
		}
	}
	return label, loose, n
}
