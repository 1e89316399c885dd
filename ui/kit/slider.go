//go:build !headless

package kit

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Slider chooses a number. Plain ones fill from the left; diverging ones from zero in the middle, red below it.
// OnChange follows the thumb, OnEnd tells when it is let go: what is dear belongs into OnEnd.
type Slider struct {
	touch
	OnChange, OnEnd func(float64)
	lo, hi, step    float64
	value           float64
	diverging       bool
	muted           bool
	dragging        bool
}

// NewSlider makes a slider from lo to hi in steps.
func NewSlider(lo, hi, step float64) *Slider {
	s := &Slider{lo: lo, hi: hi, step: step, value: lo}
	s.extend(s, nil)
	return s
}

// NewWeight makes a diverging slider from -reach to +reach.
func NewWeight(reach, step float64) *Slider {
	s := NewSlider(-reach, reach, step)
	s.diverging, s.value = true, 0
	return s
}

// Value is the number.
func (s *Slider) Value() float64 { return s.value }

// Dragging tells whether the thumb is held: updates from elsewhere wait until then.
func (s *Slider) Dragging() bool { return s.dragging }

// Set shows a value without telling. Values outside the reach widen it.
func (s *Slider) Set(v float64) {
	if s.diverging && math.Abs(v) > s.hi {
		s.hi = math.Ceil(math.Abs(v)*2) / 2
		s.lo = -s.hi
	}
	if s.value == v {
		return
	}
	s.value = v
	s.Refresh()
}

// SetReach changes the ends.
func (s *Slider) SetReach(lo, hi float64) {
	if s.lo == lo && s.hi == hi {
		return
	}
	s.lo, s.hi = lo, hi
	s.Refresh()
}

// Mute draws the slider grey: its factor is off.
func (s *Slider) Mute(on bool) {
	if s.muted == on {
		return
	}
	s.muted = on
	s.Refresh()
}

const thumbSide float32 = 12

func (s *Slider) share() float32 {
	if s.hi <= s.lo {
		return 0
	}
	return clamp(float32((s.value-s.lo)/(s.hi-s.lo)), 0, 1)
}

func (s *Slider) moveTo(x float32) {
	room := s.Size().Width - thumbSide
	if room <= 0 {
		return
	}
	s.user(s.lo + float64(clamp((x-thumbSide/2)/room, 0, 1))*(s.hi-s.lo))
}

// user sets a value the user chose, on the grid of steps.
func (s *Slider) user(v float64) {
	v = math.Round(v/s.step) * s.step
	v = math.Round(v*1e6) / 1e6
	v = math.Max(s.lo, math.Min(s.hi, v))
	if v == s.value {
		return
	}
	s.value = v
	s.Refresh()
	if s.OnChange != nil {
		s.OnChange(v)
	}
}

func (s *Slider) end() {
	if s.OnEnd != nil {
		s.OnEnd(s.value)
	}
}

// Tapped jumps to the place.
func (s *Slider) Tapped(e *fyne.PointEvent) {
	if s.off || e == nil {
		return
	}
	s.focusHere(s)
	before := s.value
	s.moveTo(e.Position.X)
	if s.value != before {
		s.end()
	}
}

// Dragged follows the pointer.
func (s *Slider) Dragged(e *fyne.DragEvent) {
	if s.off {
		return
	}
	s.dragging = true
	s.moveTo(e.Position.X)
}

// DragEnd settles.
func (s *Slider) DragEnd() {
	if s.dragging {
		s.dragging = false
		s.end()
	}
}

// TypedKey moves by a step.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	if s.off {
		return
	}
	before := s.value
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.user(s.value - s.step)
	case fyne.KeyRight, fyne.KeyUp:
		s.user(s.value + s.step)
	default:
		passKey(s, e)
	}
	if s.value != before {
		s.end()
	}
}

// TypedRune is not used.
func (s *Slider) TypedRune(rune) {}

// CreateRenderer builds track, fill, middle mark and thumb.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	track, fill, middle := canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	thumb := canvas.NewCircle(nil)
	place := func(size fyne.Size) {
		y := size.Height / 2
		room := size.Width - thumbSide
		x := thumbSide/2 + room*s.share()
		zero := thumbSide / 2
		if s.diverging {
			zero = thumbSide/2 + room*clamp(float32(-s.lo/(s.hi-s.lo)), 0, 1)
		}
		put(track, 0, y-2, size.Width, 4)
		if s.diverging {
			put(fill, min(zero, x), y-2, float32(math.Abs(float64(x-zero))), 4)
		} else {
			put(fill, 0, y-2, x, 4)
		}
		put(middle, zero-0.5, y-4, 1, 8)
		middle.Hidden = !s.diverging
		put(thumb, x-thumbSide/2, y-thumbSide/2, thumbSide, thumbSide)
	}
	paint := func() {
		tone := Accent
		if s.diverging && s.value < 0 {
			tone = Bad
		}
		if s.muted || s.off {
			tone = Neutral
		}
		track.FillColor, track.CornerRadius = colorOf(Track), 2
		fill.FillColor, fill.CornerRadius = colorOf(tone), 2
		middle.FillColor = colorOf(Neutral)
		thumb.FillColor, thumb.StrokeColor, thumb.StrokeWidth = colorOf(Surface), colorOf(tone), 2
		if s.focused || s.hovered {
			thumb.StrokeWidth = 3
		}
		place(s.BaseWidget.Size())
		for _, o := range []fyne.CanvasObject{track, fill, middle, thumb} {
			o.Refresh()
		}
	}
	paint()
	return ready(s, &painter{
		objects: []fyne.CanvasObject{track, middle, fill, thumb},
		min:     func() fyne.Size { return fyne.NewSize(60, 16) },
		layout:  place,
		paint:   paint,
	})
}
