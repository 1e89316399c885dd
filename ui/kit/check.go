//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Check is a 14 box with an optional label; Toggle is the same as a switch of 28 × 16.
type Check struct {
	touch
	OnChange func(bool)
	label    string
	on       bool
	toggle   bool
}

// NewCheck makes a check box.
func NewCheck(label string, onChange func(bool)) *Check {
	c := &Check{label: label, OnChange: onChange}
	c.extend(c, c.flip)
	return c
}

// NewToggle makes a switch.
func NewToggle(label string, onChange func(bool)) *Check {
	c := NewCheck(label, onChange)
	c.toggle = true
	return c
}

// On tells the state.
func (c *Check) On() bool { return c.on }

// Set shows a state without telling.
func (c *Check) Set(on bool) {
	if c.on == on {
		return
	}
	c.on = on
	c.Refresh()
}

// SetLabel changes the text.
func (c *Check) SetLabel(s string) {
	if c.label == s {
		return
	}
	c.label = s
	c.Refresh()
}

func (c *Check) flip() {
	c.on = !c.on
	c.Refresh()
	if c.OnChange != nil {
		c.OnChange(c.on)
	}
}

func (c *Check) boxWidth() float32 {
	if c.toggle {
		return 28
	}
	return 16
}

// CreateRenderer builds box, tick, knob and label.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	box, knob := canvas.NewRectangle(nil), canvas.NewCircle(nil)
	tick := NewIcon("check", OnAccent, 12)
	label := NewText(c.label).Shorten(40)
	place := func(s fyne.Size) {
		y := s.Height / 2
		if c.toggle {
			put(box, 0, y-8, 28, 16)
			x := float32(2)
			if c.on {
				x = 14
			}
			put(knob, x, y-6, 12, 12)
		} else {
			put(box, 1, y-7, 14, 14)
			put(tick, 2, y-6, 12, 12)
		}
		put(label, c.boxWidth()+7, 0, max(0, s.Width-c.boxWidth()-7), s.Height)
	}
	paint := func() {
		fill, edge := Input, LineStrong
		if c.toggle {
			fill, edge = LineStrong, ""
		}
		if c.on {
			fill, edge = Accent, Accent
		}
		if c.off && c.on {
			fill, edge = Neutral, Neutral
		}
		box.FillColor, box.StrokeWidth, box.StrokeColor = colorOf(fill), 0, nil
		if edge != "" {
			box.StrokeColor, box.StrokeWidth = colorOf(edge), 1
		}
		if c.focused {
			box.StrokeColor, box.StrokeWidth = colorOf(Ink), 1.5
		}
		box.CornerRadius = 3
		if c.toggle {
			box.CornerRadius = 8
		}
		knob.FillColor, knob.Hidden = colorOf(Surface), !c.toggle
		tick.Hidden = c.toggle || !c.on
		role := Ink
		if c.off {
			role = Ink3
		}
		label.SetRole(c.label, role)
		place(c.BaseWidget.Size())
		box.Refresh()
		knob.Refresh()
		tick.Refresh()
	}
	paint()
	return ready(c, &painter{
		objects: []fyne.CanvasObject{box, knob, tick, label},
		min: func() fyne.Size {
			w := c.boxWidth()
			if c.label != "" {
				w += 7 + ceil(fyne.MeasureText(c.label, SizeBody, fyne.TextStyle{}).Width)
			}
			return fyne.NewSize(w, 20)
		},
		layout: place,
		paint:  paint,
	})
}
