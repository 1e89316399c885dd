//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Choice is a large button for showing to a room: a sign of one letter, a title, a line under it.
type Choice struct {
	touch
	sign, title, under string
}

// NewChoice makes one.
func NewChoice(sign, title, under string, act func()) *Choice {
	c := &Choice{sign: sign, title: title, under: under}
	c.extend(c, act)
	return c
}

// CreateRenderer builds box, sign and two lines.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	box, disc, over := canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	sign := canvas.NewText(c.sign, nil)
	sign.TextSize, sign.TextStyle.Bold, sign.Alignment = 22, true, fyne.TextAlignCenter
	title, under := Strong(c.title, 21).Shorten(60), Styled(c.under, 16, Ink2).Shorten(60)
	paint := func() {
		box.FillColor, box.StrokeColor, box.StrokeWidth, box.CornerRadius = colorOf(Surface), colorOf(LineStrong), 1, CardRadius
		if c.focused {
			box.StrokeColor, box.StrokeWidth = colorOf(Accent), 2
		}
		over.FillColor, over.CornerRadius = colorOf(Clear), CardRadius
		if c.hovered {
			over.FillColor = colorOf(Hover)
		}
		disc.FillColor, disc.CornerRadius, sign.Color = colorOf(AccentSoft), 24, colorOf(Accent)
		box.Refresh()
		over.Refresh()
		disc.Refresh()
		sign.Refresh()
	}
	paint()
	return ready(c, &painter{
		objects: []fyne.CanvasObject{box, over, disc, sign, title, under},
		min:     func() fyne.Size { return fyne.NewSize(200, 92) },
		layout: func(s fyne.Size) {
			put(box, 0, 0, s.Width, s.Height)
			put(over, 0, 0, s.Width, s.Height)
			y := (s.Height - 48) / 2
			put(disc, 20, y, 48, 48)
			put(sign, 20, y, 48, 48)
			put(title, 86, s.Height/2-31, max(0, s.Width-104), 32)
			put(under, 86, s.Height/2+3, max(0, s.Width-104), 24)
		},
		paint: paint,
	})
}
