package page

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"xunlu/engine/field"
)

// PictureAttributes are those of an img that may hold its address, in the order in which they count: lazy loaders keep it in attributes
// of their own, with a blank picture in src.
func PictureAttributes() []string {
	return []string{"data-original", "data-src", "data-lazy-src", "data-lazy", "src"}
}

var (
	// decoration names pictures of the site, not of the tour. A whole word of the path: hotel.jpg holds "tel".
	decoration  = field.MustPattern(`(?i)(?:^|[/_.-])(?:logo|icons?|qr|qrcode|weixin|wechat|erweima|ewm|avatar|sprites?|blank|loading|spacer|btn|button|arrow|pixel|placeholder|kefu|tracker|beacon)\d*(?:[/_.-]|$)`)
	pictureName = field.MustPattern(`(?i)\.(?:jpe?g|png|webp|avif|bmp)$`)
)

// leastSide is the width or height below which a picture is decoration, in pixels as the page declares them.
const leastSide = 80

// Pictures lists the addresses of the pictures a route page shows of its tour, main first, and the base its addresses go by. What
// stands in menus and footers or leads to another page is of others; a page that cannot be parsed has none but main.
func Pictures(text []byte, at, main string) (urls []string, base string) {
	doc, err := html.Parse(bytes.NewReader(text))
	s := pictureSearch{at: at, looks: newLooks()}
	if s.base, _ = url.Parse(at); s.base == nil {
		s.base = &url.URL{}
	}
	s.add(main)
	if err == nil {
		if ref := baseOf(doc); ref != "" {
			if u, err := s.base.Parse(ref); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
				s.base = u
			}
		}
		s.walk(doc)
	}
	return s.urls, s.base.String()
}

// baseOf is the href of the first base element.
func baseOf(doc *html.Node) string {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "base" {
			return attrOf(n, "href")
		}
	}
	return ""
}

type pictureSearch struct {
	at    string
	base  *url.URL
	looks *looks
	urls  []string
}

func (s *pictureSearch) walk(n *html.Node) {
	if n.Type == html.ElementNode {
		switch {
		case n.Data == "script" || n.Data == "noscript" || n.Data == "template" || s.looks.aside(n):
			return
		case n.Data == "a" && s.leaves(attrOf(n, "href")):
			return
		case n.Data == "img":
			s.image(n)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.walk(c)
	}
}

// leaves says that a link leads to another page, so that its picture is that page's: not a larger form of the picture, not a place on this
// page, not a script.
func (s *pictureSearch) leaves(href string) bool {
	href = strings.TrimSpace(href)
	u, err := s.base.Parse(href)
	if href == "" || err != nil || u.Scheme != "http" && u.Scheme != "https" || pictureName.MatchString(u.Path) {
		return false
	}
	u.Fragment = ""
	return u.String() != s.at
}

func (s *pictureSearch) image(n *html.Node) {
	for _, side := range []string{"width", "height"} {
		v := attrOf(n, side)
		if strings.Contains(v, "%") {
			continue
		}
		if px, ok := wholeNumber(v); ok && px < leastSide {
			return
		}
	}
	for _, key := range PictureAttributes() {
		if src := attrOf(n, key); src != "" && s.add(src) {
			return
		}
	}
}

// add takes an address that may be a picture of the tour.
func (s *pictureSearch) add(src string) bool {
	u, err := s.base.Parse(strings.TrimSpace(src))
	if src == "" || err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return false
	}
	u.Fragment, u.RawFragment = "", ""
	low := strings.ToLower(u.Path)
	if decoration.MatchString(low) || strings.HasSuffix(low, ".svg") || strings.HasSuffix(low, ".ico") || strings.ContainsAny(src, "<>{}") {
		return false
	}
	if !slices.Contains(s.urls, u.String()) {
		s.urls = append(s.urls, u.String())
	}
	return true
}

// wholeNumber reads the digits a text begins with.
func wholeNumber(s string) (n int, ok bool) {
	for _, c := range []byte(strings.TrimSpace(s)) {
		if c < '0' || c > '9' || n > 1<<20 {
			break
		}
		n, ok = n*10+int(c-'0'), true
	}
	return n, ok
}
