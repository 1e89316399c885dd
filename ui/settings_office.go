//go:build !headless

package ui

import (
	"context"
	"crypto/rand"

	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// officePort is where the office's page stands, so that its address is the same after a restart.
const officePort = ":8633"

// officeForm turns the office's search page on and off, at once, and says where it is.
type officeForm struct {
	*desk
	on   *kit.Check
	at   *kit.Prose
	copy *kit.Button
	box  *fyne.Container
}

func newOfficeForm(d *desk) *officeForm {
	f := &officeForm{desk: d, at: kit.NewProse("", kit.SizeSmall, kit.Ink2)}
	f.on = kit.NewToggle(d.L("A search page for the office's other PCs and phones"), f.turn)
	f.copy = kit.NewButton(kit.Outline, "copy", d.L("Copy the address"), func() { fyne.CurrentApp().Clipboard().SetContent(d.library.officeURL()) })
	f.box = kit.Col(6, kit.Row(8, f.on, kit.Space()), f.at, kit.Row(0, f.copy, kit.Space()))
	f.show()
	return f
}

func (f *officeForm) show() {
	at := f.library.officeURL()
	f.on.Set(at != "")
	f.copy.Hidden = at == ""
	if at == "" {
		at = f.L("Whoever gets the address may search and read here, and change nothing.")
	}
	f.at.Set(at)
	f.box.Refresh()
}

func (f *officeForm) turn(on bool) {
	act(f.pump, func(context.Context) error {
		c := f.app.Config()
		c.Office = on
		if c.OfficeToken == "" {
			c.OfficeToken = rand.Text()
		}
		listen := ""
		if on {
			listen = officePort
		}
		if err := f.library.openOffice(f.pump.ctx, listen, c.OfficeToken); err != nil {
			return err
		}
		return f.app.SetConfig(c)
	}, func(err error) {
		f.fail(err)
		f.show()
	})
}

// resume opens the page again that was on when the program ended.
func (l *library) resume(ctx context.Context) error {
	if c := l.app.Config(); c.Office {
		return l.openOffice(ctx, officePort, c.OfficeToken)
	}
	return nil
}
