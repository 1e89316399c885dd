package fetch

import (
	"bytes"
	"net/http"
	"strings"
)

// sniffSize is how much of a body is looked at to tell a page from something else, in bytes.
const sniffSize = 1024

// media is what a Content-Type says of a body.
type media int

const (
	mediaOther  media = iota // not asked for: the download is broken off at the headers
	mediaPage                // HTML, unless the body plainly is not
	mediaUnsure              // no type, or one that servers give to everything: the body decides
)

// mediaOf reads a Content-Type. Plain text, XML and octet-stream are what misconfigured servers call their pages.
func mediaOf(contentType string) media {
	kind, _, _ := strings.Cut(contentType, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	switch kind {
	case "text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml", "text/htm", "application/html":
		return mediaPage
	case "", "text/plain", "text/xml", "application/xml", "application/octet-stream", "application/unknown", "unknown/unknown", "*/*", "text/*":
		return mediaUnsure
	}
	if !strings.Contains(kind, "/") {
		return mediaUnsure
	}
	return mediaOther
}

// isPage decides by the first bytes of a body whether it is a page.
func isPage(head []byte, m media) bool {
	kind := http.DetectContentType(head)
	switch {
	case strings.HasPrefix(kind, "text/html"), len(head) == 0:
		return true
	case strings.HasPrefix(kind, "text/"):
		return m == mediaPage || hasTag(head)
	case kind == "application/octet-stream":
		return hasTag(bytes.ReplaceAll(head, []byte{0}, nil)) // UTF-16 without a mark has zero bytes
	}
	return false
}

// hasTag reports whether one of the elements that begin a page is there.
func hasTag(head []byte) bool {
	head = bytes.ToLower(head)
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<title", "<meta ", "<table", "<div", "<frameset", "<a href"} {
		if bytes.Contains(head, []byte(tag)) {
			return true
		}
	}
	return false
}
