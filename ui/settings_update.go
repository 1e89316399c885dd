//go:build !headless

package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// updateForm says which version this is and asks, when the user wants it, whether there is a newer one. It installs nothing.
type updateForm struct {
	*desk
	ask  *kit.Button
	open *kit.Button
	said *kit.Prose
	box  *fyne.Container
}

func newUpdateForm(d *desk) *updateForm {
	f := &updateForm{desk: d, said: kit.NewProse("", kit.SizeSmall, kit.Ink2)}
	f.ask = kit.NewButton(kit.Outline, "refresh", d.L("Look for a new version"), f.look)
	f.open = kit.NewButton(kit.Outline, "external", d.L("Go to the download"), nil)
	f.open.Hide()
	f.said.Hide()
	f.box = kit.Col(6, kit.Row(10, kit.Hint(d.L("Version %s", app.Version)), f.ask, f.open, kit.Space()), f.said)
	return f
}

func (f *updateForm) look() {
	f.ask.Enable(false)
	ask(f.pump, "update", func(ctx context.Context) (*app.Update, error) { return app.NewVersion(ctx) }, func(u *app.Update, err error) {
		f.ask.Enable(true)
		text := ""
		switch {
		case errors.Is(err, app.ErrUpdateNoKey):
			text = f.L("This copy names nobody who announces new versions. Ask where you got it.")
		case err != nil:
			text = f.why(err)
		case u == nil:
			text = f.L("This is the newest version.")
		default:
			text = f.L("Version %s is out: %s", u.Version, u.Notes) + "\n" + f.L("Checksum (SHA-256) of the download: %s", u.SHA256)
			f.open.OnTap(func() { f.desk.open(u.URL) })
			f.open.Show()
		}
		f.said.Set(text)
		f.said.Show()
		f.box.Refresh()
	})
}
