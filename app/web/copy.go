package web

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/app"
)

// copyPolicy goes with every stored page. Even if something slipped through the rebuilding, no script runs in a sandbox
// without allow-scripts, and nothing may be loaded but pictures that stand in the page itself or are kept here. host is what the
// reader asked; a strange one gets no pictures.
func copyPolicy(host string) string {
	kept := ""
	if plainHost(host) {
		kept = " http://" + host + picturePath
	}
	return "sandbox; default-src 'none'; img-src data:" + kept + "; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
}

// plainHost says that a host, with its port, can be written into a policy.
func plainHost(host string) bool {
	for _, c := range host {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && !strings.ContainsRune(".:[]-", c) {
			return false
		}
	}
	return host != ""
}

// harmless builds a page anew from elements and attributes that can do nothing. local gives the address under which a link's
// target can be looked at here, kept that of a picture; "" when there is none. A page that cannot be parsed comes out as its text.
func harmless(page []byte, base string, local, kept func(absolute string) string) []byte {
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil { // nested deeper than the parser follows
		return []byte("<!doctype html><meta charset=utf-8><pre>" + html.EscapeString(plainText(page)) + "</pre>")
	}
	at, err := url.Parse(base)
	if err != nil {
		at = &url.URL{}
	}
	c := &cleaner{base: at, local: local, kept: kept}
	c.walk(doc)
	var out bytes.Buffer
	out.WriteString("<!doctype html>")
	if err := html.Render(&out, doc); err != nil {
		return []byte("<!doctype html><meta charset=utf-8><pre>" + html.EscapeString(plainText(page)) + "</pre>")
	}
	return out.Bytes()
}

// plainText is what stands between the tags.
func plainText(page []byte) string {
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader(page))
	skip := false
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.StartTagToken:
			name, _ := z.TagName()
			skip = string(name) == "script" || string(name) == "style"
		case html.EndTagToken:
			skip = false
		case html.TextToken:
			if t := strings.TrimSpace(string(z.Text())); t != "" && !skip {
				b.WriteString(t + "\n")
			}
		}
	}
}

type cleaner struct {
	base  *url.URL
	local func(string) string
	kept  func(string) string
}

// dropped leave with all they hold.
var dropped = []string{"script", "noscript", "iframe", "frame", "noframes", "object", "embed", "applet", "base", "meta", "link", "template", "svg", "math",
	"audio", "video", "source", "track", "portal", "param", "noembed", "plaintext", "xmp", "dialog", "canvas", "map", "area", "xml"}

// kept stay as they are; every other element becomes a span, so that its text stays and its powers go.
var kept = []string{"html", "head", "title", "body", "style", "div", "span", "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "a", "img", "b", "i", "u", "s",
	"em", "strong", "small", "big", "sub", "sup", "font", "center", "pre", "code", "blockquote", "q", "cite", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption",
	"colgroup", "col", "thead", "tbody", "tfoot", "tr", "td", "th", "header", "footer", "nav", "main", "section", "article", "aside", "figure", "figcaption", "address",
	"time", "del", "ins", "abbr", "label", "fieldset", "legend", "ruby", "rt", "rp", "wbr", "mark", "picture"}

// attributes that can do nothing on any element.
var plain = []string{"class", "title", "alt", "dir", "lang", "align", "valign", "width", "height", "bgcolor", "color", "face", "size", "border", "cellpadding", "cellspacing",
	"colspan", "rowspan", "nowrap", "start", "type", "datetime"}

func (c *cleaner) walk(n *html.Node) {
	for k := n.FirstChild; k != nil; {
		next := k.NextSibling
		switch k.Type {
		case html.CommentNode, html.DoctypeNode, html.RawNode:
			n.RemoveChild(k)
		case html.ElementNode:
			if k.Namespace != "" || slices.Contains(dropped, k.Data) {
				n.RemoveChild(k)
				break
			}
			c.element(k)
			c.walk(k)
		}
		k = next
	}
}

func (c *cleaner) element(n *html.Node) {
	was := n.Data
	if !slices.Contains(kept, n.Data) {
		n.Data, n.DataAtom = "span", atom.Span
	}
	if n.Data == "style" {
		for t := n.FirstChild; t != nil; t = t.NextSibling {
			t.Data = harmlessStyle(t.Data)
		}
	}
	var attrs []html.Attribute
	picture := ""
	if was == "img" {
		if picture = c.picture(n); picture != "" {
			attrs = append(attrs, html.Attribute{Key: "src", Val: picture})
		}
	}
	for _, a := range n.Attr {
		switch {
		case a.Namespace != "":
		case a.Key == "style":
			attrs = append(attrs, html.Attribute{Key: "style", Val: harmlessStyle(a.Val)})
		case slices.Contains(plain, a.Key):
			attrs = append(attrs, html.Attribute{Key: a.Key, Val: a.Val})
		case a.Key == "id" || a.Key == "name":
			attrs = append(attrs, html.Attribute{Key: "id", Val: "copy-" + a.Val})
		case a.Key == "href" && was == "a":
			if to := c.target(a.Val); to != "" {
				attrs = append(attrs, html.Attribute{Key: "href", Val: to})
			}
		case a.Key == "src" && was == "img" && picture == "" && inlinePicture(a.Val):
			attrs = append(attrs, html.Attribute{Key: "src", Val: a.Val})
		case a.Key == "value" && was == "input": // what stood in a field is part of how the page looked
			n.AppendChild(&html.Node{Type: html.TextNode, Data: a.Val})
		}
	}
	n.Attr = attrs
}

// picture is the address here of what an img shows, when it is kept.
func (c *cleaner) picture(n *html.Node) string {
	for _, key := range app.PictureAttributes() {
		for _, a := range n.Attr {
			if a.Key != key || a.Namespace != "" {
				continue
			}
			if u, err := c.base.Parse(strings.TrimSpace(a.Val)); err == nil {
				if u.Fragment, u.RawFragment = "", ""; u.Scheme == "http" || u.Scheme == "https" {
					if at := c.kept(u.String()); at != "" {
						return at
					}
				}
			}
		}
	}
	return ""
}

// target keeps links inside the page and to other stored pages.
func (c *cleaner) target(href string) string {
	href = strings.TrimSpace(href)
	if name, ok := strings.CutPrefix(href, "#"); ok {
		return "#copy-" + name
	}
	u, err := c.base.Parse(href)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return c.local(u.String())
}

func inlinePicture(src string) bool {
	for _, kind := range []string{"png", "gif", "jpeg", "webp"} {
		if strings.HasPrefix(src, "data:image/"+kind+";base64,") {
			return true
		}
	}
	return false
}

// harmlessStyle takes styles that could load or run something out as a whole. Escapes may hide a word, so they count too.
func harmlessStyle(css string) string {
	low := strings.ToLower(css)
	for _, word := range []string{"url", "@import", "expression", "javascript", "behavior", "behaviour", "binding", "image-set", "src(", "\\", "<", "@font-face"} {
		if strings.Contains(low, word) {
			return ""
		}
	}
	return css
}
