package page

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// magic recognizes file formats by their first bytes.
func magic(b []byte) string {
	for _, m := range [...]struct{ prefix, kind string }{
		{"%PDF-", "PDF"}, {"\xFF\xD8\xFF", "JPEG"}, {"\x89PNG\r\n\x1A\n", "PNG"}, {"GIF87a", "GIF"}, {"GIF89a", "GIF"},
		{"PK\x03\x04", "ZIP"}, {"Rar!\x1A\x07", "RAR"}, {"\x1F\x8B", "gzip"}, {"7z\xBC\xAF\x27\x1C", "7z"}, {"BZh", "bzip2"},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "Office document"}, {"MZ\x90\x00", "program"}, {"\x7FELF", "program"},
		{"OggS", "Ogg"}, {"ID3", "MP3"}, {"fLaC", "FLAC"}, {"CWS", "Flash"}, {"FWS", "Flash"}, {"wOFF", "font"},
		{"wOF2", "font"}, {"\x00\x00\x01\x00", "icon"}, {"BM", "bitmap"}, {"RIFF", "RIFF"}, {"{\\rtf", "RTF"},
	} {
		if bytes.HasPrefix(b, []byte(m.prefix)) {
			// Two and three letters can start a text.
			if len(m.prefix) <= 3 && utf8.Valid(b[:min(len(b), 512)&^3]) && !notText(b) {
				continue
			}
			return m.kind
		}
	}
	if len(b) > 12 && string(b[4:8]) == "ftyp" {
		return "MP4"
	}
	return ""
}

// htmlLike says whether a text is a page. What the server calls HTML is one unless it plainly is something else (JSON, a
// feed, a sitemap); what it calls otherwise must show HTML's own tags near its beginning.
func htmlLike(text []byte, contentType string) bool {
	head := bytes.TrimLeft(text[:min(len(text), 4096)], " \t\r\n\f\uFEFF")
	media, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	media = strings.TrimSpace(media)
	if hasHTMLTag(head) {
		return true
	}
	if isFeed(head) || len(head) > 0 && (head[0] == '{' || head[0] == '[') && bytes.IndexByte(head, '<') < 0 {
		return false
	}
	switch media {
	case "text/html", "application/xhtml+xml":
		return true
	case "", "text/plain", "application/octet-stream", "text/xml", "application/xml":
		return hasHTMLTag(text[:min(len(text), 64<<10)])
	}
	return false
}

// isFeed recognizes XML that is no page.
func isFeed(head []byte) bool {
	for _, p := range [...]string{"<rss", "<feed", "<urlset", "<sitemapindex", "<rdf:RDF", "<svg", "<wml", "<kml", "<opml"} {
		if at := bytes.Index(head, []byte(p)); at == 0 || at > 0 && bytes.HasPrefix(head, []byte("<?xml")) {
			return true
		}
	}
	return false
}

// hasHTMLTag looks for the tags that only HTML has.
func hasHTMLTag(b []byte) bool {
	for i := 0; ; {
		at := bytes.IndexByte(b[i:], '<')
		if at < 0 || i+at+1 >= len(b) {
			return false
		}
		i += at + 1
		if b[i] == '!' && len(b) > i+8 && equalFold(b[i+1:i+8], "doctype") {
			rest := bytes.TrimLeft(b[i+8:], " \t\r\n")
			if len(rest) >= 4 && equalFold(rest[:4], "html") {
				return true
			}
			continue
		}
		if !isLetter(b[i]) {
			continue
		}
		name, _ := tagName(b[i:])
		switch lookupTag(name) {
		case tagHTML, tagHead, tagBody, tagDiv, tagP, tagTable, tagA, tagScript, tagMeta, tagFrameset, tagTitle, tagUl, tagH1,
			tagTd, tagTr, tagBr, tagNoscript, tagIframe, tagImg, tagH2, tagH3, tagForm:
			return true
		}
	}
}
