package page

import "golang.org/x/net/html"

// elementLabel is an element whose whole visible text is a label.
type elementLabel struct {
	is   topic
	text string
}

// labelWalk collects the elements that are labels in one walk. It belongs to one view.
type labelWalk struct {
	looks  *looks
	text   []byte // visible text of all elements entered, back to back
	labels map[*html.Node]elementLabel
	last   elementLabel // of the text last asked for: boxes within boxes hold the same text
}

// sparse is how much white space the text of a label may hold besides, in bytes.
const sparse = 200

// enter reads n and what is below it.
func (w *labelWalk) enter(n *html.Node) {
	start := len(w.text)
	switch n.Type {
	case html.TextNode:
		w.text = append(w.text, n.Data...)
		return
	case html.ElementNode:
		if unseenTag(n.DataAtom) || w.looks.hidden(n) {
			return
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.enter(c)
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
		w.labels[n] = w.last
	}
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
