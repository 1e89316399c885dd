//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Chip is a round filter that is on or off.
type Chip struct {
	touch
	OnChange func(bool)
	text     string
	on       bool
}

// NewChip makes a chip.
func NewChip(text string, on bool, onChange func(bool)) *Chip {
	c := &Chip{text: text, on: on, OnChange: onChange}
	c.extend(c, func() {
		c.on = !c.on
		c.Refresh()
		if c.OnChange != nil {
			c.OnChange(c.on)
		}
	})
	return c
}

// On tells the state.
func (c *Chip) On() bool { return c.on }

// Set shows text and state without telling.
func (c *Chip) Set(text string, on bool) {
	if c.text == text && c.on == on {
		return
	}
	c.text, c.on = text, on
	c.Refresh()
}

// CreateRenderer builds edge and word.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	box, label := canvas.NewRectangle(nil), canvas.NewText("", nil)
	label.TextSize = SizeSmall
	label.Alignment = fyne.TextAlignCenter
	paint := func() {
		box.CornerRadius, box.FillColor, box.StrokeColor, box.StrokeWidth = 11, colorOf(Clear), colorOf(LineStrong), 1
		label.Text, label.Color = c.text, colorOf(Ink2)
		if c.on {
			box.FillColor, box.StrokeColor, label.Color = colorOf(AccentSoft), colorOf(Accent), colorOf(Accent)
		}
		if c.hovered && !c.on {
			box.FillColor = colorOf(Hover)
		}
		if c.focused {
			box.StrokeColor, box.StrokeWidth = colorOf(Accent), 1.5
		}
		box.Refresh()
		label.Refresh()
	}
	paint()
	return ready(c, &painter{
		objects: []fyne.CanvasObject{box, label},
		min: func() fyne.Size {
			return fyne.NewSize(ceil(fyne.MeasureText(c.text, SizeSmall, fyne.TextStyle{}).Width)+18, 22)
		},
		layout: func(s fyne.Size) {
			put(box, 0, 0, s.Width, s.Height)
			put(label, 0, 0, s.Width, s.Height)
		},
		paint: paint,
	})
}
