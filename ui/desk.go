//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// desk is what every tab stands on: the verbs, the pump, the words, and the ways to the other tabs. It belongs to the window's
// goroutine; words changes only while the window is rebuilt.
type desk struct {
	*words
	app      *app.App
	pump     *pump
	win      fyne.Window
	note     func(tone kit.Tone, text string)                                    // a sentence in the strip under the tabs
	offer    func(tone kit.Tone, text, details, icon, button string, act func()) // note with what stands behind the fold and one thing to do
	undo     func(text string, act func())                                       // a sentence with a button that undoes what it tells
	library  *library                                                            // what browsers are shown
	route    func(url string)                                                    // shows a route
	again    func()                                                              // lays the window out again after something took room or gave it up
	page     func(url string)                                                    // shows a stored page in Preview
	routesOf func(site string)                                                   // shows the routes of one site
	fail     func(err error)                                                     // note for errors; nil is fine
	soon     func()                                                              // pulls a snapshot now: after an intent
}

// tab is one of the five.
type tab interface {
	view() fyne.CanvasObject
	update(s *app.Snapshot)
}

// Optional abilities of a tab, found by type.
type (
	finder   interface{ find() }   // Ctrl+F
	reloader interface{ reload() } // F5
	undoer   interface {
		undo()
		redo()
	} // Ctrl+Z, Ctrl+Y
	keyed   interface{ key(e *fyne.KeyEvent) bool } // keys when nothing has the focus
	fronted interface{ front() }                    // it came to front
)
