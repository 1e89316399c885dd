//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Look is the weight of a button.
type Look int

const (
	Outline Look = iota
	Filled
	Ghost   // no edge: secondary
	LinkOut // accent text, no box
	OnGood  // chosen "yes"
	OnBad   // chosen "no"
)

// Button is 28 high: icon, text, or both. One filled button a screen.
type Button struct {
	touch
	look       Look
	icon, text string
	compact    bool // a link: no side room
	shy        bool // may fall back to its icon where a toolbar is short of room
	bare       bool // did so
}

// NewButton makes a button; icon or text may be empty.
func NewButton(look Look, icon, text string, act func()) *Button {
	b := &Button{look: look, icon: icon, text: text}
	b.extend(b, act)
	return b
}

// LinkButton is accent text without a box.
func LinkButton(text string, act func()) *Button {
	b := NewButton(LinkOut, "", text, act)
	b.compact = true
	return b
}

// IconButton is a bare icon with a tooltip.
func IconButton(icon, tip string, act func()) *Button {
	b := NewButton(Ghost, icon, "", act)
	b.Tip(tip)
	return b
}

// Shy lets a toolbar show only the icon when there is no room for the word; the word then is the tooltip.
func (b *Button) Shy() *Button {
	b.shy = true
	if b.tip == "" {
		b.tip = b.text
	}
	return b
}

func (b *Button) label() string {
	if b.bare {
		return ""
	}
	return b.text
}

// Hinted sets the tooltip and returns the button.
func (b *Button) Hinted(tip string) *Button {
	b.tip = tip
	return b
}

// Set changes icon and text.
func (b *Button) Set(icon, text string) {
	if b.icon == icon && b.text == text {
		return
	}
	b.icon, b.text = icon, text
	b.Refresh()
}

// SetLook changes the weight.
func (b *Button) SetLook(l Look) {
	if b.look == l {
		return
	}
	b.look = l
	b.Refresh()
}

// OnTap sets what a tap does.
func (b *Button) OnTap(act func()) { b.act = act }

// Text is the label.
func (b *Button) Text() string { return b.text }

// colors of the state: fill, edge, ink.
func (b *Button) colors() (fill, edge, ink Role) {
	if b.off {
		switch b.look {
		case Ghost, LinkOut:
			return Clear, "", Ink3
		}
		return Sunken, Line, Ink3
	}
	switch b.look {
	case Filled:
		return Accent, "", OnAccent
	case Ghost:
		return Clear, "", Ink2
	case LinkOut:
		return Clear, "", Accent
	case OnGood:
		return GoodSoft, Good, Good
	case OnBad:
		return BadSoft, Bad, Bad
	}
	return Surface, LineStrong, Ink
}

func (b *Button) sides() float32 {
	if b.compact {
		return 0
	}
	if b.label() == "" {
		return 6
	}
	return 11
}

// least is the room that icon and text want.
func (b *Button) least() fyne.Size {
	w := 2 * b.sides()
	if b.icon != "" {
		w += 16
	}
	if b.label() != "" {
		w += ceil(fyne.MeasureText(b.label(), SizeBody, fyne.TextStyle{}).Width)
		if b.icon != "" {
			w += 7
		}
	}
	h := ControlHeight
	if b.compact {
		h = 20
	}
	return fyne.NewSize(w, h)
}

// CreateRenderer builds box, hover, icon and text.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	box, over := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	icon := NewIcon("plus", Ink, 16)
	label := canvas.NewText("", nil)
	label.TextSize = SizeBody
	place := func(s fyne.Size) {
		put(box, 0, 0, s.Width, s.Height)
		put(over, 0, 0, s.Width, s.Height)
		want := label.MinSize().Width
		if b.icon != "" && b.label() != "" {
			want += 16 + 7
		} else if b.icon != "" {
			want = 16
		}
		x := (s.Width - want) / 2
		if b.icon != "" {
			put(icon, x, (s.Height-16)/2, 16, 16)
			x += 16 + 7
		}
		put(label, x, 0, label.MinSize().Width, s.Height)
	}
	paint := func() {
		fill, edge, ink := b.colors()
		box.FillColor, box.CornerRadius, box.StrokeWidth, box.StrokeColor = colorOf(fill), ControlRadius, 0, nil
		if edge != "" {
			box.StrokeColor, box.StrokeWidth = colorOf(edge), 1
		}
		if b.focused && !b.off {
			box.StrokeColor, box.StrokeWidth = colorOf(Accent), 1.5
			if b.look == Filled {
				box.StrokeColor = colorOf(Ink)
			}
		}
		over.CornerRadius = ControlRadius
		over.FillColor = colorOf(Clear)
		if b.hovered && !b.off {
			over.FillColor = colorOf(Hover)
			if b.look == Filled {
				over.FillColor = fade(OnAccent, 28)
			}
		}
		label.Text, label.Color = b.label(), colorOf(ink)
		icon.Hidden = b.icon == ""
		if b.icon != "" {
			icon.Set(b.icon, ink)
			icon.Refresh()
		}
		place(b.BaseWidget.Size())
		box.Refresh()
		over.Refresh()
		label.Refresh()
	}
	paint()
	return ready(b, &painter{
		objects: []fyne.CanvasObject{box, over, icon, label},
		min:     b.least,
		layout:  place,
		paint:   paint,
	})
}
