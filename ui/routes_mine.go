//go:build !headless

package ui

import (
	"context"
	"strconv"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// showMine sets the user's own sites beside the others: where another is cheaper, what others sell and I do not, what the others changed.
func showMine(d *desk, names map[string]string) {
	ask(d.pump, "mine", func(ctx context.Context) (app.Standing, error) { return d.app.Mine(ctx, time.Now().AddDate(0, 0, -7)) },
		func(s app.Standing, err error) {
			d.fail(err)
			if err == nil {
				openMine(d, names, &s)
			}
		})
}

func openMine(d *desk, names map[string]string, s *app.Standing) {
	if len(s.Mine) == 0 {
		kit.ShowSheet(d.win.Canvas(), d.L("My site against the others"), 460, 200,
			kit.NewProse(d.L("No site is marked as yours. Open your site in Sites, and tick “This is our own agency” under Scope."), kit.SizeBody, kit.Ink2))
		return
	}
	var sheet *kit.Sheet
	open := func(url string) {
		sheet.Close()
		d.route(url)
	}
	dearer := newLineList([]kit.Column{{Title: d.L("Route"), Width: 200, Grow: 1}, {Title: d.L("Mine"), Width: 80, Number: true}, {Title: d.L("Lowest price"), Width: 80, Number: true},
		{Title: d.L("Agency"), Width: 130, Lead: 12}, {Title: d.L("Difference"), Width: 80, Number: true}}, open)
	lacking := newLineList([]kit.Column{{Title: d.L("Route"), Width: 200, Grow: 1}, {Title: d.L("Sellers"), Width: 60, Number: true}, {Title: d.L("Lowest price"), Width: 80, Number: true},
		{Title: d.L("Highest price"), Width: 80, Number: true}, {Title: d.L("Agency"), Width: 130, Lead: 12}}, open)
	changed := newLineList(d.changeColumns(), open)
	dearer.set(dearerLines(names, s.Dearer))
	lacking.set(lackingLines(names, s.Missing))
	moves := d.cameAndWent(names, &s.Changed)
	for _, list := range [][]app.FieldChange{s.Changed.Cheaper, s.Changed.Dearer} {
		for i := range list {
			moves = append(moves, moveLine(names, &list[i]))
		}
	}
	changed.set(moves)
	lists := []*lineList{dearer, lacking, changed}
	hold := kit.Stack(dearer.table)
	of := func(name string, n int) string { return name + " " + strconv.Itoa(n) }
	tabs := kit.NewSubTabs([]string{of(d.L("Dearer than another"), len(s.Dearer)), of(d.L("Only the others sell"), len(s.Missing)), of(d.L("What they changed, 7 days"), len(moves))}, false, func(i int) {
		hold.Objects = []fyne.CanvasObject{lists[i].table}
		hold.Refresh()
	})
	w, h := d.wideSheet()
	head := kit.Small(d.L("%s routes of yours, %s of them are sold by others too", comma(s.Routes), comma(s.Shared)))
	sheet = kit.ShowSheet(d.win.Canvas(), d.L("My site against the others"), w, h, kit.Col(8, head, tabs, kit.Grow(hold)),
		kit.Hint(d.L("A double click opens the route.")), kit.Space())
}

// cameAndWent are routes that are new or gone; the word stands where the other price would.
func (w *words) cameAndWent(names map[string]string, r *app.ChangeReport) (lines []routeLine) {
	for i := range r.New {
		l := &r.New[i]
		lines = append(lines, changeLine(names, l, w.L("New"), moneyOrEmpty(l.Price, l.Currency), ""))
	}
	for i := range r.Gone {
		l := &r.Gone[i]
		lines = append(lines, changeLine(names, l, moneyOrEmpty(l.Price, l.Currency), w.L("Gone"), ""))
	}
	return lines
}

// dearerLines are tours that another sells cheaper; a line leads to my own route.
func dearerLines(names map[string]string, tours []app.Tour) (lines []routeLine) {
	for i := range tours {
		t := &tours[i]
		for k := range t.Offers {
			if o := &t.Offers[k]; o.Mine && o.Above > 0 {
				lines = append(lines, routeLine{o.URL, []string{o.Title, money(o.Price, o.Currency), money(t.Low, t.Currency),
					siteName(names, t.Offers[0].Site), "+" + percent(o.Above/t.Low, 0)}})
				break
			}
		}
	}
	return lines
}

// lackingLines are tours that only others sell; a line leads to the cheapest.
func lackingLines(names map[string]string, tours []app.Tour) (lines []routeLine) {
	for i := range tours {
		t := &tours[i]
		o := &t.Offers[0]
		lines = append(lines, routeLine{o.URL, []string{o.Title, strconv.Itoa(t.Sites), moneyOrEmpty(t.Low, t.Currency), moneyOrEmpty(t.High, t.Currency), siteName(names, o.Site)}})
	}
	return lines
}
