//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// What the window remembers between two starts stands in the toolkit's preferences: sizes, columns, orders, filters. It is about looks
// only; losing it loses nothing else.

// remember keeps columns and order of a table under a name and brings back those of the last time.
func (d *desk) remember(name string, t *kit.Table) {
	prefs := fyne.CurrentApp().Preferences()
	t.Restore(prefs.String("table." + name))
	t.OnLayout = func() { prefs.SetString("table."+name, t.Layout()) }
}

// tableWords are the words of the menu over a table's head.
func (d *desk) tableWords() kit.TableWords { return kit.TableWords{Reset: d.L("Reset columns")} }

// recall and keep are a chosen number under a name.
func (d *desk) recall(name string, fallback int) int {
	return fyne.CurrentApp().Preferences().IntWithFallback(name, fallback)
}

func (d *desk) keep(name string, v int) { fyne.CurrentApp().Preferences().SetInt(name, v) }
