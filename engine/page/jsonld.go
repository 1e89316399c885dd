package page

import (
	"bytes"
	"encoding/json"
	"html"
	"strings"
)

// node is one item of structured data: property → string, float64, bool, node or []any of these. JSON-LD and microdata
// come to the same form.
type node = map[string]any

// readJSONLD reads the body of a JSON-LD script as browsers and search engines forgive it: HTML-escaped, wrapped in
// comments or CDATA, with comments, trailing commas, semicolons, raw control characters in strings, or cut off at the end.
// It returns the items found at the top, those of @graph included; a body that cannot be read gives none.
func readJSONLD(body []byte) []node {
	v, ok := looseJSON(body)
	if !ok {
		return nil
	}
	var out []node
	collectNodes(v, 0, &out)
	return out
}

// collectNodes flattens lists and @graph.
func collectNodes(v any, depth int, out *[]node) {
	if depth > 12 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			collectNodes(e, depth+1, out)
		}
	case node:
		if g, ok := v["@graph"]; ok {
			collectNodes(g, depth+1, out)
			if _, typed := v["@type"]; !typed {
				return
			}
		}
		*out = append(*out, v)
	}
}

// looseJSON decodes JSON, mended when it is broken.
func looseJSON(body []byte) (any, bool) {
	var v any
	if json.Unmarshal(body, &v) == nil {
		return v, true
	}
	b := unwrapScript(body)
	for _, try := range [][]byte{b, mendJSON(b), mendJSON([]byte(html.UnescapeString(string(b))))} {
		for _, part := range jsonParts(try) {
			if json.Unmarshal(part, &v) == nil {
				return v, true
			}
		}
	}
	return nil, false
}

// jsonParts are the whole and, when several objects follow one another, the objects as one list.
func jsonParts(b []byte) [][]byte {
	b = bytes.Trim(b, " \t\r\n;,")
	parts := [][]byte{b}
	dec := json.NewDecoder(bytes.NewReader(b))
	var list []json.RawMessage
	for {
		var one json.RawMessage
		if err := dec.Decode(&one); err != nil {
			break
		}
		list = append(list, one)
		rest := bytes.TrimLeft(b[dec.InputOffset():], " \t\r\n;,")
		b = rest
		dec = json.NewDecoder(bytes.NewReader(b))
	}
	if len(list) > 0 {
		if joined, err := json.Marshal(list); err == nil {
			parts = append(parts, joined)
		}
	}
	return parts
}

// unwrapScript takes off what old pages put around scripts: <!-- -->, CDATA and their comment signs.
func unwrapScript(b []byte) []byte {
	s := strings.TrimSpace(strings.TrimPrefix(string(b), "\ufeff"))
	if strings.HasPrefix(s, "<!--") && strings.HasSuffix(s, "-->") && strings.Count(s, "-->") == 1 {
		s = strings.TrimSuffix(strings.TrimPrefix(s, "<!--"), "-->")
	}
	for _, cut := range []string{"//<![CDATA[", "/*<![CDATA[*/", "<![CDATA[", "//]]>", "/*]]>*/", "]]>", "//-->"} {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s, cut), cut))
	}
	return []byte(s)
}

// mendJSON drops comments, trailing commas and semicolons, escapes control characters inside strings, and closes what is
// left open at the end.
func mendJSON(b []byte) []byte {
	out := make([]byte, 0, len(b)+16)
	var open []byte
	inString := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		if inString {
			out = appendStringByte(out, b, &i)
			inString = c != '"'
			continue
		}
		switch {
		case c == '"':
			inString = true
			out = append(out, c)
		case c == '/' && i+1 < len(b) && b[i+1] == '/':
			for i+1 < len(b) && b[i+1] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(b) && b[i+1] == '*':
			end := bytes.Index(b[i+2:], []byte("*/"))
			if end < 0 {
				i = len(b)
				break
			}
			i += end + 3
		case bytes.HasPrefix(b[i:], []byte("<!--")):
			end := bytes.Index(b[i:], []byte("-->"))
			if end < 0 {
				i = len(b)
				break
			}
			i += end + 2
		case c == '{' || c == '[':
			open = append(open, c+2)
			out = append(out, c)
		case c == '}' || c == ']':
			out = trimComma(out)
			if len(open) > 0 && open[len(open)-1] == c {
				open = open[:len(open)-1]
				out = append(out, c)
			}
		case c == ';', c < 0x20 && c != '\n' && c != '\t' && c != '\r':
		case c == ',':
			if len(bytes.TrimRight(out, " \t\r\n")) != len(trimComma(out)) {
				break // a second comma
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	if inString {
		out = append(out, '"')
	}
	out = trimComma(out)
	for i := len(open) - 1; i >= 0; i-- {
		out = append(trimComma(out), open[i])
	}
	return out
}

// appendStringByte copies one byte of a string, an escape as a whole, and writes raw control characters as escapes.
func appendStringByte(out, b []byte, i *int) []byte {
	c := b[*i]
	switch {
	case c == '\\' && *i+1 < len(b):
		*i++
		if next := b[*i]; strings.IndexByte(`"\/bfnrtu`, next) < 0 {
			return append(out, next)
		}
		return append(out, c, b[*i])
	case c == '\n':
		return append(out, `\n`...)
	case c == '\t':
		return append(out, `\t`...)
	case c < 0x20:
		return append(out, ' ')
	}
	return append(out, c)
}

// trimComma takes commas and white space off the end.
func trimComma(b []byte) []byte { return bytes.TrimRight(b, " \t\r\n,") }
