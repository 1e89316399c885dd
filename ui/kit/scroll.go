//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Scroller scrolls content downwards and gives it the height its width asks for. After the content grew or shrank, call Refresh.
type Scroller struct {
	widget.BaseWidget
	keep   *keepWidth
	hold   *fyne.Container
	scroll *container.Scroll
	least  fyne.Size
}

// keepWidth remembers the width, so that the toolkit's scroll asks for the right height.
type keepWidth struct {
	wrap
	width float32
}

func (k *keepWidth) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := k.wrap.MinSize(objects)
	if k.width > 0 {
		m.Height = k.heightFor(objects, k.width)
		m.Width = min(m.Width, k.width)
	}
	return m
}

// NewScroller makes one with a least size.
func NewScroller(content fyne.CanvasObject, leastWidth, leastHeight float32) *Scroller {
	s := &Scroller{keep: &keepWidth{}, least: fyne.NewSize(leastWidth, leastHeight)}
	s.hold = container.New(s.keep, content)
	s.scroll = container.NewVScroll(s.hold)
	s.ExtendBaseWidget(s)
	return s
}

// Top scrolls to the beginning.
func (s *Scroller) Top() {
	s.scroll.Offset = fyne.Position{}
	s.Refresh()
}

// Bottom scrolls to the end.
func (s *Scroller) Bottom() {
	s.Refresh()
	s.scroll.ScrollToBottom()
}

// SetContent replaces the content and keeps the place.
func (s *Scroller) SetContent(o fyne.CanvasObject) {
	s.hold.Objects = []fyne.CanvasObject{o}
	s.Refresh()
}

// CreateRenderer is the scroll.
func (s *Scroller) CreateRenderer() fyne.WidgetRenderer {
	settle := func() {
		s.keep.width = s.BaseWidget.Size().Width
		s.scroll.Resize(s.BaseWidget.Size())
		s.scroll.Refresh()
	}
	return ready(s, &painter{
		objects: []fyne.CanvasObject{s.scroll},
		min:     func() fyne.Size { return s.least },
		layout:  func(fyne.Size) { settle() },
		paint: func() {
			settle()
			s.hold.Refresh()
		},
	})
}
