//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Select is a closed list of options in a 28 high box; it opens a menu below itself.
type Select struct {
	touch
	OnChange func(int)
	options  []string
	chosen   int
	least    float32
}

// NewSelect makes a list with the first option chosen; least is its smallest width.
func NewSelect(options []string, least float32, onChange func(int)) *Select {
	s := &Select{OnChange: onChange, options: options, least: least}
	s.extend(s, s.open)
	return s
}

// Choose shows an option without telling.
func (s *Select) Choose(i int) {
	if i == s.chosen || i < 0 || i >= len(s.options) {
		return
	}
	s.chosen = i
	s.Refresh()
}

// Chosen is the index of the option shown; -1 when there is none.
func (s *Select) Chosen() int {
	if len(s.options) == 0 {
		return -1
	}
	return s.chosen
}

// SetOptions changes the options and the choice.
func (s *Select) SetOptions(options []string, chosen int) {
	same := len(options) == len(s.options) && chosen == s.chosen
	for i := range options {
		same = same && options[i] == s.options[i]
	}
	if same {
		return
	}
	s.options, s.chosen = options, max(0, min(chosen, len(options)-1))
	s.Refresh()
}

func (s *Select) open() {
	c := fyne.CurrentApp().Driver().CanvasForObject(s)
	if c == nil || len(s.options) == 0 {
		return
	}
	items := make([]*fyne.MenuItem, len(s.options))
	for i, text := range s.options {
		items[i] = fyne.NewMenuItem(text, func() { s.pick(i) })
		items[i].Checked = i == s.chosen
	}
	menu := widget.NewPopUpMenu(fyne.NewMenu("", items...), c)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s)
	size := menu.MinSize()
	size.Width = max(size.Width, s.Size().Width)
	size.Height = min(size.Height, c.Size().Height-20)
	menu.Resize(size)
	y := at.Y + s.Size().Height + 2
	if y+size.Height > c.Size().Height {
		y = max(4, at.Y-size.Height-2)
	}
	menu.ShowAtPosition(fyne.NewPos(at.X, y))
}

func (s *Select) pick(i int) {
	if i < 0 || i >= len(s.options) || i == s.chosen {
		return
	}
	s.Choose(i)
	if s.OnChange != nil {
		s.OnChange(i)
	}
}

// TypedKey opens with Enter, moves with the arrows.
func (s *Select) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp:
		s.pick(s.chosen - 1)
	case fyne.KeyDown:
		s.pick(s.chosen + 1)
	default:
		s.touch.TypedKey(e)
	}
}

// CreateRenderer builds box, text and arrow.
func (s *Select) CreateRenderer() fyne.WidgetRenderer {
	box := canvas.NewRectangle(nil)
	label := NewText("").Shorten(20)
	arrow := NewIcon("down", Ink2, 16)
	paint := func() {
		box.FillColor, box.CornerRadius = colorOf(Input), ControlRadius
		box.StrokeColor, box.StrokeWidth = colorOf(LineStrong), 1
		if s.hovered {
			box.StrokeColor = colorOf(Neutral)
		}
		if s.focused {
			box.StrokeColor, box.StrokeWidth = colorOf(Accent), 1.5
		}
		role := Ink
		if s.off {
			role = Ink3
		}
		text := ""
		if i := s.Chosen(); i >= 0 {
			text = s.options[i]
		}
		label.SetRole(text, role)
		arrow.Set("down", Ink2)
		box.Refresh()
	}
	paint()
	return ready(s, &painter{
		objects: []fyne.CanvasObject{box, label, arrow},
		min:     func() fyne.Size { return fyne.NewSize(s.least, ControlHeight) },
		layout: func(size fyne.Size) {
			put(box, 0, 0, size.Width, size.Height)
			put(label, 9, 0, size.Width-36, size.Height)
			put(arrow, size.Width-24, 0, 16, size.Height)
		},
		paint: paint,
	})
}
