//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// head is the title row of a table. The sort arrow stands left of a right-aligned title, so that the title still ends over the digits.
// The edge of a column can be dragged; a right click chooses the columns.
type head struct {
	widget.BaseWidget
	table   *Table
	over    int // column whose right edge is under the pointer, -1 none
	sizing  int // column that is being made wider or narrower, -1 none
	started float32
}

func newHead(t *Table) *head {
	h := &head{table: t, over: -1, sizing: -1}
	h.ExtendBaseWidget(h)
	return h
}

// Tapped sorts by the column under the pointer; again turns the order round.
func (h *head) Tapped(e *fyne.PointEvent) {
	xs, ws := columnEdges(h.table.cols, h.Size().Width)
	for i, c := range h.table.cols {
		if !c.Sort || ws[i] == 0 || e.Position.X < xs[i]-6 || e.Position.X > xs[i]+ws[i]+6 {
			continue
		}
		t := h.table
		if t.sortBy == i {
			t.descending = !t.descending
		} else {
			t.sortBy, t.descending = i, c.Number
		}
		h.Refresh()
		t.arranged()
		if t.OnSort != nil {
			t.OnSort(t.sortBy, t.descending)
		}
		return
	}
}

// Cursor is the hand over a table that sorts.
func (h *head) Cursor() desktop.Cursor {
	if h.over >= 0 || h.sizing >= 0 {
		return desktop.HResizeCursor
	}
	for _, c := range h.table.cols {
		if c.Sort {
			return desktop.PointerCursor
		}
	}
	return desktop.DefaultCursor
}

// CreateRenderer builds a title a column.
func (h *head) CreateRenderer() fyne.WidgetRenderer {
	ground := NewPanel(Sunken, "", CardRadius-1)
	ground.TopOnly = h.table.roundTop
	if !h.table.roundTop {
		ground.Radius = 0
	}
	rule := HLine()
	arrow := NewIcon("down", Accent, 12)
	objects := []fyne.CanvasObject{ground, rule, arrow}
	titles := make([]*Text, len(h.table.cols))
	for i, c := range h.table.cols {
		titles[i] = Styled(c.Title, SizeSmall, Ink2).Shorten(10)
		if c.Number {
			titles[i].Right()
		}
		objects = append(objects, titles[i])
	}
	place := func(s fyne.Size) {
		ground.Resize(s)
		put(rule, 0, s.Height-1, s.Width, 1)
		xs, ws := columnEdges(h.table.cols, s.Width)
		arrow.Hide()
		for i, t := range titles {
			x, w := xs[i], ws[i]
			t.Hidden = w == 0
			if w == 0 {
				continue
			}
			if h.table.cols[i].Number { // a long title of a narrow column may start earlier, over the empty half of its neighbour
				extra := clamp(t.natural()-w, 0, columnGap+h.table.cols[i].Lead-4)
				x, w = x-extra, w+extra
			}
			put(t, x, 0, w, s.Height)
			if h.table.sortBy != i {
				continue
			}
			arrow.Show()
			if h.table.cols[i].Number {
				put(arrow, max(0, xs[i]+ws[i]-t.natural()-15), (s.Height-12)/2, 12, 12)
			} else {
				put(arrow, xs[i]+min(ws[i]-12, t.natural()+3), (s.Height-12)/2, 12, 12)
			}
		}
	}
	paint := func() {
		for i, t := range titles {
			t.Bold = h.table.sortBy == i
			role := Ink2
			if t.Bold {
				role = Ink
			}
			t.Role = role
			t.Refresh()
		}
		name := "up"
		if h.table.descending {
			name = "down"
		}
		arrow.Set(name, Accent)
		place(h.BaseWidget.Size())
	}
	paint()
	return ready(h, &painter{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(columnsWidth(h.table.cols), headHeight) },
		layout:  place,
		paint:   paint,
	})
}

// natural is the width a text would like to have.
func (t *Text) natural() float32 {
	return ceil(fyne.MeasureText(t.value, t.FontSize, t.style()).Width)
}
