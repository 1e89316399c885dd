//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// versus shows the page in Preview under two rule sets side by side.
type versus struct {
	*desk
	src   app.PreviewSource
	sets  []judge.Rules
	sides [2]*versusSide
}

// versusSide is one half: a rule set, its verdict, its sum.
type versusSide struct {
	pick  *kit.Select
	score *kit.Text
	what  *kit.Text
	bar   *kit.ScoreBar
	list  *kit.Parts
	hold  *kit.Scroller
	root  fyne.CanvasObject
}

// compareRules opens the sheet on the page in sight.
func (t *previewTab) compareRules() {
	if t.page == nil || t.page.Failure != "" {
		t.note(kit.Amber, t.L("Judge a page first; then two rule sets can be set side by side."))
		return
	}
	src := t.last
	if src.URL != "" && t.page.Stored != nil {
		src = app.PreviewSource{Stored: t.page.URL} // nothing is fetched twice
	}
	v := &versus{desk: t.desk, src: src}
	title := t.page.Title
	ask(t.pump, "rule sets for versus", func(context.Context) ([]judge.Rules, error) { return t.app.ListRules() }, func(sets []judge.Rules, err error) {
		if err != nil {
			t.fail(err)
			return
		}
		v.open(title, sets)
	})
}

func (v *versus) open(title string, sets []judge.Rules) {
	v.sets = sets
	active, second := 0, 0
	names := make([]string, len(sets))
	for i, r := range sets {
		names[i] = v.L("%s · v%d", r.Name, r.Version)
		if r.Ref() == v.app.ActiveRules().Ref() {
			active = i
		}
		if r.Name == "paper" {
			second = i
		}
	}
	if second == active {
		second = (active + 1) % len(sets)
	}
	for i, chosen := range [2]int{active, second} {
		v.sides[i] = v.side(i, names, chosen)
	}
	size := v.win.Canvas().Size()
	kit.ShowSheet(v.win.Canvas(), title, size.Width-80, size.Height-80, kit.Across(16, kit.Grow(v.sides[0].root), kit.Grow(v.sides[1].root)))
	v.load(0, active)
	v.load(1, second)
}

func (v *versus) side(i int, names []string, chosen int) *versusSide {
	s := &versusSide{score: kit.Strong("", 24), what: kit.Strong("", kit.SizeTitle).Right(), bar: kit.NewScoreBar(), list: kit.NewParts()}
	s.pick = kit.NewSelect(names, 160, func(n int) { v.load(i, n) })
	s.pick.SetOptions(names, chosen)
	s.hold = kit.NewScroller(kit.Pad(s.list, 6, 6, 14, 6), 200, 100)
	s.root = kit.Col(8, kit.Row(8, s.pick, kit.Space()), kit.Row(12, kit.Fixed(s.score, 130, 34), kit.Grow(s.bar), kit.Fixed(s.what, 130, 0)), kit.Grow(kit.Card(s.hold)))
	return s
}

// load judges the page by a set on one side.
func (v *versus) load(side, set int) {
	r, src := v.sets[set], v.src
	ask(v.pump, "versus "+comma(side), func(ctx context.Context) (app.Preview, error) { return v.app.Preview(ctx, src, r) }, func(p app.Preview, err error) {
		if err != nil {
			v.fail(err)
			return
		}
		s := v.sides[side]
		tone, _, words := v.verdictWords(&p)
		letter, digits := letterOf(&p.Verdict)
		s.score.SetRole(sumText(letter, p.Verdict.Score, digits), tone.Ink())
		s.what.SetRole(words, tone.Ink())
		top := max(p.Verdict.Threshold*3, p.Verdict.Score*1.15, 1e-6)
		s.bar.Set(kit.Score{Value: p.Verdict.Score, Threshold: p.Verdict.Threshold, Band: p.Rules.Unsure, Top: top, Tone: tone, Zero: "0",
			Middle: v.L("threshold %s", kit.Decimal(p.Verdict.Threshold, digits))})
		s.list.Set(v.partsOf(&p.Verdict, p.Text))
		s.hold.Top()
	})
}
