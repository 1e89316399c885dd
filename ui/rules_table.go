//go:build !headless

package ui

import (
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/judge"
	"xunlu/ui/kit"
)

// weightStep is what one key press moves a weight by.
const weightStep = 0.01

// newFactorTable is the table of factors: on or off, name and words, slider, weight, and on how many pages of each kind it stands.
func newFactorTable(t *rulesTab) *kit.Table {
	return kit.NewTable(kit.TableOptions{
		Columns: []kit.Column{
			{Title: "", Width: 18},
			{Title: t.L("Factor"), Width: 116, Grow: 1},
			{Title: t.L("Weight"), Width: 96, Grow: 0.35},
			{Title: "", Width: 46, Number: true},
			{Title: t.L("On routes"), Width: 84, Grow: 0.12, Number: true},
			{Title: t.L("On others"), Width: 84, Grow: 0.12, Number: true},
		},
		RowHeight: 33, SortBy: -1, NewCells: newFactorCells, Fill: t.fillFactor,
		Key: func(i int) string { return t.draft.Factors[i].Name },
	})
}

func newFactorCells() []fyne.CanvasObject {
	hits := func(tone kit.Tone) fyne.CanvasObject {
		return kit.Across(6, kit.Grow(kit.NewMeter(30, 6, tone)), kit.Fixed(kit.NewText("").Right(), 42, 0))
	}
	return []fyne.CanvasObject{
		kit.NewCheck("", nil),
		kit.Across(7, kit.NewText(""), kit.NewBadge("", kit.Grey), kit.Grow(kit.Hint("").Shorten(10))),
		kit.NewWeight(1, weightStep),
		kit.NewText("").Right(),
		hits(kit.Blue), hits(kit.Grey),
	}
}

func (t *rulesTab) fillFactor(i int, c []fyne.CanvasObject) {
	f := &t.draft.Factors[i]
	on := c[0].(*kit.Check)
	on.Set(!f.Off)
	on.OnChange = func(on bool) { t.edit(func(r *judge.Rules) { r.Factors[i].Off = !on }) }
	row := c[1].(*fyne.Container)
	role, second := kit.Ink, kit.Ink3
	if f.Off {
		role = kit.Ink3
	}
	name, badge, terms := row.Objects[0].(*kit.Text), row.Objects[1].(*kit.Badge), row.Objects[2].(*fyne.Container).Objects[0].(*kit.Text)
	label := t.place(f)
	again := name.Value() != t.either(f.Name, f.NameZH)
	name.SetRole(t.either(f.Name, f.NameZH), role)
	badge.Set(label, kit.Grey)
	terms.SetRole(t.terms(f), second)
	if again {
		row.Refresh()
	}
	slider := c[2].(*kit.Slider)
	slider.OnChange, slider.OnEnd = nil, nil
	if !slider.Dragging() {
		slider.SetReach(-t.reach, t.reach)
		slider.Set(f.Weight)
	}
	slider.Mute(f.Off)
	slider.OnChange = func(v float64) {
		if t.weighing != i+1 { // the first move of a drag is the step that can be undone
			t.remember()
			t.weighing = i + 1
		}
		t.draft.Factors[i].Weight = v
		c[3].(*kit.Text).Set(kit.Signed(v, 2))
		t.tune()
	}
	slider.OnEnd = func(float64) {
		t.weighing = 0
		t.shown()
	}
	t.fillWeight(i, f, c[3].(*kit.Text))
	t.fillHits(i, c[4], c[5])
}

// fillWeight writes the weight, amber and bold where it differs from the saved one.
func (t *rulesTab) fillWeight(i int, f *judge.Factor, text *kit.Text) {
	moved := i < len(t.base.Factors) && f.Weight != t.base.Factors[i].Weight
	text.Bold = moved
	switch {
	case moved:
		text.Role = kit.Warn
	case f.Off:
		text.Role = kit.Ink3
	default:
		text.Role = kit.Ink
	}
	text.Set(kit.Signed(f.Weight, 2))
	text.Refresh()
}

func (t *rulesTab) fillHits(i int, routes, others fyne.CanvasObject) {
	set := func(o fyne.CanvasObject, hits []int, pages int, tone kit.Tone) {
		row := o.(*fyne.Container)
		meter := row.Objects[0].(*fyne.Container).Objects[0].(*kit.Meter)
		figure := row.Objects[1].(*fyne.Container).Objects[0].(*kit.Text)
		if i >= len(hits) || pages == 0 {
			meter.Set(0, tone)
			figure.SetRole(missing, kit.Ink3)
			return
		}
		share := float64(hits[i]) / float64(pages)
		meter.Set(share, tone)
		figure.SetRole(percent(share, 0), kit.Ink)
	}
	set(routes, t.tuning.RouteHits, t.tuning.RoutePages, kit.Blue)
	set(others, t.tuning.OtherHits, t.tuning.OtherPages, kit.Grey)
}

// place says where a factor looks when that is not everywhere.
func (w *words) place(f *judge.Factor) string {
	if f.Feature != "" {
		return w.L("structure")
	}
	if len(f.Where) != 1 {
		return ""
	}
	return w.placeName(f.Where[0])
}

// placeName names a place of a page.
func (w *words) placeName(where string) string {
	switch where {
	case "title":
		return w.L("title")
	case "heading":
		return w.L("heading")
	case "text":
		return w.L("text")
	case "link":
		return w.L("link")
	case "body":
		return w.L("body")
	case "tablehead":
		return w.L("table head")
	case "url":
		return w.L("address")
	case "meta":
		return w.L("meta")
	case "data":
		return w.L("structured data")
	case "page", "feature":
		return w.L("structure")
	}
	return where
}

// placeNames names several places, written with commas between.
func (w *words) placeNames(where string) string {
	parts := strings.Split(where, ",")
	for i, p := range parts {
		parts[i] = w.placeName(p)
	}
	return strings.Join(parts, w.L(", "))
}

// terms lists what a factor looks for.
func (w *words) terms(f *judge.Factor) string {
	if f.Feature != "" {
		return w.L("%s at least %s", f.Feature, kit.Decimal(f.Min, digitsOf(f.Min)))
	}
	all := strings.Join(append(append([]string(nil), f.Words...), f.Patterns...), " / ")
	if f.AtLeast > 1 {
		all = w.L("%s · %d times or more", all, f.AtLeast)
	}
	return all
}

func digitsOf(v float64) int {
	if v == float64(int(v)) {
		return 0
	}
	return 2
}
