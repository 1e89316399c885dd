//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Sheet is a small window inside the window: title, content, a foot of buttons. Escape and the cross close it.
type Sheet struct {
	widget.BaseWidget
	OnClose func()
	OnKey   func(*fyne.KeyEvent) // keys that nothing in the sheet has a use for, Escape left out
	canvas  fyne.Canvas
	shade   *canvas.Rectangle
	card    *fyne.Container
	size    fyne.Size
}

// ShowSheet opens a sheet over a canvas and gives it back for closing.
func ShowSheet(c fyne.Canvas, title string, w, h float32, content fyne.CanvasObject, foot ...fyne.CanvasObject) *Sheet {
	s := &Sheet{canvas: c, shade: canvas.NewRectangle(fade(Ink, 90)), size: fyne.NewSize(w, h)}
	closer := IconButton("cross", "", s.Close)
	parts := []fyne.CanvasObject{
		Fixed(Pad(Row(8, Strong(title, 15), Space(), closer), 16, 0, 10, 0), 0, 44),
		HLine(),
		Grow(Pad(content, 16, 12, 16, 12)),
	}
	if len(foot) > 0 {
		parts = append(parts, HLine(), Fixed(Pad(Row(8, foot...), 16, 0, 16, 0), 0, 48))
	}
	s.card = Stack(NewPanel(Surface, LineStrong, CardRadius), Col(0, parts...))
	s.ExtendBaseWidget(s)
	c.Overlays().Add(s)
	s.Resize(c.Size())
	return s
}

// Close takes the sheet away.
func (s *Sheet) Close() {
	s.canvas.Overlays().Remove(s)
	if s.OnClose != nil {
		s.OnClose()
	}
}

// Tapped keeps taps beside the card from falling through.
func (s *Sheet) Tapped(*fyne.PointEvent) {}

// CreateRenderer centres the card.
func (s *Sheet) CreateRenderer() fyne.WidgetRenderer {
	return ready(s, &painter{
		objects: []fyne.CanvasObject{s.shade, s.card},
		min:     func() fyne.Size { return fyne.NewSize(1, 1) },
		layout: func(size fyne.Size) {
			s.shade.Resize(size)
			w := min(s.size.Width, size.Width-24)
			h := s.size.Height
			if h == 0 {
				h = heightOf(s.card, w)
			}
			h = min(h, size.Height-24)
			put(s.card, (size.Width-w)/2, (size.Height-h)/2, w, h)
		},
	})
}
