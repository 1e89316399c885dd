//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Meter is a bar on a track, 0…1. A negative value hides it: nothing to measure.
type Meter struct {
	widget.BaseWidget
	Width, Thick float32
	value        float64
	tone         Tone
}

// NewMeter makes a meter of a least width and a thickness.
func NewMeter(width, thick float32, tone Tone) *Meter {
	m := &Meter{Width: width, Thick: thick, tone: tone}
	m.ExtendBaseWidget(m)
	return m
}

// Set shows a value.
func (m *Meter) Set(v float64, tone Tone) {
	if m.value == v && m.tone == tone {
		return
	}
	m.value, m.tone = v, tone
	m.Refresh()
}

// CreateRenderer builds track and bar.
func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	track, bar := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	place := func(s fyne.Size) {
		y := (s.Height - m.Thick) / 2
		put(track, 0, y, s.Width, m.Thick)
		w := s.Width * clamp(float32(m.value), 0, 1)
		if m.value > 0 {
			w = max(w, 1.5)
		}
		put(bar, 0, y, w, m.Thick)
	}
	paint := func() {
		track.FillColor, track.CornerRadius = colorOf(Track), m.Thick/2
		bar.FillColor, bar.CornerRadius = colorOf(m.tone.solid()), m.Thick/2
		track.Hidden, bar.Hidden = m.value < 0, m.value <= 0
		place(m.BaseWidget.Size())
		track.Refresh()
		bar.Refresh()
	}
	paint()
	return ready(m, &painter{
		objects: []fyne.CanvasObject{track, bar},
		min:     func() fyne.Size { return fyne.NewSize(m.Width, m.Thick) },
		layout:  place,
		paint:   paint,
	})
}
