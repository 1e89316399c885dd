//go:build !headless

package ui

import (
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// tellCrash says, at the start after a crash, where its report lies: it is what somebody who can help will ask for.
func (d *desk) tellCrash(report string) {
	text := kit.NewProse(d.L("Xunlu ended unexpectedly the last time. Nothing that was stored is lost. A report lies in the file below; please send it to whoever helps you with Xunlu."), kit.SizeBody, kit.Ink)
	folder := kit.NewButton(kit.Outline, "folder", d.L("Open the folder"), func() {
		at := &url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(report))}
		if at.Path != "" && at.Path[0] != '/' {
			at.Path = "/" + at.Path // C:/… becomes file:///C:/…
		}
		d.fail(fyne.CurrentApp().OpenURL(at))
	})
	copyName := kit.NewButton(kit.Outline, "copy", d.L("Copy the name"), func() { fyne.CurrentApp().Clipboard().SetContent(report) })
	content := kit.Pad(kit.Col(12, text, kit.NewProse(report, kit.SizeSmall, kit.Ink2)), 1, 0, 14, 4)
	var sheet *kit.Sheet
	done := kit.NewButton(kit.Filled, "check", d.L("Go on"), func() { sheet.Close() })
	sheet = kit.ShowSheet(d.win.Canvas(), d.L("An unexpected end"), 520, 300, content, folder, copyName, kit.Space(), done)
}
