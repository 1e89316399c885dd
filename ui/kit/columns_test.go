//go:build !headless

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func threeColumns(t *testing.T) *Table {
	t.Helper()
	test.NewTempApp(t)
	x := NewTable(TableOptions{
		Columns:   []Column{{Title: "Name", Width: 100, Grow: 1, Sort: true}, {Title: "Pages", Width: 60, Number: true, Sort: true}, {Title: "State", Width: 80, Grow: 1}},
		RowHeight: 30, SortBy: 0, Words: TableWords{Reset: "Reset"},
		NewCells: func() []fyne.CanvasObject { return []fyne.CanvasObject{NewText(""), NewText(""), NewText("")} },
		Fill:     func(int, []fyne.CanvasObject) {},
		Key:      func(i int) string { return string(rune('a' + i)) },
		Line:     func(i int) string { return "row " + string(rune('a'+i)) },
		Many:     true,
	})
	w := test.NewTempWindow(t, x)
	w.Resize(fyne.NewSize(600, 300))
	x.SetCount(5)
	return x
}

func TestColumnIsDragged(t *testing.T) {
	x := threeColumns(t)
	width := x.head.Size().Width
	xs, ws := columnEdges(x.cols, width)
	edge := xs[0] + ws[0] + columnGap/2
	told := 0
	x.OnLayout = func() { told++ }
	x.head.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(edge-40, 10)}, Dragged: fyne.NewDelta(-40, 0)})
	x.head.DragEnd()
	_, after := columnEdges(x.cols, width)
	if d := ws[0] - after[0]; d < 39 || d > 41 {
		t.Errorf("the column became %v narrower", d)
	}
	if after[2] <= ws[2] {
		t.Errorf("nobody took the room: %v before, %v now", ws, after)
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	for range 40 {
		x.head.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(edge+900, 10)}, Dragged: fyne.NewDelta(0, 0)})
	}
	if xs, ws := columnEdges(x.cols, width); xs[2]+ws[2] > width {
		t.Errorf("the row became wider than the table: %v %v of %v", xs, ws, width)
	}
}

func TestLayoutIsRemembered(t *testing.T) {
	x := threeColumns(t)
	x.cols[0].set, x.cols[1].hidden, x.sortBy, x.descending = 150, true, 1, true
	y := threeColumns(t)
	y.Restore(x.Layout())
	if y.cols[0].set != 150 || !y.cols[1].hidden || y.sortBy != 1 || !y.descending {
		t.Errorf("%q became %+v, sort %d %v", x.Layout(), y.cols, y.sortBy, y.descending)
	}
	if _, ws := columnEdges(y.cols, 600); ws[1] != 0 {
		t.Error("a column that was left out is shown")
	}
	z := threeColumns(t)
	z.Restore("s9d s2a 7=100 0- x= 1=5 -3-")
	if z.sortBy != 0 || z.cols[0].hidden || z.cols[1].set != 0 {
		t.Errorf("nonsense was taken: %+v", z.cols)
	}
}

func TestRowsAreCopied(t *testing.T) {
	x := threeColumns(t)
	x.Select("b", "d")
	x.TypedShortcut(&fyne.ShortcutCopy{})
	if got := fyne.CurrentApp().Clipboard().Content(); got != "row b\nrow d" {
		t.Errorf("copied %q", got)
	}
}
