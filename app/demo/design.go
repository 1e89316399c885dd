package demo

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// design is how the pages of a site look and are addressed. Designs are constant; what varies between two sites of one
// design comes from the site.
type design struct {
	name     string
	lang     string
	charset  string // WHATWG label of what the bytes are
	declared string // charset named in the page, empty for none
	header   string // charset named in Content-Type, empty for none
	urls     urls
	perPage  int // tours on a page of a list

	session string // query parameter of the session id, empty for none
	script  bool   // content is built by JavaScript
	frames  bool
	trap    bool // has a calendar without end
	sitemap bool
	gzip    bool // answers compressed to who accepts it

	home    func(p *page)
	route   func(p *page, t *tour, x *tourText)
	list    func(p *page, l *listing)
	article func(p *page, a *article)
	index   func(p *page, x *indexPage)
	frame   func(p *page, n int)
	// asset gives what the design serves beside pages and pictures: path → content type and body, "" for nothing.
	asset func(p *page, path string) (contentType string, body []byte)
}

// listing is a page of tours.
type listing struct {
	title string
	cat   int
	page  int // from 0
	pages int
	first int // number of the category's first page
	tours []*tour
}

// indexPage is a page of articles.
type indexPage struct {
	title string
	kind  pageKind
	page  int // from 0
	pages int
	items []indexItem
}

type indexItem struct {
	href string
	a    *article
}

// encode turns a page's UTF-8 into the design's charset; what the charset lacks becomes a character reference.
func (g *design) encode(b []byte) ([]byte, error) {
	var e encoding.Encoding
	switch g.charset {
	case "gb18030":
		e = simplifiedchinese.GBK // the web's gb2312 pages hold nothing beyond GBK
	case "big5":
		e = traditionalchinese.Big5
	default:
		return b, nil
	}
	return encoding.HTMLEscapeUnsupported(e.NewEncoder()).Bytes(b)
}

var agencyDesigns = []*design{
	tableDesign, portalDesign, big5Design, modernDesign, sessionDesign, englishDesign, scriptDesign, framesDesign, blogDesign, mobileDesign,
}

var platformDesigns = []*design{platformDesign}

var otherDesigns = []*design{newsDesign, newsDesign, shopDesign, newsDesign, newsDesign}
