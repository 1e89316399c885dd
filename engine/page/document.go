package page

import "xunlu/judge"

// Document is a decoded and scanned page.
type Document struct {
	URL       string // final URL, canonical
	Base      string // what relative links resolve against (<base href>)
	Charset   string // WHATWG label the bytes really decoded under, lower case
	Declared  string // label the header or the page claimed, "" when none
	Title     string // text of <title>, white space folded
	Canonical string // <link rel=canonical>, resolved; "" when absent
	Refresh   string // target of a meta refresh, resolved; "" when absent
	NoIndex   bool   // robots meta or X-Robots-Tag
	NoFollow  bool
	Links     []Link
	Meta      map[string]string // name or property in lower case → content (description, keywords, og:title …)
	JSONLD    [][]byte          // bodies of application/ld+json scripts
	HTML      []byte            // the page in UTF-8
	Page      judge.Page
	Problems  []string // what was odd, one short English sentence each
}

// Link is one link of a page.
type Link struct {
	URL      string // canonical, absolute
	Text     string // anchor text, white space folded, at most 120 runes
	NoFollow bool
	Kind     LinkKind
	Modified int64 // of a sitemap's entry: when the site says it changed, seconds of Unix time; 0 when it does not
}

// LinkKind is where a link was found.
type LinkKind string

const (
	Anchor        LinkKind = "a"
	Area          LinkKind = "area"
	Frame         LinkKind = "frame"
	RefreshTo     LinkKind = "refresh"
	CanonicalLink LinkKind = "canonical"
	Redirect      LinkKind = "redirect"
	FromSitemap   LinkKind = "sitemap"       // a sitemap names the page
	SitemapFile   LinkKind = "sitemap-index" // robots.txt or an index names the sitemap
)
