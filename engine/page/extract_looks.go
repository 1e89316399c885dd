package page

import (
	"math/bits"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"xunlu/engine/field"
)

// look is what the class, the id or the style of an element says about it.
type look uint8

const (
	hiddenLook look = 1 << iota
	asideLook
	struckLook
	priceLook
	titleLook
	panelLook
)

// looks remembers what classes and styles say: a page has few of them on many elements. It belongs to one view.
type looks struct {
	names  map[string]look // of classes and ids
	styles map[string]look
}

func newLooks() *looks {
	return &looks{names: map[string]look{}, styles: map[string]look{}}
}

var (
	hiddenStyle = field.MustPattern(`(?i)(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|pt|%)?\s*(?:;|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|text-indent\s*:\s*-\d{3,}|(?:left|top)\s*:\s*-\d{4,})`)
	struckStyle = field.MustPattern(`(?i)line-through`)
	hiddenClass = regexp.MustCompile(`(?i)(?:^|\s)(?:hidden|d-none|hide|invisible|sr-only|visually-hidden|honeypot|display-none|dn)(?:$|\s)`)
	struckClass = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:(?:market|old|original|orig|origin|list|del|was|before|regular|cross(?:ed)?|shop|ref|through|delete|yuan|strike(?:through)?)[_-]?(?:price|cost|jia|jiage)?s?|(?:price|jia)[_-]?(?:market|old|original|orig|del|was|before|list|through)|scj|shichangjia|menshijia|menshi|yuanjia|line-?through)(?:$|[\s_-])`)
	asideClass  = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:nav|navbar|menu|submenu|footer|foot|topbar|top-bar|crumbs?|breadcrumbs?|bread|search(?:box|bar)?|login|register|recommend(?:ed|s|ation)?|related|similar|other-?tours?|guess|history|viewed|comments?|reviews?|testimonials?|pinglun|dianping|tuijian|xiangguan|friend-?links?|friendlink|copyright|sitemap|newsletter|subscribe|share|wenda|faqs?|hotline-?list|remen|cookie|modal|popup|also-?like|more-?tours?|blogs?)(?:$|[\s_-])`)
	priceClass  = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:price|prices|jiage|jg|cost|amount|money|pro_?price|pros_price|sale-?price|now-?price|cur-?price|nowprice|saleprice|f60|xianjia|qijia)(?:$|[\s_\d-])`)
	titleClass  = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:title|tit|name|proname|pro-name|main_title|pros_title|product-?name|tour-?name|xianlu-?name|linename|line-?title|subject|headline|bt|biaoti)(?:$|[\s_-])`)
	panelClass  = regexp.MustCompile(`(?i)tab|panel|content|pane|con\b|box|item|detail|day|swiper|slide|accordion|collapse`)
)

// named are the expressions of classes and ids.
var named = []struct {
	is look
	re *regexp.Regexp
}{{hiddenLook, hiddenClass}, {struckLook, struckClass}, {asideLook, asideClass}, {priceLook, priceClass}, {titleLook, titleClass}, {panelLook, panelClass}}

// nameSieve asks for all of named at once.
var nameSieve = func() *field.Sieve {
	var exprs []string
	for _, e := range named {
		exprs = append(exprs, e.re.String())
	}
	return field.NewSieve(exprs...)
}()

// name reads a class or an id. None of the expressions goes over a space, so that both can be read apart.
func (k *looks) name(s string) look {
	if s == "" {
		return 0
	}
	is, known := k.names[s]
	if !known {
		for open := nameSieve.Candidates(s); open != 0; open &= open - 1 {
			if e := named[bits.TrailingZeros64(open)]; e.re.MatchString(s) {
				is |= e.is
			}
		}
		k.names[s] = is
	}
	return is
}

func (k *looks) style(s string) look {
	is, known := k.styles[s]
	if !known {
		if hiddenStyle.MatchString(s) {
			is |= hiddenLook
		}
		if struckStyle.MatchString(s) {
			is |= struckLook
		}
		k.styles[s] = is
	}
	return is
}

// classAndID is what the class and the id of an element say together.
func (k *looks) classAndID(n *html.Node) look {
	var is look
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Key == "class" || a.Key == "id" {
			is |= k.name(strings.TrimSpace(a.Val))
		}
	}
	return is
}

// hidden is true for what a reader does not see: such numbers are bait for crawlers or left over.
func (k *looks) hidden(n *html.Node) bool {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			return true
		case "style":
			if k.style(a.Val)&hiddenLook != 0 && !k.tabPanel(n) {
				return true
			}
		case "type":
			if n.DataAtom == atom.Input && a.Val == "hidden" {
				return true
			}
		case "class":
			if k.name(strings.TrimSpace(a.Val))&hiddenLook != 0 {
				return true
			}
		}
	}
	return false
}

// tabPanel is true for a hidden block that a click would show: tabs and folded days hold much of a tour's text.
func (k *looks) tabPanel(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Span, atom.B, atom.I, atom.Em, atom.Strong:
		return false
	}
	return k.classAndID(n)&panelLook != 0 && strings.Contains(attrOf(n, "style"), "display") && len(rawText(n)) > 60
}

// struck is true for crossed-out text.
func (k *looks) struck(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Del, atom.S, atom.Strike:
		return true
	case atom.Body, atom.Html, atom.Table, atom.Ul, atom.Section, atom.Main, atom.Article:
		return false
	}
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Key == "style" && k.style(a.Val)&struckLook != 0 ||
			a.Key == "class" && n.DataAtom != atom.A && k.name(strings.TrimSpace(a.Val))&struckLook != 0 && len(rawText(n)) < 40 {
			return true
		}
	}
	return false
}

// aside is true for menus, footers, comments and lists of other tours. A block that holds the page's h1 or nearly all
// its text is never one: its class says something else.
func (k *looks) aside(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Main:
		return false
	case atom.Nav, atom.Footer:
	default:
		if inlineTag(n.DataAtom) && n.DataAtom != atom.A || k.classAndID(n)&asideLook == 0 {
			return false
		}
	}
	return !holdsHeading(n)
}

// priced is true when the element or one close above it is named as a price.
func (k *looks) priced(n *html.Node) bool {
	for up := 0; up < 3 && n != nil; up++ {
		if n.Type == html.ElementNode {
			if n.DataAtom == atom.Body || n.DataAtom == atom.Table || n.DataAtom == atom.Ul {
				return false
			}
			if k.classAndID(n)&priceLook != 0 {
				return true
			}
		}
		n = n.Parent
	}
	return false
}

// titled is true when the element or its parent is named as a title.
func (k *looks) titled(n *html.Node) bool {
	for up := 0; up < 2 && n != nil; up++ {
		if n.Type == html.ElementNode && k.classAndID(n)&titleLook != 0 {
			return true
		}
		n = n.Parent
	}
	return false
}

// unseenTag is true for elements without visible text.
func unseenTag(a atom.Atom) bool {
	switch a {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Head, atom.Iframe, atom.Svg, atom.Select, atom.Textarea, atom.Object,
		atom.Canvas, atom.Video, atom.Audio, atom.Datalist:
		return true
	}
	return false
}

// inlineTag is true for elements that do not break a line.
func inlineTag(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Strong, atom.I, atom.Em, atom.U, atom.Span, atom.Font, atom.Small, atom.Big, atom.Sub, atom.Sup, atom.Del, atom.S,
		atom.Strike, atom.Ins, atom.Code, atom.Label, atom.Abbr, atom.Cite, atom.Q, atom.Mark, atom.Time, atom.Data, atom.Tt, atom.Img, atom.Input,
		atom.Bdi, atom.Bdo, atom.Kbd, atom.Samp, atom.Var, atom.Wbr, atom.Meta, atom.Link:
		return true
	}
	return false
}
