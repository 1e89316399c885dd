//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// ShowMenu opens a menu at a place of the window an object stands in.
func ShowMenu(o fyne.CanvasObject, at fyne.Position, items ...*fyne.MenuItem) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil || len(items) == 0 {
		return
	}
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), c, at)
}

// MenuItem is a line of a menu with its sign; off shows it grey.
func MenuItem(icon, text string, off bool, act func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(text, act)
	if icon != "" {
		m.Icon = iconResource(icon, Ink2)
	}
	m.Disabled = off
	return m
}

// MenuLine separates two groups of a menu.
func MenuLine() *fyne.MenuItem { return fyne.NewMenuItemSeparator() }
