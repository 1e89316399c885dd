package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/engine/field"
)

// elementPairs looks at every element whose whole text is a label and takes the text of the element beside it.
func (v *view) elementPairs() []pair {
	var out []pair
	index := make(map[*html.Node]int, len(v.lines))
	size := 0
	for i := range v.lines {
		index[v.lines[i].node] = i
		size += len(v.lines[i].text)
	}
	w := labelWalk{looks: v.looks, text: make([]byte, 0, 2*size), labels: map[*html.Node]elementLabel{}, index: index}
	w.enter(v.dom.Nodes[0], false)
	for _, n := range w.inOrder() {
		if n.Data == "option" || n.Data == "a" || w.holdsLabel(n) {
			continue
		}
		if value := w.beside(n); value != "" {
			l := w.labels[n]
			out = append(out, pair{is: l.is, label: l.text, value: value, order: l.order})
		}
	}
	return out
}

// holdsLabel is true when a child element is the label itself: the innermost one is asked.
func (w *labelWalk) holdsLabel(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if _, ok := w.labels[c]; ok {
				return true
			}
		}
	}
	return false
}

// beside is the text that stands beside a label: the rest of its parent after it, or the next cell; in a table whose
// head is a row of labels, the cell below.
func (w *labelWalk) beside(n *html.Node) string {
	for up := 0; up < 3 && n != nil; up++ {
		if n.Data == "td" || n.Data == "th" {
			if value, ok := w.cellBelow(n); ok {
				return value
			}
		}
		if text := w.followingText(n); text != "" {
			return text
		}
		if n.Parent == nil || n.Data == "td" || n.Data == "dt" || n.Data == "li" || n.Data == "tr" || n.Data == "body" {
			return ""
		}
		n = n.Parent
	}
	return ""
}

// followingText joins the siblings after n up to the next label.
func (w *labelWalk) followingText(n *html.Node) string {
	var parts []string
	for s := n.NextSibling; s != nil && len(parts) < 30; s = s.NextSibling {
		switch s.Type {
		case html.TextNode:
			if t := squeeze(s.Data); strings.Trim(t, "：: ") != "" {
				parts = append(parts, t)
			}
		case html.ElementNode:
			if s.Data == "br" && len(parts) > 0 {
				return strings.Join(parts, " ")
			}
			if _, ok := w.labels[s]; ok {
				return strings.TrimSpace(strings.Join(parts, " "))
			}
			if t := w.looks.blockText(s, 1500); t != "" {
				parts = append(parts, t)
			}
			if len(parts) > 0 && !inlineTag(s.DataAtom) {
				return strings.TrimSpace(strings.Join(parts, " "))
			}
		}
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// cellBelow returns the cell under a head of a column; ok is true when the row of n is a row of labels.
func (w *labelWalk) cellBelow(n *html.Node) (string, bool) {
	row := n.Parent
	if row == nil || row.Data != "tr" {
		return "", false
	}
	heads, cells, at := 0, 0, 0
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || c.Data != "td" && c.Data != "th" {
			continue
		}
		if c == n {
			at = cells
		}
		cells++
		if _, ok := w.labels[c]; ok {
			heads++
		}
	}
	if cells < 2 || heads < 2 || heads*2 <= cells {
		return "", false
	}
	next := row.NextSibling
	for next != nil && next.Type != html.ElementNode {
		next = next.NextSibling
	}
	if next == nil && row.Parent != nil && row.Parent.Data == "thead" {
		for next = row.Parent.NextSibling; next != nil && next.Data != "tbody"; next = next.NextSibling {
		}
		if next != nil {
			for next = next.FirstChild; next != nil && next.Data != "tr"; next = next.NextSibling {
			}
		}
	}
	var column []string
	for ; next != nil; next = next.NextSibling {
		if next.Data != "tr" {
			continue
		}
		i := 0
		for c := next.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || c.Data != "td" && c.Data != "th" {
				continue
			}
			if i == at {
				column = append(column, w.looks.blockText(c, 400))
			}
			i++
		}
	}
	return strings.Join(column, "\n"), true
}

// blockText is the visible text of an element with its blocks on lines of their own, cut at max bytes. Options of a select
// count: departure dates are often chosen from one.
func (k *looks) blockText(n *html.Node, max int) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if b.Len() > max {
			return
		}
		switch n.Type {
		case html.TextNode:
			writeSpaced(&b, n.Data)
		case html.ElementNode:
			if unseenTag(n.DataAtom) && n.DataAtom != atom.Select || k.hidden(n) {
				return
			}
			if k.struck(n) {
				b.WriteString(" " + struckMark)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if n.Type == html.ElementNode && !inlineTag(n.DataAtom) {
			b.WriteByte('\n')
		}
	}
	walk(n)
	s := b.String()
	if len(s) > max {
		s = strings.ToValidUTF8(s[:max], "")
	}
	return strings.TrimSpace(emptyLines.ReplaceAllString(s, "\n"))
}

// writeSpaced writes a text with every run of white space as one space.
func writeSpaced(b *strings.Builder, s string) {
	from := 0
	for i := 0; i < len(s); i++ {
		if !isSpace(s[i]) {
			continue
		}
		b.WriteString(s[from:i])
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		b.WriteByte(' ')
		from = i
		i--
	}
	b.WriteString(s[from:])
}

var (
	emptyLines = field.MustPattern(` *(?:\n[ ]*)+`)
)
