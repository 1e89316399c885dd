//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Cell is one of the four counts of a confusion table.
type Cell struct {
	Figure, Word string
	Tone         Tone
}

// Confusion is the 2 × 2 table of right and wrong: judged right, judged wrongly so, missed, rightly left out.
// A tap on a cell asks for its pages.
type Confusion struct {
	widget.BaseWidget
	OnPick func(cell int) // 0 right, 1 false, 2 missed, 3 right other
	heads  [2]string
	cells  [4]Cell
}

// NewConfusion makes an empty table with the two head words.
func NewConfusion(route, other string) *Confusion {
	c := &Confusion{heads: [2]string{route, other}}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows the cells, row by row.
func (c *Confusion) Set(cells [4]Cell) {
	if c.cells == cells {
		return
	}
	c.cells = cells
	c.Refresh()
}

func (c *Confusion) rect(i int) (x, y, w, h float32) {
	size := c.BaseWidget.Size()
	w, h = (size.Width-6)/2, (size.Height-22-6)/2
	return float32(i%2) * (w + 6), 22 + float32(i/2)*(h+6), w, h
}

// Tapped tells the cell.
func (c *Confusion) Tapped(e *fyne.PointEvent) {
	for i := range c.cells {
		x, y, w, h := c.rect(i)
		if e.Position.X >= x && e.Position.X <= x+w && e.Position.Y >= y && e.Position.Y <= y+h && c.OnPick != nil {
			c.OnPick(i)
		}
	}
}

// CreateRenderer builds two heads and four boxes.
func (c *Confusion) CreateRenderer() fyne.WidgetRenderer {
	var objects []fyne.CanvasObject
	var heads [2]*canvas.Text
	var boxes [4]*canvas.Rectangle
	var figures, words [4]*canvas.Text
	text := func() *canvas.Text {
		t := canvas.NewText("", nil)
		t.Alignment = fyne.TextAlignCenter
		objects = append(objects, t)
		return t
	}
	for i := range boxes {
		boxes[i] = canvas.NewRectangle(nil)
		objects = append(objects, boxes[i])
		figures[i], words[i] = text(), text()
	}
	heads[0], heads[1] = text(), text()
	place := func(size fyne.Size) {
		for i := range boxes {
			x, y, w, h := c.rect(i)
			put(boxes[i], x, y, w, h)
			put(figures[i], x, y+h/2-21, w, 24)
			put(words[i], x, y+h/2+2, w, 16)
		}
		for i := range heads {
			put(heads[i], float32(i)*(size.Width+6)/2, 0, (size.Width-6)/2, 18)
		}
	}
	paint := func() {
		for i, cell := range c.cells {
			boxes[i].FillColor, boxes[i].CornerRadius = colorOf(cell.Tone.soft()), 5
			figures[i].Text, figures[i].TextSize, figures[i].TextStyle.Bold, figures[i].Color = cell.Figure, 17.5, true, colorOf(cell.Tone.Ink())
			words[i].Text, words[i].TextSize, words[i].Color = cell.Word, SizeSmall, colorOf(cell.Tone.Ink())
		}
		for i := range heads {
			heads[i].Text, heads[i].TextSize, heads[i].Color = c.heads[i], SizeSmall, colorOf(Ink2)
		}
		place(c.BaseWidget.Size())
		canvas.Refresh(c)
	}
	paint()
	return ready(c, &painter{
		objects: objects,
		min: func() fyne.Size {
			w := max(heads[0].MinSize().Width, heads[1].MinSize().Width, 84)
			return fyne.NewSize(2*w+6, 22+2*54+6)
		},
		layout: place,
		paint:  paint,
	})
}
