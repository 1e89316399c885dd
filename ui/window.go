//go:build !headless

package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"xunlu/app"
	"xunlu/ui/kit"
)

// window is the frame around the five tabs. It is rebuilt as a whole when language or theme change, which takes a few milliseconds;
// what is stored is untouched by that. It belongs to the window's goroutine.
type window struct {
	desk    *desk
	tabs    [5]tab
	head    *kit.Tabs
	hold    *fyne.Container
	strip   *messageStrip
	status  *kit.StatusBar
	crawl   *kit.Button
	current int
	last    *app.Snapshot
	drawn   drawn
	drawnAt time.Time
	asked   bool // the user did something since: the next snapshot is drawn
	newsAt  time.Time
	blocked map[string]int // pages that asked for a captcha, by site, at the last snapshot
	told    int            // stored pages when the end of a crawl was last told
	welcome bool           // the first-start screen stands in place of the sites
}

// drawn is what a quiet window is compared by.
type drawn struct {
	idle                               string
	pages, links, sites, works, leased int
	rules                              string
	paused                             bool
}

// Positions of the tabs.
const (
	tabSites = iota
	tabNodes
	tabRules
	tabPreview
	tabRoutes
)

// newWindow builds everything inside an open window.
func newWindow(a *app.App, p *pump, win fyne.Window, w *words, l *library) *window {
	x := &window{}
	d := &desk{words: w, app: a, pump: p, win: win, library: l}
	d.note, d.offer, d.undo, d.fail, d.page, d.soon, d.again = x.note, x.offer, x.undone, x.fail, x.openPage, x.soon, x.relay
	d.routesOf, d.route = x.routesOf, x.openRoute
	x.desk = d
	x.build()
	return x
}

// build makes tabs and frame in the words and theme of now.
func (x *window) build() {
	d := x.desk
	x.tabs = [5]tab{newSitesTab(d), newNodesTab(d), newRulesTab(d), newPreviewTab(d), newRoutesTab(d)}
	x.head = kit.NewTabs([]string{d.L("Sites"), d.L("Nodes"), d.L("Rules"), d.L("Preview"), d.L("Routes")}, x.turn)
	x.head.Choose(x.current)
	x.crawl = kit.NewButton(kit.Outline, "pause", d.L("Pause crawl"), x.pauseOrStart)
	settings := kit.IconButton("settings", d.L("Settings"), func() { showSettings(d, x.rebuild) })
	x.status = kit.NewStatusBar(d.L("Pages"), d.L("Routes"), d.L("Queue"), d.L("Rate"))
	x.strip = newMessageStrip(d)
	x.hold = kit.Stack(x.tabs[x.current].view())
	top := kit.TopBar(d.L("Xunlu"), x.head, x.crawl, settings)
	page := kit.Pad(kit.Col(kit.CardGap, x.strip.root, kit.Grow(x.hold)), kit.PageMargin, kit.PageMargin, kit.PageMargin, kit.PageMargin)
	x.desk.win.SetContent(kit.NewGround(kit.Col(0, top, kit.Grow(page), x.status.CanvasObject)))
	x.keys()
	x.desk.win.SetOnDropped(x.dropped)
	if x.last != nil {
		x.show(*x.last)
	}
}

// rebuild takes other words and another theme.
func (x *window) rebuild(w *words, theme *kit.Theme) {
	if theme != nil {
		fyne.CurrentApp().Settings().SetTheme(theme)
	}
	x.desk.words = w
	x.desk.win.SetTitle(w.L("Xunlu"))
	x.build()
}

// show takes a snapshot: the frame always, of the tabs only the one in sight. What stands behind catches up when it comes to front. It
// tells whether there was something new.
func (x *window) show(s app.Snapshot) (worth bool) {
	x.tell(&s)
	x.tellBlocked(&s)
	x.tellAlerts(s.At)
	x.last = &s
	x.frame(&s)
	first := len(s.Sites) == 0 && !x.desk.app.Config().Started
	if first != x.welcome {
		x.welcome = first
		x.place()
	}
	worth = x.worth(&s)
	if worth && (!first || x.current != tabSites) {
		x.tabs[x.current].update(&s)
	}
	return worth
}

// quietly is how often a window is drawn again in which nothing happens, since a repaint costs; quietNodes is the same for the tab in which
// heartbeats and meters go on.
const (
	quietly    = time.Minute
	quietNodes = 10 * time.Second
)

// worth tells whether a snapshot shows something new enough to be drawn: always while there is a crawl and after what the user did.
func (x *window) worth(s *app.Snapshot) bool {
	now := drawn{idle: string(s.Status.Idle), pages: s.Counts.Total.Pages, links: s.Counts.Total.Links, sites: len(s.Sites), rules: s.Rules, works: len(s.Works),
		paused: s.Status.Paused, leased: s.Status.Leased}
	still := s.Status.Leased == 0 && len(s.Works) == 0 && s.Status.Idle != "" && s.Status.Idle != "delay"
	rest := quietly
	if x.current == tabNodes {
		rest = quietNodes
	}
	if still && !x.asked && now == x.drawn && s.At.Sub(x.drawnAt) < rest {
		return false
	}
	x.asked, x.drawn, x.drawnAt = false, now, s.At
	return true
}

// frame fills status bar and crawl button.
func (x *window) frame(s *app.Snapshot) {
	d := x.desk
	shape, state, why := d.statusLine(s)
	closing := d.L("Safe to close")
	if !s.Safe {
		closing = d.L("Closing keeps everything")
	}
	x.status.Set(shape, state, why, []string{comma(s.Counts.Total.Pages), comma(s.Counts.Total.Routes), comma(s.Status.Queued + s.Status.Waiting),
		d.L("%s p/s", rate(s.Rate))}, s.Safe, closing)
	if s.Status.Paused {
		x.crawl.Set("play", d.L("Start crawl"))
	} else {
		x.crawl.Set("pause", d.L("Pause crawl"))
	}
	x.crawl.Enable(len(s.Sites) > 0)
}

// place puts the tab in sight, or the first-start screen, under the head.
func (x *window) place() {
	o := x.tabs[x.current].view()
	if x.welcome && x.current == tabSites { // the other tabs work before any site is there
		o = newWelcome(x.desk, x.started)
	}
	x.hold.Objects = []fyne.CanvasObject{o}
	x.hold.Refresh()
	// The toolkit forgets how widgets were laid out that were out of sight for a minute; another size makes it lay them out again.
	if s := x.hold.Size(); s.Height > 1 {
		o.Resize(s.SubtractWidthHeight(0, 1))
		o.Resize(s)
	}
}

// started leaves the first-start screen.
func (x *window) started() {
	x.welcome = false
	x.place()
	x.desk.soon()
}

// turn brings a tab to front.
func (x *window) turn(i int) {
	if x.strip.passing && i != x.current {
		x.strip.root.Hide()
	}
	x.current = i
	x.head.Choose(i)
	x.place()
	if x.last != nil {
		x.tabs[i].update(x.last)
	}
	if s, ok := x.tabs[i].(fronted); ok {
		s.front()
	}
}

// openPage shows a stored page in Preview.
func (x *window) openPage(url string) {
	x.turn(tabPreview)
	x.tabs[tabPreview].(*previewTab).open(app.PreviewSource{Stored: url})
}

// soon pulls a snapshot now and draws it.
func (x *window) soon() {
	x.asked = true
	x.desk.pump.poke()
}

// routesOf shows one site's routes.
func (x *window) routesOf(site string) {
	t := x.tabs[tabRoutes].(*routesTab)
	t.filters.only(site)
	x.turn(tabRoutes)
}

// openRoute shows one route.
func (x *window) openRoute(url string) {
	x.turn(tabRoutes)
	x.tabs[tabRoutes].(*routesTab).open(url)
}

func (x *window) pauseOrStart() {
	if x.last != nil {
		x.desk.app.PauseAll(!x.last.Status.Paused)
		x.desk.soon()
	}
}

func (x *window) note(tone kit.Tone, text string) {
	x.strip.show(tone, text)
	x.relay()
}

func (x *window) fail(err error) {
	if err != nil {
		x.strip.wrong(err)
		x.relay()
	}
}

// undone says what was done and how to take it back.
func (x *window) undone(text string, act func()) {
	x.offer(kit.Green, text, "", "undo", x.desk.L("Undo"), act)
}

// offer says something with one thing to do about it.
func (x *window) offer(tone kit.Tone, text, details, icon, button string, act func()) {
	x.strip.put(tone, text, details, icon, button, act)
	x.relay()
}

// relay gives the tab the room that the strip takes or leaves.
func (x *window) relay() { x.desk.win.Content().Refresh() }

// ctrl is what a key with Ctrl does in the whole window.
func (x *window) ctrl() map[fyne.KeyName]func() {
	keys := map[fyne.KeyName]func(){fyne.KeyF: func() {
		if f, ok := x.tabs[x.current].(finder); ok {
			f.find()
		}
	}}
	for i, k := range []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5} {
		keys[k] = func() { x.turn(i) }
	}
	return keys
}

// keys binds the shortcuts of the whole window. Under a sheet they rest, or the tab behind it would change unseen.
func (x *window) keys() {
	c := x.desk.win.Canvas()
	for k, f := range x.ctrl() {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault}, func(fyne.Shortcut) {
			if c.Overlays().Top() == nil {
				f()
			}
		})
	}
	c.AddShortcut(&fyne.ShortcutUndo{}, func(fyne.Shortcut) {
		if u, ok := x.tabs[x.current].(undoer); ok {
			u.undo()
		}
	})
	c.AddShortcut(&fyne.ShortcutRedo{}, func(fyne.Shortcut) {
		if u, ok := x.tabs[x.current].(undoer); ok {
			u.redo()
		}
	})
	c.SetOnTypedKey(x.typed)
}

// typed answers keys that nothing with the focus has a use for. Over a sheet only Escape and the sheet's own keys count.
func (x *window) typed(e *fyne.KeyEvent) {
	if top := x.desk.win.Canvas().Overlays().Top(); top != nil {
		s, ok := top.(*kit.Sheet)
		switch {
		case ok && e.Name == fyne.KeyEscape:
			s.Close()
		case ok && s.OnKey != nil:
			s.OnKey(e)
		}
		return
	}
	if e.Name == fyne.KeyF5 {
		if r, ok := x.tabs[x.current].(reloader); ok {
			r.reload()
		}
		return
	}
	if k, ok := x.tabs[x.current].(keyed); ok {
		k.key(e)
	}
}
