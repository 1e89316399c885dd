package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"xunlu/judge"
)

// longBlock is from how many runes on a block of text is prose (judge.Features.LongText).
const longBlock = 120

// facts collects judge.Features during the pass: counts of tags as they come, and a look at every block of text as soon
// as it is complete. It belongs to one scan.
type facts struct {
	judge.Features
	data       []byte // values of structured data, line by line: the text of judge.Data
	links      int
	prices     int
	day        int // last day of the itinerary that is being counted
	cardPrices int // amounts in cards
	linkRune   int
	longRune   int
	trail      bool // a breadcrumb trail was seen
}

func (f *facts) reset() { *f = facts{data: f.data[:0]} }

// tag counts an element.
func (f *facts) tag(tg tag) {
	switch tg {
	case tagImg:
		f.Images++
	case tagTable:
		f.Tables++
	case tagH1, tagH2, tagH3, tagH4, tagH5, tagH6:
		f.HeadingCount++
	}
}

// attrs looks for breadcrumbs and microdata in a tag whose attributes were read.
func (f *facts) attrs(got *tagAttrs) {
	if namesCrumb(got.class) || namesCrumb(got.id) {
		f.trail = true
	}
	if len(got.itemtype) > 0 {
		f.ldType(got.itemtype)
	}
}

// skipped is attrs for one attribute of a tag that is passed over; before ends with the attribute's name.
func (f *facts) skipped(before, value []byte) {
	n := len(before)
	switch before[n-1] | 0x20 {
	case 's', 'd': // class, id
		if !f.trail && namesCrumb(value) {
			f.trail = true
		}
	case 'e':
		if n > 8 && equalFold(before[n-8:], "itemtype") {
			f.ldType(value)
		}
	}
}

func namesCrumb(b []byte) bool {
	for i := 1; i+3 < len(b); i++ {
		if b[i] == 'r' && b[i+1] == 'u' && b[i+2] == 'm' && b[i+3] == 'b' && b[i-1]|0x20 == 'c' {
			return true
		}
	}
	return false
}

// ldType counts one type of structured data, given as a word or an address.
func (f *facts) ldType(b []byte) {
	for name := range bytes.FieldsSeq(b) {
		if at := bytes.LastIndexAny(name, "/#:"); at >= 0 {
			name = name[at+1:]
		}
		switch string(name) {
		case "TouristTrip", "Trip", "Tour", "BoatTrip", "BusTrip", "TrainTrip", "Flight":
			f.LDTrip++
		case "Product", "Offer", "AggregateOffer", "ProductGroup":
			f.LDProduct++
		case "Article", "NewsArticle", "BlogPosting", "Blog", "Report", "TechArticle":
			f.LDArticle++
		case "ItemList", "CollectionPage", "SearchResultsPage", "OfferCatalog":
			f.LDList++
		case "BreadcrumbList":
			f.trail = true
		}
	}
}

// structured reads a JSON-LD body as far as the judge needs: the types, and all text values. It works on broken JSON too.
func (f *facts) structured(b []byte) {
	isType := false
	for i := 0; i < len(b); i++ {
		if b[i] == ']' || b[i] == '}' {
			isType = false
		}
		if b[i] != '"' {
			continue
		}
		end := i + 1
		for end < len(b) && b[end] != '"' {
			if b[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(b) {
			return
		}
		text := b[i+1 : end]
		i = end
		if next := bytes.TrimLeft(b[end+1:], " \t\r\n"); len(next) > 0 && next[0] == ':' {
			isType = string(text) == "@type"
			continue
		}
		if isType {
			f.ldType(text)
			continue
		}
		if len(text) > 0 && !bytes.HasPrefix(text, []byte("http")) {
			f.data = append(appendJSON(f.data, text), '\n')
		}
	}
}

// appendJSON appends a JSON string's content with its escapes decoded, control characters as blanks.
func appendJSON(dst, b []byte) []byte {
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c == '\\' && i+1 < len(b):
			i++
			switch b[i] {
			case 'n', 'r', 't', 'b', 'f':
				dst = append(dst, ' ')
			case 'u':
				var n int
				dst, n = appendUnicode(dst, b[i:])
				i += n - 1
			default:
				dst = append(dst, b[i])
			}
		case c < ' ':
			dst = append(dst, ' ')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// appendUnicode decodes uXXXX at the start of b, with the second half of a surrogate pair; n is the bytes read.
func appendUnicode(dst, b []byte) (out []byte, n int) {
	r, ok := hex4(b)
	if !ok {
		return append(dst, 'u'), 1
	}
	if 0xD800 <= r && r < 0xDC00 && len(b) >= 11 && b[5] == '\\' && b[6] == 'u' {
		if low, ok := hex4(b[6:]); ok && 0xDC00 <= low && low < 0xE000 {
			return utf8.AppendRune(dst, (r-0xD800)<<10|(low-0xDC00)+0x10000), 11
		}
	}
	if r < ' ' {
		r = ' '
	}
	return utf8.AppendRune(dst, r), 5
}

func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 5 {
		return 0, false
	}
	for _, c := range b[1:5] {
		v := hexValue(c)
		if v < 0 {
			return 0, false
		}
		r = r<<4 | rune(v)
	}
	return r, true
}

// block looks at one finished block of text. runs are those that reach into it; at is where it lies in the whole text, total the
// number of its characters that are not blank. marks are where something may be found, in the whole text.
func (f *facts) block(b []byte, runs []judge.Run, at, total int, marks []int32) {
	if len(runs) == 0 || runs[0].Place&judge.Title != 0 {
		return
	}
	colon := -1
	if len(marks) > 0 {
		colon = f.look(b, marks, at)
	}
	f.TextLen += total
	if runs[0].Place&judge.Link == 0 && (runs[0].Place&judge.TableHead != 0 || labelled(b, colon)) {
		f.FactLines++
	}
	if total >= longBlock {
		f.longRune += total
	}
	if len(runs) == 1 {
		if runs[0].Place&judge.Link != 0 {
			f.linkRune += total
		}
		return
	}
	for _, r := range runs {
		if r.Place&judge.Link != 0 {
			f.linkRune += countRunes(b[max(int(r.Start)-at, 0) : int(r.End)-at])
		}
	}
}

// labelled says whether a block begins with a label of two to eight Chinese characters or one to three words and a
// colon: "出发地：云山", "Duration: 6 days". A clock time or an address is none. colon is where the first one stands.
func labelled(b []byte, colon int) bool {
	if colon < 4 || colon > 25 || b[colon] == ':' && (colon+1 == len(b) || b[colon+1] == '/') {
		return false
	}
	for _, c := range b[:colon] {
		if digit(c) || c == '.' || c == ',' || c == '/' {
			return false
		}
	}
	return true
}

// countRunes counts the characters that are not blank.
func countRunes(b []byte) int {
	n := 0
	for _, c := range b {
		if c > ' ' && c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// trailWords recognizes the words before a breadcrumb trail; b ends with 置.
func trailWords(b []byte) bool {
	before, ok := bytes.CutSuffix(b, []byte("位置"))
	if !ok {
		return false
	}
	for _, w := range [...]string{"当前", "您的", "你的", "现在的", "所在", "當前", "現在的", "目前"} {
		if bytes.HasSuffix(before, []byte(w)) {
			return true
		}
	}
	return false
}

// finish computes what needs the whole page.
func (f *facts) finish(doc *Document, s *scan) {
	f.Links = f.links
	f.OwnPrices = max(f.prices-f.cardPrices, 0)
	f.PriceCount = f.prices
	f.Forms, f.BookingForm = s.forms.plain, s.forms.booking
	if f.TextLen > 0 {
		f.LinkShare = float64(f.linkRune) / float64(f.TextLen)
		f.LongText = float64(f.longRune) / float64(f.TextLen)
	}
	if f.trail {
		f.Breadcrumb = 1
	}
	f.URLDepth, f.URLDigits = urlShape(doc.URL)
}

// urlShape counts the path segments and the longest run of digits in the path and the query of an address.
func urlShape(url string) (depth, digits int) {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return 0, 0
	}
	slash := strings.IndexByte(rest, '/')
	if slash < 0 {
		return 0, 0
	}
	run, query := 0, false
	for i := slash; i < len(rest); i++ {
		c := rest[i]
		if '0' <= c && c <= '9' {
			run++
			digits = max(digits, run)
			continue
		}
		run = 0
		switch {
		case c == '?':
			query = true
		case c == '/' && !query && i+1 < len(rest) && rest[i+1] != '/' && rest[i+1] != '?':
			depth++
		}
	}
	return depth, digits
}
