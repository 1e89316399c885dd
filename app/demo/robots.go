package demo

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

const sitemapSize = 500 // addresses in one sitemap file

// robots writes a site's robots.txt; base is the address under which the site was asked.
func (s *site) robots(base string) []byte {
	var b bytes.Buffer
	d := throw(s.seed, "robots", s.id)
	if d.chance(15) {
		b.WriteString("\ufeff")
	}
	fmt.Fprintf(&b, "# robots.txt for %s\n", base)
	fmt.Fprintf(&b, "User-agent: BadBot\nDisallow: /\n\nUser-agent: *\n")
	for _, path := range s.forbidden() {
		fmt.Fprintf(&b, "Disallow: %s\n", path)
	}
	if d.chance(40) {
		fmt.Fprintf(&b, "Allow: /*.css$\nAllow: /img/\n")
	}
	if s.design.sitemap {
		fmt.Fprintf(&b, "\nSitemap: %s/sitemap.xml\n", base)
	}
	return b.Bytes()
}

// forbidden are the path prefixes that the site's robots.txt disallows.
func (s *site) forbidden() []string {
	out := []string{"/user/", "/admin/", "/loop/"}
	if len(s.byKind[pkCart]) > 0 {
		path, _ := splitPath(s.address(pkCart, 0))
		out = append(out, path)
	}
	if s.design.trap && s.id%2 == 0 {
		out = append(out, calendarPath)
	}
	return out
}

// urlset and sitemapIndex are the two files of the sitemap protocol.
type urlset struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []siteURL `xml:"url"`
}

type sitemapIndex struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Maps    []siteURL `xml:"sitemap"`
}

type siteURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// sitemapFile gives sitemap.xml or one of the files it names; nil when the site has none at that path.
func (s *site) sitemapFile(base, path string) ([]byte, error) {
	if !s.design.sitemap {
		return nil, nil
	}
	list := s.sitemapEntries(base)
	files := (len(list) + sitemapSize - 1) / sitemapSize
	if path == "/sitemap.xml" {
		if files <= 1 {
			return marshalXML(urlset{URLs: list})
		}
		var x sitemapIndex
		for i := range files {
			x.Maps = append(x.Maps, siteURL{Loc: fmt.Sprintf("%s/sitemap-%d.xml", base, i+1)})
		}
		return marshalXML(x)
	}
	var n int
	if _, err := fmt.Sscanf(path, "/sitemap-%d.xml", &n); err != nil || n < 1 || n > files || files == 1 {
		return nil, nil
	}
	return marshalXML(urlset{URLs: list[(n-1)*sitemapSize : min(n*sitemapSize, len(list))]})
}

// sitemapEntries lists what may be crawled and is there.
func (s *site) sitemapEntries(base string) []siteURL {
	var out []siteURL
	for i := range s.entries {
		e := &s.entries[i]
		if e.kind == pkMissing || e.kind == pkRoute && !s.tours[e.n].alive() || s.isForbidden(e.path) {
			continue
		}
		out = append(out, siteURL{Loc: base + e.path, LastMod: iso(s.today.AddDate(0, 0, -(i % 300)))})
	}
	return out
}

func (s *site) isForbidden(path string) bool {
	for _, f := range s.forbidden() {
		if strings.HasPrefix(path, f) {
			return true
		}
	}
	return false
}

func marshalXML(v any) ([]byte, error) {
	b, err := xml.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("write sitemap: %w", err)
	}
	return append([]byte(xml.Header), b...), nil
}
