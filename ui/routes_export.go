//go:build !headless

package ui

import (
	"context"
	"strings"

	"xunlu/app"
	"xunlu/ui/kit"
)

// exportFound writes every route the search finds, not only those in the list. The ending of the file's name chooses the format.
func (t *routesTab) exportFound() {
	q := t.query()
	t.exportTo(func(ctx context.Context, format, name string) (int, error) {
		return t.app.ExportFile(ctx, q, format, name)
	})
}

// exportChosen writes the selected routes.
func (t *routesTab) exportChosen() {
	ids := t.chosen()
	t.exportTo(func(ctx context.Context, format, name string) (int, error) {
		return t.app.ExportChosenFile(ctx, ids, format, name)
	})
}

// chosen are the selected routes in the order of the list.
func (t *routesTab) chosen() []uint64 {
	var ids []uint64
	for i := range t.result.Routes {
		if t.list.Selected(t.result.Routes[i].URL) {
			ids = append(ids, t.result.Routes[i].ID)
		}
	}
	return ids
}

// exportTo asks for the file; the ending of its name chooses the format.
func (t *routesTab) exportTo(write func(ctx context.Context, format, name string) (int, error)) {
	t.choosePath("routes.xlsx", func(name string) {
		format := app.FormatOf(name)
		if format == "" {
			t.note(kit.Red, t.L("The ending must be one of %s", strings.Join(app.ExportFormats(), ", ")))
			return
		}
		ask(t.pump, "export", func(ctx context.Context) (int, error) { return write(ctx, format, name) }, func(n int, err error) {
			if err != nil {
				t.fail(err)
				return
			}
			t.note(kit.Green, t.L("%s routes were written to %s", comma(n), name))
		})
	})
}
