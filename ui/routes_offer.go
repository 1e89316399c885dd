//go:build !headless

package ui

import (
	"context"
	"net/url"
	"path/filepath"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// showOffer asks whose offer it is and opens a sheet to print of the routes in the system's browser.
func showOffer(d *desk, ids []uint64) {
	prefs := fyne.CurrentApp().Preferences()
	agency, phone, note := kit.NewField("", 200), kit.NewField("", 200), kit.NewArea("", 200, 3)
	agency.Set(prefs.String("offer.agency"))
	phone.Set(prefs.String("offer.phone"))
	note.Set(prefs.String("offer.note"))
	col := kit.Col(10, newInput(d.L("Your agency"), "", agency, nil, nil).box, newInput(d.L("Phone"), "", phone, nil, nil).box,
		newInput(d.L("To the customer"), d.L("Printed below the tours"), note, nil, nil).box)
	open := kit.NewButton(kit.Filled, "file", d.L("Open to print"), nil)
	sheet := kit.ShowSheet(d.win.Canvas(), d.count(len(ids), "Offer sheet of 1 route", "Offer sheet of %d routes"), 440, 400, kit.Pad(col, 0, 0, 14, 0), kit.Space(), open)
	open.OnTap(func() {
		prefs.SetString("offer.agency", agency.Text())
		prefs.SetString("offer.phone", phone.Text())
		prefs.SetString("offer.note", note.Text())
		o := app.OfferOptions{Agency: agency.Text(), Phone: phone.Text(), Note: note.Text(), Language: d.lang}
		ask(d.pump, "offer", func(ctx context.Context) (string, error) { return d.app.OfferSheet(ctx, ids, o) }, func(name string, err error) {
			d.fail(err)
			if err != nil {
				return
			}
			sheet.Close()
			d.note(kit.Green, d.L("Written to %s", name))
			d.open((&url.URL{Scheme: "file", Path: filePath(name)}).String())
		})
	})
}

// filePath is a file as a file: address has it: C:\x is /C:/x.
func filePath(name string) string {
	p := filepath.ToSlash(name)
	if p != "" && p[0] != '/' {
		p = "/" + p
	}
	return p
}
