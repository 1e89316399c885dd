//go:build !headless

package ui

import (
	"context"
	"net/url"
	"regexp"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// templateForm edits the named URL expressions of a site and tries an address on them.
type templateForm struct {
	*desk
	edited func()
	site   string
	none   *kit.Text
	some   *kit.Prose
	rows   []*templateRow
	list   *fyne.Container
	try    *kit.Field
	result *kit.Prose
	shape  *kit.Shape
	box    *fyne.Container
}

// templateRow is one template: name, class, expression, and what is wrong with it.
type templateRow struct {
	name    *kit.Field
	class   *kit.Select
	count   *kit.Text
	pattern *input
	box     fyne.CanvasObject
}

var classes = [...]judge.Class{judge.ClassRoute, judge.ClassAgency, judge.ClassListing, judge.ClassTicket, judge.ClassIgnore}

func newTemplateForm(d *desk, edited func()) *templateForm {
	f := &templateForm{desk: d, edited: edited}
	f.list = kit.Col(8)
	f.try = kit.NewField("https://agency.example/tour/123.html", 80)
	f.try.OnChange = func(string) { f.test() }
	f.none, f.some = kit.Strong(missing, kit.SizeBody), kit.NewProse("", kit.SizeHint, kit.Ink3)
	f.shape = kit.NewShape(kit.Blank)
	f.result = kit.NewProse("", kit.SizeSmall, kit.Ink2)
	intro := kit.NewProse(d.L("The first expression that matches an address decides; pages that none matches are judged by their content."), kit.SizeHint, kit.Ink3)
	f.box = kit.Col(10, intro, f.list,
		kit.Row(8, kit.NewButton(kit.Ghost, "plus", d.L("Add template"), f.add), kit.Space(),
			kit.NewButton(kit.Ghost, "bolt", d.L("Suggest"), f.suggest).Hinted(d.L("From addresses whose pages are judged alike"))),
		kit.HLine(), kit.Small(d.L("Try an address")), f.try, kit.Row(6, f.shape, kit.Grow(f.result)),
		kit.HLine(), pair(d.L("Known addresses no template matches"), f.none), f.some)
	return f
}

func (f *templateForm) view() fyne.CanvasObject { return f.box }

// className names a class as the window does.
func (w *words) className(c judge.Class) string {
	switch c {
	case judge.ClassRoute:
		return w.L("route page")
	case judge.ClassAgency:
		return w.L("agency route")
	case judge.ClassListing:
		return w.L("listing")
	case judge.ClassTicket:
		return w.L("ticket")
	case judge.ClassIgnore:
		return w.L("skip")
	}
	return string(c)
}

func (f *templateForm) row(t judge.Template) *templateRow {
	r := &templateRow{name: kit.NewField(f.L("Name"), 60)}
	changed := func() {
		f.test()
		f.edited()
		f.count()
	}
	r.count = kit.Hint("").Right()
	var names []string
	for _, c := range classes {
		names = append(names, f.className(c))
	}
	r.class = kit.NewSelect(names, 112, func(int) { changed() })
	r.name.OnChange = func(string) { changed() }
	r.pattern = newInput("", "", kit.NewField(`/tour/\d+\.html$`, 60).Mono(), func(s string) string {
		if s == "" {
			return f.L("The expression is empty")
		}
		return f.wrongPattern(s)
	}, changed)
	r.name.Set(t.Name)
	for i, c := range classes {
		if c == t.Class {
			r.class.Choose(i)
		}
	}
	r.pattern.set(t.Pattern)
	away := kit.IconButton("cross", f.L("Remove this template"), func() { f.drop(r) })
	r.box = kit.SunkenBox(kit.PadAll(kit.Col(6, kit.Row(6, kit.Grow(r.name), r.class, away), r.pattern.field, r.pattern.note, r.count), 8))
	return r
}

func (f *templateForm) add() {
	f.rows = append(f.rows, f.row(judge.Template{Class: judge.ClassRoute}))
	f.show()
	f.edited()
}

func (f *templateForm) drop(r *templateRow) {
	for i, x := range f.rows {
		if x == r {
			f.rows = append(f.rows[:i:i], f.rows[i+1:]...)
			break
		}
	}
	f.show()
	f.edited()
}

func (f *templateForm) show() {
	f.list.Objects = f.list.Objects[:0]
	for _, r := range f.rows {
		f.list.Objects = append(f.list.Objects, r.box)
	}
	f.list.Refresh()
	f.test()
	f.count()
}

// count tells how many known addresses each template decides. While an expression is wrong there is nothing to count.
func (f *templateForm) count() {
	site, list := f.site, f.templates()
	if site == "" {
		return
	}
	rows := append([]*templateRow(nil), f.rows...)
	ask(f.pump, "template hits", func(ctx context.Context) (app.TemplateHits, error) { return f.app.CountTemplates(ctx, site, list) },
		func(h app.TemplateHits, err error) {
			if err != nil || site != f.site {
				return
			}
			for i, r := range rows {
				r.count.Set(f.L("%s known addresses match", comma(h.Hits[i])))
			}
			f.none.Set(comma(h.None))
			text := ""
			for _, u := range h.Examples {
				if p, err := url.Parse(u); err == nil {
					text += p.RequestURI() + "\n"
				}
			}
			f.some.Set(text)
		})
}

func (f *templateForm) load(s *storage.Site) {
	f.site = s.ID
	f.rows = f.rows[:0]
	for _, t := range s.Templates {
		f.rows = append(f.rows, f.row(t))
	}
	f.show()
}

func (f *templateForm) store(s *storage.Site) int {
	wrong := 0
	for _, r := range f.rows {
		if !r.pattern.valid() {
			wrong++
		}
	}
	s.Templates = f.templates()
	return wrong
}

// templates are those of the rows as they stand.
func (f *templateForm) templates() []judge.Template {
	var out []judge.Template
	for _, r := range f.rows {
		out = append(out, judge.Template{Name: r.name.Text(), Class: classes[max(0, r.class.Chosen())], Pattern: r.pattern.field.Text()})
	}
	return out
}

// test says what the typed address would be taken for.
func (f *templateForm) test() {
	u := f.try.Text()
	if u == "" {
		f.shape.Set(kit.Blank)
		f.result.Set("")
		return
	}
	for _, r := range f.rows {
		re, err := regexp.Compile(r.pattern.field.Text())
		if err == nil && r.pattern.field.Text() != "" && re.MatchString(u) {
			f.shape.Set(kit.Yes)
			f.result.SetRole(f.L("Matches %s → %s", r.name.Text(), f.className(classes[max(0, r.class.Chosen())])), kit.Good)
			return
		}
	}
	f.shape.Set(kit.Blank)
	f.result.SetRole(f.L("No template matches; its content decides"), kit.Ink2)
}
