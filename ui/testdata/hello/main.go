// Command hello is the least window the toolkit can open: what it takes of memory and of an idle processor is what any window here takes.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	w := app.NewWithID("example.hello").NewWindow("hello")
	w.SetContent(widget.NewLabel("hello"))
	w.Resize(fyne.NewSize(1280, 800))
	w.ShowAndRun()
}
