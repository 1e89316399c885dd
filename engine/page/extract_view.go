package page

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"xunlu/engine/field"
)

// view is a route page as the extractor looks at it: the DOM without what nobody sees, and its text in lines.
// It belongs to one call of Extract.
type view struct {
	dom   *goquery.Document // nil when the parser refused the page
	lines []textLine
	looks *looks
	h1    int // index of the line with the page's first h1, -1 when there is none
}

// textLine is one block of visible text.
type textLine struct {
	text    string // white space folded; crossed-out sums carry a 原价 in front
	heading int    // 1 … 6, 0 for plain text
	aside   bool   // menu, footer, list of other tours, comments
	link    bool   // all of it stands inside links
	node    *html.Node

	section  section // that the line announces
	rest     string  // what stands behind the announcement on the same line
	day      int     // first itinerary day that the line begins, 0 for none
	dayUntil int     // last one
	other    int8    // whether the line names another tour: 0 not asked yet, 1 no, 2 yes
}

// classify reads once what several readers ask of a line.
func (l *textLine) classify() {
	l.section, l.rest = startedSection(l.text)
	if first, last, ok := dayHead(*l); ok {
		l.day, l.dayUntil = first, last
	}
}

// newView parses a document's HTML, or falls back to the lines of the scan when the parser refuses it (x/net/html gives up
// beyond 512 open elements).
func newView(d *Document) *view {
	v := &view{h1: -1, looks: newLooks()}
	src := withoutTemplateTags(d.HTML)
	dom, err := parse(src)
	if err != nil || len(src) == 0 {
		for _, line := range strings.Split(string(d.Page.Text), "\n") {
			if line = squeeze(line); line != "" {
				v.lines = append(v.lines, textLine{text: line})
			}
		}
		v.classify()
		return v
	}
	v.dom = dom
	v.lines = make([]textLine, 0, manyLines)
	w := liner{view: v}
	w.walk(dom.Nodes[0], lineState{})
	w.flush()
	v.classify()
	v.markOthers(squeeze(d.Title))
	return v
}

// manyLines is how many lines most pages have at most.
const manyLines = 512

// parse builds the tree of a page, in the quick way when it is written plainly.
func parse(src []byte) (*goquery.Document, error) {
	if root, ok := parsePlain(src); ok {
		return goquery.NewDocumentFromNode(root), nil
	}
	return goquery.NewDocumentFromReader(bytes.NewReader(src))
}

func (v *view) classify() {
	for i := range v.lines {
		v.lines[i].classify()
	}
}

// lineState is what an element inherits from those around it.
type lineState struct {
	heading int
	aside   bool
	struck  bool
	link    bool
}

// liner collects lines during one walk through the DOM.
type liner struct {
	view  *view
	text  []byte // of the open line
	plain bool   // some of the text stands outside links
	state lineState
	node  *html.Node
}

func (w *liner) walk(n *html.Node, st lineState) {
	k := w.view.looks
	switch n.Type {
	case html.TextNode:
		w.write(n.Data, st, n.Parent)
		return
	case html.ElementNode:
		if unseenTag(n.DataAtom) || k.hidden(n) {
			return
		}
	case html.DocumentNode:
	default:
		return
	}
	breaks := n.Type == html.ElementNode && !inlineTag(n.DataAtom)
	if breaks {
		w.flush()
	}
	if n.Data == "td" || n.Data == "th" || n.Data == "span" || n.Data == "label" {
		w.gap()
	}
	if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
		st.heading = int(n.Data[1] - '0')
	}
	st.link = st.link || n.Data == "a"
	if !st.aside && k.aside(n) {
		st.aside = true
	}
	if !st.struck && k.struck(n) {
		st.struck = true
		w.write(" "+struckMark, st, n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c, st)
	}
	if breaks || n.Data == "br" {
		w.flush()
	} else if n.Data == "span" || n.Data == "label" {
		w.gap()
	}
}

// maxLine is the longest line kept, in bytes.
const maxLine = 8 << 10

// struckMark stands before crossed-out sums, so that every reader of text knows them.
const struckMark = "原价 "

// gap parts two inline elements that are boxes of their own to the eye; white space is folded later.
func (w *liner) gap() {
	if len(w.text) > 0 && needsGap(w.text) {
		w.text = append(w.text, ' ')
	}
}

// needsGap keeps a sign and its number together: <span>¥</span><span>128</span>.
func needsGap(s []byte) bool {
	r, _ := utf8.DecodeLastRune(s)
	return !strings.ContainsRune("¥￥$€£., ", r) && (r < '0' || r > '9')
}

func (w *liner) write(s string, st lineState, n *html.Node) {
	if strings.TrimSpace(s) == "" {
		if len(w.text) > 0 && s != "" {
			w.text = append(w.text, ' ')
		}
		return
	}
	if len(bytes.TrimSpace(w.text)) == 0 {
		w.state, w.node, w.plain = st, n, false
	}
	w.plain = w.plain || !st.link && hasWord(s)
	if st.heading > 0 && w.state.heading == 0 {
		w.state.heading = st.heading
	}
	w.text = append(w.text, s...)
}

// hasWord is true when a text holds more than bullets and separators.
func hasWord(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return hanRune(r) || unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

func (w *liner) flush() {
	if len(w.text) == 0 {
		return
	}
	text := squeeze(string(w.text))
	w.text = w.text[:0]
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "")
	}
	if text == "" || text == strings.TrimSpace(struckMark) {
		return
	}
	v := w.view
	if w.state.heading == 1 && v.h1 < 0 && !w.state.aside {
		v.h1 = len(v.lines)
	}
	v.lines = append(v.lines, textLine{text: text, heading: w.state.heading, aside: w.state.aside, link: !w.plain, node: w.node})
}

// holdsHeading is true when an h1 stands below n, or the heads of an itinerary do.
func holdsHeading(n *html.Node) bool {
	if n.Type == html.ElementNode && n.Data == "h1" && squeeze(rawText(n)) != "" {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if holdsHeading(c) {
			return true
		}
	}
	return false
}

// herePosition begins a trail of links from the front page to this one.
var herePosition = field.MustPattern(`^(?:您的|您现在的|当前|所在|现在|你的)?(?:位置|当前位置|所在位置)|^目前位置|^You are here`)

var othersHeading = field.MustPattern(`(?i)^(?:.{0,6}(?:相关|热门|热销|热卖|推荐|类似|同类|更多|其它|其他|最新|精品|人气|本周|本月|当季|猜你)(?:线路|产品|旅游|行程|路线|目的地|推荐|团|景点|攻略).{0,6}|.{0,4}(?:排行|排行榜|榜单)|.{1,4}榜|猜你喜欢.*|看了.{0,4}[还又]看.*|买了.{0,4}[还又]买.*|大家(?:都|还)?在[看买].*|[为给][您你]推[荐薦].*|您可能.{0,8}|浏览(?:历史|记录)|最近浏览.*|.{0,4}(?:推荐|热卖|热门)(?:线路|推荐)?|(?:用户|游客|客户|网友|在线)?(?:点评|评论|评价|留言|问答|咨询).{0,4}|(?:other|related|similar|more|popular|recommended|featured|our other)\s.{0,20}(?:tours?|packages?|trips?|safaris?|destinations?|itineraries)|you (?:may|might) also like.*|why choose us|(?:customer |guest |write your |all )?reviews?|testimonials?|leave a (?:reply|comment)|latest (?:news|posts?)|newsletter|[推相熱人][薦關門氣](?:行程|推薦|商品|行程推薦)|本周推荐|旅游攻略|旅遊情報|旅行日志|攻略|游记|新闻|资讯)$`)

// markOthers marks what follows a heading of other tours or of comments, up to the next heading of a section of the tour (one
// that is a link is the name of another tour, however large it is written), the tour's own title, or the line that says where on the site the reader is.
func (v *view) markOthers(pageTitle string) {
	level, on := 0, false
	for i := range v.lines {
		l := &v.lines[i]
		if l.heading > 0 || utf8.RuneCountInString(l.text) <= 16 || on {
			switch {
			case (l.heading > 0 || !l.link) && (i > 5 || v.h1 >= 0 && i > v.h1) && othersHeading.MatchString(l.text):
				on, level = true, l.heading
			case on && !l.link && labelTopic(l.text) != "" && !strings.Contains(l.text, "线路"):
				on = false
			case on && (l.heading == 1 || herePosition.MatchString(l.text) || utf8.RuneCountInString(l.text) > 5 && strings.HasPrefix(pageTitle, l.text)):
				on = false
			case on && (sectionOf(l.text) != noSection || l.heading > 0 && l.heading <= level && level > 0 && !l.link && !othersHeading.MatchString(l.text)):
				on = false
			}
		}
		l.aside = l.aside || on
	}
}
