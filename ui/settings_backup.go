//go:build !headless

package ui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"xunlu/app"
	"xunlu/ui/kit"
)

// backupForm writes everything into one file, and puts such a file into another folder.
type backupForm struct {
	*desk
	from    *kit.Text
	folder  *input
	file    string // backup to go back to
	restore *kit.Button
	box     *fyne.Container
}

func newBackupForm(d *desk) *backupForm {
	f := &backupForm{desk: d, from: kit.NewText(d.L("No file chosen")).Shorten(60)}
	f.restore = kit.NewButton(kit.Filled, "import", d.L("Restore"), f.goBack)
	f.restore.Enable(false)
	f.folder = newInput(d.L("Into the new folder"), "", kit.NewField("", 120), f.wrongFolder, f.check)
	f.folder.set(d.app.Dir() + "-" + d.L("restored"))
	f.box = kit.Col(12,
		kit.Col(4, kit.Small(d.L("Data folder")), kit.NewText(d.app.Dir()).Shorten(120)),
		kit.Row(0, kit.NewButton(kit.Outline, "export", d.L("Back up now…"), f.backUp), kit.Space()),
		kit.Strong(d.L("Go back to a backup"), kit.SizeBody),
		kit.NewProse(d.L("It is put into a new folder; what is here stays as it is."), kit.SizeSmall, kit.Ink2),
		kit.Row(10, kit.NewButton(kit.Outline, "file", d.L("Choose the file…"), f.choose), kit.Grow(f.from)), f.folder.box,
		kit.Row(0, f.restore, kit.Space()))
	return f
}

// backUp writes everything into one file while all goes on.
func (f *backupForm) backUp() {
	f.choosePath("xunlu-"+time.Now().Format("2006-01-02")+".backup.zip", func(name string) {
		act(f.pump, func(ctx context.Context) error { return f.app.Backup(ctx, name) }, func(err error) {
			f.fail(err)
			if err == nil {
				f.note(kit.Green, f.L("Written to %s", name))
			}
		})
	})
}

func (f *backupForm) choose() {
	dialog.ShowFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			f.fail(err)
			return
		}
		f.fail(r.Close())
		f.file = r.URI().Path()
		f.from.Set(filepath.Base(f.file))
		f.check()
	}, f.win)
}

// wrongFolder says what speaks against a folder, before anything is read.
func (f *backupForm) wrongFolder(s string) string {
	switch {
	case !filepath.IsAbs(strings.TrimSpace(s)):
		return f.L("The whole path, please")
	case app.HasData(strings.TrimSpace(s)):
		return f.L("Data of Xunlu is there already")
	}
	return ""
}

func (f *backupForm) check() { f.restore.Enable(f.file != "" && mistakes(f.folder) == 0) }

// goBack restores, and then offers to open the restored folder in a window of its own.
func (f *backupForm) goBack() {
	dir := strings.TrimSpace(f.folder.field.Text())
	f.restore.Enable(false)
	f.restore.Set("refresh", f.L("Restoring…"))
	act(f.pump, func(ctx context.Context) error { return app.Restore(ctx, f.file, dir) }, func(err error) {
		f.restore.Set("import", f.L("Restore"))
		f.check()
		if err != nil {
			f.fail(err)
			return
		}
		f.offer(kit.Green, f.L("The backup is in %s.", dir), "", "external", f.L("Open it in a second window"), func() { f.fail(startOn(dir)) })
	})
}

// startOn starts this program a second time, on another data folder.
func startOn(dir string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("start on %s: %w", dir, err)
	}
	c := exec.Command(self, "--data", dir)
	if err := c.Start(); err != nil {
		return fmt.Errorf("start on %s: %w", dir, err)
	}
	return c.Process.Release()
}

// warnFolder says in one sentence that the data folder lies where it may come to harm.
func (d *desk) warnFolder() {
	ask(d.pump, "folder", func(context.Context) (app.FolderKind, error) { return d.app.FolderKind(), nil }, func(k app.FolderKind, _ error) {
		switch k {
		case app.FolderNetwork:
			d.note(kit.Amber, d.L("The data folder lies on another computer: a broken connection may damage it. Keep it on a drive of this PC."))
		case app.FolderSynced:
			d.note(kit.Amber, d.L("The data folder lies in a synced folder: the sync program may damage it. Keep it in another folder of this PC."))
		}
	})
}
