//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Tone is the colour of a badge, chip or bar.
type Tone int

const (
	Grey Tone = iota
	Blue
	Green
	Amber
	Red
)

func (t Tone) soft() Role {
	return [...]Role{Track, AccentSoft, GoodSoft, WarnSoft, BadSoft}[t]
}

// Ink is the tone's text colour.
func (t Tone) Ink() Role {
	return [...]Role{Ink2, Accent, Good, Warn, Bad}[t]
}

func (t Tone) solid() Role {
	return [...]Role{Neutral, Accent, Good, Warn, Bad}[t]
}

// Badge is a small word on a soft ground; empty ones take no room.
type Badge struct {
	widget.BaseWidget
	text string
	tone Tone
}

// NewBadge makes a badge.
func NewBadge(text string, tone Tone) *Badge {
	b := &Badge{text: text, tone: tone}
	b.ExtendBaseWidget(b)
	return b
}

// Set changes word and tone.
func (b *Badge) Set(text string, tone Tone) {
	if b.text == text && b.tone == tone {
		return
	}
	b.text, b.tone = text, tone
	b.Refresh()
}

const badgeHeight float32 = 18

// CreateRenderer builds ground and word.
func (b *Badge) CreateRenderer() fyne.WidgetRenderer {
	box, label := canvas.NewRectangle(nil), canvas.NewText("", nil)
	label.TextSize = SizeBadge
	label.Alignment = fyne.TextAlignCenter
	width := func() float32 {
		if b.text == "" {
			return 0
		}
		return ceil(fyne.MeasureText(b.text, SizeBadge, fyne.TextStyle{}).Width) + 12
	}
	place := func(s fyne.Size) {
		w := min(width(), s.Width)
		put(box, 0, (s.Height-badgeHeight)/2, w, badgeHeight)
		put(label, 0, (s.Height-badgeHeight)/2, w, badgeHeight)
	}
	paint := func() {
		box.FillColor, box.CornerRadius = colorOf(b.tone.soft()), 4
		label.Text, label.Color = b.text, colorOf(b.tone.Ink())
		box.Hidden, label.Hidden = b.text == "", b.text == ""
		place(b.BaseWidget.Size())
		box.Refresh()
		label.Refresh()
	}
	paint()
	return ready(b, &painter{
		objects: []fyne.CanvasObject{box, label},
		min:     func() fyne.Size { return fyne.NewSize(width(), badgeHeight) },
		layout:  place,
		paint:   paint,
	})
}
