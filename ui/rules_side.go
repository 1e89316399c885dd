//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// rulesSide is what the draft would do: the spread of scores, right and wrong on labelled pages, the pages that flip.
type rulesSide struct {
	*desk
	hist    *kit.Histogram
	conf    *kit.Confusion
	metrics [4]metric
	labels  *kit.Text
	flips   *kit.Table
	title   *kit.Text
	gained  *kit.Text
	lost    *kit.Text
	list    []app.Flip
	moving  bool
	head    *fyne.Container
	root    fyne.CanvasObject
}

// metric is one measure: its value, its 95 % interval, and the difference to the rules in use.
type metric struct{ value, span, delta *kit.Text }

const sideWidth = 424

func newRulesSide(d *desk, moved, settled func(float64)) *rulesSide {
	s := &rulesSide{desk: d, hist: kit.NewHistogram(), conf: kit.NewConfusion(d.L("Labelled route"), d.L("Labelled other"))}
	s.hist.OnChange, s.hist.OnEnd = moved, settled
	top := kit.Card(kit.Col(0, kit.CardHead(kit.Strong(d.L("Score distribution"), kit.SizeBody), kit.Hint(d.L("square-root scale"))),
		kit.Grow(kit.Pad(kit.AtLeast(s.hist, 200, 150), 12, 0, 12, 6))))
	s.labels = kit.Strong("", kit.SizeBody)
	var rows []fyne.CanvasObject
	for i, name := range []string{d.L("Precision"), d.L("Recall"), d.L("F1"), d.L("Accuracy")} {
		m := metric{kit.Strong(missing, 15), kit.Hint("").Shorten(20), kit.Small("").Right()}
		s.metrics[i] = m
		rows = append(rows, kit.Fixed(kit.Row(6, kit.Fixed(kit.Small(name), 52, 0), kit.Fixed(m.value, 50, 0), kit.Grow(m.span), kit.Fixed(m.delta, 38, 0)), 0, 31))
	}
	measures := kit.Col(0, append([]fyne.CanvasObject{kit.Gap(14)}, rows...)...)
	middle := kit.Card(kit.Col(0, kit.CardHead(s.labels, kit.Hint(d.L("95 % interval · against the rules in use"))),
		kit.Pad(kit.Across(14, kit.GrowBy(1.1, s.conf), kit.Grow(measures)), 12, 0, 12, 12)))
	s.title, s.gained, s.lost = kit.Strong("", kit.SizeBody), kit.Styled("", kit.SizeSmall, kit.Good), kit.Styled("", kit.SizeSmall, kit.Bad)
	s.flips = kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{{Width: 112}, {Width: 80, Grow: 1}, {Width: 40, Number: true}, {Width: 46, Number: true}},
		NoHead:  true, RowHeight: 30, SortBy: -1, NewCells: newFlipCells, Fill: s.fill,
		Key: func(i int) string { return s.list[i].URL },
	})
	s.flips.OnSelect = func() {
		if keys := s.flips.Selection(); len(keys) > 0 {
			d.page(keys[0])
		}
	}
	s.head = kit.CardHead(s.title, s.gained, s.lost)
	bottom := kit.Card(kit.Col(0, s.head, kit.Grow(s.flips)))
	s.root = kit.Fixed(kit.Col(kit.CardGap, kit.GrowBy(1, top), middle, kit.GrowBy(1, bottom)), sideWidth, 0)
	return s
}

func newFlipCells() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		kit.Across(6, kit.NewShape(kit.Yes), kit.Grow(kit.Small("").Shorten(20))),
		kit.NewText("").Shorten(20),
		kit.Styled("", kit.SizeSmall, kit.Ink2).Right(),
		kit.Strong("", kit.SizeSmall).Right(),
	}
}

func (s *rulesSide) fill(i int, c []fyne.CanvasObject) {
	f := &s.list[i]
	row := c[0].(*fyne.Container)
	shape, word := row.Objects[0].(*kit.Shape), row.Objects[1].(*fyne.Container).Objects[0].(*kit.Text)
	if f.Becomes {
		shape.Set(kit.Yes)
		word.SetRole(s.L("becomes route"), kit.Good)
	} else {
		shape.Set(kit.No)
		word.SetRole(s.L("no longer"), kit.Bad)
	}
	title := f.Title
	if title == "" {
		title = shortURL(f.URL)
	}
	c[1].(*kit.Text).Set(title)
	c[2].(*kit.Text).Set(kit.Decimal(f.Old, 2))
	c[3].(*kit.Text).Set("→ " + kit.Decimal(f.New, 2))
}

// update shows a tuning of the draft beside that of the rules in force.
func (s *rulesSide) update(r *judge.Rules, now, before *app.Tuning) {
	bins := make([]int, len(now.Route))
	for i := range bins {
		bins[i] = now.Route[i] + now.Other[i]
	}
	digits := 2
	if r.Method == judge.Density {
		digits = 4
	}
	s.hist.Set(bins, now.Low, now.High, r.Threshold, r.Unsure)
	s.hist.Say(s.L("Threshold %s", kit.Decimal(r.Threshold, digits)), s.L("Others %s", comma(now.Others+now.Unsure)), s.L("Routes %s", comma(now.Routes)))
	s.measure(now, before)
	s.list = now.Flips
	s.flips.SetCount(len(s.list))
	s.title.Set(s.L("%s pages would change", comma(now.Became+now.Left)))
	s.gained.Set(s.L("+%s routes", comma(now.Became)))
	s.lost.Set(s.L("−%s dropped", comma(now.Left)))
	s.head.Refresh()
}

// measure fills the confusion table and the four measures with their difference to the rules in force.
func (s *rulesSide) measure(now, before *app.Tuning) {
	t, b := now.Labelled, before.Labelled
	s.labels.Set(s.L("On %s labelled pages", comma(t.N())))
	s.conf.Set([4]kit.Cell{
		{Figure: comma(t.TP), Word: s.L("right"), Tone: kit.Green}, {Figure: comma(t.FP), Word: s.L("false"), Tone: kit.Red},
		{Figure: comma(t.FN), Word: s.L("missed"), Tone: kit.Red}, {Figure: comma(t.TN), Word: s.L("right"), Tone: kit.Grey},
	})
	values := app.Intervals(t)
	old := [4]float64{b.Precision(), b.Recall(), b.F1(), b.Accuracy()}
	of := [4]int{t.TP + t.FP, t.TP + t.FN, t.TP + t.FP + t.FN, t.N()} // what a measure is a share of
	for i, m := range s.metrics {
		if of[i] == 0 {
			m.value.SetRole(missing, kit.Ink3)
			m.delta.Set("")
			m.span.Set("")
			continue
		}
		v := values[i]
		m.value.SetRole(percent(v.Value, 1), kit.Ink)
		m.span.Set(percent(v.Low, 0) + "–" + percent(v.High, 0))
		diff := (v.Value - old[i]) * 100
		role := kit.Good
		if diff < 0 {
			role = kit.Bad
		}
		text := ""
		if b.N() > 0 && (diff >= 0.05 || diff <= -0.05) {
			text = kit.Signed(diff, 1)
		}
		m.delta.SetRole(text, role)
	}
}
