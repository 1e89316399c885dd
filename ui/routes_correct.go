//go:build !headless

package ui

import (
	"context"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// correctable are the fields of a route that the sheet offers, as storage names them.
var correctable = [...]string{"title", "price", "market_price", "child_price", "days", "nights", "from", "to", "dates", "transport", "agency", "phone"}

// fieldSheet shows where each field of a route was read, and lets a person put it right.
type fieldSheet struct {
	*desk
	url   string
	done  func() // after a correction
	rows  *fyne.Container
	sheet *kit.Sheet
}

// showFields opens the sheet of a route.
func showFields(d *desk, r *storage.Route, done func()) *fieldSheet {
	f := &fieldSheet{desk: d, url: r.URL, done: done, rows: kit.Col(0)}
	size := d.win.Canvas().Size()
	f.sheet = kit.ShowSheet(d.win.Canvas(), d.L("Fields and corrections"), 640, min(600, size.Height-80),
		kit.Col(8, kit.Small(d.L("What you correct stays so when the page is visited again, until you take it back.")), kit.Grow(kit.NewScroller(kit.Pad(f.rows, 0, 0, 10, 4), 200, 200))))
	f.load(r.ID)
	return f
}

// known is what the sheet shows.
type known struct {
	route storage.Route
	list  []storage.Correction
}

func (f *fieldSheet) load(id uint64) {
	ask(f.pump, "fields", func(context.Context) (k known, err error) {
		if k.route, err = f.app.Route(id); err == nil {
			k.list, err = f.app.Corrections(f.url)
		}
		return k, err
	}, func(k known, err error) {
		f.fail(err)
		if err == nil {
			f.show(&k)
		}
	})
}

func (f *fieldSheet) show(k *known) {
	f.rows.Objects = nil
	for i, name := range correctable {
		if i > 0 {
			f.rows.Objects = append(f.rows.Objects, kit.HLine())
		}
		value := fieldValue(&k.route, name)
		where := f.sourceWord(k.route.Sources[name])
		if s := k.route.Sure(name); s > 0 && k.route.Sources[name] != storage.SourceUser {
			where += " · " + percent(s, 0)
		}
		source := kit.Small(where).Shorten(30)
		buttons := []fyne.CanvasObject{kit.NewButton(kit.Ghost, "edit", "", func() { f.edit(k.route.ID, name, value) }).Hinted(f.L("Correct"))}
		for _, c := range k.list {
			if c.Field == name {
				buttons = append([]fyne.CanvasObject{kit.NewButton(kit.Ghost, "undo", "", func() { f.withdraw(k.route.ID, name) }).Hinted(f.L("Take the correction back; the page says: %s", plainJSON(string(c.Page))))}, buttons...)
			}
		}
		f.rows.Objects = append(f.rows.Objects, kit.Fixed(kit.Row(8, kit.Fixed(kit.Small(f.fieldName(name)), 96, 0), kit.GrowBy(1, kit.NewText(orMissing(f.shown(&k.route, name, value))).Shorten(60)),
			kit.Fixed(source, 150, 0), kit.Fixed(kit.Row(0, append([]fyne.CanvasObject{kit.Space()}, buttons...)...), 76, 0)), 0, 36))
		for _, d := range k.route.Disputes {
			if d.Field == name && k.route.Disputed(name) {
				f.rows.Objects = append(f.rows.Objects, kit.Fixed(kit.Row(8, kit.Gap(96), kit.GrowBy(1, kit.Styled(f.L("Elsewhere on the page: %s (%s)", d.Value, f.sourceWord(d.Source)), kit.SizeSmall, kit.Warn).Shorten(80))), 0, 24))
			}
		}
	}
	f.rows.Refresh()
}

// shown is a field as people read it.
func (f *fieldSheet) shown(r *storage.Route, name, value string) string {
	switch name {
	case "dates":
		return f.departures(r, 8)
	case "transport":
		return f.words.transport(value)
	}
	return value
}

// edit asks for the right value of a field. Nothing is a value too: the tour has none.
func (f *fieldSheet) edit(id uint64, name, value string) {
	field := kit.NewField("", 300)
	in := newInput(f.fieldName(name), f.fieldHint(name), field, nil, nil)
	in.set(value)
	save := kit.NewButton(kit.Filled, "check", f.L("Save"), nil)
	sheet := kit.ShowSheet(f.win.Canvas(), f.L("Correct"), 440, 220, kit.Pad(in.box, 0, 0, 14, 0), kit.Space(), save)
	store := func() {
		text := field.Text()
		f.change(id, func(ctx context.Context) error { return f.app.CorrectRoute(ctx, f.url, name, text) }, sheet.Close)
	}
	save.OnTap(store)
	field.OnSubmit = func(string) { store() }
	field.FocusOn(f.win.Canvas())
}

func (f *fieldSheet) withdraw(id uint64, name string) {
	f.change(id, func(ctx context.Context) error { return f.app.WithdrawCorrection(ctx, f.url, name) }, func() {})
}

func (f *fieldSheet) change(id uint64, do func(context.Context) error, then func()) {
	act(f.pump, do, func(err error) {
		f.fail(err)
		if err != nil {
			return
		}
		then()
		f.load(id)
		f.done()
	})
}

// fieldValue is a field as a person types it.
func fieldValue(r *storage.Route, name string) string {
	amount := func(v float64) string {
		if v <= 0 {
			return ""
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	switch name {
	case "title":
		return r.Title
	case "price":
		return amount(r.Price)
	case "market_price":
		return amount(r.MarketPrice)
	case "child_price":
		return amount(r.ChildPrice)
	case "days":
		return orEmpty(r.Days)
	case "nights":
		return orEmpty(r.Nights)
	case "from":
		return r.From
	case "to":
		return strings.Join(r.To, ", ")
	case "dates":
		return strings.Join(r.Dates, ", ")
	case "transport":
		return r.Transport
	case "agency":
		return r.Agency
	case "phone":
		return r.Phone
	}
	return ""
}

// fieldHint says how a field is typed.
func (w *words) fieldHint(name string) string {
	switch name {
	case "to":
		return w.L("Places parted by commas")
	case "dates":
		return w.L("Days like 2026-05-01, parted by commas")
	case "transport":
		return w.L("flight, train, coach, ship, self_drive; / between out and back")
	}
	return w.L("Empty: the tour has none")
}

// sourceWord says where on the page a field was read.
func (w *words) sourceWord(source string) string {
	switch source {
	case "":
		return ""
	case "jsonld", "microdata":
		return w.L("from structured data")
	case "label":
		return w.L("beside a label")
	case "heading":
		return w.L("under a heading")
	case "title":
		return w.L("in the title")
	case "text":
		return w.L("in the text")
	case storage.SourceUser:
		return w.L("corrected by hand")
	}
	return source
}

// plainJSON is a value of a page without the quotes.
func plainJSON(s string) string { return orMissing(strings.Trim(s, `"[]`)) }
