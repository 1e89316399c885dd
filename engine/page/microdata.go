package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
)

// readMicrodata reads the top items of a page's microdata in the form of JSON-LD nodes.
func readMicrodata(dom *goquery.Document) []node {
	var out []node
	dom.Find("[itemscope]").Each(func(_ int, s *goquery.Selection) {
		if _, isProp := s.Attr("itemprop"); isProp {
			return
		}
		out = append(out, microItem(dom, s.Nodes[0], 0))
	})
	return out
}

// microItem reads one item: its types and the properties below it and in the elements that itemref names.
func microItem(dom *goquery.Document, n *html.Node, depth int) node {
	item := node{}
	if types := strings.Fields(attrOf(n, "itemtype")); len(types) > 0 {
		list := make([]any, len(types))
		for i, t := range types {
			list[i] = t
		}
		item["@type"] = list
	}
	if depth > 8 {
		return item
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		microProps(dom, c, item, depth)
	}
	for _, id := range strings.Fields(attrOf(n, "itemref")) {
		dom.Find("[id]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
			if v, _ := s.Attr("id"); v != id {
				return true
			}
			microProps(dom, s.Nodes[0], item, depth)
			return false
		})
	}
	return item
}

// microProps adds the properties of n and of what is below it, items of their own left out.
func microProps(dom *goquery.Document, n *html.Node, item node, depth int) {
	if n.Type != html.ElementNode {
		return
	}
	scope := hasAttr(n, "itemscope")
	if props := strings.Fields(attrOf(n, "itemprop")); len(props) > 0 {
		var v any = microValue(n)
		if scope {
			v = microItem(dom, n, depth+1)
		}
		for _, p := range props {
			if old, ok := item[p].([]any); ok {
				item[p] = append(old, v)
			} else if first, ok := item[p]; ok {
				item[p] = []any{first, v}
			} else {
				item[p] = v
			}
		}
	}
	if scope {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		microProps(dom, c, item, depth)
	}
}

// microValue is the value of a property by the rules of the HTML standard.
func microValue(n *html.Node) string {
	switch n.Data {
	case "meta":
		return attrOf(n, "content")
	case "a", "area", "link":
		return attrOf(n, "href")
	case "img", "audio", "embed", "iframe", "source", "track", "video":
		return attrOf(n, "src")
	case "object":
		return attrOf(n, "data")
	case "data", "meter":
		return attrOf(n, "value")
	case "time":
		if hasAttr(n, "datetime") {
			return attrOf(n, "datetime")
		}
	}
	if v := attrOf(n, "content"); v != "" {
		return v
	}
	return squeeze(rawText(n))
}

func attrOf(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return strings.TrimSpace(a.Val)
		}
	}
	return ""
}

// attrExactly is an attribute as it stands.
func attrExactly(n *html.Node, key string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			return n.Attr[i].Val
		}
	}
	return ""
}

// eachElement calls do for the elements from n downwards in the order of the page, until it says no.
func eachElement(n *html.Node, do func(*html.Node) bool) bool {
	if n.Type == html.ElementNode && !do(n) {
		return false
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !eachElement(c, do) {
			return false
		}
	}
	return true
}

func hasAttr(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}

// rawText is all text below n.
func rawText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return b.String()
}

// squeeze folds white space to single spaces.
func squeeze(s string) string {
	if squeezed(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for i := 0; i < len(s); {
		if n := solid(s[i:]); n > 0 {
			if gap {
				b.WriteByte(' ')
				gap = false
			}
			b.WriteString(s[i : i+n])
			i += n
			continue
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		i += w
		if r == ' ' || r < ' ' && unicode.IsSpace(r) || r >= 0x85 && unicode.IsSpace(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteString(s[i-w : i])
	}
	return b.String()
}

// solid counts the bytes at the start of s that are surely no part of white space.
func solid(s string) int {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c == 0xc2 || c >= 0xe1 && c <= 0xe3 {
			return i
		}
	}
	return len(s)
}

// squeezed is true for texts without any white space but single spaces within. It may be false for others too.
func squeezed(s string) bool {
	if s == "" {
		return true
	}
	before := byte(' ')
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c > ' ' && c < utf8.RuneSelf:
		case c == ' ':
			if before == ' ' {
				return false
			}
		case c < ' ', c == 0xc2, c == 0xe1, c == 0xe2, c == 0xe3 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2] == 0x80:
			return false
		}
		before = c
	}
	return before != ' '
}
