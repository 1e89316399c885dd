//go:build !headless

package ui

import (
	"context"
	"io"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// add opens the sheet for one new site; "check this site" looks at its start page before anything is stored.
func (t *sitesTab) add() {
	url := kit.NewField("https://agency.example/", 120)
	name := kit.NewField(t.L("Name (the host when empty)"), 120)
	note := kit.NewProse(t.L("robots.txt is followed; pages of one site are fetched one second apart. Both can be changed later."), kit.SizeSmall, kit.Ink3)
	var sheet *kit.Sheet
	save := kit.NewButton(kit.Filled, "plus", t.L("Add site"), func() {
		t.store(url, name, note, func() { sheet.Close() })
	})
	check := kit.NewButton(kit.Outline, "eye", t.L("Check this site"), func() {
		sheet.Close()
		checkSite(t.desk, strings.TrimSpace(url.Text()), t.added)
	})
	url.OnChange = func(s string) {
		typed := strings.TrimSpace(s) != ""
		save.Enable(typed)
		check.Enable(typed)
	}
	check.Enable(false)
	url.OnSubmit = func(string) { t.store(url, name, note, func() { sheet.Close() }) }
	save.Enable(false)
	content := kit.Col(10, kit.Col(3, kit.Small(t.L("Start address")), url), kit.Col(3, kit.Small(t.L("Name")), name), note)
	sheet = kit.ShowSheet(t.win.Canvas(), t.L("Add site"), 480, 300, content, check, kit.Space(), save)
	url.FocusOn(t.win.Canvas())
}

// store makes the site and closes the sheet; a mistake stays beside the field.
func (t *sitesTab) store(url, name *kit.Field, note *kit.Prose, done func()) {
	s, err := t.app.NewSite(url.Text())
	if err != nil {
		url.Wrong(true)
		note.SetRole(t.why(err), kit.Bad)
		return
	}
	if n := strings.TrimSpace(name.Text()); n != "" {
		s.Name = n
	}
	act(t.pump, func(ctx context.Context) error {
		_, err := t.app.AddSite(ctx, s)
		return err
	}, func(err error) {
		if err != nil {
			url.Wrong(true)
			note.SetRole(t.why(err), kit.Bad)
			return
		}
		done()
		t.added(s)
	})
}

// added brings a new site into sight.
func (t *sitesTab) added(s storage.Site) {
	t.search.Set("")
	t.segment.Choose(0)
	t.table.Select(s.ID)
	t.note(kit.Green, t.L("%s was added; its pages come in one by one", s.Name))
	t.soon()
}

// openText lets the user choose a text file and reads it off the window's goroutine.
func (d *desk) openText(then func(string)) {
	dialog.ShowFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			d.fail(err)
			return
		}
		ask(d.pump, "open file", func(context.Context) (string, error) {
			b, err := io.ReadAll(io.LimitReader(r, maxTextFile))
			if err2 := r.Close(); err == nil {
				err = err2
			}
			return string(b), err
		}, func(text string, err error) {
			if err != nil {
				d.fail(err)
				return
			}
			then(text)
		})
	}, d.win)
}

// maxTextFile is what an import may have, in bytes.
const maxTextFile = 16 << 20

// demo begins the crawl of the web that is inside the program.
func (t *sitesTab) demo() { startDemo(t.desk) }

// startDemo serves the demo web and adds its sites.
func startDemo(d *desk) {
	act(d.pump, func(ctx context.Context) error { return zeroOption(ctx, d.app.StartDemo) }, func(err error) {
		d.fail(err)
		d.soon()
	})
}

// zeroOption calls a verb with the default options of a package the window does not know.
func zeroOption[T any](ctx context.Context, verb func(context.Context, T) error) error {
	var defaults T
	return verb(ctx, defaults)
}
