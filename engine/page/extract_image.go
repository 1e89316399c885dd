package page

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"xunlu/engine/field"
)

var (
	sizeNumber = field.MustPattern(`^\d+`)
	noImage    = field.MustPattern(`(?i)logo|icon|qr|weixin|wechat|erwei|ewm|avatar|sprite|blank|loading|spacer|button|btn|arrow|banner_?ad|qq|kefu|star|tel|phone|pixel|placeholder|flag|payment|visa\.|share|close|\.svg|\.gif(?:$|\?)|^data:`)
)

// image is the address of the tour's picture: the one the page gives to others, else the first real one after the title.
func (v *view) image(d *Document, titleLine int) string {
	for _, key := range []string{"og:image", "twitter:image"} {
		if src := strings.TrimSpace(d.Meta[key]); src != "" && !noImage.MatchString(src) {
			return absolute(d, src)
		}
	}
	if v.dom == nil {
		return ""
	}
	var after *html.Node
	if titleLine >= 0 && titleLine < len(v.lines) {
		after = v.lines[titleLine].node
	}
	firstSrc, passed, found := "", after == nil, ""
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if found != "" || n.Type == html.ElementNode && (n.Data == "script" || n.Data == "noscript" || v.looks.aside(n)) {
			return
		}
		passed = passed || n == after
		if n.Type == html.ElementNode && n.Data == "img" {
			if src := imageSource(n); src != "" {
				if firstSrc == "" {
					firstSrc = src
				}
				if passed {
					found = src
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(v.dom.Nodes[0])
	if found == "" {
		found = firstSrc
	}
	return absolute(d, found)
}

// imageSource is the address of an img that may show a place; lazy loaders keep it in attributes of their own.
func imageSource(n *html.Node) string {
	for _, key := range []string{"data-original", "data-src", "data-lazy-src", "data-lazy", "src"} {
		src := attrOf(n, key)
		if src == "" || noImage.MatchString(src) || strings.ContainsAny(src, "<>{}") {
			continue
		}
		for _, dim := range []string{"width", "height"} {
			if w, err := strconv.Atoi(sizeNumber.FindString(attrOf(n, dim))); err == nil && w < 80 && !strings.Contains(attrOf(n, dim), "%") {
				return ""
			}
		}
		return src
	}
	return ""
}

// absolute resolves an address against the page; "" for what is no web address.
func absolute(d *Document, ref string) string {
	if ref == "" {
		return ""
	}
	base := d.Base
	if base == "" {
		base = d.URL
	}
	u, err := url.Parse(ref)
	if err != nil {
		return ""
	}
	if b, err := url.Parse(base); err == nil && base != "" {
		u = b.ResolveReference(u)
	}
	if u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "" {
		return ""
	}
	return u.String()
}
