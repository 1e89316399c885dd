//go:build !headless

package ui

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/ui/kit"
)

// Sources of a page to judge, in the order of the segment.
const (
	fromURL = iota
	fromFile
	fromPaste
	fromStored
)

// previewTab judges one page and shows everything the judge saw.
type previewTab struct {
	*desk
	source *kit.Segment
	url    *kit.Field
	run    *kit.Button
	next   *kit.Button
	banner *verdictBanner
	why    *reasonsCard
	text   *textCard
	facts  *factsCard
	body   *fyne.Container
	full   fyne.CanvasObject
	empty  fyne.CanvasObject

	last app.PreviewSource
	page *app.Preview // what is shown; nil before the first
	mark judge.Label  // the user's label of it, "" none
}

func newPreviewTab(d *desk) *previewTab {
	t := &previewTab{desk: d}
	t.source = kit.NewSegment([]string{d.L("URL"), d.L("File"), d.L("Paste"), d.L("Stored")}, t.turn)
	t.source.OnAgain = t.turn // another file, another page to paste
	t.url = kit.NewField("https://agency.example/tour/1.html", 120)
	t.url.OnSubmit = func(string) { t.start() }
	t.run = kit.NewButton(kit.Filled, "play", d.L("Judge"), t.start)
	t.next = kit.NewButton(kit.Outline, "arrow", d.L("Next unsure"), t.nextUnsure)
	t.banner = newVerdictBanner(d, t.label, t.start, t.useStored)
	t.text = newTextCard(d)
	t.why = newReasonsCard(d, t.reveal)
	t.facts = newFactsCard(d, func(url string) { t.open(app.PreviewSource{URL: url}) })
	tools := kit.Toolbar(t.source, kit.Grow(t.url), t.run, kit.VLine(), t.next,
		kit.IconButton("versus", d.L("Two rule sets side by side"), t.compareRules),
		kit.IconButton("present", d.L("Show large, factor by factor"), t.present))
	t.full = kit.Col(kit.CardGap, t.banner.root, kit.Grow(kit.Across(kit.CardGap,
		kit.Fixed(t.why.root, 312, 0), kit.Grow(t.text.root), kit.Fixed(t.facts.root, 316, 0))))
	t.empty = kit.Card(kit.Empty("eye", d.L("Judge a page"), d.L("Type an address, choose a file, paste the source of a page, or open a stored page from another tab.")))
	t.body = kit.Stack(t.empty)
	t.root(tools)
	return t
}

func (t *previewTab) root(tools fyne.CanvasObject) {
	t.body = kit.Col(kit.CardGap, tools, kit.Grow(kit.Stack(t.empty)))
}

func (t *previewTab) view() fyne.CanvasObject { return t.body }

// swap shows a page instead of the empty state.
func (t *previewTab) swap(o fyne.CanvasObject) {
	hold := t.body.Objects[1].(*fyne.Container).Objects[0].(*fyne.Container)
	if hold.Objects[0] != o {
		hold.Objects[0] = o
		hold.Refresh()
	}
}

// update keeps the number of unsure pages on the button.
func (t *previewTab) update(s *app.Snapshot) {}

// turn fits the field to the source; a file and pasted source are asked for at once.
func (t *previewTab) turn(i int) {
	switch i {
	case fromFile:
		t.chooseFile()
	case fromPaste:
		t.paste()
	default:
		t.url.Focus()
	}
}

func (t *previewTab) start() {
	text := strings.TrimSpace(t.url.Text())
	switch t.source.Chosen() {
	case fromFile:
		t.chooseFile()
	case fromPaste:
		t.paste()
	case fromStored:
		if text != "" {
			t.open(app.PreviewSource{Stored: text})
		}
	default:
		if text != "" {
			t.open(app.PreviewSource{URL: text})
		}
	}
}

func (t *previewTab) chooseFile() {
	dialog.ShowFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			t.fail(err)
			return
		}
		t.fail(r.Close())
		t.open(app.PreviewSource{File: r.URI().Path()})
	}, t.win)
}

func (t *previewTab) paste() {
	area := kit.NewArea(t.L("The source of a page: <html> …"), 200, 14)
	var sheet *kit.Sheet
	run := kit.NewButton(kit.Filled, "play", t.L("Judge"), func() {
		sheet.Close()
		t.open(app.PreviewSource{HTML: area.Text()})
	})
	sheet = kit.ShowSheet(t.win.Canvas(), t.L("Paste a page"), 720, 420, area, kit.Space(), run)
	area.FocusOn(t.win.Canvas())
}

// open judges a page and shows it.
func (t *previewTab) open(src app.PreviewSource) {
	t.last = src
	switch {
	case src.Stored != "":
		t.source.Choose(fromStored)
		t.url.Set(src.Stored)
	case src.URL != "":
		t.source.Choose(fromURL)
		t.url.Set(src.URL)
	case src.File != "":
		t.source.Choose(fromFile)
		t.url.Set(src.File)
	default:
		t.source.Choose(fromPaste)
		t.url.Set("")
	}
	t.run.Enable(false)
	ask(t.pump, "preview", func(ctx context.Context) (judged, error) {
		p, err := t.app.Preview(ctx, src, judge.Rules{})
		return judged{p, newPageText(&p)}, err
	}, func(j judged, err error) {
		t.run.Enable(true)
		if err != nil {
			t.fail(err)
			return
		}
		t.show(&j)
	})
}

// judged is a page and its text made ready.
type judged struct {
	page app.Preview
	text pageText
}

// show fills every card.
func (t *previewTab) show(j *judged) {
	p := &j.page
	t.page = p
	t.swap(t.full)
	t.banner.show(p)
	t.why.show(p)
	t.text.show(j.text)
	t.facts.show(p)
	t.known(p.URL)
}

// known looks up the user's label of the page.
func (t *previewTab) known(url string) {
	ask(t.pump, "label of", func(context.Context) (judge.Label, error) {
		all, err := t.app.Labels()
		for _, l := range all {
			if l.URL == url {
				return l.Label, err
			}
		}
		return "", err
	}, func(l judge.Label, err error) {
		t.fail(err)
		t.mark = l
		t.banner.labelled(l)
	})
}

// label stores what the user says the page is; the same again takes it back.
func (t *previewTab) label(l judge.Label) {
	if t.page == nil {
		return
	}
	if t.mark == l {
		l = judge.LabelUnsure
	}
	url := t.page.URL
	act(t.pump, func(ctx context.Context) error { return t.app.Label(ctx, url, l) }, func(err error) {
		if err != nil {
			t.fail(err)
			return
		}
		if l == judge.LabelUnsure {
			l = ""
		}
		t.mark = l
		t.banner.labelled(l)
	})
}

// useStored shows the stored copy of a page that could not be fetched.
func (t *previewTab) useStored() {
	if t.page != nil {
		t.open(app.PreviewSource{Stored: t.page.URL})
	}
}

// reveal scrolls the text to a factor's first hit.
func (t *previewTab) reveal(r *judge.Reason) { t.text.reveal(r) }

func (t *previewTab) find()   { t.url.Focus() }
func (t *previewTab) reload() { t.start() }

// key labels by the keyboard: Y is a route, N is not, the right arrow goes to the next unsure page, up and down to the
// hits in the text.
func (t *previewTab) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyY:
		t.label(judge.LabelRoute)
	case fyne.KeyN:
		t.label(judge.LabelOther)
	case fyne.KeyRight:
		t.nextUnsure()
	case fyne.KeyDown:
		t.text.jump(1)
	case fyne.KeyUp:
		t.text.jump(-1)
	default:
		return false
	}
	return true
}
