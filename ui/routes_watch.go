//go:build !headless

package ui

import (
	"context"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// showWatch asks how a route or a search is to be watched, and stores it.
func showWatch(d *desk, w app.Watch) {
	save := kit.NewButton(kit.Filled, "check", d.L("Save"), nil)
	var inputs []*input
	check := func() { save.Enable(mistakes(inputs...) == 0) }
	name := newInput(d.L("Name"), "", kit.NewField("", 120), func(s string) string {
		if strings.TrimSpace(s) == "" {
			return d.L("Give it a name")
		}
		return ""
	}, check)
	drop := newInput(d.L("Tell when it is cheaper by … %"), d.L("Empty: by anything"), kit.NewField("", 80), d.wholeOrEmpty(0, 99), check)
	quiet := kit.NewCheck(d.L("Only keep the search, tell nothing"), nil)
	inputs = []*input{name, drop}
	name.set(w.Name)
	check()
	col := kit.Col(10, name.box, drop.box)
	title := d.L("Watch this route")
	if w.Query != nil {
		title = d.L("Save this search")
		col.Objects = append(col.Objects, quiet)
	}
	sheet := kit.ShowSheet(d.win.Canvas(), title, 420, 300, kit.NewScroller(kit.Pad(col, 1, 0, 14, 4), 200, 100), kit.Space(), save)
	save.OnTap(func() {
		w.Name, w.Drop, w.Quiet = strings.TrimSpace(name.field.Text()), float64(number(drop.field.Text())), quiet.On()
		ask(d.pump, "watch", func(ctx context.Context) (app.Watch, error) { return d.app.AddWatch(ctx, w) }, func(w app.Watch, err error) {
			d.fail(err)
			if err == nil {
				sheet.Close()
				d.note(kit.Green, d.L("“%s” is kept under Alerts", w.Name))
			}
		})
	})
}

// alertsSheet lists what happened to what is watched, and what is watched.
type alertsSheet struct {
	*desk
	names   map[string]string
	load    func(q app.Query) // shows a saved search again
	alerts  []app.Alert
	watches []app.Watch
	tabs    *kit.Tabs
	told    *lineList
	kept    *lineList
	hold    *fyne.Container
	clear   *kit.Button
	remove  *kit.Button
	sheet   *kit.Sheet
}

func showAlerts(d *desk, names map[string]string, load func(app.Query)) *alertsSheet {
	a := &alertsSheet{desk: d, names: names, load: load}
	a.told = newLineList([]kit.Column{{Title: d.L("Route"), Width: 200, Grow: 1}, {Title: d.L("Alert"), Width: 70}, {Title: d.L("Before"), Width: 80, Number: true}, {Title: d.L("Now"), Width: 80, Number: true},
		{Title: d.L("Watch"), Width: 110, Lead: 12}, {Title: d.L("Time"), Width: 90}}, func(url string) {
		a.sheet.Close()
		d.route(url)
	})
	a.kept = newLineList([]kit.Column{{Title: d.L("Watch"), Width: 200, Grow: 1}, {Title: d.L("Kind"), Width: 90}, {Title: d.L("Tells from"), Width: 90}, {Title: d.L("Since"), Width: 90}}, nil)
	a.kept.table.OnOpen = a.open
	a.kept.table.OnSelect = a.choose
	a.tabs = kit.NewSubTabs([]string{"", ""}, false, a.turn)
	a.hold = kit.Stack(a.told.table)
	a.clear = kit.NewButton(kit.Outline, "check", d.L("Clear alerts"), func() { a.change(d.app.ClearAlerts) })
	a.remove = kit.NewButton(kit.Outline, "trash", d.L("Remove"), a.drop)
	w, h := d.wideSheet()
	a.sheet = kit.ShowSheet(d.win.Canvas(), d.L("Alerts and saved searches"), w, h, kit.Col(8, a.tabs, kit.Grow(a.hold)),
		kit.Hint(d.L("A double click opens the route or the search.")), kit.Space(), a.clear, a.remove)
	a.read()
	return a
}

func (a *alertsSheet) read() {
	type both struct {
		alerts  []app.Alert
		watches []app.Watch
	}
	ask(a.pump, "alerts sheet", func(context.Context) (b both, err error) {
		if b.alerts, err = a.app.Alerts(); err == nil {
			b.watches, err = a.app.Watches()
		}
		return b, err
	}, func(b both, err error) {
		a.fail(err)
		a.alerts, a.watches = b.alerts, b.watches
		if len(b.alerts) > 0 {
			a.keep(alertsRead, b.alerts[0].Number)
		}
		a.show()
	})
}

func (a *alertsSheet) show() {
	a.tabs.Rename([]string{a.L("Alerts") + " " + strconv.Itoa(len(a.alerts)), a.L("Watched") + " " + strconv.Itoa(len(a.watches))})
	var told, kept []routeLine
	for i := range a.alerts {
		x := &a.alerts[i]
		told = append(told, routeLine{x.URL, []string{orMissing(x.Title), a.alertKind(x.Kind), moneyOrEmpty(x.Was, x.Currency), moneyOrEmpty(x.Price, x.Currency), x.Name, x.At.Local().Format("01-02 15:04")}})
	}
	for i := range a.watches {
		w := &a.watches[i]
		kind, from := a.L("Route"), a.L("any fall")
		if w.Query != nil {
			kind = a.L("Search")
		}
		switch {
		case w.Quiet:
			from = a.L("nothing")
		case w.Drop > 0:
			from = percent(w.Drop/100, 0)
		}
		kept = append(kept, routeLine{"", []string{w.Name, kind, from, w.Since.Local().Format("2006-01-02")}})
	}
	a.told.set(told)
	a.kept.set(kept)
	a.turn(a.tabs.Chosen())
}

// turn shows one of the lists, or what would fill it.
func (a *alertsSheet) turn(i int) {
	o := []fyne.CanvasObject{a.told.table, a.kept.table}[max(0, i)]
	switch {
	case i <= 0 && len(a.alerts) == 0:
		o = kit.Empty("bolt", a.L("No alerts"), a.L("Watch a route, or save a search: what is new, cheaper or gone is told here."))
	case i == 1 && len(a.watches) == 0:
		o = kit.Empty("bolt", a.L("Nothing is watched"), a.L("Watch a route, or save a search: what is new, cheaper or gone is told here."))
	}
	a.hold.Objects = []fyne.CanvasObject{o}
	a.hold.Refresh()
	a.choose()
}

// alertKind names what happened.
func (w *words) alertKind(k string) string {
	switch k {
	case app.AlertNew:
		return w.L("New")
	case app.AlertCheaper:
		return w.L("Cheaper")
	case app.AlertGone:
		return w.L("Gone")
	}
	return k
}

func (a *alertsSheet) choose() {
	a.clear.Enable(len(a.alerts) > 0)
	a.remove.Enable(a.tabs.Chosen() == 1 && a.kept.chosen() >= 0)
}

// open shows the watched route, or searches again.
func (a *alertsSheet) open(i int) {
	w := a.watches[i]
	a.sheet.Close()
	if w.Query != nil {
		a.load(*w.Query)
		return
	}
	ask(a.pump, "watched route", func(context.Context) (storage.Route, error) { return a.app.Route(w.Route) }, func(r storage.Route, err error) {
		a.fail(err)
		if err == nil {
			a.route(r.URL)
		}
	})
}

func (a *alertsSheet) drop() {
	if i := a.kept.chosen(); i >= 0 {
		id := a.watches[i].ID
		a.change(func(ctx context.Context) error { return a.app.RemoveWatch(ctx, id) })
	}
}

func (a *alertsSheet) change(do func(context.Context) error) {
	act(a.pump, do, func(err error) {
		a.fail(err)
		a.read()
	})
}
