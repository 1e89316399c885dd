package storage

import (
	"math"
	"strings"
)

// Tags of a link row.
const (
	linkURL      = 1
	linkHost     = 2 // only when it is not the host of the URL
	linkSite     = 3
	linkFrom     = 4
	linkDepth    = 5
	linkPriority = 6
	linkText     = 7
	linkFound    = 8
	linkMark     = 9
	linkSitemap  = 10
	linkModified = 11
)

// Marks of a link row.
const (
	markDeleted = 1 // Link.Deleted
	markRemoved = 2 // its site was removed: the row only keeps the number taken
)

func encodeLink(l *Link, mark uint64) []byte {
	e := newEncoder(len(l.URL) + len(l.Site) + len(l.Text) + 40)
	e.str(linkURL, l.URL)
	if l.Host != hostOf(l.URL) {
		e.str(linkHost, l.Host)
	}
	e.str(linkSite, l.Site)
	e.uint(linkFrom, l.From)
	e.int(linkDepth, int64(l.Depth))
	e.uint(linkPriority, uint64(math.Float32bits(l.Priority)))
	e.str(linkText, l.Text)
	e.time(linkFound, l.Found)
	e.uint(linkMark, mark)
	e.bool(linkSitemap, l.Sitemap)
	e.time(linkModified, l.Modified)
	return e.seal()
}

// decodeLink reads a row; removed says that it is only a place holder.
func decodeLink(id uint64, v []byte, w *words) (l Link, removed bool, err error) {
	l.ID = id
	d := newDecoder(v, w)
	for d.next() {
		switch d.tag {
		case linkURL:
			l.URL = d.str()
			l.Host = hostOf(l.URL)
		case linkHost:
			l.Host = d.word()
		case linkSite:
			l.Site = d.word()
		case linkFrom:
			l.From = d.num
		case linkDepth:
			l.Depth = int(d.int())
		case linkPriority:
			l.Priority = math.Float32frombits(uint32(d.num))
		case linkText:
			l.Text = d.str()
		case linkFound:
			l.Found = d.time()
		case linkSitemap:
			l.Sitemap = d.bool()
		case linkModified:
			l.Modified = d.time()
		case linkMark:
			l.Deleted = d.num&markDeleted != 0
			removed = d.num&markRemoved != 0
		default:
			d.unknown()
		}
	}
	return l, removed, d.err
}

// linkKey reads only what the seen set needs: the URL bytes, which still lie in v, and the mark.
func linkKey(v []byte) (url []byte, mark uint64, err error) {
	d := newDecoder(v, nil)
	for d.next() {
		switch d.tag {
		case linkURL:
			url = d.bytes
		case linkMark:
			mark = d.num
		}
	}
	return url, mark, d.err
}

// hostOf is the host:port of a canonical URL; a canonical URL has no user part.
func hostOf(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return rest[:i]
	}
	return rest
}
