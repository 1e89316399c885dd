//go:build !headless

package ui

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// similar looks for the same tour at other agencies.
func (v *routeDetail) similar(r *storage.Route) {
	v.others = nil
	id := r.ID
	ask(v.pump, "similar routes", func(ctx context.Context) ([]storage.Route, error) {
		t, err := v.app.SameTour(ctx, id)
		var out []storage.Route
		for i := range t.Offers {
			if x := &t.Offers[i].Route; x.ID != id && x.Price > 0 && x.Currency == r.Currency {
				out = append(out, *x)
			}
		}
		return out[:min(len(out), 6)], err
	}, func(others []storage.Route, err error) {
		if err != nil || v.route == nil || v.route.ID != id || len(others) == 0 {
			return
		}
		v.others = others
		if v.tabs.Chosen() == 0 {
			v.fill()
		}
	})
}

// elsewhere is the table of similar tours, cheapest first, with the chosen one among them in bold.
func (v *routeDetail) elsewhere(r *storage.Route) fyne.CanvasObject {
	rows := append([]storage.Route{*r}, v.others...)
	slices.SortStableFunc(rows, func(a, b storage.Route) int { return compareFloat(a.Price, b.Price) })
	col := kit.Col(0)
	for i := range rows {
		x := &rows[i]
		own := x.ID == r.ID
		name := kit.NewText(v.nameOf(x)).Shorten(60)
		name.Bold = own
		what := strings.TrimSpace(v.words.transport(x.Transport) + " · " + v.departures(x, 1))
		diff := kit.Small("").Right()
		switch {
		case own:
		case x.Price < r.Price:
			diff.SetRole("−"+money(r.Price-x.Price, r.Currency), kit.Good)
		case x.Price > r.Price:
			diff.SetRole("+"+money(x.Price-r.Price, r.Currency), kit.Warn)
		}
		if i > 0 {
			col.Objects = append(col.Objects, kit.HLine())
		}
		col.Objects = append(col.Objects, kit.Fixed(kit.Row(8, kit.GrowBy(1, name), kit.GrowBy(1, kit.Small(strings.Trim(what, " ·")).Shorten(40)),
			kit.Fixed(kit.Strong(money(x.Price, x.Currency), kit.SizeBody).Right(), 80, 0), kit.Fixed(diff, 70, 0)), 0, 28))
	}
	return col
}
