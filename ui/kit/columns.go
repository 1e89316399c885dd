//go:build !headless

package kit

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// TableWords are what the menu over the head says.
type TableWords struct{ Reset string }

// leastColumn is as narrow as a column can be dragged.
const leastColumn float32 = 32

// edgeReach is how near to an edge the pointer must be to drag it.
const edgeReach float32 = 5

// edgeAt finds the column whose right edge is at x; the last column has none to drag.
func (h *head) edgeAt(x float32) int {
	xs, ws := columnEdges(h.table.cols, h.Size().Width)
	last := -1
	for i := range ws {
		if ws[i] > 0 {
			last = i
		}
	}
	for i := range ws {
		edge := xs[i] + ws[i] + columnGap/2
		if ws[i] > 0 && i != last && x >= edge-edgeReach && x <= edge+edgeReach {
			return i
		}
	}
	return -1
}

// MouseIn and MouseMoved look for an edge under the pointer.
func (h *head) MouseIn(e *desktop.MouseEvent) { h.over = h.edgeAt(e.Position.X) }

// MouseMoved follows the pointer.
func (h *head) MouseMoved(e *desktop.MouseEvent) { h.over = h.edgeAt(e.Position.X) }

// MouseOut forgets it.
func (h *head) MouseOut() { h.over = -1 }

// Dragged changes the width of the column whose edge was taken.
func (h *head) Dragged(e *fyne.DragEvent) {
	t := h.table
	_, ws := columnEdges(t.cols, h.Size().Width)
	if h.sizing < 0 {
		from := e.Position.X - e.Dragged.DX
		if h.sizing = h.edgeAt(from); h.sizing < 0 {
			return
		}
		h.started = ws[h.sizing] - from
	}
	spare := float32(0) // what the growing columns can give
	for i := range t.cols {
		if i != h.sizing && ws[i] > 0 && t.cols[i].Grow > 0 && t.cols[i].set == 0 {
			spare += max(0, ws[i]-leastColumn)
		}
	}
	t.cols[h.sizing].set = round(clamp(h.started+e.Position.X, leastColumn, ws[h.sizing]+spare))
	t.relay()
}

// DragEnd remembers the width.
func (h *head) DragEnd() {
	if h.sizing >= 0 {
		h.sizing = -1
		h.table.arranged()
	}
}

// TappedSecondary offers the columns to show, and the table's own widths.
func (h *head) TappedSecondary(e *fyne.PointEvent) {
	t := h.table
	if t.words.Reset == "" {
		return
	}
	var items []*fyne.MenuItem
	for i := range t.cols {
		c := &t.cols[i]
		if c.Title == "" || i == 0 {
			continue
		}
		m := fyne.NewMenuItem(c.Title, func() {
			c.hidden = !c.hidden
			t.relay()
			t.arranged()
		})
		m.Checked = !c.hidden
		items = append(items, m)
	}
	items = append(items, MenuLine(), fyne.NewMenuItem(t.words.Reset, func() {
		for i := range t.cols {
			t.cols[i].set, t.cols[i].hidden = 0, false
		}
		t.relay()
		t.arranged()
	}))
	ShowMenu(h, e.AbsolutePosition, items...)
}

// relay lays head and rows out again.
func (t *Table) relay() {
	if t.head != nil {
		t.head.Refresh()
	}
	for _, r := range t.live {
		r.hold.Layout.Layout(r.hold.Objects, r.hold.Size())
		r.Refresh()
	}
}

func (t *Table) arranged() {
	if t.OnLayout != nil {
		t.OnLayout()
	}
}

// Layout writes down what the user made of the columns and the order, for Restore at the next start.
func (t *Table) Layout() string {
	parts := []string{"s" + strconv.Itoa(t.sortBy) + map[bool]string{true: "d", false: "a"}[t.descending]}
	for i, c := range t.cols {
		switch {
		case c.hidden:
			parts = append(parts, strconv.Itoa(i)+"-")
		case c.set > 0:
			parts = append(parts, strconv.Itoa(i)+"="+strconv.Itoa(int(c.set)))
		}
	}
	return strings.Join(parts, " ")
}

// Restore takes a remembered Layout; what does not fit the table's columns any more is left out.
func (t *Table) Restore(layout string) {
	for _, p := range strings.Fields(layout) {
		if by, ok := strings.CutPrefix(p, "s"); ok && len(by) > 1 {
			if n, err := strconv.Atoi(by[:len(by)-1]); err == nil && n >= 0 && n < len(t.cols) && t.cols[n].Sort {
				t.sortBy, t.descending = n, by[len(by)-1] == 'd'
			}
			continue
		}
		column, width, sized := strings.Cut(p, "=")
		n, err := strconv.Atoi(strings.TrimSuffix(column, "-"))
		if err != nil || n < 0 || n >= len(t.cols) {
			continue
		}
		if w, err := strconv.Atoi(width); sized && err == nil && float32(w) >= leastColumn {
			t.cols[n].set = float32(w)
		} else if !sized && n > 0 {
			t.cols[n].hidden = true
		}
	}
	t.relay()
}

// Copy puts the selected rows on the clipboard, a line each.
func (t *Table) Copy() {
	if t.line == nil {
		return
	}
	var lines []string
	for i := 0; i < t.count; i++ {
		if t.chosen[t.key(i)] {
			lines = append(lines, t.line(i))
		}
	}
	if len(lines) > 0 {
		fyne.CurrentApp().Clipboard().SetContent(strings.Join(lines, "\n"))
	}
}
