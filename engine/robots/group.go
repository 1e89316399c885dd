package robots

import (
	"strings"
	"time"
)

// Group is the set of rules for one agent. The zero Group allows everything.
type Group struct {
	rules  []rule
	delay  time.Duration
	differ bool // some rule reads differently in its two forms
}

// rule is one Allow or Disallow line in the two forms of escapes.go.
type rule struct {
	allow   bool
	line    int
	text    string // as written
	literal pattern
	normal  pattern
}

func newRule(line int, path string, allow bool) rule {
	return rule{
		allow: allow, line: line, text: path,
		literal: newPattern(literalForm(path, true)),
		normal:  newPattern(normalForm(path, true)),
	}
}

func (g *Group) add(rules ...rule) {
	for _, r := range rules {
		g.differ = g.differ || r.literal.text != r.normal.text
	}
	g.rules = append(g.rules, rules...)
}

// Delay is the group's Crawl-delay; 0 when it has none.
func (g Group) Delay() time.Duration { return g.delay }

// Allowed says whether a path with its query may be fetched, and which line decided: the longest pattern that matches,
// Allow before Disallow when equally long (RFC 9309 §2.2.2). No rule matching is allowed, with line 0. The file itself is
// always allowed.
//
// Whether %62 in a rule means b is read in both ways by existing crawlers; a path must be allowed under both readings.
func (g Group) Allowed(pathAndQuery string) (allowed bool, line int, text string) {
	if pathAndQuery == "" || pathAndQuery[0] != '/' {
		pathAndQuery = "/" + pathAndQuery
	}
	if pathAndQuery == "/robots.txt" || len(g.rules) == 0 {
		return true, 0, ""
	}
	literal, normal := literalForm(pathAndQuery, false), normalForm(pathAndQuery, false)
	best := g.longest(literal, func(r *rule) *pattern { return &r.literal })
	if (best == nil || best.allow) && (g.differ || literal != normal) {
		if other := g.longest(normal, func(r *rule) *pattern { return &r.normal }); best == nil || other != nil && !other.allow {
			best = other
		}
	}
	if best == nil {
		return true, 0, ""
	}
	return best.allow, best.line, best.text
}

// longest returns the rule whose pattern in the given form is the longest that matches; nil when none does.
func (g Group) longest(path string, form func(*rule) *pattern) *rule {
	var best *rule
	length := 0
	for i := range g.rules {
		r := &g.rules[i]
		p := form(r)
		n := len(p.text)
		if n < length || n == length && best != nil && (best.allow || !r.allow) {
			continue
		}
		if p.matches(path) {
			best, length = r, n
		}
	}
	return best
}

// pathAndQuery cuts a URL down to what rules are matched against. It takes the text as it stands: parsing would rewrite
// escapes and double slashes.
func pathAndQuery(url string) string {
	if i := strings.IndexByte(url, '#'); i >= 0 {
		url = url[:i]
	}
	if scheme := strings.Index(url, "://"); scheme >= 0 && !strings.ContainsAny(url[:scheme], "/?") {
		url = url[scheme+3:]
		i := strings.IndexAny(url, "/?")
		if i < 0 {
			return "/"
		}
		url = url[i:]
	}
	if url == "" || url[0] != '/' {
		return "/" + url
	}
	return url
}
