//go:build !headless

package ui

import (
	"context"
	"io"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"xunlu/app"
	"xunlu/judge"
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
	check := kit.NewButton(kit.Outline, "eye", t.L("Check this site"), nil)
	check = kit.NewButton(kit.Outline, "eye", t.L("Check this site"), func() { t.check(url.Text(), note, check) })
	url.OnChange = func(s string) { save.Enable(strings.TrimSpace(s) != "") }
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
		t.table.Select(s.ID)
		t.soon()
	})
}

// check fetches the start page once and says what it found.
func (t *sitesTab) check(url string, note *kit.Prose, button *kit.Button) {
	note.SetRole(t.L("Looking at %s …", url), kit.Ink3)
	button.Enable(false)
	ask(t.pump, "check site", func(ctx context.Context) (app.Preview, error) {
		return t.app.Preview(ctx, app.PreviewSource{URL: url}, judge.Rules{})
	}, func(p app.Preview, err error) {
		button.Enable(true)
		switch {
		case err != nil:
			note.SetRole(t.why(err), kit.Bad)
		case p.Failure != "":
			note.SetRole(t.failureWord(p.Failure)+": "+p.Error, kit.Bad)
		default:
			note.SetRole(t.L("It answers: “%s”, %s, %d links.", p.Title, p.Charset, len(p.Links)), kit.Good)
		}
	})
}

// importSites opens the sheet for many: pasted lines or a file.
func (t *sitesTab) importSites() {
	area := kit.NewArea(t.L("One address a line, with or without a name:\nYunling Holidays, https://yunling.example/"), 200, 11)
	found := kit.Small(t.L("Nothing pasted yet"))
	bad := kit.NewProse("", kit.SizeHint, kit.Bad)
	bad.MaxRows = 4
	var sites []storage.Site
	var sheet *kit.Sheet
	save := kit.NewButton(kit.Filled, "import", t.L("Import"), func() {
		act(t.pump, func(ctx context.Context) error {
			for _, s := range sites {
				if _, err := t.app.AddSite(ctx, s); err != nil {
					return err
				}
			}
			return nil
		}, func(err error) {
			t.fail(err)
			sheet.Close()
			t.note(kit.Green, t.L("%d sites were added", len(sites)))
			t.soon()
		})
	})
	save.Enable(false)
	read := func(text string) {
		var wrong []app.Rejected
		sites, wrong = t.app.ReadSites(text)
		found.Set(t.L("%d sites found, %d lines that are not", len(sites), len(wrong)))
		var why []string
		for _, r := range wrong {
			why = append(why, t.L("Line %d: %s", r.Line, t.why(r.Cause)))
		}
		bad.Set(strings.Join(why, "\n"))
		save.Enable(len(sites) > 0)
	}
	area.OnChange = read
	open := kit.NewButton(kit.Outline, "file", t.L("Open a file…"), func() { t.openText(func(text string) { area.Set(text); read(text) }) })
	content := kit.Col(8, kit.Grow(area), found, kit.Fixed(bad, 0, 66))
	sheet = kit.ShowSheet(t.win.Canvas(), t.L("Import sites"), 620, 460, content, open, kit.Space(), save)
	area.FocusOn(t.win.Canvas())
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
