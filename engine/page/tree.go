package page

// tree follows the stack of open elements as the HTML standard builds it (WHATWG 13.2.6), as far as it decides in which
// place text stands: block elements, tables, lists, headings and links. Inline elements other than links are not kept:
// they change nothing that the judge sees. It belongs to one scan.
type tree struct {
	stack    []element
	open     [tagCount]int32 // how many of each tag are on the stack
	link     linkState
	outer    int // links around the innermost marker, and links of foreign content
	headings int
	labels   int // th and dt
	hidden   int // elements whose text nobody sees
	form     int // index of the open form, noForm, or formAway when it is not on the stack
	frames   bool
	framesOK bool
}

const (
	noForm   = -1
	formAway = -2
	// searchDepth bounds every search on the stack, so that hostile nesting stays linear. A browser's parser gives up at
	// 512 open elements; x/net/html refuses such pages.
	searchDepth = 600
	// stackDepth bounds the stack itself; deeper elements are read as if they were inline.
	stackDepth = 4096
)

// element is one open element.
type element struct {
	tag     tag
	mode    mode
	space   namespace
	integ   bool // HTML inside foreign content
	isLink  bool // an <a href> of foreign content
	nameAt  int32
	nameLen int32
	saved   linkState // of a marker: the state outside
	outer   int
	box     box
}

// mode is the insertion mode while an element is the innermost one.
type mode uint8

const (
	inBody mode = iota
	inTable
	inTableBody
	inRow
	inCell
	inCaption
	inColgroup
	inTemplate
)

type namespace uint8

const (
	spaceHTML namespace = iota
	spaceSVG
	spaceMath
)

// linkState is the <a> in the list of active formatting elements. It outlives its place on the stack: text behind the
// element that closed it implicitly is still in the link.
type linkState struct {
	active bool
	href   bool
	on     bool // on the stack of open elements
	height int  // length of the stack when it was put there
	index  int  // in scan.links, -1 for a link without address
}

func (t *tree) reset() {
	t.stack = t.stack[:0]
	t.open = [tagCount]int32{}
	t.link, t.outer, t.headings, t.labels, t.hidden = linkState{}, 0, 0, 0, 0
	t.form, t.frames, t.framesOK = noForm, false, true
}

func (t *tree) mode() mode {
	if n := len(t.stack); n > 0 {
		return t.stack[n-1].mode
	}
	return inBody
}

func (t *tree) top() tag {
	if n := len(t.stack); n > 0 {
		return t.stack[n-1].tag
	}
	return tagBody
}

// inLink says whether text stands inside an <a href>.
func (t *tree) inLink() bool { return t.outer > 0 || t.link.active && t.link.on && t.link.href }

// dormant says whether a link waits to be reopened.
func (t *tree) dormant() bool { return t.link.active && !t.link.on }

// reopen puts a link that lost its place on the stack back there, as text and inline elements do.
func (t *tree) reopen() {
	if t.dormant() {
		t.link.on, t.link.height = true, len(t.stack)
	}
}

// push opens an element.
func (s *scan) push(e element) {
	t := &s.tree
	if len(t.stack) >= stackDepth {
		return
	}
	f := tagFlags[e.tag]
	e.box = s.openBox()
	if e.space == spaceHTML {
		if f&isHeading != 0 {
			t.headings++
		}
		if f&isLabel != 0 {
			t.labels++
		}
		if f&isMarker != 0 {
			e.saved, e.outer = t.link, t.outer
			if t.link.on && t.link.href {
				t.outer++
			}
			t.link = linkState{}
		}
		t.open[e.tag]++
	} else {
		if e.isLink {
			t.outer++
		}
		if hiddenForeign(e.tag) {
			t.hidden++
		}
	}
	t.stack = append(t.stack, e)
}

func hiddenForeign(tg tag) bool {
	switch tg {
	case tagTitle, tagDesc, tagMetadata, tagStyle, tagScript:
		return true
	}
	return false
}

// popTo closes all elements from index n on.
func (s *scan) popTo(n int) {
	t := &s.tree
	for i := len(t.stack) - 1; i >= n; i-- {
		e := &t.stack[i]
		f := tagFlags[e.tag]
		if e.space != spaceHTML {
			if e.isLink {
				t.outer--
			}
			if hiddenForeign(e.tag) {
				t.hidden--
			}
		} else {
			t.open[e.tag]--
			if f&isHeading != 0 {
				t.headings--
			}
			if f&isLabel != 0 {
				t.labels--
			}
			if f&isBlock != 0 {
				s.breakBlock()
			}
			if f&isMarker != 0 {
				s.endLink()
				t.link, t.outer = e.saved, e.outer
			}
			if f&isFigured != 0 || e.tag == tagTable {
				s.closeBox(i)
			}
		}
		t.stack = t.stack[:i]
	}
	if t.link.height > len(t.stack) {
		t.link.on = false
	}
	if t.form >= len(t.stack) {
		t.form = formAway
	}
	s.moved = true
}

// find returns the index of the innermost open element with the tag, or -1 when there is none before one of the stop
// flags (isScope for the default scope) or of the two stop tags.
func (t *tree) find(want tag, stop uint16, also ...tag) int {
	if t.open[want] == 0 {
		return -1
	}
	for i, steps := len(t.stack)-1, 0; i >= 0 && steps < searchDepth; i, steps = i-1, steps+1 {
		e := &t.stack[i]
		if e.space != spaceHTML {
			if e.integ {
				return -1
			}
			continue
		}
		if e.tag == want {
			return i
		}
		if tagFlags[e.tag]&stop != 0 {
			return -1
		}
		for _, a := range also {
			if e.tag == a {
				return -1
			}
		}
	}
	return -1
}

// inTableScope is find with the stops of the table scope.
func (t *tree) inTableScope(want tag) int { return t.find(want, 0, tagTable, tagTemplate) }

// closeImplied closes dd, dt, li, option and optgroup elements on top, except those with the tag.
func (s *scan) closeImplied(except tag) {
	n := len(s.tree.stack)
	for n > 0 {
		e := &s.tree.stack[n-1]
		if e.space != spaceHTML || !e.tag.is(isImplied) || e.tag == except {
			break
		}
		n--
	}
	if n < len(s.tree.stack) {
		s.popTo(n)
	}
}

// closeItem closes an open li (or dd, dt) before the next one starts.
func (s *scan) closeItem(a, b tag) {
	t := &s.tree
	for i, steps := len(t.stack)-1, 0; i >= 0 && steps < searchDepth; i, steps = i-1, steps+1 {
		e := &t.stack[i]
		switch {
		case e.space != spaceHTML:
			if e.integ {
				return
			}
		case e.tag == a || e.tag == b:
			s.popTo(i)
			return
		case e.tag == tagAddress || e.tag == tagDiv:
		case e.tag.is(isSpecial):
			return
		}
	}
}
