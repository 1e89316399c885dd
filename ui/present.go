//go:build !headless

package ui

import (
	"context"
	"fmt"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/assets"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// presenter shows to a room how a page is judged: large type, one page, its sum built factor by factor. It begins with a choice of
// invented pages that need no network, and one click or the Home key leads back there. Escape ends it.
type presenter struct {
	*desk
	sheet *kit.Sheet
	hold  *fyne.Container
	stage *presenterStage
	mine  *app.Preview // the page in Preview; nil when there is none
	pages []app.Preview
	rules []judge.Rules // those to choose from
	ruled int           // the chosen ones
	at    int           // page on the stage
}

// present opens the presenter on the page in Preview, if there is one, and the invented ones.
func (t *previewTab) present() { present(t.desk, t.page) }

// present opens the presenter; a page that was just looked at is among its pages.
func present(d *desk, mine *app.Preview) {
	p := newPresenter(d, mine)
	size := d.win.Canvas().Size()
	p.sheet = kit.ShowSheet(d.win.Canvas(), d.L("How a page is judged"), size.Width, size.Height, p.hold)
	p.sheet.OnKey = p.key
	p.sheet.OnClose = func() { p.pump.drop("present") }
	p.begin()
}

func newPresenter(d *desk, mine *app.Preview) *presenter {
	p := &presenter{desk: d, hold: kit.Stack()}
	if mine != nil && mine.Failure == "" {
		p.mine = mine
	}
	active := d.app.ActiveRules()
	p.rules = []judge.Rules{active}
	for _, name := range []string{"xunlu", "paper"} {
		if r, err := d.app.Rules(name); err == nil && r.Name != active.Name {
			p.rules = append(p.rules, r)
		}
	}
	p.stage = newPresenterStage(p)
	return p
}

// begin judges the pages by the chosen rules and shows the choice.
func (p *presenter) begin() {
	p.home()
	p.judge(p.home)
}

// judge judges every page by the chosen rules.
func (p *presenter) judge(then func()) {
	r := p.rules[p.ruled]
	ask(p.pump, "present", func(ctx context.Context) ([]app.Preview, error) {
		var out []app.Preview
		for _, html := range assets.Present() {
			one, err := p.app.Preview(ctx, app.PreviewSource{HTML: string(html)}, r)
			if err != nil {
				return nil, err
			}
			out = append(out, one)
		}
		return out, nil
	}, func(pages []app.Preview, err error) {
		if err != nil {
			p.sheet.Close()
			p.fail(err)
			return
		}
		p.pages = pages
		if p.mine != nil {
			p.pages = append(p.pages, *p.mine)
		}
		then()
	})
}

// home shows the choice of pages.
func (p *presenter) home() {
	about := []string{p.L("A tour that can be booked"), p.L("A list of tours"), p.L("A travel diary"), p.L("Tickets of a sight"), p.L("A tour in English"),
		p.L("A short notice"), p.L("The page in Preview")}
	grid := []fyne.CanvasObject{kit.Col(16), kit.Col(16)}
	for i := range p.pages {
		col := grid[i%2].(*fyne.Container)
		title := p.pages[i].Title
		if title == "" {
			title = p.pages[i].URL
		}
		col.Objects = append(col.Objects, kit.NewChoice(comma(i+1), title, about[min(i, len(about)-1)], func() { p.show(i) }))
	}
	names := make([]string, len(p.rules))
	for i, r := range p.rules {
		names[i] = r.Name
	}
	which := kit.NewSegment(names, p.pickRules)
	which.Choose(p.ruled)
	title := kit.Strong(p.L("Is this a route page?"), 34)
	under := kit.NewProse(p.L("A page gets points for what it says, and loses some for what speaks against it. Above the threshold it is a route page. Choose one:"), 20, kit.Ink2)
	p.swap(kit.Pad(kit.Col(14, title, under, kit.Gap(4), kit.Across(16, kit.Grow(grid[0]), kit.Grow(grid[1])), kit.Space(),
		kit.Row(10, kit.Small(p.L("Rules")), which, kit.Space(), kit.Hint(p.L("Keys: 1–7 choose a page · Space adds a factor · Home is the start · Escape ends")))), 24, 10, 24, 4))
}

func (p *presenter) pickRules(i int) {
	p.ruled = i
	p.judge(p.home)
}

func (p *presenter) swap(o fyne.CanvasObject) {
	p.hold.Objects = []fyne.CanvasObject{o}
	p.hold.Refresh()
}

// show puts a page on the stage, with nothing added up yet.
func (p *presenter) show(i int) {
	if i < 0 || i >= len(p.pages) {
		return
	}
	p.at = i
	p.stage.load(&p.pages[i])
	p.swap(p.stage.root)
	p.win.Canvas().Focus(p.stage.next)
}

// key answers the keyboard of whoever presents.
func (p *presenter) key(e *fyne.KeyEvent) {
	onStage := len(p.hold.Objects) > 0 && p.hold.Objects[0] == p.stage.root
	switch {
	case e.Name == fyne.KeyHome, e.Name == fyne.KeyBackspace:
		p.home()
	case e.Name >= fyne.Key1 && e.Name <= fyne.Key9:
		p.show(int(e.Name[0] - '1'))
	case !onStage:
	case e.Name == fyne.KeySpace && p.win.Canvas().Focused() != nil: // a button has the focus and took it
	case e.Name == fyne.KeyRight, e.Name == fyne.KeySpace, e.Name == fyne.KeyPageDown:
		p.stage.step()
	case e.Name == fyne.KeyLeft, e.Name == fyne.KeyPageUp:
		p.stage.back()
	case e.Name == fyne.KeyEnd:
		p.stage.all()
	}
}

// letterOf is the name of a score and its digits: paper A's W, paper B's k.
func letterOf(v *judge.Verdict) (string, int) {
	if v.By == judge.ByDensity {
		return "k", 4
	}
	return "W", 2
}

// sumText writes a sum as the papers do.
func sumText(letter string, v float64, digits int) string {
	return fmt.Sprintf("%s = %s", letter, kit.Decimal(v, digits))
}
