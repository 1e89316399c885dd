//go:build !headless

package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Table shows rows under sortable heads. It keeps only the rows in sight as objects: ten thousand cost as much as twenty.
// The owner holds the rows, tells their number and fills one row's cells when asked; selection is kept by key, so it survives sorting.
type Table struct {
	widget.BaseWidget
	OnSort   func(column int, descending bool)
	OnSelect func() // the selection changed by the user
	OnOpen   func(row int)
	OnKey    func(*fyne.KeyEvent)           // keys the table does not use itself: Delete, Space, F5
	OnMenu   func(row int) []*fyne.MenuItem // what a right click on a row offers
	OnLayout func()                         // the user changed columns or order: time to remember Layout

	cols       []Column
	rowHeight  float32
	newCells   func() []fyne.CanvasObject
	fill       func(row int, cells []fyne.CanvasObject)
	key        func(row int) string
	line       func(row int) string
	words      TableWords
	many       bool // Ctrl and Shift select several
	roundTop   bool
	accentEdge bool // a 3 px bar at the left of the selected row

	count      int
	sortBy     int
	descending bool
	chosen     map[string]bool
	cursor     int // row the keyboard is at
	focused    bool
	list       *widget.List
	live       []*tableRow // rows that were shown
	head       *head
	frame      *container.ThemeOverride
}

// TableOptions is what a table is made from.
type TableOptions struct {
	Columns    []Column
	RowHeight  float32
	NewCells   func() []fyne.CanvasObject               // one object a column
	Fill       func(row int, cells []fyne.CanvasObject) // must not touch other rows
	Key        func(row int) string                     // identity of a row
	Line       func(row int) string                     // what Ctrl+C puts on the clipboard; nil copies nothing
	Words      TableWords                               // of the menu over the head; without them columns cannot be left out
	Many       bool                                     // several rows may be selected
	RoundTop   bool                                     // the head is the top of its card
	NoHead     bool                                     // a list
	AccentEdge bool                                     // mark the selected row with an accent edge
	SortBy     int                                      // column at first; -1 none
	Descending bool
}

// NewTable makes a table without rows.
func NewTable(o TableOptions) *Table {
	t := &Table{cols: o.Columns, line: o.Line, words: o.Words, rowHeight: o.RowHeight, newCells: o.NewCells, fill: o.Fill, key: o.Key, many: o.Many,
		roundTop: o.RoundTop, accentEdge: o.AccentEdge, sortBy: o.SortBy, descending: o.Descending,
		chosen: map[string]bool{}, cursor: -1}
	t.list = widget.NewList(func() int { return t.count },
		func() fyne.CanvasObject { return newTableRow(t) },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*tableRow).show(i) })
	if !o.NoHead {
		t.head = newHead(t)
	}
	t.frame = container.NewThemeOverride(t.list, flat{running(), false, false})
	t.ExtendBaseWidget(t)
	return t
}

// SetCount tells how many rows there are now and shows them again.
func (t *Table) SetCount(n int) {
	if t.cursor >= n {
		t.cursor = n - 1
	}
	if n == t.count {
		t.refill()
		return
	}
	t.count = n
	t.list.Refresh()
}

// refill shows the rows in sight again. The list's own Refresh would also build a row to measure it.
func (t *Table) refill() {
	for _, r := range t.live {
		r.show(r.index)
	}
}

// Sorting tells the column and direction.
func (t *Table) Sorting() (column int, descending bool) { return t.sortBy, t.descending }

// Selected tells whether a key is selected; Selection gives all keys.
func (t *Table) Selected(key string) bool { return t.chosen[key] }

// Selection gives the selected keys in the order of the rows.
func (t *Table) Selection() []string {
	var out []string
	for i := 0; i < t.count && len(out) < len(t.chosen); i++ {
		if k := t.key(i); t.chosen[k] {
			out = append(out, k)
		}
	}
	return out
}

// Select chooses exactly these keys without telling.
func (t *Table) Select(keys ...string) {
	clear(t.chosen)
	for _, k := range keys {
		t.chosen[k] = true
	}
	t.refill()
}

// SelectAll chooses every row and tells.
func (t *Table) SelectAll() {
	if !t.many {
		return
	}
	for i := range t.count {
		t.chosen[t.key(i)] = true
	}
	t.refill()
	t.told()
}

// Reveal scrolls to a row.
func (t *Table) Reveal(row int) {
	if row >= 0 && row < t.count {
		t.list.ScrollTo(row)
	}
}

// ScrollTop goes to the first row.
func (t *Table) ScrollTop() { t.list.ScrollToTop() }

// ScrollBy moves the rows by pixels: tests of smoothness use it.
func (t *Table) ScrollBy(dy float32) { t.list.ScrollToOffset(t.list.GetScrollOffset() + dy) }

func (t *Table) told() {
	if t.OnSelect != nil {
		t.OnSelect()
	}
}

// pick is a tap or an arrow key on a row.
func (t *Table) pick(row int, add, span bool) {
	if row < 0 || row >= t.count {
		return
	}
	k := t.key(row)
	switch {
	case t.many && span && t.cursor >= 0:
		clear(t.chosen)
		for i := min(row, t.cursor); i <= max(row, t.cursor); i++ {
			t.chosen[t.key(i)] = true
		}
		t.refill()
		t.told()
		return
	case t.many && add:
		if t.chosen[k] {
			delete(t.chosen, k)
		} else {
			t.chosen[k] = true
		}
	default:
		clear(t.chosen)
		t.chosen[k] = true
	}
	t.cursor = row
	t.refill()
	t.told()
}

// FocusGained and FocusLost make the table answer keys.
func (t *Table) FocusGained() { t.focused = true }

// FocusLost ends it.
func (t *Table) FocusLost() { t.focused = false }

// TypedRune is not used.
func (t *Table) TypedRune(rune) {}

// TypedKey moves the selection; the rest goes to OnKey.
func (t *Table) TypedKey(e *fyne.KeyEvent) {
	page := max(1, int(t.list.Size().Height/t.rowHeight)-1)
	next := t.cursor
	switch e.Name {
	case fyne.KeyUp:
		next--
	case fyne.KeyDown:
		next++
	case fyne.KeyPageUp:
		next -= page
	case fyne.KeyPageDown:
		next += page
	case fyne.KeyHome:
		next = 0
	case fyne.KeyEnd:
		next = t.count - 1
	case fyne.KeyReturn, fyne.KeyEnter:
		if t.OnOpen != nil && t.cursor >= 0 {
			t.OnOpen(t.cursor)
		}
		return
	default:
		if t.OnKey != nil {
			t.OnKey(e)
		}
		return
	}
	next = max(0, min(t.count-1, next))
	t.pick(next, false, false)
	t.Reveal(next)
}

// TypedShortcut selects all on Ctrl+A, copies the selected rows on Ctrl+C, and hands the rest on to the window.
func (t *Table) TypedShortcut(s fyne.Shortcut) {
	switch s.(type) {
	case *fyne.ShortcutSelectAll:
		t.SelectAll()
		return
	case *fyne.ShortcutCopy:
		t.Copy()
		return
	}
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(t).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}

// CreateRenderer sets the head above the list.
func (t *Table) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{t.frame}
	top := float32(0)
	if t.head != nil {
		objects = append(objects, t.head)
		top = headHeight
	}
	return ready(t, &painter{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(columnsWidth(t.cols), top+2*t.rowHeight) },
		layout: func(s fyne.Size) {
			if t.head != nil {
				put(t.head, 0, 0, s.Width, headHeight)
			}
			t.frame.Move(fyne.NewPos(0, top))
			t.frame.Resize(fyne.NewSize(s.Width, max(0, s.Height-top)))
		},
		paint: func() {
			t.frame.Theme = flat{running(), false, false}
			if t.head != nil {
				t.head.Refresh()
			}
			t.frame.Refresh()
		},
	})
}

// groundOf is the colour behind a row.
func (t *Table) groundOf(chosen, hovered bool) color.Color {
	switch {
	case chosen:
		return colorOf(Chosen)
	case hovered:
		return colorOf(Hover)
	}
	return colorOf(Clear)
}
