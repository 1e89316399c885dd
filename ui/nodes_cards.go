//go:build !headless

package ui

import (
	"context"
	"sort"
	"strconv"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// statCard is a figure, its unit, its change, and its last minutes.
type statCard struct {
	figure, unit, delta *kit.Text
	plot                *kit.Plot
	line                *fyne.Container
	root                fyne.CanvasObject
}

func newStatCard(label string) *statCard {
	c := &statCard{figure: kit.Strong(missing, kit.SizeFigure), unit: kit.Hint(""), delta: kit.Hint("").Right().Shorten(10), plot: kit.NewPlot(40, 30)}
	c.line = kit.Row(4, c.figure, c.unit)
	c.root = kit.Fixed(kit.Card(kit.Pad(kit.Col(0,
		kit.Fixed(kit.Row(4, kit.Small(label), kit.Grow(c.delta)), 0, 20), kit.Fixed(c.line, 0, 30), kit.Grow(c.plot)), 11, 7, 11, 8)), 0, 106)
	return c
}

// set shows values; fromZero starts the plot at 0.
func (c *statCard) set(figure, unit, delta string, tone kit.Tone, fromZero bool, values []float64) {
	if c.figure.Value() != figure || c.unit.Value() != unit {
		c.figure.Set(figure)
		c.unit.Set(unit)
		c.line.Refresh()
	}
	c.delta.Set(delta)
	lo, hi := 0.0, 0.0
	for i, v := range values {
		if i == 0 || v < lo {
			lo = v
		}
		if i == 0 || v > hi {
			hi = v
		}
	}
	if fromZero {
		lo = 0
	}
	c.plot.Set(lo-(hi-lo)*0.15, hi+(hi-lo)*0.1, kit.Series{Values: values, Tone: tone})
}

// failureList shows what failed, by kind, as bars.
type failureList struct {
	*desk
	title *kit.Text
	rows  *fyne.Container
	all   *kit.Button
	root  fyne.CanvasObject
	shown []failure
}

type failure struct {
	kind storage.Failure
	n    int
}

// maxFailureRows fit into the card.
const maxFailureRows = 6

func newFailureList(d *desk) *failureList {
	f := &failureList{desk: d, title: kit.Strong(d.L("Failed pages"), kit.SizeBody), rows: kit.Col(7)}
	f.all = kit.LinkButton(d.L("Show all"), func() { showProblems(d) })
	f.root = kit.Card(kit.Col(0, kit.CardHead(f.title, f.all), kit.Grow(kit.AtLeast(kit.Pad(f.rows, 12, 4, 12, 8), 150, 90))))
	return f
}

func (f *failureList) update(s *app.Snapshot) {
	var all []failure
	total := 0
	for k, n := range s.Counts.Total.Failures {
		all = append(all, failure{k, n})
		total += n
	}
	sort.Slice(all, func(i, j int) bool { return all[i].n > all[j].n || all[i].n == all[j].n && all[i].kind < all[j].kind })
	all = all[:min(len(all), maxFailureRows)]
	if same(all, f.shown) && f.rows.Objects != nil {
		return
	}
	f.shown = all
	share := ""
	if links := s.Counts.Total.Pages + total; links > 0 {
		share = " (" + percent(float64(total)/float64(links), 1) + ")"
	}
	f.title.Set(f.L("Failed pages") + " " + comma(total) + share)
	f.rows.Objects = nil
	for _, x := range all {
		m := kit.NewMeter(30, 6, kit.Grey)
		m.Set(float64(x.n)/float64(all[0].n), kit.Grey)
		name := kit.Small(f.failureWord(x.kind)).Shorten(30)
		f.rows.Objects = append(f.rows.Objects, kit.Fixed(kit.Row(10, kit.GrowBy(1, name), kit.GrowBy(1, m), kit.Fixed(kit.NewText(comma(x.n)).Right(), 40, 0)), 0, 20))
	}
	f.all.Hidden = len(all) == 0
	if len(all) == 0 {
		f.rows.Objects = append(f.rows.Objects, kit.Small(f.L("Nothing failed")))
	}
	f.rows.Refresh()
}

func same[T comparable](a, b []T) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// workList shows long works in progress with a way to stop them; it takes no room while there are none.
type workList struct {
	*desk
	rows  *fyne.Container
	root  *fyne.Container
	shown []app.WorkStatus
}

func newWorkList(d *desk) *workList {
	w := &workList{desk: d, rows: kit.Col(6)}
	w.root = kit.Card(kit.Pad(w.rows, 12, 8, 12, 8))
	w.root.Hide()
	return w
}

func (w *workList) update(works []app.WorkStatus) {
	if same(works, w.shown) {
		return
	}
	w.shown = works
	w.rows.Objects = nil
	for _, k := range works {
		m := kit.NewMeter(100, 6, kit.Blue)
		done := comma(k.Done)
		if k.Total > 0 {
			m.Set(float64(k.Done)/float64(k.Total), kit.Blue)
			done += " / " + comma(k.Total)
		}
		stop := kit.LinkButton(w.L("Stop"), func() { w.fail(w.app.StopWork(k.ID)) })
		w.rows.Objects = append(w.rows.Objects, kit.Fixed(kit.Row(10, kit.Small(w.L(k.Name)), kit.Grow(m), kit.Small(done), stop), 0, 22))
	}
	w.root.Hidden = len(works) == 0
	w.root.Refresh()
	w.rows.Refresh()
}

// paramCard holds the live parameters. A slider acts when it is let go.
type paramCard struct {
	*desk
	rows []*param
	root fyne.CanvasObject
}

type param struct {
	slider *kit.Slider
	value  *kit.Text
	get    func(*app.Config) *int
}

func newParamCard(d *desk) *paramCard {
	p := &paramCard{desk: d}
	title := kit.CardHead(kit.Strong(d.L("Parameters"), kit.SizeBody), kit.Hint(d.L("act at once")))
	box := kit.Col(8,
		p.add(d.L("Workers"), d.L("Pages in work at the same time"), 64, func(c *app.Config) *int { return &c.Workers }),
		p.add(d.L("Lease size"), d.L("Addresses of one host lent at a time"), 64, func(c *app.Config) *int { return &c.LeaseSize }),
		p.add(d.L("Commit group"), d.L("Results written in one transaction"), 256, func(c *app.Config) *int { return &c.CommitGroup }))
	reset := kit.NewButton(kit.Outline, "undo", d.L("Defaults"), p.reset)
	p.root = kit.Card(kit.Col(0, title, kit.Pad(box, 12, 2, 12, 10), kit.HLine(), kit.Fixed(kit.Pad(kit.Row(8, kit.Space(), reset), 12, 0, 12, 0), 0, 46)))
	return p
}

func (p *paramCard) add(label, hint string, top float64, get func(*app.Config) *int) fyne.CanvasObject {
	r := &param{slider: kit.NewSlider(1, top, 1), value: kit.Strong("1", kit.SizeBody), get: get}
	r.slider.OnChange = func(v float64) { r.value.Set(strconv.Itoa(int(v))) }
	r.slider.OnEnd = func(v float64) { p.change(func(c *app.Config) { *get(c) = int(v) }) }
	p.rows = append(p.rows, r)
	return kit.Col(4, kit.Row(8, kit.NewText(label), kit.Space(), kit.Fixed(r.value.Right(), 60, 0)), r.slider, kit.Hint(hint).Shorten(60))
}

// change stores a changed config; the nodes take it with their next heartbeat.
func (p *paramCard) change(edit func(*app.Config)) {
	follow(p.pump, "params", func(context.Context) (struct{}, error) {
		c := p.app.Config()
		edit(&c)
		return struct{}{}, p.app.SetConfig(c)
	}, func(_ struct{}, err error) { p.fail(err) })
}

func (p *paramCard) reset() {
	d := app.DefaultConfig()
	p.change(func(c *app.Config) { c.Workers, c.LeaseSize, c.CommitGroup = d.Workers, d.LeaseSize, d.CommitGroup })
	p.soon()
}

// update shows what is in force, except on a slider that is held.
func (p *paramCard) update(s *app.Snapshot) {
	now := app.Config{Workers: s.Status.Params.Workers, LeaseSize: s.Status.Params.LeaseSize, CommitGroup: s.Status.Params.CommitGroup}
	for _, r := range p.rows {
		if r.slider.Dragging() {
			continue
		}
		v := *r.get(&now)
		r.slider.Set(float64(v))
		r.value.Set(strconv.Itoa(v))
	}
}
