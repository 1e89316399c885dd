//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// inTray puts the program into the system's tray: open the window, pause or go on, quit. False where there is no tray.
func (x *window) inTray(fy fyne.App) bool {
	tray, ok := fy.(desktop.App)
	if !ok {
		return false
	}
	d := x.desk
	quit := fyne.NewMenuItem(d.L("Quit"), fy.Quit)
	quit.IsQuit = true
	tray.SetSystemTrayMenu(fyne.NewMenu(d.L("Xunlu"),
		fyne.NewMenuItem(d.L("Open the window"), func() {
			d.win.Show()
			d.win.RequestFocus()
		}),
		fyne.NewMenuItem(d.L("Pause or go on"), x.pauseOrStart), fyne.NewMenuItemSeparator(), quit))
	return true
}

// tellTray says once where the program went.
func (x *window) tellTray() {
	const told = "tray.told"
	if x.desk.recall(told, 0) != 0 {
		return
	}
	x.desk.keep(told, 1)
	x.desk.notify(x.desk.L("The program goes on in the tray. Quit it from there."))
}
