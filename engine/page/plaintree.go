package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plainTree builds the tree of a page whose tags are nested as written: every end tag closes the innermost element, but for
// the ones that HTML lets people leave out. Such pages need none of the standard's repairs, and the tree is the one that
// html.Parse gives, comments and the doctype left out. ok is false for every other page. It belongs to one call.
type plainTree struct {
	src   string
	at    int
	root  *html.Node
	stack []*html.Node // open elements, the innermost last
	mode  plainMode
	form  bool // a form is open
	apart bool // a comment stood behind the last text
	nodes []html.Node
	attrs []html.Attribute
	fresh []html.Attribute // of the tag being read
	tag   atom.Atom
}

// plainMode is how far the page is read.
type plainMode uint8

const (
	beforeHTML plainMode = iota
	beforeHead
	inHead
	afterHead
	inPlainBody
	afterPlainBody
	afterHTML
)

// plainDepth bounds the nesting; html.Parse refuses a little more.
const plainDepth = 400

// parsePlain reads a page in UTF-8.
func parsePlain(src []byte) (*html.Node, bool) {
	p := &plainTree{src: string(src), root: &html.Node{Type: html.DocumentNode}}
	if strings.IndexByte(p.src, 0) >= 0 {
		return nil, false
	}
	if strings.IndexByte(p.src, '\r') >= 0 {
		p.src = strings.ReplaceAll(strings.ReplaceAll(p.src, "\r\n", "\n"), "\r", "\n")
	}
	p.stack = append(make([]*html.Node, 0, 64), p.root)
	for p.at < len(p.src) {
		if !p.step() {
			return nil, false
		}
	}
	return p.root, p.mode >= afterPlainBody
}

// step reads one tag, comment or text.
func (p *plainTree) step() bool {
	s := p.src[p.at:]
	lt := strings.IndexByte(s, '<')
	if lt != 0 {
		if lt < 0 {
			lt = len(s)
		}
		p.at += lt
		return p.text(s[:lt])
	}
	if len(s) < 3 {
		return false
	}
	switch c := s[1]; {
	case isLetter(c):
		return p.start()
	case c == '/' && isLetter(s[2]):
		return p.end()
	case c == '!':
		return p.declaration(s)
	}
	return false
}

// declaration reads a comment or the doctype.
func (p *plainTree) declaration(s string) bool {
	if strings.HasPrefix(s, "<!--") {
		end := strings.Index(s[4:], "-->")
		if end < 0 || strings.HasPrefix(s[4:], ">") || strings.HasPrefix(s[4:], "->") || strings.Contains(s[4:4+end], "--!>") {
			return false
		}
		p.at += 4 + end + 3
		p.apart = p.apart || p.mode < afterPlainBody // later ones stand outside the body
		return true
	}
	end := strings.IndexByte(s, '>')
	if end < 9 || p.mode != beforeHTML || !strings.EqualFold(s[:9], "<!doctype") {
		return false
	}
	p.at += end + 1
	return true
}

func (p *plainTree) top() *html.Node { return p.stack[len(p.stack)-1] }

// text adds a text where the page may hold one.
func (p *plainTree) text(s string) bool {
	blank := true
	for i := 0; i < len(s) && blank; i++ {
		blank = isSpace(s[i])
	}
	switch p.mode {
	case beforeHTML, beforeHead:
		return blank
	case inHead, afterHead, afterPlainBody, afterHTML:
		if !blank {
			return false
		}
	case inPlainBody:
		switch p.top().DataAtom {
		case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr:
			if !blank {
				return false
			}
		case atom.Pre:
			if p.top().FirstChild == nil && s[0] == '\n' {
				return false
			}
		}
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
		if strings.IndexByte(s, 0) >= 0 {
			return false
		}
	}
	p.addText(s)
	return true
}

func (p *plainTree) addText(s string) {
	if s == "" {
		return
	}
	n := p.top()
	if l := n.LastChild; l != nil && l.Type == html.TextNode && !p.apart {
		l.Data += s
		return
	}
	p.append(html.Node{Type: html.TextNode, Data: s})
}

// append adds a node to the innermost element.
func (p *plainTree) append(n html.Node) *html.Node {
	if len(p.nodes) == cap(p.nodes) {
		p.nodes = make([]html.Node, 0, 256)
	}
	p.nodes = append(p.nodes, n)
	at := &p.nodes[len(p.nodes)-1]
	p.top().AppendChild(at)
	p.apart = false
	return at
}

// push opens the element of the tag just read.
func (p *plainTree) push() bool {
	n := p.append(html.Node{Type: html.ElementNode, Data: p.tag.String(), DataAtom: p.tag, Attr: p.keepAttrs()})
	p.stack = append(p.stack, n)
	return len(p.stack) < plainDepth
}

func (p *plainTree) keepAttrs() []html.Attribute {
	n := len(p.fresh)
	if n == 0 {
		return nil
	}
	if len(p.attrs)+n > cap(p.attrs) {
		p.attrs = make([]html.Attribute, 0, max(256, n))
	}
	from := len(p.attrs)
	p.attrs = append(p.attrs, p.fresh...)
	return p.attrs[from : from+n : from+n]
}

func (p *plainTree) pop() { p.stack = p.stack[:len(p.stack)-1]; p.apart = false }

// raw adds the text of an element that holds no tags and closes it.
func (p *plainTree) raw(escaped bool) bool {
	name := p.tag.String()
	body := p.src[p.at:]
	end := 0
	for {
		i := strings.Index(body[end:], "</")
		if i < 0 {
			return false
		}
		end += i
		if rest := body[end+2:]; len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) {
			if rest[len(name)] != '>' {
				return false
			}
			break
		}
		end += 2
	}
	text := body[:end]
	if strings.Contains(text, "<!--") && p.tag == atom.Script {
		return false
	}
	p.at += end + len(name) + 3
	if escaped {
		if p.tag == atom.Textarea && strings.HasPrefix(text, "\n") {
			return false
		}
		text = html.UnescapeString(text)
	}
	if !p.push() {
		return false
	}
	p.addText(text)
	p.pop()
	return true
}
