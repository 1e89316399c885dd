//go:build !headless

package ui

import (
	"fmt"

	"xunlu/ui/kit"
)

// presenter shows one page to a room: large type, the sum built factor by factor. A key or the button adds the next factor; Escape is
// the one way back.
type presenter struct {
	*desk
	parts  []kit.Part
	shown  int
	list   *kit.Parts
	sum    *kit.Text
	what   *kit.Text
	bar    *kit.ScoreBar
	next   *kit.Button
	scroll *kit.Scroller
	tab    *previewTab
}

// newPresenter makes a presenter of the page in Preview.
func newPresenter(t *previewTab) *presenter {
	p := &presenter{desk: t.desk, parts: t.partsOf(&t.page.Verdict, t.page.Text), list: kit.NewParts(), tab: t}
	p.list.Large = true
	p.sum, p.what = kit.Strong("", 44), kit.Strong("", 30)
	p.bar = kit.NewScoreBar()
	p.next = kit.NewButton(kit.Filled, "plus", t.L("Next factor"), p.step)
	return p
}

// present opens the presenter on the page in Preview.
func (t *previewTab) present() {
	if t.page == nil || t.page.Failure != "" {
		t.note(kit.Amber, t.L("Judge a page first, then it can be shown large."))
		return
	}
	p := newPresenter(t)
	title := kit.NewProse(t.page.Title, 26, kit.Ink)
	title.Bold, title.MaxRows, title.Leading = true, 2, 1.3
	if title.Value() == "" {
		title.Set(t.page.URL)
	}
	all := kit.NewButton(kit.Outline, "check", t.L("All factors"), p.all)
	again := kit.NewButton(kit.Ghost, "undo", t.L("From the start"), p.reset)
	p.scroll = kit.NewScroller(kit.Pad(p.list, 8, 0, 14, 8), 300, 200)
	content := kit.Col(14, title, kit.Row(24, kit.Fixed(p.sum, 260, 0), kit.Grow(p.bar), kit.Fixed(p.what.Right(), 280, 0)), kit.HLine(), kit.Grow(p.scroll))
	size := t.win.Canvas().Size()
	kit.ShowSheet(t.win.Canvas(), t.L("How this page is judged"), size.Width, size.Height, content, again, kit.Space(), all, p.next)
	p.reset()
	t.win.Canvas().Focus(p.next)
}

func (p *presenter) step() {
	if p.shown < len(p.parts) {
		p.shown++
	}
	p.show()
}

func (p *presenter) all() {
	p.shown = len(p.parts)
	p.show()
}

func (p *presenter) reset() {
	p.shown = 0
	p.show()
}

// show draws the factors up to now, their sum, and at the end the verdict.
func (p *presenter) show() {
	v := &p.tab.page.Verdict
	sum, digits := 0.0, 2
	for _, x := range p.parts[:p.shown] {
		sum += x.Value
		digits = x.Digits
	}
	letter := "W"
	if digits == 4 {
		letter = "k"
	}
	tone := kit.Grey
	if sum > v.Threshold {
		tone = kit.Green
	}
	done := p.shown == len(p.parts)
	p.what.Set("")
	if done {
		sum = v.Score
		t, _, words := p.verdictWords(p.tab.page)
		tone = t
		p.what.SetRole(words, t.Ink())
	}
	p.sum.SetRole(fmt.Sprintf("%s = %s", letter, kit.Decimal(sum, digits)), tone.Ink())
	top := max(v.Threshold*3, v.Score*1.15, 1e-6)
	p.bar.Set(kit.Score{Value: sum, Threshold: v.Threshold, Band: p.tab.page.Rules.Unsure, Top: top, Tone: tone, Zero: "0",
		Middle: p.L("threshold %s", kit.Decimal(v.Threshold, digits))})
	p.list.Set(p.parts[:p.shown])
	if p.shown > 0 {
		p.list.Mark(p.shown - 1)
	}
	p.next.Enable(!done)
	if p.scroll != nil {
		p.scroll.Bottom()
	}
}
