//go:build !headless

package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// paneWidth is that of a detail pane.
const paneWidth = 330

// sitePane shows one site and lets it be changed: four forms over one draft, which is stored as a whole. While the draft differs from
// what is stored, snapshots do not overwrite it.
type sitePane struct {
	*desk
	remove func()

	site   storage.Site // as stored when it was opened
	draft  storage.Site
	opened bool
	dirty  bool

	root     *fyne.Container
	name     *kit.Text
	badge    *kit.Badge
	shape    *kit.Shape
	state    *kit.Text
	figures  *kit.Text
	tabs     *kit.Tabs
	forms    []siteForm
	entry    *entryForm // among the forms: its secrets are stored apart
	holder   *fyne.Container
	scroll   *kit.Scroller
	trouble  *kit.Text
	save     *kit.Button
	discard  *kit.Button
	nothing  fyne.CanvasObject
	contents fyne.CanvasObject
}

// siteForm is one of the forms of the pane: it shows a site, and writes into the draft what it holds, telling the number of mistakes.
type siteForm interface {
	view() fyne.CanvasObject
	load(s *storage.Site)
	store(s *storage.Site) (mistakes int)
}

func newSitePane(d *desk, remove func()) *sitePane {
	p := &sitePane{desk: d, remove: remove}
	p.name = kit.Strong("", kit.SizeTitle).Shorten(60)
	p.badge = kit.NewBadge("", kit.Grey)
	p.shape, p.state = kit.NewShape(kit.Idle), kit.Small("").Shorten(60)
	p.figures = kit.Hint("").Shorten(60)
	access := newAccessForm(d, p.edited)
	p.entry = access.entry
	p.forms = []siteForm{newScopeForm(d, p.edited), newTemplateForm(d, p.edited), newLimitForm(d, p.edited), access, newPlanForm(d, p.edited)}
	p.tabs = kit.NewSubTabs([]string{d.L("Scope"), d.L("Templates"), d.L("Limits"), d.L("Access"), d.L("Plan")}, true, p.turn)
	p.holder = kit.Stack(p.forms[0].view())
	p.scroll = kit.NewScroller(kit.Pad(p.holder, 13, 12, 13, 12), 200, 100)
	p.trouble = kit.Small("").Shorten(20)
	p.discard = kit.NewButton(kit.Outline, "", d.L("Discard"), p.reset)
	p.save = kit.NewButton(kit.Filled, "", d.L("Save"), p.store)
	head := kit.Pad(kit.Col(4,
		kit.Row(8, kit.Grow(p.name), p.badge, kit.IconButton("trash", d.L("Remove this site"), remove)),
		kit.Row(7, p.shape, kit.Grow(p.state)), p.figures), 13, 10, 9, 4)
	foot := kit.Fixed(kit.Pad(kit.Row(8, kit.Grow(p.trouble), p.discard, p.save), 13, 0, 13, 0), 0, 46)
	p.contents = kit.Col(0, head, kit.Pad(p.tabs, 13, 0, 13, 0), kit.HLine(), kit.Grow(p.scroll), kit.HLine(), foot)
	p.nothing = kit.Empty("info", d.L("No site chosen"), d.L("Choose a site at the left to see and change it."))
	p.root = kit.Stack(p.nothing)
	return p
}

func (p *sitePane) view() fyne.CanvasObject {
	return kit.Fixed(kit.Card(p.root), paneWidth, 0)
}

func (p *sitePane) turn(i int) {
	p.holder.Objects[0] = p.forms[i].view()
	p.holder.Refresh()
	p.scroll.Top()
}

// open shows another site; nil shows none. A draft with changes of the same site stays.
func (p *sitePane) open(r *app.SiteRow, now time.Time) {
	if r == nil {
		p.opened, p.dirty = false, false
		p.swap(p.nothing)
		return
	}
	if p.opened && p.site.ID == r.ID && p.dirty {
		return
	}
	p.opened = true
	p.site = r.Site
	p.reset()
	p.update(r, now)
	p.swap(p.contents)
	p.scroll.Top()
}

func (p *sitePane) swap(o fyne.CanvasObject) {
	if p.root.Objects[0] != o {
		p.root.Objects[0] = o
		p.root.Refresh()
	}
}

// update shows the live state; the forms follow only while nothing was changed by hand.
func (p *sitePane) update(r *app.SiteRow, now time.Time) {
	if r == nil || !p.opened || r.ID != p.site.ID {
		return
	}
	p.name.Set(r.Name)
	if len(r.Templates) > 0 {
		p.badge.Set(p.L("Template"), kit.Blue)
	} else {
		p.badge.Set(p.L("General"), kit.Grey)
	}
	shape, words, tone := p.siteState(r, now)
	role := kit.Ink2
	if tone != kit.Grey {
		role = tone.Ink()
	}
	p.shape.Set(shape)
	p.state.SetRole(words, role)
	p.figures.Set(p.L("%s pages · %s routes · %s URLs known", comma(r.Count.Pages), comma(r.Count.Routes), comma(r.Count.Links)))
	if !p.dirty && r.Version != p.site.Version {
		p.site = r.Site
		p.reset()
	}
}

// reset throws the draft away.
func (p *sitePane) reset() {
	p.draft, p.dirty = p.site, false
	for _, f := range p.forms {
		f.load(&p.draft)
	}
	p.footer(0)
	p.learn()
}

// learn asks which secrets of the site are known on this PC: the keyring may take its time.
func (p *sitePane) learn() {
	if len(p.site.Access.Secrets()) == 0 {
		return
	}
	s := p.site
	ask(p.pump, "secrets", func(context.Context) (map[string]bool, error) { return p.app.SecretsKnown(&s), nil },
		func(known map[string]bool, _ error) {
			if p.opened && p.site.ID == s.ID && p.site.Version == s.Version {
				p.entry.learn(known)
			}
		})
}

// edited collects the forms into the draft and counts mistakes.
func (p *sitePane) edited() {
	if !p.opened {
		return
	}
	p.dirty = true
	p.footer(p.collect())
	p.scroll.Refresh()
}

func (p *sitePane) collect() (mistakes int) {
	for _, f := range p.forms {
		mistakes += f.store(&p.draft)
	}
	return mistakes
}

func (p *sitePane) footer(mistakes int) {
	text := ""
	switch {
	case mistakes == 1:
		text = p.L("1 mistake, correct it before saving")
	case mistakes > 1:
		text = p.L("%d mistakes, correct them before saving", mistakes)
	case p.dirty:
		text = p.L("Changed, not saved")
	}
	p.trouble.Set(text)
	p.save.Enable(p.dirty && mistakes == 0)
	p.discard.Enable(p.dirty)
}

func (p *sitePane) store() {
	if p.collect() > 0 {
		return
	}
	draft, secrets := p.draft, p.entry.secrets(&p.draft)
	forRun := false
	ask(p.pump, "save site", func(ctx context.Context) (s storage.Site, err error) {
		if len(secrets) == 0 {
			return p.app.EditSite(ctx, draft)
		}
		s, forRun, err = p.app.EnterSite(ctx, draft, secrets)
		return s, err
	}, func(s storage.Site, err error) {
		if err != nil {
			p.fail(err)
			return
		}
		p.site = s
		p.reset()
		if forRun {
			p.note(kit.Amber, p.L("%s was saved; this PC has no keyring that takes its secrets, so they have to be typed again after the next start", s.Name))
		} else {
			p.note(kit.Green, p.L("%s was saved", s.Name))
		}
		p.soon()
	})
}
