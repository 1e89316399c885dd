//go:build !headless

package ui

import (
	"context"
	"math"
	"slices"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// rulesCompare sets the draft beside another set or version: every factor that differs, and what the other would do to the stored pages.
type rulesCompare struct {
	*rulesTab
	other judge.Rules
	rows  []comparedFactor
	list  *kit.Table
	pick  *kit.Select
	sum   *kit.Prose
}

// comparedFactor is one line: a factor of either, NaN where one has it not.
type comparedFactor struct {
	name  string
	a, b  float64
	field bool // threshold or band
}

// compareSets opens the sheet.
func (t *rulesTab) compareSets() {
	if len(t.sets) == 0 {
		return
	}
	c := &rulesCompare{rulesTab: t, sum: kit.NewProse("", kit.SizeSmall, kit.Ink2)}
	names := make([]string, len(t.sets))
	chosen := 0
	for i, r := range t.sets {
		names[i] = t.L("%s · v%d", r.Name, r.Version)
		if r.Name == t.base.Name && r.Version == t.base.Version-1 || chosen == 0 && r.Name == "paper" && t.base.Version == 1 {
			chosen = i
		}
	}
	c.list = kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{{Title: t.L("Factor"), Width: 160, Grow: 1}, {Title: t.L("Here"), Width: 80, Number: true},
			{Title: t.L("There"), Width: 80, Number: true}, {Title: t.L("Difference"), Width: 90, Number: true}},
		RowHeight: 30, SortBy: -1, Fill: c.fill, Key: func(i int) string { return c.rows[i].name },
		NewCells: func() []fyne.CanvasObject {
			return []fyne.CanvasObject{kit.NewText("").Shorten(40), kit.NewText("").Right(), kit.NewText("").Right(), kit.NewText("").Right()}
		},
	})
	c.pick = kit.NewSelect(names, 200, func(i int) { c.load(i) })
	c.pick.SetOptions(names, chosen)
	size := t.win.Canvas().Size()
	head := kit.Row(10, kit.Strong(t.base.Ref(), kit.SizeBody), kit.Small("↔"), c.pick, kit.Space())
	kit.ShowSheet(t.win.Canvas(), t.L("Compare two versions"), 640, size.Height-120, kit.Col(10, head, c.sum, kit.Grow(c.list)))
	c.load(chosen)
}

// load compares with a set and counts what it would change.
func (c *rulesCompare) load(i int) {
	c.other = c.sets[i]
	c.rows = c.rows[:0]
	add := func(name string, a, b float64, field bool) {
		if !(a == b) { // a factor that one lacks is NaN and differs
			c.rows = append(c.rows, comparedFactor{name, a, b, field})
		}
	}
	add(c.L("Threshold"), c.draft.Threshold, c.other.Threshold, true)
	add(c.L("Unsure ±"), c.draft.Unsure, c.other.Unsure, true)
	weights := func(r *judge.Rules) map[string]float64 {
		m := map[string]float64{}
		for _, f := range r.Factors {
			m[f.Name] = f.Weight
			if f.Off {
				m[f.Name] = 0
			}
		}
		return m
	}
	here, there := weights(&c.draft), weights(&c.other)
	at := func(m map[string]float64, k string) float64 {
		if v, ok := m[k]; ok {
			return v
		}
		return math.NaN()
	}
	both := slices.Concat(c.draft.Factors, slices.DeleteFunc(slices.Clone(c.other.Factors), func(f judge.Factor) bool { _, ok := here[f.Name]; return ok }))
	for _, f := range both {
		add(c.either(f.Name, f.NameZH), at(here, f.Name), at(there, f.Name), false)
	}
	c.list.SetCount(len(c.rows))
	c.list.ScrollTop()
	c.sum.Set(c.count(len(c.rows), "1 line differs.", "%d lines differ."))
	other := clone(c.other)
	ask(c.pump, "compare sets", func(ctx context.Context) (app.Tuning, error) { return c.app.Tune(ctx, other) }, func(t app.Tuning, err error) {
		if err != nil {
			c.sum.Set(c.why(err))
			return
		}
		c.sum.Set(c.count(len(c.rows), "1 line differs.", "%d lines differ.") + c.L(" Of %s stored pages %s are route pages here, %s there.",
			comma(t.Pages), comma(c.tuning.Routes), comma(t.Routes)))
	})
}

func (c *rulesCompare) fill(i int, cells []fyne.CanvasObject) {
	r := &c.rows[i]
	cells[0].(*kit.Text).Set(r.name)
	write := func(k int, v float64) {
		text, role := missing, kit.Ink3
		if !math.IsNaN(v) {
			text, role = kit.Decimal(v, 3), kit.Ink
		}
		cells[k].(*kit.Text).SetRole(text, role)
	}
	write(1, r.a)
	write(2, r.b)
	diff, role := missing, kit.Ink3
	if d := r.b - r.a; !math.IsNaN(d) {
		diff, role = kit.Signed(d, 3), kit.Good
		if d < 0 {
			role = kit.Bad
		}
	}
	cells[3].(*kit.Text).SetRole(diff, role)
}
