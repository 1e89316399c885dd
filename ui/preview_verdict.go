//go:build !headless

package ui

import (
	"fmt"
	"math"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// verdictBanner is the verdict over a page, with the score against its threshold and the buttons that label.
type verdictBanner struct {
	*desk
	banner   *kit.Banner
	score    *kit.Text
	distance *kit.Text
	bar      *kit.ScoreBar
	template *kit.Text
	yes, no  *kit.Button
	retry    *kit.Button
	stored   *kit.Button
	scoreBox *fyne.Container
	barBox   *fyne.Container
	tplBox   *fyne.Container
	labels   *fyne.Container
	failed   *fyne.Container
	root     fyne.CanvasObject
}

func newVerdictBanner(d *desk, label func(judge.Label), again, stored func()) *verdictBanner {
	b := &verdictBanner{desk: d, score: kit.Strong("", kit.SizeTitle), distance: kit.Small(""), bar: kit.NewScoreBar()}
	b.template = kit.Styled("", kit.SizeHint, kit.Ink).Shorten(40)
	b.template.Mono = true
	b.yes = kit.NewButton(kit.Outline, "check", d.L("Route"), func() { label(judge.LabelRoute) }).Hinted(d.L("Key Y"))
	b.no = kit.NewButton(kit.Outline, "cross", d.L("Not a route"), func() { label(judge.LabelOther) }).Hinted(d.L("Key N"))
	b.retry = kit.NewButton(kit.Outline, "refresh", d.L("Retry"), again)
	b.stored = kit.NewButton(kit.Ghost, "file", d.L("Use stored page"), stored)
	b.scoreBox = kit.Col(0, kit.Fixed(b.score, 0, 26), kit.Fixed(b.distance, 0, 18))
	b.barBox = kit.Grow(b.bar)
	b.tplBox = kit.Grow(kit.Row(0, kit.Grow(b.template)))
	b.labels = kit.Row(8, kit.Small(d.L("Label")), b.yes, b.no)
	b.failed = kit.Row(8, b.retry, b.stored)
	b.banner = kit.NewBanner(b.scoreBox, b.barBox, b.tplBox, b.labels, b.failed)
	b.root = kit.Fixed(b.banner, 0, 68)
	return b
}

// show fills the banner for a page.
func (b *verdictBanner) show(p *app.Preview) {
	v := &p.Verdict
	failed := p.Failure != ""
	byTemplate := !failed && v.By == judge.ByTemplate
	b.scoreBox.Hidden = failed || byTemplate
	b.barBox.Hidden = failed || byTemplate
	b.tplBox.Hidden = !failed && !byTemplate
	b.labels.Hidden, b.failed.Hidden = failed, !failed
	b.template.Set("")
	tone, icon, title := b.verdictWords(p)
	under := b.L("By content · rules %s", v.Rules)
	switch {
	case failed:
		under = p.Error
		if under == "" {
			under = b.failureWord(p.Failure)
		}
	case byTemplate:
		under = b.L("By template “%s”", v.Template)
		b.template.Set(p.URL)
	case v.By == judge.ByDensity:
		under = b.L("By density · rules %s", v.Rules)
	}
	if !failed && !byTemplate {
		b.showScore(p, tone)
	}
	b.banner.Set(tone, icon, title, cutRunes(under, 60))
	b.labelled("")
}

// cutRunes shortens a sentence that must stay on one line.
func cutRunes(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n]) + "…"
}

func (b *verdictBanner) showScore(p *app.Preview, tone kit.Tone) {
	v := &p.Verdict
	letter, digits := "W", 2
	if v.By == judge.ByDensity {
		letter, digits = "k", 4
	}
	b.score.SetRole(fmt.Sprintf("%s = %s", letter, kit.Decimal(v.Score, digits)), tone.Ink())
	diff := v.Score - v.Threshold
	switch {
	case v.Label == judge.LabelUnsure:
		b.distance.Set(b.L("inside the band %s–%s", kit.Decimal(v.Threshold-p.Rules.Unsure, digits), kit.Decimal(v.Threshold+p.Rules.Unsure, digits)))
	case diff > 0:
		b.distance.Set(b.L("%s above the threshold", kit.Decimal(diff, digits)))
	default:
		b.distance.Set(b.L("%s below the threshold", kit.Decimal(-diff, digits)))
	}
	top := math.Max(v.Threshold*3, v.Score*1.15)
	if top <= 0 {
		top = 1
	}
	b.bar.Set(kit.Score{Value: v.Score, Threshold: v.Threshold, Band: p.Rules.Unsure, Top: top, Tone: tone, Zero: "0",
		Middle: b.L("threshold %s", kit.Decimal(v.Threshold, digits)), End: kit.Decimal(top, 1)})
}

// verdictWords names a verdict and gives it tone and sign.
func (w *words) verdictWords(p *app.Preview) (kit.Tone, string, string) {
	if p.Failure != "" {
		return kit.Red, "cross", w.L("Page not fetched")
	}
	switch p.Verdict.Label {
	case judge.LabelRoute:
		return kit.Green, "check", w.L("Route page")
	case judge.LabelUnsure:
		return kit.Amber, "help", w.L("Unsure")
	}
	return kit.Grey, "cross", w.L("Not a route page")
}

// labelled shows the user's own label on the buttons.
func (b *verdictBanner) labelled(l judge.Label) {
	b.yes.SetLook(kit.Outline)
	b.no.SetLook(kit.Outline)
	switch l {
	case judge.LabelRoute:
		b.yes.SetLook(kit.OnGood)
	case judge.LabelOther:
		b.no.SetLook(kit.OnBad)
	}
}

// reasonsCard shows what each factor added, the total, and the factors that did not hit.
type reasonsCard struct {
	*desk
	parts  *kit.Parts
	total  *kit.Text
	missed *kit.Text
	badges *fyne.Container
	scroll *kit.Scroller
	list   []judge.Reason
	root   fyne.CanvasObject
}

func newReasonsCard(d *desk, reveal func(*judge.Reason)) *reasonsCard {
	c := &reasonsCard{desk: d, parts: kit.NewParts(), total: kit.Strong("", kit.SizeTab).Right(), missed: kit.Small(""), badges: kit.Flow(5)}
	c.parts.OnPick = func(i int) {
		c.parts.Mark(i)
		if i < len(c.list) {
			reveal(&c.list[i])
		}
	}
	body := kit.Col(8, c.parts, kit.HLine(), kit.Fixed(kit.Row(8, kit.Strong(d.L("Total"), kit.SizeBody), kit.Grow(c.total)), 0, 26), c.missed, c.badges)
	c.scroll = kit.NewScroller(kit.Pad(body, 12, 0, 12, 10), 200, 100)
	c.root = kit.Card(kit.Col(0, kit.CardHead(kit.Strong(d.L("Reasons"), kit.SizeBody), kit.Hint(d.L("what each added"))), kit.Grow(c.scroll)))
	return c
}

// partsOf turns reasons into summands of a score.
func (w *words) partsOf(v *judge.Verdict, text string) []kit.Part {
	digits := 2
	if v.By == judge.ByDensity {
		digits = 4
	}
	parts := make([]kit.Part, 0, len(v.Reasons))
	for _, r := range v.Reasons {
		detail := w.placeNames(r.Where)
		if r.Start >= 0 && r.Start < r.End && r.End <= len(text) {
			detail = "“" + cutRunes(text[r.Start:r.End], 12) + "” " + detail
		}
		if r.Start < 0 && r.Where == "page" {
			detail = w.L("structure") + fmt.Sprintf(" = %d", r.Count)
		} else if r.Count > 1 {
			detail += fmt.Sprintf(" ×%d", r.Count)
		}
		parts = append(parts, kit.Part{Name: w.either(r.Factor, r.FactorZ), Detail: detail, Value: r.Weight, Digits: digits})
	}
	return parts
}

func (c *reasonsCard) show(p *app.Preview) {
	v := &p.Verdict
	c.list = v.Reasons
	c.parts.Set(c.partsOf(v, p.Text))
	digits := 2
	if v.By == judge.ByDensity {
		digits = 4
	}
	tone, _, _ := c.verdictWords(p)
	c.total.SetRole(kit.Signed(v.Score, digits), tone.Ink())
	hit := map[string]bool{}
	for _, r := range v.Reasons {
		hit[r.Factor] = true
	}
	c.badges.Objects = nil
	for _, f := range p.Rules.Factors {
		if !hit[f.Name] && !f.Off && len(c.badges.Objects) < 60 {
			c.badges.Objects = append(c.badges.Objects, kit.NewBadge(c.either(f.Name, f.NameZH), kit.Grey))
		}
	}
	c.missed.Set(c.L("%d factors without a hit", len(c.badges.Objects)))
	c.badges.Refresh()
	c.scroll.Top()
}
