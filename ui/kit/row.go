//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// tableRow is one reused line of a table: ground, accent edge and the cells.
type tableRow struct {
	widget.BaseWidget
	table   *Table
	index   int
	hovered bool
	cells   []fyne.CanvasObject
	hold    *fyne.Container
}

func newTableRow(t *Table) *tableRow {
	r := &tableRow{table: t, index: -1, cells: t.newCells()}
	r.hold = container.New(&cells{cols: t.cols}, r.cells...)
	r.ExtendBaseWidget(r)
	return r
}

// show fills the row for an index.
func (r *tableRow) show(i int) {
	if i < 0 || i >= r.table.count {
		return
	}
	if r.index < 0 {
		r.table.live = append(r.table.live, r)
	}
	if r.index != i {
		r.hovered = false
	}
	r.index = i
	r.table.fill(i, r.cells)
	r.Refresh()
}

// MouseDown selects at once: a tap would only be told after the time of a double tap.
func (r *tableRow) MouseDown(e *desktop.MouseEvent) {
	hideTip(r)
	if e.Button == desktop.MouseButtonSecondary && r.index >= 0 && r.table.Selected(r.table.key(r.index)) {
		return // the menu is for all that are selected
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(r); c != nil && c.Focused() != fyne.Focusable(r.table) {
		c.Focus(r.table)
	}
	r.table.pick(r.index, e.Modifier&fyne.KeyModifierShortcutDefault != 0, e.Modifier&fyne.KeyModifierShift != 0)
}

// MouseUp is not used.
func (r *tableRow) MouseUp(*desktop.MouseEvent) {}

// TappedSecondary offers the menu of the row.
func (r *tableRow) TappedSecondary(e *fyne.PointEvent) {
	if r.table.OnMenu == nil || r.index < 0 || r.index >= r.table.count {
		return
	}
	ShowMenu(r, e.AbsolutePosition, r.table.OnMenu(r.index)...)
}

// DoubleTapped opens.
func (r *tableRow) DoubleTapped(*fyne.PointEvent) {
	if r.table.OnOpen != nil {
		r.table.OnOpen(r.index)
	}
}

// MouseIn shows the hover; over a cell that was cut it starts the tooltip.
func (r *tableRow) MouseIn(e *desktop.MouseEvent) {
	r.hovered = true
	r.Refresh()
	r.tipAt(e.Position)
}

// MouseMoved follows the pointer from cell to cell.
func (r *tableRow) MouseMoved(e *desktop.MouseEvent) { r.tipAt(e.Position) }

// MouseOut ends both.
func (r *tableRow) MouseOut() {
	r.hovered = false
	r.Refresh()
	for _, c := range r.cells {
		hideTip(c)
	}
}

func (r *tableRow) tipAt(at fyne.Position) {
	for _, c := range r.cells {
		p, s := c.Position(), c.Size()
		t := cutIn(c)
		if t == nil || at.X < p.X || at.X > p.X+s.Width {
			hideTip(c)
			continue
		}
		if layer := layerOf(r); layer != nil && layer.owner != c {
			showTip(c, t.Value())
		}
	}
}

// cutIn finds a shortened text in a cell.
func cutIn(o fyne.CanvasObject) *Text {
	switch o := o.(type) {
	case *Text:
		if o.WasCut() {
			return o
		}
	case *fyne.Container:
		for _, c := range o.Objects {
			if t := cutIn(c); t != nil {
				return t
			}
		}
	}
	return nil
}

// CreateRenderer builds ground, edge and cells.
func (r *tableRow) CreateRenderer() fyne.WidgetRenderer {
	ground, edge := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	paint := func() {
		chosen := r.index >= 0 && r.index < r.table.count && r.table.chosen[r.table.key(r.index)]
		ground.FillColor = r.table.groundOf(chosen, r.hovered)
		edge.FillColor = colorOf(Accent)
		edge.Hidden = !chosen || !r.table.accentEdge
		ground.Refresh()
		edge.Refresh()
	}
	paint()
	return ready(r, &painter{
		objects: []fyne.CanvasObject{ground, edge, r.hold},
		min:     func() fyne.Size { return fyne.NewSize(columnsWidth(r.table.cols), r.table.rowHeight) },
		layout: func(s fyne.Size) {
			ground.Resize(s)
			put(edge, 0, 0, 3, s.Height)
			r.hold.Resize(s)
		},
		paint: paint,
	})
}
