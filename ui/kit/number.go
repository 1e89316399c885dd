//go:build !headless

package kit

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Number is a figure on a soft disc: the days of an itinerary.
type Number struct {
	widget.BaseWidget
	n int
}

// NewNumber makes one.
func NewNumber(n int) *Number {
	x := &Number{n: n}
	x.ExtendBaseWidget(x)
	return x
}

const numberSide float32 = 20

// CreateRenderer builds disc and figure.
func (x *Number) CreateRenderer() fyne.WidgetRenderer {
	disc, text := canvas.NewCircle(nil), canvas.NewText(strconv.Itoa(x.n), nil)
	text.TextSize, text.Alignment, text.TextStyle.Bold = SizeBadge, fyne.TextAlignCenter, true
	paint := func() {
		disc.FillColor, text.Color = colorOf(AccentSoft), colorOf(Accent)
		disc.Refresh()
		text.Refresh()
	}
	paint()
	return ready(x, &painter{
		objects: []fyne.CanvasObject{disc, text},
		min:     func() fyne.Size { return fyne.NewSquareSize(numberSide) },
		layout: func(s fyne.Size) {
			put(disc, (s.Width-numberSide)/2, 0, numberSide, numberSide)
			put(text, (s.Width-numberSide)/2, 0, numberSide, numberSide)
		},
		paint: paint,
	})
}
