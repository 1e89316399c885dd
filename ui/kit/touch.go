//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// touch is what every control that can be pressed shares: hover, focus by Tab, the space bar, being off, a tooltip.
type touch struct {
	widget.BaseWidget
	hovered, focused, off bool
	tip                   string
	act                   func() // what a tap does
	outer                 fyne.Widget
}

// MouseIn shows the hover and starts the tooltip.
func (t *touch) MouseIn(*desktop.MouseEvent) {
	t.hovered = true
	t.Refresh()
	if t.tip != "" {
		showTip(t.outer, t.tip)
	}
}

// MouseMoved is not used.
func (t *touch) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends hover and tooltip.
func (t *touch) MouseOut() {
	t.hovered = false
	t.Refresh()
	hideTip(t.outer)
}

// FocusGained shows the focus ring.
func (t *touch) FocusGained() {
	t.focused = true
	t.Refresh()
}

// FocusLost hides it.
func (t *touch) FocusLost() {
	t.focused = false
	t.Refresh()
}

// TypedRune does what a tap does on the space bar.
func (t *touch) TypedRune(r rune) {
	if r == ' ' {
		t.Tapped(nil)
	}
}

// TypedKey does what a tap does on Enter.
func (t *touch) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		t.Tapped(nil)
		return
	}
	passKey(t.outer, e)
}

// passKey hands a key that a control has no use for on to the window.
func passKey(o fyne.CanvasObject, e *fyne.KeyEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return
	}
	if f := c.OnTypedKey(); f != nil {
		f(e)
	}
}

// Tapped acts unless the control is off.
func (t *touch) Tapped(*fyne.PointEvent) {
	hideTip(t.outer)
	if t.off || t.act == nil {
		return
	}
	t.act()
}

// Cursor is the hand.
func (t *touch) Cursor() desktop.Cursor {
	if t.off {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// Tip sets the tooltip.
func (t *touch) Tip(text string) { t.tip = text }

// Enable turns the control on or off.
func (t *touch) Enable(on bool) {
	if t.off == !on {
		return
	}
	t.off = !on
	t.Refresh()
}

// Enabled tells whether it is on.
func (t *touch) Enabled() bool { return !t.off }

// extend takes the place of ExtendBaseWidget and keeps the outer widget, by which the canvas knows it.
func (t *touch) extend(outer fyne.Widget, act func()) {
	t.outer, t.act = outer, act
	t.ExtendBaseWidget(outer)
}

// focusHere moves the keyboard to the control, as a click on it does.
func (t *touch) focusHere(f fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(t.outer); c != nil {
		c.Focus(f)
	}
}
