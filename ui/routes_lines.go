//go:build !headless

package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// routeLine is one line about a route: its cells, and where it leads.
type routeLine struct {
	url   string
	cells []string
}

// lineList is a table of such lines, as the sheets over the routes show them.
type lineList struct {
	table *kit.Table
	lines []routeLine
}

// newLineList makes one; open gets the address of a line that is opened.
func newLineList(cols []kit.Column, open func(url string)) *lineList {
	l := &lineList{}
	l.table = kit.NewTable(kit.TableOptions{Columns: cols, RowHeight: 30, SortBy: -1,
		NewCells: func() []fyne.CanvasObject {
			out := []fyne.CanvasObject{kit.NewText("").Shorten(40)}
			for _, c := range cols[1:] {
				t := kit.Small("").Shorten(30)
				if c.Number {
					t = t.Right()
				}
				out = append(out, t)
			}
			return out
		},
		Fill: func(i int, c []fyne.CanvasObject) {
			for k, s := range l.lines[i].cells {
				c[k].(*kit.Text).Set(s)
			}
		},
		Key:  strconv.Itoa,
		Line: func(i int) string { return strings.Join(append(l.lines[i].cells, l.lines[i].url), "\t") },
	})
	l.table.OnOpen = func(i int) { open(l.lines[i].url) }
	return l
}

func (l *lineList) set(lines []routeLine) {
	l.lines = lines
	l.table.SetCount(len(lines)) // before anything shows the rows again: there may be fewer
	l.table.Select()
	l.table.ScrollTop()
}

// chosen is the index of the selected line, -1 without one.
func (l *lineList) chosen() int {
	if keys := l.table.Selection(); len(keys) > 0 {
		if i, err := strconv.Atoi(keys[0]); err == nil {
			return i
		}
	}
	return -1
}

// wideSheet is the size of a sheet with a list, in a window of now.
func (d *desk) wideSheet() (w, h float32) {
	s := d.win.Canvas().Size()
	return min(980, s.Width-120), s.Height - 100
}
