//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Marked is one line with marks behind some words: a found title. It is cut where the room ends.
type Marked struct {
	widget.BaseWidget
	FontSize float32
	Bold     bool
	Role     Role
	para     Para
}

// NewMarked makes an empty line.
func NewMarked(size float32, bold bool) *Marked {
	m := &Marked{FontSize: size, Bold: bold, Role: Ink}
	m.ExtendBaseWidget(m)
	return m
}

// Set shows a text with its marks.
func (m *Marked) Set(text string, spans []Span, role Role) {
	m.para, m.Role = Para{Text: text, Bold: m.Bold, Spans: spans}, role
	m.Refresh()
}

// CreateRenderer draws piece by piece until the room ends.
func (m *Marked) CreateRenderer() fyne.WidgetRenderer {
	p := &painter{min: func() fyne.Size { return fyne.NewSize(60, ceil(m.FontSize*1.4)) }}
	style := fyne.TextStyle{Bold: m.Bold}
	show := func() {
		size := m.BaseWidget.Size()
		var behind, front []fyne.CanvasObject
		x := float32(0)
		for _, piece := range pieces(m.para, 0, len(m.para.Text)) {
			s := m.para.Text[piece.Start:piece.End]
			room := size.Width - x
			if room < m.FontSize {
				break
			}
			shown := cut(s, room, m.FontSize, style)
			t := canvas.NewText(shown, colorOf(m.Role))
			t.TextSize, t.TextStyle = m.FontSize, style
			w := t.MinSize().Width
			if piece.Tone != Grey {
				r := canvas.NewRectangle(colorOf(Mark))
				r.CornerRadius = 3
				put(r, x, (size.Height-m.FontSize*1.3)/2, w, m.FontSize*1.3)
				t.Color = colorOf(MarkInk)
				behind = append(behind, r)
			}
			put(t, x, 0, w, size.Height)
			front = append(front, t)
			x += w
			if shown != s {
				break
			}
		}
		p.objects = append(behind, front...)
	}
	p.layout = func(fyne.Size) { show() }
	p.paint = func() {
		show()
		canvas.Refresh(m)
	}
	show()
	return ready(m, p)
}
