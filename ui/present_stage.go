//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// presenterStage is one page with the sum that grows: the page's text at the left, where the factor of the moment hit, the factors and
// their sum at the right.
type presenterStage struct {
	*presenter
	page  *app.Preview
	parts []kit.Part
	shown int

	title *kit.Prose
	text  *kit.Page
	list  *kit.Parts
	sum   *kit.Text
	what  *kit.Text
	step1 *kit.Text
	bar   *kit.ScoreBar
	next  *kit.Button
	fore  *kit.Button
	prior *kit.Button
	side  *kit.Scroller
	root  fyne.CanvasObject
}

func newPresenterStage(p *presenter) *presenterStage {
	s := &presenterStage{presenter: p, title: kit.NewProse("", 24, kit.Ink), text: kit.NewPage(), list: kit.NewParts(),
		sum: kit.Strong("", 44), what: kit.Strong("", 30).Right(), step1: kit.Small("").Right(), bar: kit.NewScoreBar()}
	s.title.Bold, s.title.MaxRows, s.title.Leading = true, 1, 1.3
	s.text.FontSize, s.text.Leading, s.text.Between = 20, 1.6, 10
	s.list.Large = true
	s.next = kit.NewButton(kit.Filled, "plus", p.L("Next factor"), s.step)
	s.prior = kit.NewButton(kit.Outline, "minus", p.L("One back"), s.back)
	s.side = kit.NewScroller(kit.Pad(s.list, 8, 0, 14, 8), 260, 200)
	s.fore = kit.NewButton(kit.Outline, "right", p.L("Next page"), func() { p.show((p.at + 1) % len(p.pages)) })
	home := kit.NewButton(kit.Outline, "back", p.L("To the start"), p.home)
	all := kit.NewButton(kit.Outline, "check", p.L("All factors"), s.all)
	head := kit.Row(24, kit.Fixed(s.sum, 230, 56), kit.Grow(s.bar), kit.Fixed(s.what, 260, 0))
	body := kit.Across(20, kit.GrowBy(1, kit.Card(kit.Pad(s.text, 18, 12, 8, 8))), kit.GrowBy(0.95, kit.Card(kit.Pad(s.side, 8, 8, 2, 4))))
	foot := kit.Row(8, home, s.fore, kit.Space(), kit.Fixed(s.step1, 120, 0), s.prior, all, s.next)
	s.root = kit.Col(12, s.title, head, kit.Grow(body), foot)
	return s
}

// load begins with a page.
func (s *presenterStage) load(page *app.Preview) {
	s.page, s.shown = page, 0
	s.parts = s.partsOf(&page.Verdict, page.Text)
	s.title.Set(page.Title)
	if page.Title == "" {
		s.title.Set(page.URL)
	}
	s.draw()
}

func (s *presenterStage) step() { s.to(s.shown + 1) }
func (s *presenterStage) back() { s.to(s.shown - 1) }
func (s *presenterStage) all()  { s.to(len(s.parts)) }

func (s *presenterStage) to(n int) {
	s.shown = max(0, min(len(s.parts), n))
	s.draw()
}

// draw shows the factors up to now, their sum, and at the end the verdict.
func (s *presenterStage) draw() {
	v := &s.page.Verdict
	letter, digits := letterOf(v)
	sum := 0.0
	for _, x := range s.parts[:s.shown] {
		sum += x.Value
	}
	tone := kit.Grey
	if sum > v.Threshold {
		tone = kit.Green
	}
	s.what.Set("")
	done := s.shown == len(s.parts)
	if done {
		t, _, words := s.verdictWords(s.page)
		sum, tone = v.Score, t
		s.what.SetRole(words, t.Ink())
	}
	s.sum.SetRole(sumText(letter, sum, digits), tone.Ink())
	top := max(v.Threshold*3, v.Score*1.15, 1e-6)
	s.bar.Set(kit.Score{Value: sum, Threshold: v.Threshold, Band: s.page.Rules.Unsure, Top: top, Tone: tone, Zero: "0",
		Middle: s.L("threshold %s", kit.Decimal(v.Threshold, digits))})
	s.list.Set(s.parts[:s.shown])
	if s.shown > 0 {
		s.list.Mark(s.shown - 1)
	}
	s.step1.Set(s.L("%d of %d factors", s.shown, len(s.parts)))
	s.next.Enable(!done)
	s.prior.Enable(s.shown > 0)
	s.marks()
	s.side.Bottom()
}

// marks shows in the page what was added up so far, the factor of the moment in the accent colour.
func (s *presenterStage) marks() {
	reasons := s.page.Verdict.Reasons[:min(s.shown, len(s.page.Verdict.Reasons))]
	hits := hitsOf(s.page.Text, &s.page.Rules, reasons)
	paras, starts := parasOf(s.page.Text, s.page.Title, hits)
	at := -1
	if n := len(reasons); n > 0 {
		at = reasons[n-1].Start
	}
	para := -1
	for i := range paras {
		if at >= starts[i] && at < starts[i]+len(paras[i].Text) {
			para = i
			for k := range paras[i].Spans {
				if sp := &paras[i].Spans[k]; starts[i]+sp.Start <= at && at < starts[i]+sp.End {
					sp.Tone = kit.Blue
				}
			}
		}
	}
	s.text.Keep(paras)
	if para >= 0 {
		s.text.Reveal(para, at-starts[para])
	}
}
