//go:build !headless

package kit

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// numbers is a table of n rows whose cells are made and filled under count.
func numbers(t *testing.T, n int) (table *Table, made, filled *int) {
	t.Helper()
	themed(t)
	made, filled = new(int), new(int)
	table = NewTable(TableOptions{
		Columns:   []Column{{Title: "Name", Width: 60, Grow: 1, Sort: true}, {Title: "Number", Width: 60, Number: true, Sort: true}, {Title: "Extra", Width: 50, Drop: 300}},
		RowHeight: 34, SortBy: -1, Many: true,
		NewCells: func() []fyne.CanvasObject {
			*made++
			return []fyne.CanvasObject{NewText(""), NewText("").Right(), NewText("")}
		},
		Fill: func(i int, c []fyne.CanvasObject) {
			*filled++
			c[0].(*Text).Set(fmt.Sprint("row ", i))
		},
		Key: strconv.Itoa,
	})
	win := test.NewTempWindow(t, table)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(400, 374))
	table.SetCount(n)
	return table, made, filled
}

func TestTableKeepsOnlyTheRowsInSight(t *testing.T) {
	table, made, filled := numbers(t, 10_000)
	if *made > 40 {
		t.Errorf("%d rows were built for 10 in sight", *made)
	}
	*filled = 0
	for range 50 {
		table.ScrollBy(3 * 34)
	}
	if *filled > 50*20 {
		t.Errorf("scrolling by 150 rows filled %d", *filled)
	}
	before := *made
	*filled = 0
	table.SetCount(10_000)
	if *made != before {
		t.Errorf("an update of the same count built %d more rows", *made-before)
	}
	if *filled == 0 || *filled > 60 {
		t.Errorf("an update filled %d rows", *filled)
	}
}

func TestTableSelection(t *testing.T) {
	table, _, _ := numbers(t, 20)
	told := 0
	table.OnSelect = func() { told++ }
	table.pick(3, false, false)
	table.pick(5, true, false)
	if got := table.Selection(); !slices.Equal(got, []string{"3", "5"}) {
		t.Errorf("with Ctrl: %v", got)
	}
	table.pick(8, false, true)
	if got := table.Selection(); !slices.Equal(got, []string{"5", "6", "7", "8"}) {
		t.Errorf("with Shift: %v", got)
	}
	table.pick(5, true, false)
	if table.Selected("5") {
		t.Error("Ctrl on a selected row keeps it")
	}
	table.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := table.Selection(); len(got) != 20 {
		t.Errorf("Ctrl+A selects %d of 20", len(got))
	}
	table.pick(1, false, false)
	table.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if got := table.Selection(); !slices.Equal(got, []string{"2"}) {
		t.Errorf("arrow down: %v", got)
	}
	if told == 0 {
		t.Error("nobody was told")
	}
}

func TestTableHeadSorts(t *testing.T) {
	table, _, _ := numbers(t, 3)
	var got []string
	table.OnSort = func(column int, down bool) { got = append(got, fmt.Sprint(column, down)) }
	xs, _ := columnEdges(table.cols, table.head.Size().Width)
	test.TapAt(table.head, fyne.NewPos(xs[1]+5, 10))
	test.TapAt(table.head, fyne.NewPos(xs[1]+5, 10))
	test.TapAt(table.head, fyne.NewPos(xs[0]+5, 10))
	if want := []string{"1 true", "1 false", "0 false"}; !slices.Equal(got, want) {
		t.Errorf("sorted %v, want %v", got, want)
	}
}

func TestColumnsAreDroppedWhereThereIsNoRoom(t *testing.T) {
	cols := []Column{{Width: 100, Grow: 1}, {Width: 80, Drop: 400}, {Width: 60, Number: true}}
	for _, c := range []struct {
		width float32
		shown bool
	}{{500, true}, {400, true}, {399, false}, {220, false}} {
		xs, ws := columnEdges(cols, c.width)
		if (ws[1] > 0) != c.shown {
			t.Errorf("at %v the middle column is %v wide", c.width, ws[1])
		}
		if end := xs[2] + ws[2]; end != c.width-cellInset {
			t.Errorf("at %v the last column ends at %v", c.width, end)
		}
	}
	if w := columnsWidth(cols); w != 24+100+12+60 {
		t.Errorf("least width %v", w)
	}
}
