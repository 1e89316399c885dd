//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Panel is a filled, edged, rounded rectangle that follows the theme.
type Panel struct {
	widget.BaseWidget
	Fill, Edge Role
	EdgeWidth  float32
	Radius     float32
	TopOnly    bool // round only the two upper corners: heads inside cards
	Least      fyne.Size

	rect *canvas.Rectangle
}

// NewPanel makes a panel; an empty edge draws none.
func NewPanel(fill, edge Role, radius float32) *Panel {
	p := &Panel{Fill: fill, Edge: edge, EdgeWidth: 1, Radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// CreateRenderer builds the rectangle.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	p.rect = canvas.NewRectangle(nil)
	paint := func() {
		p.rect.FillColor = colorOf(p.Fill)
		p.rect.StrokeWidth = 0
		p.rect.StrokeColor = nil
		if p.Edge != "" {
			p.rect.StrokeColor, p.rect.StrokeWidth = colorOf(p.Edge), p.EdgeWidth
		}
		if p.TopOnly {
			p.rect.TopLeftCornerRadius, p.rect.TopRightCornerRadius = p.Radius, p.Radius
		} else {
			p.rect.CornerRadius = p.Radius
		}
		p.rect.Refresh()
	}
	paint()
	return ready(p, &painter{
		objects: []fyne.CanvasObject{p.rect},
		min:     func() fyne.Size { return p.Least },
		layout:  func(s fyne.Size) { p.rect.Resize(s) },
		paint:   paint,
	})
}

// Paint changes the colours.
func (p *Panel) Paint(fill, edge Role) {
	if p.Fill == fill && p.Edge == edge {
		return
	}
	p.Fill, p.Edge = fill, edge
	p.Refresh()
}

// HLine is a horizontal hairline.
func HLine() *Panel {
	p := NewPanel(Line, "", 0)
	p.Least = fyne.NewSize(1, 1)
	return p
}

// VLine is a short upright hairline between groups of controls.
func VLine() fyne.CanvasObject {
	p := NewPanel(LineStrong, "", 0)
	p.Least = fyne.NewSize(1, 16)
	return Pad(p, 3, 0, 3, 0)
}

// Card is white on the grey ground with a hairline edge. Content is inset by one pixel so that it never covers the edge.
func Card(content fyne.CanvasObject) *fyne.Container {
	return Stack(NewPanel(Surface, Line, CardRadius), PadAll(content, 1))
}

// CardHead is the title row of a card, 38 high, with what stands at its right.
func CardHead(title fyne.CanvasObject, right ...fyne.CanvasObject) *fyne.Container {
	items := append([]fyne.CanvasObject{title, Space()}, right...)
	return Fixed(Pad(Row(8, items...), CardInset-1, 0, CardInset-1, 0), 0, 38)
}

// SunkenBox puts content into a slightly darker box: code, templates.
func SunkenBox(content fyne.CanvasObject) *fyne.Container {
	return Stack(NewPanel(Sunken, Line, ControlRadius), content)
}
