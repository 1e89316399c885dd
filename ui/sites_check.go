//go:build !headless

package ui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// siteCheck is the sheet of a first look at a site: what answers, what robots.txt says, how it is judged, and what the first pages hold.
// It fills while the pages come in.
type siteCheck struct {
	*desk
	typed string
	rows  *fyne.Container
	shown *kit.Scroller
	meter *kit.Meter
	seen  *kit.Text
	add   *kit.Button
	sheet *kit.Sheet
	site  storage.Site
}

// checkSite opens the sheet and begins; added runs after the site was added from it.
func checkSite(d *desk, typed string, added func(storage.Site)) {
	c := &siteCheck{desk: d, typed: typed, rows: kit.Col(9), meter: kit.NewMeter(100, 6, kit.Blue), seen: kit.Small("").Right()}
	c.shown = kit.NewScroller(kit.Pad(c.rows, 0, 0, 10, 0), 200, 100)
	c.add = kit.NewButton(kit.Filled, "plus", d.L("Add this site"), func() { c.store(added) })
	c.add.Enable(false)
	head := kit.Row(10, kit.Grow(c.meter), kit.Fixed(c.seen, 130, 0))
	c.sheet = kit.ShowSheet(d.win.Canvas(), d.L("A first look at %s", shortURL(typed)), 600, 470, kit.Col(12, head, kit.Grow(c.shown)),
		kit.Hint(d.L("Nothing of this is stored.")), kit.Space(), c.add)
	c.sheet.OnClose = func() { d.pump.drop("check site") }
	c.show(&app.SiteCheck{}, false)
	ask(d.pump, "check site", func(ctx context.Context) (app.SiteCheck, error) {
		return d.app.CheckSiteNow(ctx, typed, func(s app.SiteCheck) { d.pump.later(func() { c.show(&s, false) }) })
	}, func(s app.SiteCheck, err error) {
		if err != nil {
			c.line(kit.Failing, d.L("Address"), d.why(err), kit.Bad)
			c.shown.Refresh()
			return
		}
		c.show(&s, true)
	})
}

// show writes the findings; done says that no more will come.
func (c *siteCheck) show(s *app.SiteCheck, done bool) {
	seen := s.Pages + s.Failed
	c.meter.Set(float64(seen)/app.SiteCheckPages, kit.Blue)
	c.seen.Set(c.L("%d of %d pages", seen, app.SiteCheckPages))
	if done {
		c.meter.Set(1, kit.Blue)
		c.seen.Set(c.count(seen, "1 page looked at", "%d pages looked at"))
	}
	c.rows.Objects = nil
	c.site = s.Site
	c.reach(s, done)
	if s.Robots != "" {
		c.robots(s)
	}
	if s.Pages > 0 {
		c.judged(s)
		c.found(s, done)
	}
	c.add.Enable(done && len(s.Site.Seeds) > 0)
	c.shown.Refresh()
}

// line adds one finding.
func (c *siteCheck) line(shape kit.State, label, text string, role kit.Role) {
	value := kit.NewProse(text, kit.SizeBody, role)
	value.MaxRows = 4
	c.rows.Objects = append(c.rows.Objects, kit.Across(9, kit.Fixed(kit.Col(0, kit.Gap(3), kit.NewShape(shape)), 12, 0),
		kit.Fixed(kit.Small(label), 92, 0), kit.Grow(value)))
}

// reach says whether it answers, and whether it lets crawlers in.
func (c *siteCheck) reach(s *app.SiteCheck, done bool) {
	switch {
	case s.Failure == storage.FailBlocked:
		c.line(kit.Failing, c.L("Answers"), c.L("This site blocks crawlers: it asks for a captcha or shows a wall. Its pages cannot be read."), kit.Bad)
	case s.Failure != "":
		c.line(kit.Failing, c.L("Answers"), c.failureWord(s.Failure)+statusOf(s.Status), kit.Bad)
	case s.Pages > 0:
		c.line(kit.Yes, c.L("Answers"), c.L("Yes, in %s: “%s”", c.lasting(s.Took), s.Title), kit.Ink)
	case s.Robots == app.RobotsBars, s.Robots == app.RobotsHolds:
	case !done:
		c.line(kit.Waiting, c.L("Answers"), c.L("Asking …"), kit.Ink2)
	}
}

func statusOf(code int) string {
	if code == 0 {
		return ""
	}
	return " (" + comma(code) + ")"
}

func (c *siteCheck) robots(s *app.SiteCheck) {
	text := ""
	switch s.Robots {
	case app.RobotsBars:
		c.line(kit.Failing, "robots.txt", c.L("It does not want crawlers here (%s). Ask its owner before you go on.", s.Reason), kit.Bad)
		return
	case app.RobotsHolds:
		c.line(kit.Held, "robots.txt", c.L("It cannot be read, so nothing is fetched for now. The crawl would try again by itself."), kit.Warn)
		return
	case app.RobotsFree:
		text = c.L("No rules")
	default:
		text = c.L("Lets us in")
	}
	text += c.L(", one page every %s", c.lasting(s.Delay))
	if s.Sitemaps > 0 {
		text += c.count(s.Sitemaps, ", names 1 sitemap", ", names %d sitemaps")
	}
	c.line(kit.Yes, "robots.txt", text, kit.Ink)
}

// judged says how its pages are read and judged.
func (c *siteCheck) judged(s *app.SiteCheck) {
	charset := s.Charset
	if s.Declared != "" && !strings.EqualFold(s.Declared, s.Charset) {
		charset += c.L(" (declared %s)", s.Declared)
	}
	c.line(kit.Yes, c.L("Charset"), charset, kit.Ink)
	if s.Built {
		c.line(kit.Held, "JavaScript", c.L("Pages are built by JavaScript; a browser reads them, which is slower."), kit.Warn)
	}
	if n := len(s.Site.Templates); n > 0 {
		c.line(kit.Yes, c.L("Judged by"), c.count(n, "1 template that comes with the program", "%d templates that come with the program"), kit.Ink)
		return
	}
	c.line(kit.Yes, c.L("Judged by"), c.L("General: the content of each page decides"), kit.Ink)
}

// found says what the first pages hold.
func (c *siteCheck) found(s *app.SiteCheck, done bool) {
	shape, role := kit.Yes, kit.Good
	text := c.count(s.Routes, "1 route page among %d pages", "%d route pages among %d pages", s.Pages)
	if s.Unsure > 0 {
		text += c.L(", %d unsure", s.Unsure)
	}
	if s.Routes == 0 {
		shape, role = kit.Waiting, kit.Ink2
		if done {
			shape, role = kit.Held, kit.Warn
			text += c.L(". Its tours may lie deeper, or it may be no travel agency.")
		}
	}
	c.line(shape, c.L("Routes"), text, role)
	for _, e := range s.Examples {
		price := kit.Strong("", kit.SizeBody).Right()
		if e.Price > 0 {
			price.Set(money(e.Price, ""))
		}
		c.rows.Objects = append(c.rows.Objects, kit.Row(9, kit.Fixed(kit.Gap(1), 113, 0), kit.Grow(kit.NewText(e.Title).Shorten(60)), kit.Fixed(price, 90, 0)))
	}
}

// store adds the site that was looked at.
func (c *siteCheck) store(added func(storage.Site)) {
	site := c.site
	ask(c.pump, "add site", func(ctx context.Context) (storage.Site, error) { return c.app.AddSite(ctx, site) }, func(s storage.Site, err error) {
		c.sheet.Close()
		c.fail(err)
		if err == nil {
			added(s)
		}
	})
}
