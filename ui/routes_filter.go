//go:build !headless

package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// routeFilters narrow a search. Chips show what there is and how much of it; a chosen one stays although nothing is left of it.
type routeFilters struct {
	*desk
	changed func()

	from, to, transport, state, site *choices
	days                             [4]bool
	dayChips                         [4]*kit.Chip
	price                            *kit.Range
	low, high                        *kit.Field
	lowest, highest                  float64
	count                            *kit.Badge
	names                            map[string]string
	scroll                           *kit.Scroller
	root                             fyne.CanvasObject
}

// choices are the chosen values of one facet and its chips.
type choices struct {
	chosen []string
	box    *fyne.Container
	max    int
	shown  string // what the chips were made from
}

// dayRanges are the lengths offered.
var dayRanges = [4][2]int{{1, 3}, {4, 5}, {6, 7}, {8, 0}}

// dayText names a length.
func dayText(r [2]int) string {
	if r[1] == 0 {
		return strconv.Itoa(r[0]) + "+"
	}
	return strconv.Itoa(r[0]) + "–" + strconv.Itoa(r[1])
}

func newRouteFilters(d *desk, changed func()) *routeFilters {
	f := &routeFilters{desk: d, changed: changed, count: kit.NewBadge("", kit.Blue)}
	f.from, f.to = &choices{box: kit.Flow(6), max: 5}, &choices{box: kit.Flow(6), max: 8}
	f.transport, f.state, f.site = &choices{box: kit.Flow(6), max: 5}, &choices{box: kit.Flow(6), max: 4}, &choices{box: kit.Col(4), max: 12}
	days := kit.Flow(6)
	for i, r := range dayRanges {
		f.dayChips[i] = kit.NewChip(dayText(r), false, func(on bool) {
			f.days[i] = on
			f.fire()
		})
		days.Objects = append(days.Objects, f.dayChips[i])
	}
	f.price = kit.NewRange()
	f.low, f.high = kit.NewField("", 60), kit.NewField("", 60)
	f.price.OnChange = func(lo, hi float64) { f.write(lo, hi) }
	f.price.OnEnd = func(lo, hi float64) {
		f.write(lo, hi)
		f.fire()
	}
	f.low.OnSubmit = func(string) { f.fire() }
	f.high.OnSubmit = func(string) { f.fire() }
	section := func(name string, o fyne.CanvasObject) fyne.CanvasObject {
		return kit.Col(6, strong(name), o)
	}
	prices := kit.Col(6, kit.Fixed(f.price, 0, 42), kit.Row(6, kit.Grow(f.low), kit.Small("–"), kit.Grow(f.high)))
	body := kit.Col(14, section(d.L("From"), f.from.box), section(d.L("To"), f.to.box), section(d.L("Days"), days), section(d.L("Price"), prices),
		section(d.L("Transport"), f.transport.box), section(d.L("State"), f.state.box), section(d.L("Site"), f.site.box))
	f.scroll = kit.NewScroller(kit.Pad(body, 12, 12, 12, 12), 120, 100)
	head := kit.CardHead(kit.Row(7, kit.Strong(d.L("Filters"), kit.SizeBody), f.count), kit.LinkButton(d.L("Clear"), f.clear))
	f.root = kit.Col(0, head, kit.HLine(), kit.Grow(f.scroll))
	return f
}

func strong(s string) fyne.CanvasObject {
	t := kit.Strong(s, kit.SizeSmall)
	t.Role = kit.Ink2
	return t
}

// write puts a dragged span into the fields; the ends of the range mean no limit.
func (f *routeFilters) write(lo, hi float64) {
	text := func(v float64, free bool) string {
		if free {
			return ""
		}
		return comma(int(math.Round(v/50) * 50))
	}
	f.low.Set(text(lo, lo <= f.lowest))
	f.high.Set(text(hi, hi >= f.highest))
}

func (f *routeFilters) fire() {
	n := len(f.from.chosen) + len(f.to.chosen) + len(f.transport.chosen) + len(f.state.chosen) + len(f.site.chosen)
	for _, on := range f.days {
		if on {
			n++
		}
	}
	for _, in := range []*kit.Field{f.low, f.high} {
		if in.Text() != "" {
			n++
		}
	}
	text := ""
	if n > 0 {
		text = strconv.Itoa(n)
	}
	f.count.Set(text, kit.Blue)
	f.changed()
}

// query is what the filters ask.
func (f *routeFilters) query() app.Query {
	q := app.Query{From: strings.Join(f.from.chosen, ","), To: strings.Join(f.to.chosen, ","), Transport: strings.Join(f.transport.chosen, ","),
		State: strings.Join(f.state.chosen, ","), Site: strings.Join(f.site.chosen, ","),
		PriceMin: float64(number(f.low.Text())), PriceMax: float64(number(f.high.Text()))}
	open := false
	for i, on := range f.days {
		if !on {
			continue
		}
		r := dayRanges[i]
		if q.DaysMin == 0 || r[0] < q.DaysMin {
			q.DaysMin = r[0]
		}
		open = open || r[1] == 0
		q.DaysMax = max(q.DaysMax, r[1])
	}
	if open {
		q.DaysMax = 0
	}
	return q
}

// load sets the filters as a query has them. A span of days becomes the chips that lie in it.
func (f *routeFilters) load(q app.Query) {
	split := func(s string) []string {
		if s == "" {
			return nil
		}
		return strings.Split(s, ",")
	}
	f.reset()
	f.from.chosen, f.to.chosen, f.transport.chosen = split(q.From), split(q.To), split(q.Transport)
	f.state.chosen, f.site.chosen = split(q.State), split(q.Site)
	for i, r := range dayRanges {
		in := q.DaysMin > 0 && r[0] >= q.DaysMin && (q.DaysMax == 0 || r[1] > 0 && r[1] <= q.DaysMax)
		f.days[i] = in
		f.dayChips[i].Set(dayText(r), in)
	}
	f.low.Set(orEmpty(int(q.PriceMin)))
	f.high.Set(orEmpty(int(q.PriceMax)))
	f.fire()
}

// only leaves one site in.
func (f *routeFilters) only(site string) {
	f.clear()
	f.site.chosen = []string{site}
	f.fire()
}

// clear takes every filter away.
func (f *routeFilters) clear() {
	f.reset()
	f.fire()
}

// reset is clear without searching.
func (f *routeFilters) reset() {
	for _, c := range []*choices{f.from, f.to, f.transport, f.state, f.site} {
		c.chosen, c.shown = nil, ""
	}
	f.days = [4]bool{}
	for i, r := range f.dayChips {
		r.Set(dayText(dayRanges[i]), false)
	}
	f.low.Set("")
	f.high.Set("")
}

// update shows what was found.
func (f *routeFilters) update(facets map[string][]app.Facet, names map[string]string) {
	f.names = names
	plain := func(s string) string { return s }
	f.chips(f.from, facets["from"], plain)
	f.chips(f.to, facets["to"], plain)
	f.chips(f.transport, facets["transport"], f.words.transport)
	f.chips(f.state, facets["state"], f.routeState)
	f.checks(facets["site"])
	f.prices(facets["price"])
	f.scroll.Refresh()
}

func (w *words) routeState(s string) string {
	switch s {
	case "new":
		return w.L("New")
	case "unchanged":
		return w.L("Unchanged")
	case "changed":
		return w.L("Changed")
	case "gone":
		return w.L("Gone")
	case "back":
		return w.L("back")
	}
	return s
}

// merged puts chosen values that were not found behind those that were.
func (c *choices) merged(facets []app.Facet) []app.Facet {
	out := slices.Clone(facets[:min(len(facets), c.max)])
	for _, v := range c.chosen {
		if slices.ContainsFunc(out, func(x app.Facet) bool { return x.Value == v }) {
			continue
		}
		n := 0
		for _, x := range facets {
			if x.Value == v {
				n = x.Count
			}
		}
		out = append(out, app.Facet{Value: v, Count: n})
	}
	return out
}

// fresh tells whether the chips must be made again.
func (c *choices) fresh(all []app.Facet) bool {
	var b strings.Builder
	for _, x := range all {
		b.WriteString(x.Value + "\x00" + strconv.Itoa(x.Count) + "\x01")
	}
	b.WriteString(strings.Join(c.chosen, "\x02"))
	if c.shown == b.String() {
		return false
	}
	c.shown = b.String()
	return true
}

func (c *choices) turn(v string, on bool) {
	if !on {
		c.chosen = slices.DeleteFunc(c.chosen, func(x string) bool { return x == v })
	} else if !slices.Contains(c.chosen, v) {
		c.chosen = append(c.chosen, v)
	}
}

func (f *routeFilters) chips(c *choices, facets []app.Facet, name func(string) string) {
	all := c.merged(facets)
	if !c.fresh(all) {
		return
	}
	c.box.Objects = nil
	for _, x := range all {
		c.box.Objects = append(c.box.Objects, kit.NewChip(name(x.Value)+" "+comma(x.Count), slices.Contains(c.chosen, x.Value), func(on bool) {
			c.turn(x.Value, on)
			f.fire()
		}))
	}
	if len(all) == 0 {
		c.box.Objects = []fyne.CanvasObject{kit.Hint(missing)}
	}
	c.box.Refresh()
}

func (f *routeFilters) checks(facets []app.Facet) {
	c := f.site
	all := c.merged(facets)
	if !c.fresh(all) {
		return
	}
	c.box.Objects = nil
	for _, x := range all {
		name := f.names[x.Value]
		if name == "" {
			name = x.Value
		}
		box := kit.NewCheck(name, func(on bool) {
			c.turn(x.Value, on)
			f.fire()
		})
		box.Set(slices.Contains(c.chosen, x.Value))
		c.box.Objects = append(c.box.Objects, kit.Row(6, kit.Grow(kit.AtLeast(box, 60, 20)), kit.Small(comma(x.Count))))
	}
	c.box.Refresh()
}

// prices draws the price facet as bars; its values are spans "500-1000" and an open last one "20000-".
func (f *routeFilters) prices(facets []app.Facet) {
	if f.low.Text() != "" || f.high.Text() != "" {
		return // the bars stay those of the unfiltered search, so that the thumbs keep their scale
	}
	type span struct {
		lo, hi float64
		n      int
	}
	var spans []span
	for _, x := range facets {
		a, b, _ := strings.Cut(x.Value, "-")
		lo, err := strconv.ParseFloat(a, 64)
		if err != nil {
			continue
		}
		hi, err := strconv.ParseFloat(b, 64)
		if err != nil {
			hi = lo * 1.5
		}
		spans = append(spans, span{lo, hi, x.Count})
	}
	if len(spans) == 0 {
		return
	}
	f.lowest, f.highest = spans[0].lo, spans[0].hi
	for _, s := range spans {
		f.lowest, f.highest = math.Min(f.lowest, s.lo), math.Max(f.highest, s.hi)
	}
	bins := make([]int, 18)
	width := (f.highest - f.lowest) / float64(len(bins))
	for _, s := range spans {
		from, to := int((s.lo-f.lowest)/width), int(math.Ceil((s.hi-f.lowest)/width))
		for i := from; i < to && i < len(bins); i++ {
			bins[i] += int(math.Ceil(float64(s.n) / float64(max(1, to-from))))
		}
	}
	f.price.Set(bins, f.lowest, f.highest, f.lowest, f.highest)
}
