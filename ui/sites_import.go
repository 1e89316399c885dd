//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// siteImport is the sheet that takes many sites: pasted lines, a text file or a workbook. Every line is shown as it was understood, those
// that are no site first, with the reason.
type siteImport struct {
	*sitesTab
	area  *kit.Field
	found *kit.Text
	list  *kit.Table
	save  *kit.Button
	sheet *kit.Sheet
	sites []storage.Site
	wrong []app.Rejected
}

// importSites opens the sheet.
func (t *sitesTab) importSites() { t.openImport("") }

// importFile opens it with what a file holds.
func (t *sitesTab) importFile(name string) {
	t.siteList(name, t.openImport)
}

// siteList reads a list of sites off the window's goroutine.
func (t *sitesTab) siteList(name string, then func(text string)) {
	ask(t.pump, "open list", func(ctx context.Context) (string, error) { return t.app.SiteList(ctx, name) }, func(text string, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		then(text)
	})
}

func (t *sitesTab) openImport(text string) {
	m := &siteImport{sitesTab: t, found: kit.Strong("", kit.SizeBody)}
	m.area = kit.NewArea(t.L("One address a line, with or without a name:\nYunling Holidays, https://yunling.example/"), 200, 6)
	m.area.OnChange = m.read
	m.list = kit.NewTable(kit.TableOptions{
		Columns:   []kit.Column{{Title: "", Width: 14}, {Title: t.L("Site"), Width: 120, Grow: 1}, {Title: t.L("Start address or reason"), Width: 160, Grow: 1.4}},
		RowHeight: 28, SortBy: -1, Fill: m.fill, Key: func(i int) string { return comma(i) },
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{kit.NewShape(kit.Yes), kit.NewText("").Shorten(40), kit.Small("").Shorten(40)}
		},
	})
	m.save = kit.NewButton(kit.Filled, "import", t.L("Import"), m.store)
	open := kit.NewButton(kit.Outline, "file", t.L("Open a file…"), m.open)
	content := kit.Col(8, m.area, m.found, kit.Grow(kit.SunkenBox(m.list)))
	m.sheet = kit.ShowSheet(t.win.Canvas(), t.L("Import sites"), 660, 540, content, open, kit.Hint(t.L("CSV, TXT or XLSX; a file can also be dropped on the window")), kit.Space(), m.save)
	m.area.FocusOn(t.win.Canvas())
	m.area.Set(text)
	m.read(text)
}

// open lets the user choose a file.
func (m *siteImport) open() {
	dialog.ShowFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			m.fail(err)
			return
		}
		m.fail(r.Close())
		m.siteList(r.URI().Path(), func(text string) {
			m.area.Set(text)
			m.read(text)
		})
	}, m.win)
}

// read shows how the lines are understood.
func (m *siteImport) read(text string) {
	m.sites, m.wrong = m.app.ReadSites(text)
	switch {
	case text == "":
		m.found.Set(m.L("Nothing pasted yet"))
	default:
		m.found.Set(m.count(len(m.sites), "1 site found", "%d sites found") + m.count(len(m.wrong), ", 1 line left out", ", %d lines left out"))
	}
	m.list.SetCount(len(m.wrong) + len(m.sites))
	m.save.Enable(len(m.sites) > 0)
}

func (m *siteImport) fill(i int, c []fyne.CanvasObject) {
	shape, name, rest := c[0].(*kit.Shape), c[1].(*kit.Text), c[2].(*kit.Text)
	if i < len(m.wrong) {
		r := &m.wrong[i]
		shape.Set(kit.No)
		name.SetRole(r.Text, kit.Ink2)
		rest.SetRole(m.L("Line %d: %s", r.Line, m.why(r.Cause)), kit.Bad)
		return
	}
	s := &m.sites[i-len(m.wrong)]
	shape.Set(kit.Yes)
	name.SetRole(s.Name, kit.Ink)
	rest.SetRole(s.Seeds[0], kit.Ink2)
}

// store adds every site that was found.
func (m *siteImport) store() {
	sites := m.sites
	m.save.Enable(false)
	act(m.pump, func(ctx context.Context) error {
		for _, s := range sites {
			if _, err := m.app.AddSite(ctx, s); err != nil {
				return err
			}
		}
		return nil
	}, func(err error) {
		m.sheet.Close()
		m.fail(err)
		if err == nil {
			m.note(kit.Green, m.count(len(sites), "1 site was added", "%d sites were added"))
		}
		m.soon()
	})
}
