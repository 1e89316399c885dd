//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"xunlu/assets"
)

// TopBar is the head of the window, 46 high and a hairline: sign, name, tabs, and what stands at the right.
func TopBar(name string, tabs fyne.CanvasObject, right ...fyne.CanvasObject) fyne.CanvasObject {
	sign := MarkImage(25)
	items := append([]fyne.CanvasObject{sign, Gap(2), Strong(name, 16), Gap(24), Fixed(tabs, 0, 46), Space()}, right...)
	bar := Fixed(Pad(Row(6, items...), 15, 0, 14, 0), 0, 46)
	return Col(0, Stack(NewPanel(Surface, "", 0), bar), HLine())
}

// MarkImage is the program's sign.
func MarkImage(side float32) fyne.CanvasObject {
	img := canvas.NewImageFromResource(fyne.NewStaticResource("mark.svg", assets.Mark()))
	img.FillMode = canvas.ImageFillContain
	return Fixed(img, side, side)
}

// Figure is a label and a bold value of the status bar.
type Figure struct {
	fyne.CanvasObject
	value *Text
}

// NewFigure makes one.
func NewFigure(label string) *Figure {
	v := Strong("0", SizeSmall)
	return &Figure{Row(4, Styled(label, SizeSmall, Ink3), v), v}
}

// Set shows a value and tells whether its width may have changed.
func (f *Figure) Set(s string) bool {
	changed := len(f.value.Value()) != len(s)
	f.value.Set(s)
	return changed
}

// StatusBar is the foot of the window, 27 high and a hairline: what goes on and why, figures, and whether it may be closed.
type StatusBar struct {
	fyne.CanvasObject
	Figures []*Figure
	row     *fyne.Container
	shape   *Shape
	state   *Text
	why     *Text
	safe    *Shape
	close   *Text
}

// NewStatusBar makes a bar with labelled figures.
func NewStatusBar(labels ...string) *StatusBar {
	b := &StatusBar{shape: NewShape(Idle), state: Styled("", SizeSmall, Ink), why: Styled("", SizeSmall, Ink3).Shorten(60),
		safe: NewShape(Yes), close: Styled("", SizeSmall, Ink2)}
	items := []fyne.CanvasObject{b.shape, b.state, Gap(1), Grow(b.why)}
	for _, l := range labels {
		f := NewFigure(l)
		b.Figures = append(b.Figures, f)
		items = append(items, f.CanvasObject, Gap(4))
	}
	items = append(items, VLine(), b.safe, b.close)
	b.row = Row(5, items...)
	bar := Fixed(Pad(b.row, 12, 0, 14, 0), 0, 27)
	b.CanvasObject = Col(0, HLine(), Stack(NewPanel(Surface, "", 0), bar))
	return b
}

// Set shows what goes on.
func (b *StatusBar) Set(shape State, state, why string, figures []string, safe bool, closing string) {
	wider := b.state.Value() != state || b.close.Value() != closing
	b.shape.Set(shape)
	b.state.Set(state)
	b.why.Set(why)
	for i, f := range b.Figures {
		if i < len(figures) && f.Set(figures[i]) {
			wider = true
		}
	}
	mark := Waiting
	if safe {
		mark = Yes
	}
	b.safe.Set(mark)
	b.close.Set(closing)
	if wider {
		for _, f := range b.Figures {
			f.CanvasObject.Refresh()
		}
		b.row.Refresh()
	}
}
