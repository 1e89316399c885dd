//go:build !headless

package ui

import (
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// textCard shows the text the judge saw with the hits marked: amber for a route page, red against it.
type textCard struct {
	*desk
	page   *kit.Page
	good   *kit.Text
	bad    *kit.Text
	starts []int // offset of each paragraph in the text
	text   pageText
	at     int // hit that is pointed out, -1 none
	where  *kit.Text
	head   *fyne.Container
	legend *fyne.Container
	root   fyne.CanvasObject
}

func newTextCard(d *desk) *textCard {
	c := &textCard{desk: d, page: kit.NewPage(), good: kit.Small(""), bad: kit.Small("")}
	swatch := func(r kit.Role) fyne.CanvasObject { return kit.Fixed(kit.NewPanel(r, "", 3), 14, 12) }
	c.legend = kit.Row(6, swatch(kit.Mark), c.good, kit.Gap(4), swatch(kit.BadSoft), c.bad)
	c.where = kit.Small("").Right()
	c.head = kit.CardHead(kit.Grow(kit.Strong(d.L("Page text"), kit.SizeBody).Shorten(8)), c.legend, kit.IconButton("up", d.L("Hit before (arrow up)"), func() { c.jump(-1) }),
		c.where, kit.IconButton("down", d.L("Next hit (arrow down)"), func() { c.jump(1) }))
	c.root = kit.Card(kit.Col(0, c.head, kit.Grow(kit.Pad(c.page, 15, 0, 4, 6))))
	return c
}

// hit is one marked stretch of the whole text.
type hit struct {
	start, end int
	against    bool
}

// hitsOf finds where the factors hit. A verdict names the first place and how often; the others are found again from there on.
func hitsOf(text string, r *judge.Rules, reasons []judge.Reason) []hit {
	factors := make(map[string]*judge.Factor, len(r.Factors))
	for i := range r.Factors {
		factors[r.Factors[i].Name] = &r.Factors[i]
	}
	var out []hit
	for i := range reasons {
		x := &reasons[i]
		if x.Start < 0 || x.End <= x.Start || x.End > len(text) || x.Weight == 0 {
			continue
		}
		out = append(out, hit{x.Start, x.End, x.Weight < 0})
		f := factors[x.Factor]
		if f == nil || x.Count < 2 || x.Where == "title" || x.Where == "heading" {
			continue
		}
		for n, p := range placesOf(text[x.End:], f) {
			if n+1 >= x.Count {
				break
			}
			out = append(out, hit{x.End + p[0], x.End + p[1], x.Weight < 0})
		}
	}
	return apart(out)
}

// placesOf finds a factor's words and expressions in a text, in order. An expression that does not compile finds nothing: the rules that
// judged were compiled, so this is only ever one that was edited since.
func placesOf(text string, f *judge.Factor) [][2]int {
	var out [][2]int
	lower := text
	if folded := strings.ToLower(text); len(folded) == len(text) {
		lower = folded
	}
	for _, w := range f.Words {
		w = strings.ToLower(w)
		for at := 0; w != ""; {
			n := strings.Index(lower[at:], w)
			if n < 0 {
				break
			}
			out = append(out, [2]int{at + n, at + n + len(w)})
			at += n + len(w)
		}
	}
	for _, p := range f.Patterns {
		re, err := regexp.Compile(p)
		if err != nil {
			continue
		}
		for _, m := range re.FindAllStringIndex(text, -1) {
			out = append(out, [2]int{m[0], m[1]})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i][0] < out[j][0] })
	return out
}

// apart sorts hits and drops those that begin inside another.
func apart(hits []hit) []hit {
	sort.Slice(hits, func(i, j int) bool {
		if hits[i].start != hits[j].start {
			return hits[i].start < hits[j].start
		}
		return hits[i].end > hits[j].end
	})
	kept := hits[:0]
	end := -1
	for _, h := range hits {
		if h.start >= end {
			kept = append(kept, h)
			end = h.end
		}
	}
	return kept
}

// parasOf cuts a text into paragraphs with their marks; empty ones are dropped.
func parasOf(text, title string, hits []hit) (paras []kit.Para, starts []int) {
	at, h := 0, 0
	for _, line := range strings.Split(text, "\n") {
		start, end := at, at+len(line)
		at = end + 1
		for h < len(hits) && hits[h].end <= start {
			h++
		}
		if strings.TrimSpace(line) == "" || line == app.PastedURL {
			continue
		}
		p := kit.Para{Text: line, Bold: title != "" && strings.TrimSpace(line) == strings.TrimSpace(title)}
		for i := h; i < len(hits) && hits[i].start < end; i++ {
			tone := kit.Amber
			if hits[i].against {
				tone = kit.Red
			}
			p.Spans = append(p.Spans, kit.Span{Start: max(0, hits[i].start-start), End: min(len(line), hits[i].end-start), Tone: tone})
		}
		paras = append(paras, p)
		starts = append(starts, start)
	}
	return paras, starts
}

// pageText is a page's text made ready to be shown, off the window's goroutine.
type pageText struct {
	paras      []kit.Para
	starts     []int
	hits       []hit
	gain, loss int
}

func newPageText(p *app.Preview) pageText {
	hits := hitsOf(p.Text, &p.Rules, p.Verdict.Reasons)
	t := pageText{hits: hits}
	for _, h := range hits {
		if h.against {
			t.loss++
		} else {
			t.gain++
		}
	}
	t.paras, t.starts = parasOf(p.Text, p.Title, hits)
	return t
}

func (c *textCard) show(t pageText) {
	c.good.Set(c.L("%d for", t.gain))
	c.bad.Set(c.L("%d against", t.loss))
	c.head.Refresh()
	if len(t.paras) == 0 {
		t.paras, t.starts = []kit.Para{{Text: c.L("There is no text to show.")}}, []int{0}
	}
	c.starts, c.text, c.at = t.starts, t, -1
	c.page.Set(t.paras)
	c.tell()
}

// tell says which hit is pointed out.
func (c *textCard) tell() {
	text := missing
	if n := len(c.text.hits); n > 0 {
		text = strconv.Itoa(c.at+1) + " / " + strconv.Itoa(n)
	}
	c.where.Set(text)
	c.head.Refresh()
}

// jump points out the next hit, or the one before, and brings it into sight.
func (c *textCard) jump(by int) {
	n := len(c.text.hits)
	if n == 0 {
		return
	}
	if c.at = c.at + by; c.at < 0 {
		c.at = n - 1
	}
	c.at %= n
	h := c.text.hits[c.at]
	i := sort.SearchInts(c.starts, h.start+1) - 1
	if i < 0 || i >= len(c.text.paras) {
		return
	}
	paras := slices.Clone(c.text.paras)
	paras[i].Spans = slices.Clone(paras[i].Spans)
	for k := range paras[i].Spans {
		if paras[i].Spans[k].Start == max(0, h.start-c.starts[i]) {
			paras[i].Spans[k].Tone = kit.Blue
		}
	}
	c.page.Keep(paras)
	c.page.Reveal(i, h.start-c.starts[i])
	c.tell()
}

// reveal scrolls to where a factor hit first.
func (c *textCard) reveal(r *judge.Reason) {
	if r.Start < 0 {
		return
	}
	i := sort.SearchInts(c.starts, r.Start+1) - 1
	if i >= 0 {
		c.page.Reveal(i, r.Start-c.starts[i])
	}
}
