//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
)

// Column is one column of a table. Text columns stand left, number columns right; the head stands as its column does.
type Column struct {
	Title  string
	Width  float32 // least width
	Grow   float32 // share of the free width
	Number bool
	Sort   bool    // a tap on the head sorts by it
	Lead   float32 // extra room before the column: 12 where a text column follows a number column
	Drop   float32 // row width below which the column is left out; 0 keeps it always

	set    float32 // width the user gave it; 0 none
	hidden bool    // the user left it out
}

// shown tells whether a column stands in a row of a width.
func (c *Column) shown(width float32) bool { return !c.hidden && c.Drop <= width }

const (
	cellInset  float32 = 12
	columnGap  float32 = 12
	headHeight float32 = 30
)

// columnEdges gives x and width of every column in a row of the given width.
func columnEdges(cols []Column, width float32) (xs, ws []float32) {
	xs, ws = make([]float32, len(cols)), make([]float32, len(cols))
	free, weights := freeWidth(cols, width, true)
	own := free >= 0 // a window too narrow for the user's widths falls back to the table's own
	if !own {
		free, weights = freeWidth(cols, width, false)
	}
	x := cellInset - columnGap
	for i, c := range cols {
		if !c.shown(width) {
			continue
		}
		x += columnGap
		x += c.Lead
		w := c.Width
		switch {
		case own && c.set > 0:
			w = c.set
		case weights > 0:
			w = max(16, w+free*c.Grow/weights)
		}
		xs[i], ws[i] = round(x), round(w)
		x += w
	}
	return xs, ws
}

// freeWidth is what the columns leave of a row, to be shared by their weights.
func freeWidth(cols []Column, width float32, own bool) (free, weights float32) {
	var used float32
	for _, c := range cols {
		if !c.shown(width) {
			continue
		}
		w := c.Width
		if own && c.set > 0 {
			w = c.set
		} else {
			weights += c.Grow
		}
		used += w + c.Lead + columnGap
	}
	return width - 2*cellInset - used + columnGap, weights
}

// columnsWidth is the least width of a row, without the columns that may be left out.
func columnsWidth(cols []Column) float32 {
	w := 2*cellInset - columnGap
	for _, c := range cols {
		if c.Drop == 0 && !c.hidden {
			w += c.Width + c.Lead + columnGap
		}
	}
	return w
}

// cells lays a row's objects under their columns.
type cells struct{ cols []Column }

func (c *cells) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	xs, ws := columnEdges(c.cols, size.Width)
	for i, o := range objects {
		if i >= len(xs) {
			continue
		}
		if ws[i] == 0 {
			o.Hide()
			continue
		}
		o.Show()
		put(o, xs[i], 0, ws[i], size.Height)
	}
}

func (c *cells) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(columnsWidth(c.cols), 20)
}
