package page

import (
	"bytes"
	"html"
	"strings"
	"time"
)

// markup reads an XML file from tag to tag. Damage is passed over as far as it goes: sitemaps are made by scripts that nobody
// looks at.
func (r *sitemapReader) markup() {
	for !r.full {
		c, ok := r.next()
		if !ok {
			break
		}
		if c != '<' {
			r.keep(c)
			continue
		}
		tag, ok := r.tag()
		if !ok {
			break
		}
		if !r.element(tag) {
			return
		}
	}
	if r.inside == "loc" || r.inside == "lastmod" {
		r.note("cut off inside an entry")
	}
}

func (r *sitemapReader) keep(c byte) {
	if r.inside != "" && len(r.text) <= sitemapAddress+64 {
		r.text = append(r.text, c)
	}
}

// tag reads a tag without its angles, bounded; comments, declarations and CDATA are handled here and give "".
func (r *sitemapReader) tag() (string, bool) {
	var b []byte
	quote, subset := byte(0), 0
	for {
		c, ok := r.next()
		if !ok {
			return "", false
		}
		switch {
		case string(b) == "!--":
			return "", r.until("-->")
		case string(b) == "![CDATA[":
			return "", r.cdata(c)
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && len(b) > 0 && b[0] != '!':
			quote = c
		case c == '[' && bytes.HasPrefix(b, []byte("!DOCTYPE")):
			subset++
		case c == ']' && subset > 0:
			subset--
		case c == '>' && subset == 0:
			return string(b), true
		}
		if len(b) < 4096 {
			b = append(b, c)
		}
	}
}

// until passes over everything up to a mark.
func (r *sitemapReader) until(mark string) bool {
	n := 0
	for n < len(mark) {
		c, ok := r.next()
		switch {
		case !ok:
			return false
		case c == mark[n]:
			n++
		case mark == "-->" && n == 2 && c == '-': // still two dashes
		case c == mark[0]:
			n = 1
		default:
			n = 0
		}
	}
	return true
}

// cdata keeps the text up to ]]>; c is its first character.
func (r *sitemapReader) cdata(c byte) bool {
	end := 0
	for ok := true; ok; c, ok = r.next() {
		switch {
		case c == ']':
			end++
		case c == '>' && end >= 2:
			if n := len(r.text); n >= 2 && r.inside != "" {
				r.text = r.text[:n-2]
			}
			return true
		default:
			end = 0
		}
		r.keep(c)
	}
	return false
}

// element acts on a tag; false ends the reading.
func (r *sitemapReader) element(tag string) bool {
	if tag == "" || tag[0] == '?' || tag[0] == '!' {
		return true
	}
	closing := tag[0] == '/'
	name := strings.ToLower(strings.TrimPrefix(tag, "/"))
	if at := strings.IndexAny(name, " \t\r\n/"); at >= 0 {
		name = name[:at]
	}
	if r.out.Form == "" {
		return !closing && r.root(name)
	}
	if prefix, local, has := strings.Cut(name, ":"); has {
		if prefix != r.prefix {
			return true // of an extension: pictures, videos, news
		}
		name = local
	}
	if closing {
		r.close(name)
		return true
	}
	switch name {
	case "item", "entry":
		r.flush()
	case "url", "sitemap":
		r.flush()
		r.open(name)
	case "loc", "lastmod", "pubdate", "updated", "published":
		r.open(name)
	case "link":
		r.link(tag)
	}
	return true
}

// root tells the form by the outermost element.
func (r *sitemapReader) root(name string) bool {
	if prefix, local, has := strings.Cut(name, ":"); has {
		r.prefix, name = prefix, local
	}
	switch name {
	case "urlset":
		r.out.Form = "urlset"
	case "sitemapindex":
		r.out.Form = "index"
	case "rss", "rdf", "channel":
		r.out.Form, r.prefix = "rss", ""
	case "feed":
		r.out.Form = "atom"
	default:
		return false
	}
	return true
}

func (r *sitemapReader) open(name string) {
	if r.inside == "loc" && name == "loc" {
		r.close("loc") // an end tag is missing
	}
	r.inside, r.text = name, r.text[:0]
}

// link is an address in a feed: text in RSS, an attribute in Atom, where only the page itself counts.
func (r *sitemapReader) link(tag string) {
	switch r.out.Form {
	case "rss":
		r.open("link")
	case "atom":
		var got tagAttrs
		if _, _, ok := readAttrs([]byte(tag[len("link"):]+">"), &got); ok && len(got.href) > 0 && (len(got.rel) == 0 || hasToken(got.rel, "alternate")) {
			r.loc = html.UnescapeString(string(got.href))
		}
	}
}

// close takes in the text of an element that ends.
func (r *sitemapReader) close(name string) {
	if text := strings.TrimSpace(string(r.text)); r.inside == name && (name == "url" || name == "sitemap") && strings.HasPrefix(text, "http") && !madeUp(html.UnescapeString(text)) {
		r.loc, r.inside = html.UnescapeString(text), "" // an address without its <loc>
	}
	switch name {
	case "url", "sitemap", "item", "entry", "channel", "urlset", "sitemapindex", "feed", "rss":
		r.flush()
		return
	}
	if name != r.inside {
		return
	}
	text := strings.TrimSpace(string(r.text))
	r.inside = ""
	switch name {
	case "loc", "link":
		if r.loc != "" && r.out.Form != "rss" {
			r.flush()
		}
		if text = html.UnescapeString(text); madeUp(text) {
			r.note("an address holds an entity that the file made up; left out")
			return
		}
		r.loc = text
	default:
		if at := sitemapTime(text); at.After(r.when) {
			r.when = at
		}
	}
}

// madeUp says that a reference was left over: an entity of the file's own, which is not expanded.
func madeUp(s string) bool {
	_, rest, has := strings.Cut(s, "&")
	if !has {
		return false
	}
	end := strings.IndexAny(rest, ";=&/? ")
	return end > 0 && rest[end] == ';'
}

// sitemapTime reads the forms of dates that sitemaps and feeds use; zero when it is none or no time that can be.
func sitemapTime(s string) time.Time {
	for _, layout := range []string{time.DateOnly, time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700",
		time.DateTime, "2006-01", "2006", time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST"} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1990 && t.Before(time.Now().AddDate(0, 0, 2)) {
			return t
		}
	}
	return time.Time{}
}
