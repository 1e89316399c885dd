package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"golang.org/x/text/transform"
)

// Limits of one sitemap file (sitemaps.org: 50,000 addresses, 50 MB unpacked). What lies beyond is left out and noted.
const (
	SitemapBytes   = 20 << 20 // fetched, as it comes
	sitemapUnpack  = 50 << 20 // read, after unpacking
	sitemapEntries = 50_000
	sitemapAddress = 2048 // bytes of one address
)

// ErrNotSitemap says that a file names no pages in any form a sitemap has.
var ErrNotSitemap = errors.New("not a sitemap")

// Sitemap is a list of addresses that a site publishes: an XML sitemap, an index of sitemaps, a text file of addresses, an
// RSS or Atom feed.
type Sitemap struct {
	Form     string // urlset, index, text, rss, atom
	Entries  []SitemapEntry
	Problems []string // what was odd, one short English sentence each
}

// SitemapEntry is one address of a sitemap; canonical.
type SitemapEntry struct {
	URL      string
	Modified time.Time // when the site says it changed; zero when it does not say so in a known form
}

// ReadSitemap reads a sitemap found at an address. Only addresses of that host count, with or without "www.": a file may not speak
// for others. It is read as a stream: an entity is never expanded, nothing outside is ever fetched, and a packed file is unpacked
// bit by bit. Errors wrap ErrNotSitemap.
func ReadSitemap(address string, body []byte) (*Sitemap, error) {
	text, err := unpack(body)
	if err != nil {
		return nil, fmt.Errorf("sitemap %s: %w: %w", short(address), err, ErrNotSitemap)
	}
	limit := &io.LimitedReader{R: text, N: sitemapUnpack}
	r := &sitemapReader{in: bufio.NewReaderSize(recode(bufio.NewReaderSize(limit, 4096)), 32<<10), out: &Sitemap{}, self: address}
	if r.resolve, err = newResolver(address, "utf-8"); err != nil {
		return nil, fmt.Errorf("sitemap: %w", err)
	}
	r.host = bareHost(r.resolve.self)
	if first := r.skipBlank(); first == '<' {
		r.markup()
	} else {
		r.lines()
	}
	switch {
	case r.out.Form == "" || r.out.Form == "text" && len(r.out.Entries)+r.foreign == 0:
		return nil, fmt.Errorf("sitemap %s: %w", short(address), ErrNotSitemap)
	case limit.N <= 0:
		r.note("longer than 50 MB; the rest was not read")
	case r.err != nil && !errors.Is(r.err, io.EOF):
		r.note("damaged: " + r.err.Error())
	}
	return r.out, nil
}

// unpack gives the text of a file that may be gzip, whatever its name.
func unpack(body []byte) (io.Reader, error) {
	if len(body) < 2 || body[0] != 0x1f || body[1] != 0x8b {
		return bytes.NewReader(body), nil
	}
	return gzip.NewReader(bytes.NewReader(body))
}

// recode reads a file in the encoding that its mark or its XML declaration names.
func recode(in *bufio.Reader) io.Reader {
	head, err := in.Peek(512)
	if err != nil && len(head) == 0 {
		return in
	}
	label := "utf-8"
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		label = "utf-16le"
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		label = "utf-16be"
	default:
		if _, rest, ok := bytes.Cut(head, []byte("encoding=")); ok && bytes.Contains(head, []byte("<?xml")) && len(rest) > 1 {
			if end := bytes.IndexByte(rest[1:], rest[0]); end > 0 {
				label = string(rest[1 : 1+end])
			}
		}
	}
	name, enc, ok := lookup(label)
	if !ok || name == "utf-8" {
		return in
	}
	return transform.NewReader(in, enc.NewDecoder())
}

// sitemapReader reads one file. It belongs to one goroutine.
type sitemapReader struct {
	in      *bufio.Reader
	out     *Sitemap
	self    string // address of the file
	resolve *resolver
	host    string
	err     error // why reading ended
	prefix  string
	inside  string // the element whose text is wanted: loc, lastmod
	text    []byte
	loc     string
	when    time.Time
	foreign int
	full    bool
}

func (r *sitemapReader) note(s string) {
	if len(r.out.Problems) < 10 {
		r.out.Problems = append(r.out.Problems, s)
	}
}

func (r *sitemapReader) next() (byte, bool) {
	if r.err != nil {
		return 0, false
	}
	c, err := r.in.ReadByte()
	r.err = err
	return c, err == nil
}

// skipBlank looks at the first character that is no blank and no byte order mark.
func (r *sitemapReader) skipBlank() byte {
	for {
		head, err := r.in.Peek(3)
		if len(head) == 0 {
			r.err = err
			return 0
		}
		n := 0
		switch {
		case head[0] <= ' ':
			n = 1
		case bytes.Equal(head, []byte("\xef\xbb\xbf")):
			n = 3
		default:
			return head[0]
		}
		if _, err := r.in.Discard(n); err != nil {
			r.err = err
			return 0
		}
	}
}

// lines reads a text file: an address a line.
func (r *sitemapReader) lines() {
	r.out.Form = "text"
	for bad := 0; !r.full && bad < 100; {
		line, err := r.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return // no line of a list of addresses is so long
		}
		s := strings.TrimSpace(string(line))
		switch {
		case s == "" || s[0] == '#':
		case strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") || s[0] == '/':
			r.loc = s
			r.flush()
		default:
			bad++
		}
		if err != nil {
			r.err = err
			return
		}
	}
}

// flush takes in the address and the date read last.
func (r *sitemapReader) flush() {
	loc, when := r.loc, r.when
	r.loc, r.when = "", time.Time{}
	if loc == "" || r.full {
		return
	}
	if len(r.out.Entries) >= sitemapEntries {
		r.full = true
		r.note("more than 50,000 addresses; the rest was not read")
		return
	}
	if len(loc) > sitemapAddress {
		return
	}
	u, err := r.resolve.appendURL(nil, []byte(loc))
	if err != nil {
		return
	}
	if bareHost(string(u)) != r.host {
		if r.foreign++; r.foreign == 1 {
			r.note("names addresses of another host: " + short(string(u)))
		}
		return
	}
	if r.out.Form == "index" && string(u) == r.resolve.self {
		r.note("the index names itself")
		return
	}
	r.out.Entries = append(r.out.Entries, SitemapEntry{URL: string(u), Modified: when})
}

// bareHost is the host of a canonical address without "www.".
func bareHost(u string) string {
	_, rest, _ := strings.Cut(u, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.TrimPrefix(host, "www.")
}
