//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Segment is a small choice of one among a few, all in sight. The arrow keys move the choice.
type Segment struct {
	touch
	OnChange func(int)
	OnAgain  func(int) // the option that is chosen already was tapped; nil does nothing
	options  []string
	chosen   int
	over     int // segment under the pointer, -1 none
	edges    []float32
}

// NewSegment makes a segment with the first option chosen.
func NewSegment(options []string, onChange func(int)) *Segment {
	s := &Segment{OnChange: onChange, options: options, over: -1}
	s.extend(s, nil)
	return s
}

// Choose shows another option without telling.
func (s *Segment) Choose(i int) {
	if s.chosen == i || i < 0 || i >= len(s.options) {
		return
	}
	s.chosen = i
	s.Refresh()
}

// Chosen is the index of the option.
func (s *Segment) Chosen() int { return s.chosen }

// SetOptions changes the texts, for instance their counts. Their number stays.
func (s *Segment) SetOptions(options []string) {
	same := len(options) == len(s.options)
	for i := range options {
		same = same && options[i] == s.options[i]
	}
	if same {
		return
	}
	s.options = options
	s.Refresh()
}

// Tapped chooses the option under the pointer.
func (s *Segment) Tapped(e *fyne.PointEvent) {
	if s.off || e == nil {
		return
	}
	s.focusHere(s)
	for i := range s.options {
		if i < len(s.edges) && e.Position.X < s.edges[i] {
			if i == s.chosen && s.OnAgain != nil {
				s.OnAgain(i)
			}
			s.pick(i)
			return
		}
	}
}

func (s *Segment) pick(i int) {
	if i < 0 || i >= len(s.options) || i == s.chosen {
		return
	}
	s.Choose(i)
	if s.OnChange != nil {
		s.OnChange(i)
	}
}

// TypedKey moves the choice with the arrows.
func (s *Segment) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		s.pick(s.chosen - 1)
	case fyne.KeyRight:
		s.pick(s.chosen + 1)
	default:
		passKey(s, e)
	}
}

// TypedRune is not used.
func (s *Segment) TypedRune(rune) {}

const segmentSide float32 = 10

func (s *Segment) textWidth(i int) float32 {
	return ceil(fyne.MeasureText(s.options[i], SizeBody, fyne.TextStyle{Bold: true}).Width)
}

// CreateRenderer builds the track, the raised box and a text an option.
func (s *Segment) CreateRenderer() fyne.WidgetRenderer {
	track, raised := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	r := &painter{objects: []fyne.CanvasObject{track, raised}}
	var texts []*canvas.Text
	place := func(size fyne.Size) {
		put(track, 0, 0, size.Width, size.Height)
		x := float32(2)
		s.edges = s.edges[:0]
		for i, t := range texts {
			w := s.textWidth(i) + 2*segmentSide
			put(t, x+segmentSide, 0, w-2*segmentSide, size.Height)
			if i == s.chosen {
				put(raised, x, 2, w, size.Height-4)
			}
			x += w
			s.edges = append(s.edges, x)
		}
	}
	paint := func() {
		track.FillColor, track.CornerRadius = colorOf(Track), ControlRadius
		raised.FillColor, raised.CornerRadius = colorOf(Surface), 5
		raised.StrokeColor, raised.StrokeWidth = colorOf(Line), 1
		if s.focused {
			raised.StrokeColor, raised.StrokeWidth = colorOf(Accent), 1.5
		}
		for len(texts) < len(s.options) {
			t := canvas.NewText("", nil)
			t.Alignment = fyne.TextAlignCenter
			texts = append(texts, t)
			r.objects = append(r.objects, t)
		}
		for i, t := range texts {
			t.Text, t.TextSize, t.Color = s.options[i], SizeBody, colorOf(Ink2)
			t.TextStyle.Bold = i == s.chosen
			if i == s.chosen {
				t.Color = colorOf(Ink)
			}
			t.Refresh()
		}
		place(s.BaseWidget.Size())
		track.Refresh()
		raised.Refresh()
	}
	paint()
	r.min = func() fyne.Size {
		w := float32(4)
		for i := range s.options {
			w += s.textWidth(i) + 2*segmentSide
		}
		return fyne.NewSize(w, ControlHeight)
	}
	r.layout, r.paint = place, paint
	return ready(s, r)
}
