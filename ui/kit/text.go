//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Text is one line in a role's colour, centred over its height. With Cut it may be given less width than it needs: it then ends in
// an ellipsis. It stays out of the way of the pointer, so that the row below it gets hover and taps.
type Text struct {
	widget.BaseWidget
	FontSize float32
	Role     Role
	Bold     bool
	Mono     bool
	Strike   bool
	Cut      bool
	Align    fyne.TextAlign
	Least    float32 // width it asks for when Cut

	value string
	shown string
	line  *canvas.Text
}

// NewText makes a line of body text.
func NewText(value string) *Text {
	t := &Text{FontSize: SizeBody, Role: Ink, value: value}
	t.ExtendBaseWidget(t)
	return t
}

// Styled makes a line of a size and role.
func Styled(value string, size float32, role Role) *Text {
	t := NewText(value)
	t.FontSize, t.Role = size, role
	return t
}

// Strong makes a bold line.
func Strong(value string, size float32) *Text {
	t := NewText(value)
	t.FontSize, t.Bold = size, true
	return t
}

// Small is secondary text, Hint the smallest.
func Small(value string) *Text { return Styled(value, SizeSmall, Ink2) }

// Hint is the smallest text, for explanations and axes.
func Hint(value string) *Text { return Styled(value, SizeHint, Ink3) }

// Right aligns the text to the right and returns it.
func (t *Text) Right() *Text {
	t.Align = fyne.TextAlignTrailing
	return t
}

// Shorten lets the text be cut down to the given width.
func (t *Text) Shorten(least float32) *Text {
	t.Cut, t.Least = true, least
	return t
}

// WasCut tells whether the shown text is shorter than the whole.
func (t *Text) WasCut() bool { return t.shown != t.value }

// Value is the whole text.
func (t *Text) Value() string { return t.value }

// Set shows another text; the same text costs nothing.
func (t *Text) Set(value string) {
	if t.value == value {
		return
	}
	t.value = value
	t.Refresh()
}

// SetRole shows another text in another colour.
func (t *Text) SetRole(value string, role Role) {
	if t.value == value && t.Role == role {
		return
	}
	t.value, t.Role = value, role
	t.Refresh()
}

func (t *Text) style() fyne.TextStyle {
	return fyne.TextStyle{Bold: t.Bold, Monospace: t.Mono, Strikethrough: t.Strike}
}

// CreateRenderer builds the line.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	t.line = canvas.NewText("", colorOf(t.Role))
	paint := func() {
		t.line.Color, t.line.TextSize, t.line.TextStyle, t.line.Alignment = colorOf(t.Role), t.FontSize, t.style(), t.Align
		t.fit(t.BaseWidget.Size().Width)
		t.line.Refresh()
	}
	paint()
	return ready(t, &painter{
		objects: []fyne.CanvasObject{t.line},
		min: func() fyne.Size {
			m := fyne.MeasureText(t.value, t.FontSize, t.style())
			m.Width = ceil(m.Width)
			if t.Cut {
				m.Width = min(m.Width, t.Least)
			}
			return m
		},
		layout: func(s fyne.Size) {
			t.fit(s.Width)
			t.line.Resize(s)
		},
		paint: paint,
	})
}

// fit chooses what is shown in a width.
func (t *Text) fit(width float32) {
	shown := t.value
	if t.Cut && width > 0 {
		shown = cut(t.value, width, t.FontSize, t.style())
	}
	if t.shown != shown || t.line.Text != shown {
		t.shown, t.line.Text = shown, shown
		t.line.Refresh()
	}
}

// cut shortens a text to a width with an ellipsis.
func cut(s string, width, size float32, style fyne.TextStyle) string {
	if fyne.MeasureText(s, size, style).Width <= width+0.5 {
		return s
	}
	runes := []rune(s)
	lo, hi := 0, len(runes)
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if fyne.MeasureText(string(runes[:mid])+"…", size, style).Width <= width {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	if lo == 0 {
		return ""
	}
	return string(runes[:lo]) + "…"
}
