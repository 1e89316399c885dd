package order

import (
	"slices"
	"strings"
)

// Shape is an address with what varies taken out. Path is its path alone: /tour/*.html; Full adds the names of its
// parameters in alphabetical order, with values that are words: /index.php?a=show&id. Addresses of one shape are made by
// one part of a site's software.
type Shape struct{ Path, Full string }

// ShapeOf takes a canonical address apart.
func ShapeOf(u string) Shape {
	if i := strings.Index(u, "://"); i >= 0 {
		u = u[i+3:]
	}
	i := strings.IndexByte(u, '/')
	if i < 0 {
		return Shape{"/", "/"}
	}
	path, query, has := strings.Cut(u[i:], "?")
	out := make([]byte, 0, len(u))
	for len(path) > 0 {
		path = path[1:] // the slash
		seg := path
		if at := strings.IndexByte(path, '/'); at >= 0 {
			seg = path[:at]
		}
		path = path[len(seg):]
		out = appendSegment(append(out, '/'), seg)
	}
	n := len(out)
	if has {
		out = appendKeys(append(out, '?'), query)
	}
	full := string(out)
	return Shape{full[:n], full}
}

// appendSegment keeps words and file endings; numbers, codes and titles (slugs, escaped words) become a star.
func appendSegment(out []byte, seg string) []byte {
	stem, ending := seg, ""
	if i := strings.LastIndexByte(seg, '.'); i > 0 && len(seg)-i <= 6 {
		stem, ending = seg[:i], seg[i:]
	}
	if coded(stem) {
		return append(append(out, '*'), ending...)
	}
	for i := 0; i < len(stem); i++ {
		if !digit(stem[i]) {
			out = append(out, stem[i])
		} else if i == 0 || !digit(stem[i-1]) {
			out = append(out, '*')
		}
	}
	return append(out, ending...)
}

// coded says that a segment is made up: escaped text, a title of several words, or letters and digits in turns.
func coded(stem string) bool {
	dashes, turns, letters := 0, 0, 0
	for i := 0; i < len(stem); i++ {
		c := stem[i]
		switch {
		case c == '%' || c >= 0x80:
			return true
		case c == '-':
			dashes++
		case !digit(c):
			letters++
		}
		if i > 0 && digit(c) != digit(stem[i-1]) {
			turns++
		}
	}
	return letters > 0 && (dashes >= 3 || len(stem) >= 6 && turns >= 3 || len(stem) >= 8 && turns >= 1 && hex(stem))
}

// maxKeys bounds the parameters of a shape.
const maxKeys = 12

func appendKeys(out []byte, query string) []byte {
	var parts []string
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		if wordy(value) {
			key = part
		}
		if key != "" && len(parts) < maxKeys {
			parts = append(parts, key)
		}
	}
	slices.Sort(parts)
	for i, p := range parts {
		if i > 0 {
			out = append(out, '&')
		}
		out = append(out, p...)
	}
	return out
}

// wordy says that a value names a thing of the software, as in a=show, and no thing of its data.
func wordy(v string) bool {
	for i := 0; i < len(v); i++ {
		if c := v[i] | 0x20; (c < 'a' || c > 'z') && v[i] != '_' {
			return false
		}
	}
	return len(v) >= 2 && len(v) <= 12
}

// Sample maps an address to a number in 0 … 1, always the same: who takes those below 0.05 takes one in twenty.
func Sample(u string) float64 { return float64(hashString(17, u)) / (1 << 32) }

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hex(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; !digit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
