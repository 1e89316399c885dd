package page

// tag is an HTML element that the scan treats in its own way; all others are tagOther.
type tag uint8

const (
	tagOther tag = iota
	tagA
	tagAddress
	tagApplet
	tagArea
	tagArticle
	tagAside
	tagB // b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u: formatting, nothing for us
	tagBase
	tagBlockquote
	tagBody
	tagBr
	tagButton
	tagCaption
	tagCenter
	tagCol
	tagColgroup
	tagDd
	tagDetails
	tagDialog
	tagDir
	tagDiv
	tagDl
	tagDt
	tagFieldset
	tagFigcaption
	tagFigure
	tagFooter
	tagForm
	tagFrame
	tagFrameset
	tagH1
	tagH2
	tagH3
	tagH4
	tagH5
	tagH6
	tagHead
	tagHeader
	tagHgroup
	tagHr
	tagHTML
	tagIframe
	tagImg
	tagInput
	tagLegend
	tagLi
	tagLink
	tagListing
	tagMain
	tagMarquee
	tagMath
	tagMenu
	tagMeta
	tagNav
	tagNoembed
	tagNoframes
	tagNoscript
	tagObject
	tagOl
	tagOptgroup
	tagOption
	tagP
	tagParam
	tagPlaintext
	tagPre
	tagScript
	tagSearch
	tagSection
	tagSelect
	tagSource
	tagStyle
	tagSummary
	tagSvg
	tagTable
	tagTbody
	tagTd
	tagTemplate
	tagTextarea
	tagTfoot
	tagTh
	tagThead
	tagTitle
	tagTr
	tagTrack
	tagUl
	tagXmp
	tagDesc          // of SVG
	tagForeignObject // of SVG
	tagMetadata      // of SVG
	tagCount
)

var tagNames = [tagCount]string{
	tagA: "a", tagAddress: "address", tagApplet: "applet", tagArea: "area", tagArticle: "article", tagAside: "aside",
	tagB: "b", tagBase: "base", tagBlockquote: "blockquote", tagBody: "body", tagBr: "br", tagButton: "button",
	tagCaption: "caption", tagCenter: "center", tagCol: "col", tagColgroup: "colgroup", tagDd: "dd", tagDetails: "details",
	tagDialog: "dialog", tagDir: "dir", tagDiv: "div", tagDl: "dl", tagDt: "dt", tagFieldset: "fieldset",
	tagFigcaption: "figcaption", tagFigure: "figure", tagFooter: "footer", tagForm: "form", tagFrame: "frame",
	tagFrameset: "frameset", tagH1: "h1", tagH2: "h2", tagH3: "h3", tagH4: "h4", tagH5: "h5", tagH6: "h6",
	tagHead: "head", tagHeader: "header", tagHgroup: "hgroup", tagHr: "hr", tagHTML: "html", tagIframe: "iframe",
	tagImg: "img", tagInput: "input", tagLegend: "legend", tagLi: "li", tagLink: "link", tagListing: "listing",
	tagMain: "main", tagMarquee: "marquee", tagMath: "math", tagMenu: "menu", tagMeta: "meta", tagNav: "nav",
	tagNoembed: "noembed", tagNoframes: "noframes", tagNoscript: "noscript", tagObject: "object", tagOl: "ol",
	tagOptgroup: "optgroup", tagOption: "option", tagP: "p", tagParam: "param", tagPlaintext: "plaintext", tagPre: "pre",
	tagScript: "script", tagSearch: "search", tagSection: "section", tagSelect: "select", tagSource: "source",
	tagStyle: "style", tagSummary: "summary", tagSvg: "svg", tagTable: "table", tagTbody: "tbody", tagTd: "td",
	tagTemplate: "template", tagTextarea: "textarea", tagTfoot: "tfoot", tagTh: "th", tagThead: "thead",
	tagTitle: "title", tagTr: "tr", tagTrack: "track", tagUl: "ul", tagXmp: "xmp", tagDesc: "desc",
	tagForeignObject: "foreignobject", tagMetadata: "metadata",
}

// formatting are the names that share tagB.
var formatting = []string{"b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}

// What the scan has to know about a tag.
const (
	isBlock   = 1 << iota // text before, inside and behind does not join
	isOpen                // kept on the stack of open elements
	isSpecial             // "special" of the HTML tree construction: stops the search of an end tag of any other element
	isScope               // ends the default scope
	isMarker              // separates the list of active formatting elements: links do not reach in or out
	isImplied             // closed implicitly by an end tag around it
	isTable               // caption, col, colgroup, rows, sections and cells: nothing outside a table
	isHeading
	isLabel   // th, dt
	isRaw     // its content is text up to the end tag
	noReopen  // does not reopen a link that was closed by its surroundings
	noFrames  // a frameset after it is ignored
	isFigured // listings are looked for among its children
)

var tagFlags = func() (f [tagCount]uint16) {
	set := func(flag uint16, tags ...tag) {
		for _, t := range tags {
			f[t] |= flag
		}
	}
	plain := []tag{tagAddress, tagArticle, tagAside, tagBlockquote, tagCenter, tagDetails, tagDialog, tagDir, tagDiv, tagDl,
		tagFieldset, tagFigcaption, tagFigure, tagFooter, tagHeader, tagHgroup, tagListing, tagMain, tagMenu, tagNav, tagOl,
		tagPre, tagSearch, tagSection, tagSummary, tagUl}
	set(isBlock|isOpen|noReopen, plain...)
	headings := []tag{tagH1, tagH2, tagH3, tagH4, tagH5, tagH6}
	set(isBlock|isOpen|isHeading|noReopen, headings...)
	parts := []tag{tagCaption, tagCol, tagColgroup, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr}
	set(isBlock|isTable|noReopen, parts...)
	set(isOpen, tagCaption, tagColgroup, tagTbody, tagTd, tagTfoot, tagTh, tagThead, tagTr)
	set(isBlock|isOpen|noReopen, tagTable, tagForm, tagLi, tagDd, tagDt)
	set(isBlock|isOpen, tagButton, tagSelect, tagOption, tagOptgroup)
	set(isBlock|noReopen, tagP, tagHr, tagTextarea, tagTitle, tagXmp, tagPlaintext, tagFrame, tagFrameset)
	set(isBlock, tagBr, tagInput, tagLegend)
	set(isOpen, tagApplet, tagMarquee, tagObject, tagTemplate, tagSvg, tagMath)
	set(isMarker, tagCaption, tagTd, tagTh, tagApplet, tagMarquee, tagObject, tagTemplate)
	set(isScope, tagApplet, tagCaption, tagTable, tagTd, tagTh, tagMarquee, tagObject, tagTemplate, tagSelect)
	set(isImplied, tagDd, tagDt, tagLi, tagOption, tagOptgroup)
	set(isLabel, tagTh, tagDt)
	set(isRaw, tagIframe, tagNoembed, tagNoframes, tagNoscript, tagPlaintext, tagScript, tagStyle, tagTextarea, tagTitle, tagXmp)
	set(noReopen, tagBase, tagBody, tagHead, tagHTML, tagIframe, tagLink, tagMeta, tagNoembed, tagNoframes, tagNoscript,
		tagParam, tagScript, tagSource, tagStyle, tagTemplate, tagTrack)
	set(isSpecial, plain...)
	set(isSpecial, headings...)
	set(isSpecial, parts...)
	set(isSpecial, tagApplet, tagBody, tagButton, tagDd, tagDt, tagForm, tagLi, tagMarquee, tagObject, tagSelect, tagTable,
		tagTemplate)
	f[tagDialog] &^= isSpecial
	f[tagSearch] &^= isSpecial
	set(noFrames, tagBody, tagLi, tagDd, tagDt, tagPre, tagListing, tagButton, tagApplet, tagMarquee, tagObject, tagTable, tagBr,
		tagArea, tagImg, tagHr, tagTextarea, tagXmp, tagIframe, tagSelect, tagTemplate)
	set(isFigured, tagDiv, tagUl, tagOl, tagDl, tagTable, tagTbody, tagTr, tagTd, tagLi, tagSection, tagMain, tagArticle, tagNav,
		tagDd, tagForm, tagCenter, tagAside, tagMenu)
	return f
}()

func (t tag) is(flag uint16) bool { return tagFlags[t]&flag != 0 }

// nameSlot is one slot of the table of tag names.
type nameSlot struct {
	key uint64
	tag tag
}

const nameBits = 9

// nameTable maps names of up to eight bytes, packed in lower case, to tags: open addressing, at most a third full.
var nameTable = func() (t [1 << nameBits]nameSlot) {
	add := func(name string, id tag) {
		if name == "" || len(name) > 8 {
			return
		}
		key := packName([]byte(name))
		i := nameHash(key)
		for t[i].key != 0 {
			i = (i + 1) & (1<<nameBits - 1)
		}
		t[i] = nameSlot{key, id}
	}
	for id, name := range tagNames {
		add(name, tag(id))
	}
	for _, name := range formatting[1:] {
		add(name, tagB)
	}
	add("image", tagImg)
	return t
}()

func packName(name []byte) (key uint64) {
	for _, c := range name {
		key = key<<8 | uint64(c|0x20)
	}
	return key
}

func nameHash(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> (64 - nameBits) }

// readTagName reads the name of a tag at the start of b: its length, and the tag.
func readTagName(b []byte) (n int, tg tag) {
	key := uint64(0)
	for n < len(b) && !nameEnd[b[n]] {
		key = key<<8 | uint64(b[n]|0x20)
		n++
	}
	if n > 8 {
		return n, longTag(b[:n])
	}
	return n, tagOf(key)
}

// lookupTag finds the tag of a name in any case.
func lookupTag(name []byte) tag {
	if len(name) > 8 {
		return longTag(name)
	}
	return tagOf(packName(name))
}

func tagOf(key uint64) tag {
	for i := nameHash(key); ; i = (i + 1) & (1<<nameBits - 1) {
		switch nameTable[i].key {
		case key:
			return nameTable[i].tag
		case 0:
			return tagOther
		}
	}
}

func longTag(name []byte) tag {
	if len(name) > 13 {
		return tagOther
	}
	for _, t := range [...]tag{tagBlockquote, tagFigcaption, tagPlaintext, tagForeignObject} {
		if equalFold(name, tagNames[t]) {
			return t
		}
	}
	return tagOther
}

// equalFold compares ASCII without regard to case; want is lower case.
func equalFold(b []byte, want string) bool {
	if len(b) != len(want) {
		return false
	}
	for i := range b {
		c := b[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != want[i] {
			return false
		}
	}
	return true
}
