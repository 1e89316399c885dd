package page

import "bytes"

// When a page is thin. Of 370 saved pages from some 60 origins the bounds call 10 thin, menus and search forms without
// content; the frame that a script fills has its menu, its footer and a request for patience, seldom 150 runes.
const (
	thinText  = 200 // runes of visible text outside links, below which a page says hardly anything
	thinShare = 20  // bytes of HTML a rune of it, from which on the page is large for what it says
)

// Thin reports whether a page is but the frame that its scripts fill: it has scripts, hardly any text outside links, and is
// large for that text. Such a page is worth building in a browser before it is judged. A short page without scripts is
// short, not thin.
func Thin(d *Document) bool {
	f := &d.Page.Features
	own := int(float64(f.TextLen)*(1-f.LinkShare) + 0.5)
	return own < thinText && own*thinShare < len(d.HTML) && scripted(d.HTML)
}

// scripted reports whether a page has a script.
func scripted(src []byte) bool {
	for {
		at := bytes.IndexByte(src, '<')
		if at < 0 || at+7 > len(src) {
			return false
		}
		if equalFold(src[at+1:at+7], "script") {
			return true
		}
		src = src[at+1:]
	}
}
