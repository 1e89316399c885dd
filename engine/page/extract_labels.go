package page

import (
	"slices"

	"golang.org/x/net/html"
)

// elementLabel is an element whose whole visible text is a label.
type elementLabel struct {
	is    topic
	text  string
	seq   int // place among the elements of the page
	order int // the line that it stands in or behind
}

// labelWalk collects the elements that are labels in one walk. It belongs to one view.
type labelWalk struct {
	looks  *looks
	text   []byte // visible text of all elements entered, back to back
	labels map[*html.Node]elementLabel
	shown  []*html.Node       // those of labels outside menus, footers and lists of other tours
	index  map[*html.Node]int // the line that an element begins
	seq    int
	order  int          // the line last begun
	last   elementLabel // of the text last asked for: boxes within boxes hold the same text
}

// sparse is how much white space the text of a label may hold besides, in bytes.
const sparse = 200

// enter reads n and what is below it; aside is true within a menu, a footer or a list of other tours.
func (w *labelWalk) enter(n *html.Node, aside bool) {
	start := len(w.text)
	switch n.Type {
	case html.TextNode:
		w.text = append(w.text, n.Data...)
		return
	case html.ElementNode:
		if unseenTag(n.DataAtom) || w.looks.hidden(n) {
			return
		}
		if aside = aside || w.looks.aside(n); !aside {
			if i, ok := w.index[n]; ok {
				w.order = i
			}
		}
		w.seq++
	}
	seq, order := w.seq, w.order
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.enter(c, aside)
	}
	if n.Type != html.ElementNode || n.FirstChild == nil || len(n.Attr) > 40 || len(w.text)-start > longestLabel*4+sparse || len(w.text) == start {
		return
	}
	own := w.text[start:]
	if solidBytes(own) > longestLabel*4 {
		return
	}
	text := squeeze(string(own))
	if text == "" || len(text) > longestLabel*4 {
		return
	}
	if text != w.last.text {
		w.last = elementLabel{is: labelTopic(text), text: text}
	}
	if w.last.is != "" {
		w.labels[n] = elementLabel{is: w.last.is, text: text, seq: seq, order: order}
		if !aside {
			w.shown = append(w.shown, n)
		}
	}
}

// inOrder are the labels that are shown, as they follow on the page: a box before what is in it.
func (w *labelWalk) inOrder() []*html.Node {
	slices.SortFunc(w.shown, func(a, b *html.Node) int { return w.labels[a].seq - w.labels[b].seq })
	return w.shown
}

// solidBytes counts the bytes that are no ASCII white space: squeeze keeps all of them but the wide spaces', which labels lack.
func solidBytes(b []byte) int {
	n := 0
	for _, c := range b {
		if !isSpace(c) {
			n++
		}
	}
	return n
}
