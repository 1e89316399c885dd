//go:build !headless

package ui

import (
	"context"
	"time"

	"xunlu/app"
	"xunlu/ui/kit"
)

// backUp writes everything into one file while all goes on.
func (d *desk) backUp() {
	d.choosePath("xunlu-"+time.Now().Format("2006-01-02")+".backup.zip", func(name string) {
		act(d.pump, func(ctx context.Context) error { return d.app.Backup(ctx, name) }, func(err error) {
			d.fail(err)
			if err == nil {
				d.note(kit.Green, d.L("Written to %s", name))
			}
		})
	})
}

// restoreHint says how a backup comes back: into an empty folder, while the program does not use it.
func (d *desk) restoreHint() string {
	return d.L("To go back to a backup: close the program, and in a terminal run  xunlu-cli restore FILE --data NEWFOLDER  ; then start it with that folder.")
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
