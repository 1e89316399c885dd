//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"xunlu/judge"
	"xunlu/ui/kit"
)

// importRules reads a rule file and opens it.
func (t *rulesTab) importRules() {
	t.openText(func(text string) {
		ask(t.pump, "import rules", func(ctx context.Context) (judge.Rules, error) { return t.app.ImportRules(ctx, []byte(text)) },
			t.imported)
	})
}

// imported tells how an import of rules went.
func (t *rulesTab) imported(r judge.Rules, err error) {
	if err != nil {
		t.fail(err)
		return
	}
	t.note(kit.Green, t.L("%s was imported; it is not in use yet", r.Ref()))
	t.read()
}

// exportRules writes the opened set to a file.
func (t *rulesTab) exportRules() {
	ref := t.base.Ref()
	t.saveFile(t.base.Name+".json", func(context.Context) ([]byte, error) { return t.app.ExportRules(ref) })
}

// saveFile lets the user choose where, then makes and writes the content off the window's goroutine.
func (d *desk) saveFile(name string, make func(context.Context) ([]byte, error)) {
	d.chooseFile(name, func(w fyne.URIWriteCloser) {
		act(d.pump, func(ctx context.Context) error {
			data, err := make(ctx)
			if err == nil {
				_, err = w.Write(data)
			}
			if err2 := w.Close(); err == nil {
				err = err2
			}
			return err
		}, func(err error) {
			d.fail(err)
			if err == nil {
				d.note(kit.Green, d.L("Written to %s", w.URI().Path()))
			}
		})
	})
}

// chooseFile asks for a file to write, with a name to begin from.
func (d *desk) chooseFile(name string, then func(fyne.URIWriteCloser)) {
	s := dialog.NewFileSave(func(w fyne.URIWriteCloser, err error) {
		if err != nil || w == nil {
			d.fail(err)
			return
		}
		then(w)
	}, d.win)
	s.SetFileName(name)
	s.Show()
	s.Resize(fyne.NewSize(760, 520)) // before it is shown the toolkit has nothing to resize, and ends the program
}

// choosePath is chooseFile for what is written in one step beside the file and then put in its place.
func (d *desk) choosePath(name string, then func(path string)) {
	d.chooseFile(name, func(w fyne.URIWriteCloser) {
		d.fail(w.Close())
		then(w.URI().Path())
	})
}
