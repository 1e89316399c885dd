//go:build !headless

package ui

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// lines cuts a field's text into its lines that hold something.
func lines(text string) []string {
	var out []string
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// wrongPattern says in one sentence what is wrong with an expression; "" when nothing is.
func (w *words) wrongPattern(s string) string {
	if len(s) > maxPattern {
		return w.L("Longer than %d characters", maxPattern)
	}
	if _, err := regexp.Compile(s); err != nil {
		return w.L("Not an expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return ""
}

// maxPattern is how long an expression may be.
const maxPattern = 1000

// scopeForm: name, start addresses, hosts, prefix, what to leave out.
type scopeForm struct {
	*desk
	name, seeds, hosts, prefix, exclude *input
	sub, mine                           *kit.Check
	box                                 fyne.CanvasObject
}

func newScopeForm(d *desk, edited func()) *scopeForm {
	f := &scopeForm{desk: d}
	toggled := func(bool) { edited() }
	f.name = newInput(d.L("Name"), "", kit.NewField("", 80), f.notEmpty, edited)
	f.seeds = newInput(d.L("Start addresses"), d.L("One a line"), kit.NewArea("", 80, 2), func(s string) string {
		all := lines(s)
		if len(all) == 0 {
			return d.L("At least one address is needed")
		}
		for i, l := range all {
			if _, err := d.app.NewSite(l); err != nil {
				return d.L("Line %d is not a web address", i+1)
			}
		}
		return ""
	}, edited)
	f.hosts = newInput(d.L("Hosts that belong to it"), d.L("One a line; links to other hosts are not followed"), kit.NewArea("", 80, 2), func(s string) string {
		if len(lines(s)) == 0 {
			return d.L("At least one host is needed")
		}
		return ""
	}, edited)
	f.sub = kit.NewCheck(d.L("Subdomains belong to it too"), toggled)
	f.prefix = newInput(d.L("Only below this path"), d.L("Empty: the whole host"), kit.NewField("/", 80), func(s string) string {
		if s != "" && !strings.HasPrefix(s, "/") {
			return d.L("A path begins with /")
		}
		return ""
	}, edited)
	f.exclude = newInput(d.L("Leave out addresses that match"), d.L("One expression a line"), kit.NewArea("", 80, 2).Mono(), func(s string) string {
		for i, l := range lines(s) {
			if wrong := d.wrongPattern(l); wrong != "" {
				return d.L("Line %d: %s", i+1, wrong)
			}
		}
		return ""
	}, edited)
	f.mine = kit.NewCheck(d.L("This is our own agency"), toggled)
	f.box = kit.Col(10, f.name.box, f.seeds.box, f.hosts.box, f.sub, f.prefix.box, f.exclude.box, f.mine)
	return f
}

func (f *scopeForm) notEmpty(s string) string {
	if strings.TrimSpace(s) == "" {
		return f.L("It needs a name")
	}
	return ""
}

func (f *scopeForm) view() fyne.CanvasObject { return f.box }

func (f *scopeForm) load(s *storage.Site) {
	f.name.set(s.Name)
	f.seeds.set(strings.Join(s.Seeds, "\n"))
	f.hosts.set(strings.Join(s.Scope.Hosts, "\n"))
	f.prefix.set(s.Scope.Prefix)
	f.exclude.set(strings.Join(s.Scope.Exclude, "\n"))
	f.sub.Set(s.Scope.Subdomains)
	f.mine.Set(s.Mine)
}

func (f *scopeForm) store(s *storage.Site) int {
	s.Name = strings.TrimSpace(f.name.field.Text())
	s.Seeds = lines(f.seeds.field.Text())
	s.Scope = storage.Scope{Hosts: lines(f.hosts.field.Text()), Subdomains: f.sub.On(),
		Prefix: strings.TrimSpace(f.prefix.field.Text()), Exclude: lines(f.exclude.field.Text())}
	s.Mine = f.mine.On()
	return mistakes(f.name, f.seeds, f.hosts, f.prefix, f.exclude)
}

func mistakes(inputs ...*input) int {
	n := 0
	for _, in := range inputs {
		if !in.valid() {
			n++
		}
	}
	return n
}

// limitForm: pace, connections, caps, order.
type limitForm struct {
	*desk
	delay, connections, pages, depth *input
	order, focus                     *kit.Select
	box                              fyne.CanvasObject
}

var focuses = [...]storage.Focus{storage.FocusNone, storage.FocusSoft, storage.FocusHard}

var orders = [...]storage.Order{storage.BFS, storage.DFS, storage.Best}

func newLimitForm(d *desk, edited func()) *limitForm {
	f := &limitForm{desk: d}
	f.delay = newInput(d.L("Seconds between two pages"), d.L("robots.txt can only make it longer"), kit.NewField("1", 80), func(s string) string {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || v < 0 || v > 3600 {
			return d.L("A number from 0 to 3600")
		}
		return ""
	}, edited)
	f.connections = newInput(d.L("Connections at the same time"), d.L("More than 1 only where the site allows it"), kit.NewField("1", 80), d.whole(1, 32), edited)
	f.pages = newInput(d.L("Pages at most"), d.L("Empty: no cap"), kit.NewField("", 80), d.wholeOrEmpty(1, 10_000_000), edited)
	f.depth = newInput(d.L("Links from a start address at most"), d.L("Empty: no cap"), kit.NewField("", 80), d.wholeOrEmpty(1, 1000), edited)
	f.order = kit.NewSelect([]string{d.L("Breadth first"), d.L("Depth first"), d.L("Best first")}, 120, func(int) { edited() })
	f.focus = kit.NewSelect([]string{d.L("Does not steer the crawl"), d.L("Soft focus: links of relevant pages first"), d.L("Hard focus: only links of relevant pages")}, 120, func(int) { edited() })
	f.box = kit.Col(10, f.delay.box, f.connections.box, f.pages.box, f.depth.box, kit.Col(3, kit.Small(d.L("Order")), f.order),
		kit.Col(3, kit.Small(d.L("Relevance k of a page (density rules)")), f.focus))
	return f
}

// whole checks a whole number.
func (w *words) whole(lo, hi int) func(string) string {
	return func(s string) string {
		v, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || v < lo || v > hi {
			return w.L("A whole number from %d to %s", lo, comma(hi))
		}
		return ""
	}
}

func (w *words) wholeOrEmpty(lo, hi int) func(string) string {
	check := w.whole(lo, hi)
	return func(s string) string {
		if strings.TrimSpace(s) == "" {
			return ""
		}
		return check(s)
	}
}

func (f *limitForm) view() fyne.CanvasObject { return f.box }

func (f *limitForm) load(s *storage.Site) {
	f.delay.set(strconv.FormatFloat(s.Delay.Seconds(), 'f', -1, 64))
	f.connections.set(strconv.Itoa(max(1, s.Connections)))
	f.pages.set(orEmpty(s.MaxPages))
	f.depth.set(orEmpty(s.MaxDepth))
	for i, o := range orders {
		if o == s.Order || s.Order == "" && i == 0 {
			f.order.Choose(i)
		}
	}
	for i, x := range focuses {
		if x == s.Focus {
			f.focus.Choose(i)
		}
	}
}

func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (f *limitForm) store(s *storage.Site) int {
	if n := mistakes(f.delay, f.connections, f.pages, f.depth); n > 0 {
		return n
	}
	seconds, errDelay := strconv.ParseFloat(strings.TrimSpace(f.delay.field.Text()), 64)
	connections, errConn := strconv.Atoi(strings.TrimSpace(f.connections.field.Text()))
	if errDelay != nil || errConn != nil {
		return 1
	}
	s.Delay = time.Duration(seconds * float64(time.Second))
	s.Connections = connections
	s.MaxPages, s.MaxDepth = number(f.pages.field.Text()), number(f.depth.field.Text())
	s.Order = orders[max(0, f.order.Chosen())]
	s.Focus = focuses[max(0, f.focus.Chosen())]
	return 0
}

// number reads a whole number; 0 when there is none.
func number(s string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(s), ",", ""))
	if err != nil {
		return 0
	}
	return n
}

// accessForm: charset, robots, browser, and how the site is entered.
type accessForm struct {
	*desk
	charset        *kit.Select
	robots, render *kit.Check
	sitemaps       *kit.Check
	pictures       *kit.Check
	private        *input
	entry          *entryForm
	box            fyne.CanvasObject
}

var charsets = [...]string{"", "utf-8", "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr", "windows-1252"}

func newAccessForm(d *desk, edited func()) *accessForm {
	f := &accessForm{desk: d}
	names := append([]string{d.L("As the pages say")}, charsets[1:]...)
	f.charset = kit.NewSelect(names, 120, func(int) { edited() })
	f.robots = kit.NewCheck(d.L("Follow robots.txt"), func(bool) { edited() })
	f.render = kit.NewCheck(d.L("Pages need JavaScript"), func(bool) { edited() })
	f.sitemaps = kit.NewCheck(d.L("Read its sitemaps"), func(bool) { edited() })
	f.pictures = kit.NewCheck(d.L("Keep the pictures of its route pages"), func(bool) { edited() })
	f.private = newInput(d.L("Allowed on a private network"), d.L("host:port, one a line; only for sites of your own"), kit.NewArea("", 80, 2), nil, edited)
	robotsHint := kit.NewProse(d.L("Only the owner of a site may turn this off."), kit.SizeHint, kit.Ink3)
	f.entry = newEntryForm(d, edited)
	f.box = kit.Col(10, kit.Col(3, kit.Small(d.L("Charset")), f.charset), kit.Col(2, f.robots, robotsHint), f.sitemaps, f.render,
		kit.Col(2, f.pictures, kit.NewProse(d.L("For the offline copy. They are fetched when the crawl has nothing to ask the host, at its pace."), kit.SizeHint, kit.Ink3)), f.private.box, kit.HLine(), f.entry.view())
	return f
}

func (f *accessForm) view() fyne.CanvasObject { return f.box }

func (f *accessForm) load(s *storage.Site) {
	for i, c := range charsets {
		if c == s.Charset {
			f.charset.Choose(i)
		}
	}
	f.robots.Set(!s.NoRobots)
	f.render.Set(s.Render)
	f.sitemaps.Set(!s.NoSitemaps)
	f.pictures.Set(s.Pictures)
	f.private.set(strings.Join(s.Private, "\n"))
	f.entry.load(s)
}

func (f *accessForm) store(s *storage.Site) int {
	s.Charset = charsets[max(0, f.charset.Chosen())]
	s.NoRobots, s.Render, s.NoSitemaps = !f.robots.On(), f.render.On(), !f.sitemaps.On()
	s.Pictures = f.pictures.On()
	s.Private = lines(f.private.field.Text())
	return mistakes(f.private) + f.entry.store(s)
}
