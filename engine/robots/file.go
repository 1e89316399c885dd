package robots

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// MaxSize is how much of a file is read, in bytes (RFC 9309 §2.5 asks for at least 500 KiB).
const MaxSize = 500 << 10

// maxDelay bounds what a Crawl-delay line can say; what is sensible above a few minutes is for the caller to decide.
const maxDelay = 365 * 24 * time.Hour

// File is a parsed robots.txt. It is immutable after Parse and safe for concurrent use.
type File struct {
	HTML bool // the body was a web page, which holds no rules: a wall or an error page, worth telling the user

	groups   map[string]*Group // product token in lower case, or "*"
	sitemaps []string
	size     int // bytes read, for the cache's budget
}

// Parse reads a robots.txt body. It never fails: lines without sense are passed over, and what stands beyond MaxSize is
// not read. A web page served in its place yields no rules and sets HTML.
func Parse(body []byte) *File {
	cut := len(body) >= MaxSize // a fetch with the same limit may have cut already
	if cut {
		body = body[:MaxSize]
	}
	f := &File{groups: map[string]*Group{}, size: len(body)}
	text := decode(body)
	if looksHTML(text) {
		f.HTML = true
		return f
	}
	if cut {
		// The last line may have lost its end, and a shortened path is a wider rule than was written.
		if i := bytes.LastIndexAny(text, "\r\n"); i >= 0 {
			text = text[:i]
		}
	}
	p := parser{file: f}
	for n := 1; len(text) > 0; n++ {
		var line []byte
		line, text = nextLine(text)
		p.line(n, string(line))
	}
	return f
}

// Group returns the rules for an agent, given as product token or as a whole User-Agent header: the merged groups that
// name it, otherwise those for "*", otherwise none (RFC 9309 §2.2.1).
func (f *File) Group(agent string) Group {
	if f == nil {
		return Group{}
	}
	if token := productToken(agent); token != "" {
		if g, ok := f.groups[token]; ok {
			return *g
		}
	}
	if g, ok := f.groups["*"]; ok {
		return *g
	}
	return Group{}
}

// Test says whether agent may fetch url (absolute, or a path with its query), which line decided (1 is the first, 0 when
// no rule matched) and the Crawl-delay of the group.
func (f *File) Test(agent, url string) (allowed bool, line int, delay time.Duration) {
	g := f.Group(agent)
	allowed, line, _ = g.Allowed(pathAndQuery(url))
	return allowed, line, g.Delay()
}

// Sitemaps returns the Sitemap lines as written, in order, each once. They belong to no group and may be relative.
func (f *File) Sitemaps() []string {
	if f == nil {
		return nil
	}
	return append([]string(nil), f.sitemaps...)
}

// parser collects groups line by line.
type parser struct {
	file   *File
	agents []*Group // the groups that the run of User-agent lines in force names
	closed bool     // a rule was seen since: the next User-agent line starts a new run
}

func (p *parser) line(n int, line string) {
	key, value, ok := splitLine(line)
	if !ok {
		return
	}
	switch directive(key) {
	case "user-agent":
		if p.closed {
			p.agents, p.closed = nil, false
		}
		p.agents = append(p.agents, p.group(value))
	case "allow":
		p.rule(n, value, true)
	case "disallow":
		p.rule(n, value, false)
	case "crawl-delay":
		// It belongs to the agents named so far and closes no run (RFC 9309 §2.2.4).
		if d, ok := parseDelay(value); ok {
			for _, g := range p.agents {
				g.delay = max(g.delay, d)
			}
		}
	case "sitemap":
		p.sitemap(value)
	}
}

// group finds or makes the group of a User-agent value. A value without a product token gets a group that nobody asks
// for, so that its rules do not fall to the agents above it.
func (p *parser) group(value string) *Group {
	token := fileToken(value)
	if token == "" {
		return &Group{}
	}
	g, ok := p.file.groups[token]
	if !ok {
		g = &Group{}
		p.file.groups[token] = g
	}
	return g
}

// rule adds one rule to every agent in force. A rule before the first User-agent line belongs to nobody and is dropped;
// an empty value is no rule but ends the run of User-agent lines.
func (p *parser) rule(n int, path string, allow bool) {
	p.closed = true
	if len(p.agents) == 0 || path == "" {
		return
	}
	rules := []rule{newRule(n, path, allow)}
	if maybeGBK(path) {
		// The bytes as they stand fit the GBK URLs of such a site, their UTF-8 form the others.
		if text, err := simplifiedchinese.GB18030.NewDecoder().String(path); err == nil {
			r := newRule(n, text, allow)
			r.text = strings.ToValidUTF8(path, "\uFFFD")
			rules = append(rules, r)
		}
	}
	if dir, ok := indexDirectory(path); ok && allow {
		rules = append(rules, newRule(n, dir, allow))
	}
	for _, g := range p.agents {
		g.add(rules...)
	}
}

func (p *parser) sitemap(value string) {
	if value == "" {
		return
	}
	for _, have := range p.file.sitemaps {
		if have == value {
			return
		}
	}
	p.file.sitemaps = append(p.file.sitemaps, value)
}

// maybeGBK reports whether a path is more likely GBK than UTF-8: it is no UTF-8, or, as happens with pairs of common
// characters, UTF-8 of nothing but two-byte letters.
func maybeGBK(path string) bool {
	if !utf8.ValidString(path) {
		return true
	}
	high := false
	for _, r := range path {
		if r >= 0x800 {
			return false
		}
		high = high || r >= 0x80
	}
	return high
}

// indexDirectory gives the pattern of a directory for the path of its index page: allowing one means allowing the
// other, as the large engines read it.
func indexDirectory(path string) (string, bool) {
	for _, name := range []string{"/index.html", "/index.htm"} {
		if dir, ok := strings.CutSuffix(path, name); ok {
			return dir + "/$", true
		}
	}
	return "", false
}
