//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// maxProblems is how many failed pages are listed.
const maxProblems = 2000

// showProblems lists the pages that failed, newest first: address, cause, when the next try is. A double click opens one in Preview.
func showProblems(d *desk) {
	ask(d.pump, "problems", func(ctx context.Context) ([]storage.Page, error) { return d.app.Problems(ctx, maxProblems) },
		func(pages []storage.Page, err error) {
			if err != nil {
				d.fail(err)
				return
			}
			openProblems(d, pages)
		})
}

func openProblems(d *desk, pages []storage.Page) {
	var sheet *kit.Sheet
	table := kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{{Title: d.L("Address"), Width: 200, Grow: 2}, {Title: d.L("Cause"), Width: 120, Grow: 1},
			{Title: d.L("State"), Width: 80}, {Title: d.L("Tries"), Width: 44, Number: true}, {Title: d.L("Next try"), Width: 96, Lead: 12}},
		RowHeight: 32, SortBy: -1,
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{kit.NewText("").Shorten(40), kit.Small("").Shorten(40), kit.Small("").Shorten(40), kit.NewText("").Right(), kit.Small("").Shorten(40)}
		},
		Fill: func(i int, c []fyne.CanvasObject) {
			p := &pages[i]
			cause := d.failureWord(p.Failure)
			if p.Error != "" {
				cause += ": " + p.Error
			}
			next := missing
			if !p.Due.IsZero() {
				next = p.Due.Local().Format("01-02 15:04")
			}
			for k, s := range []string{shortURL(p.URL), cause, d.stateName(p.State), comma(p.Attempts), next} {
				c[k].(*kit.Text).Set(s)
			}
		},
		Key: func(i int) string { return pages[i].URL },
	})
	table.OnOpen = func(i int) {
		sheet.Close()
		d.page(pages[i].URL)
	}
	table.SetCount(len(pages))
	size := d.win.Canvas().Size()
	foot := kit.Hint(d.L("A double click opens a page in Preview."))
	sheet = kit.ShowSheet(d.win.Canvas(), d.L("%s failed pages", comma(len(pages))), size.Width-120, size.Height-120, table, foot, kit.Space())
}
