//go:build !headless

package ui

import (
	"regexp"
	"sort"
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
	head   *fyne.Container
	legend *fyne.Container
	root   fyne.CanvasObject
}

func newTextCard(d *desk) *textCard {
	c := &textCard{desk: d, page: kit.NewPage(), good: kit.Small(""), bad: kit.Small("")}
	swatch := func(r kit.Role) fyne.CanvasObject { return kit.Fixed(kit.NewPanel(r, "", 3), 14, 12) }
	c.legend = kit.Row(6, swatch(kit.Mark), c.good, kit.Gap(4), swatch(kit.BadSoft), c.bad)
	c.head = kit.CardHead(kit.Strong(d.L("Page text"), kit.SizeBody), c.legend)
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
	gain, loss int
}

func newPageText(p *app.Preview) pageText {
	hits := hitsOf(p.Text, &p.Rules, p.Verdict.Reasons)
	var t pageText
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
	c.starts = t.starts
	c.page.Set(t.paras)
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
