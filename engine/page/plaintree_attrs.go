package page

import (
	"strings"

	"golang.org/x/net/html"
)

// readTag reads the start tag at the current place into tag and fresh; false when it is not written plainly.
func (p *plainTree) readTag() bool {
	s := p.src
	i := p.at + 1
	for i < len(s) && isLetterOrDigit(s[i]) {
		i++
	}
	p.tag = tagAtom(s[p.at+1 : i])
	p.fresh = p.fresh[:0]
	if p.tag == 0 {
		return false
	}
	for {
		spaced := i
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		switch {
		case i == len(s):
			return false
		case s[i] == '>':
			p.at = i + 1
			return true
		case s[i] == '/' && i+1 < len(s) && s[i+1] == '>':
			p.at = i + 2
			return true
		case spaced == i:
			return false
		}
		next, ok := p.readAttr(i)
		if !ok {
			return false
		}
		i = next
	}
}

// readAttr reads one attribute at byte i: a bare name, or a name with a quoted value or a plain one.
func (p *plainTree) readAttr(i int) (next int, ok bool) {
	s := p.src
	from := i
	upper := false
	for i < len(s) && (isLetterOrDigit(s[i]) || s[i] == '-' || s[i] == '_' || s[i] == ':' || s[i] == '.' || s[i] == '@') {
		upper = upper || s[i] >= 'A' && s[i] <= 'Z'
		i++
	}
	if i == from || i == len(s) {
		return 0, false
	}
	a := html.Attribute{Key: s[from:i]}
	if upper {
		a.Key = strings.ToLower(a.Key)
	}
	for _, other := range p.fresh {
		if other.Key == a.Key {
			return 0, false
		}
	}
	if s[i] != '=' {
		p.fresh = append(p.fresh, a)
		for j := i; j < len(s); j++ {
			if !isSpace(s[j]) {
				return i, s[j] != '='
			}
		}
		return i, false
	}
	i++
	if i == len(s) {
		return 0, false
	}
	if q := s[i]; q == '"' || q == '\'' {
		end := strings.IndexByte(s[i+1:], q)
		if end < 0 {
			return 0, false
		}
		a.Val = s[i+1 : i+1+end]
		i += end + 2
	} else {
		from = i
		for i < len(s) && !isSpace(s[i]) && s[i] != '>' {
			if s[i] == '"' || s[i] == '\'' || s[i] == '<' || s[i] == '=' || s[i] == '`' {
				return 0, false
			}
			i++
		}
		a.Val = s[from:i]
		if a.Val == "" || i < len(s) && s[i] == '>' && s[i-1] == '/' {
			return 0, false
		}
	}
	if strings.IndexByte(a.Val, '&') >= 0 {
		if a.Val, ok = unescapeAttr(a.Val); !ok {
			return 0, false
		}
	}
	p.fresh = append(p.fresh, a)
	return i, true
}

// unescapeAttr decodes references that end with a semicolon; one before an equals sign is none, as in ?a=1&copy=2. ok is
// false for what might be a reference otherwise.
func unescapeAttr(s string) (string, bool) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i:]
		j := 1
		if j < len(s) && s[j] == '#' {
			j++
		}
		for j < len(s) && isLetterOrDigit(s[j]) {
			j++
		}
		switch {
		case j == 1, j < len(s) && s[j] == '=' && s[1] != '#':
			b.WriteString(s[:j])
		case j < len(s) && s[j] == ';':
			j++
			u := html.UnescapeString(s[:j])
			if strings.HasSuffix(u, ";") && u != ";" {
				return "", false
			}
			b.WriteString(u)
		default:
			if html.UnescapeString(s[:j]) != s[:j] {
				return "", false
			}
			b.WriteString(s[:j])
		}
		s = s[j:]
	}
	b.WriteString(s)
	return b.String(), true
}
