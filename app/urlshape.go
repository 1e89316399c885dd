package app

import (
	"regexp"
	"strings"
)

// urlShape is an address with what varies taken out: what addresses of one kind on one site have in common.
type urlShape struct {
	host  string   // without www
	path  []string // expressions of the segments
	query []string // expressions of key=value, in the order they come
}

// Expressions for what varies in an address.
const (
	anyNumber  = `\d+`
	anySegment = `[^/?#]+`
	anyValue   = `[^&#]*`
)

var (
	numbers  = regexp.MustCompile(`\d+`)
	codeLike = regexp.MustCompile(`^(?:[0-9a-fA-F]{12,}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?:[A-Za-z]+\d+){2,}[A-Za-z]*)$`)
	word     = regexp.MustCompile(`^[A-Za-z][A-Za-z_.]{0,30}$`)
)

// shapeOfURL takes a canonical address apart.
func shapeOfURL(u string) urlShape {
	_, rest, _ := strings.Cut(u, "://")
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	host, path, _ := strings.Cut(rest, "/")
	s := urlShape{host: strings.TrimPrefix(host, "www.")}
	for _, seg := range strings.Split(path, "/") {
		s.path = append(s.path, segmentShape(seg))
	}
	if hasQuery {
		for _, pair := range strings.Split(query, "&") {
			key, value, has := strings.Cut(pair, "=")
			if has {
				key = regexp.QuoteMeta(key) + "=" + valueShape(value)
			} else {
				key = segmentShape(key)
			}
			s.query = append(s.query, key)
		}
	}
	return s
}

// segmentShape keeps words and file endings and takes out numbers, codes, and titles (slugs, percent-encoded words).
func segmentShape(seg string) string {
	stem, ending := seg, ""
	if i := strings.LastIndexByte(seg, '.'); i > 0 && word.MatchString(seg[i+1:]) && len(seg)-i <= 6 {
		stem, ending = seg[:i], seg[i:]
	}
	switch {
	case stem == "":
	case numbers.FindString(stem) == stem:
		return anyNumber + regexp.QuoteMeta(ending)
	case codeLike.MatchString(stem), strings.Contains(stem, "%"), strings.Count(stem, "-") >= 2 && !hasIDTail(stem):
		return anySegment + regexp.QuoteMeta(ending)
	}
	return numbersOut(seg)
}

// hasIDTail says that a segment of several dashes is a list of numbers, like list-3-0-1, not a title.
func hasIDTail(stem string) bool {
	words := 0
	for _, part := range strings.Split(stem, "-") {
		if part != "" && numbers.FindString(part) != part {
			words++
		}
	}
	return words <= 1
}

// numbersOut quotes a text for an expression, its numbers left open.
func numbersOut(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range numbers.FindAllStringIndex(text, -1) {
		b.WriteString(regexp.QuoteMeta(text[at:m[0]]) + anyNumber)
		at = m[1]
	}
	return b.String() + regexp.QuoteMeta(text[at:])
}

// valueShape keeps a word, as in m=tour, and takes all else out.
func valueShape(v string) string {
	switch {
	case word.MatchString(v):
		return regexp.QuoteMeta(v)
	case v != "" && numbers.FindString(v) == v:
		return anyNumber
	}
	return anyValue
}

// key names the shape; equal keys are one kind of address.
func (s urlShape) key() string {
	return s.host + "/" + strings.Join(s.path, "/") + "?" + strings.Join(s.query, "&")
}

// pattern is the expression of a template: this kind of address of this host, whatever scheme.
func (s urlShape) pattern() string {
	p := `^https?://(?:www\.)?` + regexp.QuoteMeta(s.host) + "/" + strings.Join(s.path, "/")
	if len(s.query) > 0 {
		p += `\?` + strings.Join(s.query, "&")
	}
	return p + "$"
}

// name is the shape as a person reads it: /tour/*.html.
func (s urlShape) name() string {
	n := "/" + strings.Join(s.path, "/")
	if len(s.query) > 0 {
		n += "?" + strings.Join(s.query, "&")
	}
	return strings.NewReplacer(anyNumber, "*", anySegment, "*", anyValue, "*", `\`, "").Replace(n)
}

// without gives the shape with segment i left open but for its file ending, and whether that says less than before.
func (s urlShape) without(i int) (urlShape, bool) {
	seg := s.path[i]
	ending := ""
	if at := strings.LastIndex(seg, `\.`); at > 0 && word.MatchString(seg[at+2:]) {
		ending = seg[at:]
	}
	if seg == "" || seg == anySegment+ending {
		return s, false
	}
	s.path = append([]string(nil), s.path...)
	s.path[i] = anySegment + ending
	return s, true
}
