//go:build !headless

package ui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// moveForm takes all data to another folder, and clears up where it lies.
type moveForm struct {
	*desk
	folder *input
	remove *kit.Check
	move   *kit.Button
	tidy   *kit.Button
	state  *kit.Text
	box    *fyne.Container
}

func newMoveForm(d *desk) *moveForm {
	f := &moveForm{desk: d, state: kit.Small("").Shorten(120)}
	f.move = kit.NewButton(kit.Outline, "", d.L("Move the data"), f.start)
	f.tidy = kit.NewButton(kit.Outline, "", d.L("Tidy up now"), f.clear)
	f.remove = kit.NewCheck(d.L("Delete what lies in the old folder afterwards"), func(bool) {})
	f.folder = newInput(d.L("To an empty folder"), "", kit.NewField("", 120), nil, func() { f.move.Enable(strings.TrimSpace(f.folder.field.Text()) != "") })
	f.move.Enable(false)
	f.box = kit.Col(12,
		kit.Strong(d.L("Move the data folder"), kit.SizeBody),
		kit.NewProse(d.L("Copied while everything goes on; the list of works under Nodes shows how far it is and stops it. The new folder counts from the next start on, once the copy was looked through; until then this one does."), kit.SizeSmall, kit.Ink2),
		f.folder.box, f.remove, kit.Row(10, f.move, kit.Grow(f.state)), kit.HLine(),
		kit.Strong(d.L("Tidy up"), kit.SizeBody),
		kit.NewProse(d.L("Removes pages that have been gone longer than their site keeps them, and gives their room back to the disk."), kit.SizeSmall, kit.Ink2),
		kit.Row(0, f.tidy, kit.Space()))
	f.tell()
	return f
}

// tell says where the data moves to when the program is closed.
func (f *moveForm) tell() {
	if to := f.app.Leaving(); to != "" {
		f.state.Set(f.L("Close the program to finish; it moves to %s", to))
	}
}

func (f *moveForm) start() {
	to, remove := strings.TrimSpace(f.folder.field.Text()), f.remove.On()
	f.move.Enable(false)
	f.state.Set(f.L("Copying…"))
	act(f.pump, func(ctx context.Context) error { return f.app.MoveData(ctx, to, remove) }, func(err error) {
		f.move.Enable(true)
		f.state.Set("")
		if err != nil {
			f.state.Set(f.why(err))
			return
		}
		f.tell()
		f.note(kit.Green, f.L("Close the program to finish; it moves to %s", to))
	})
}

func (f *moveForm) clear() {
	f.tidy.Enable(false)
	var t app.Tidied
	act(f.pump, func(ctx context.Context) (err error) {
		t, err = f.app.TidyNow(ctx)
		return err
	}, func(err error) {
		f.tidy.Enable(true)
		if err != nil {
			f.fail(err)
			return
		}
		f.note(kit.Green, f.L("%s pages removed, %s MB given back", comma(t.Removed), comma(int(max(0, t.Before-t.After+t.CopiesBefore-t.CopiesAfter)>>20))))
	})
}
