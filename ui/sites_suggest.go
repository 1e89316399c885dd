//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// suggest finds kinds of addresses whose pages are judged alike and offers them as templates. What is taken goes into the form and is
// stored with it.
func (f *templateForm) suggest() {
	site := f.site
	if site == "" {
		return
	}
	ask(f.pump, "suggest templates", func(ctx context.Context) ([]app.Suggestion, error) { return f.app.SuggestTemplates(ctx, site) },
		func(list []app.Suggestion, err error) {
			switch {
			case err != nil:
				f.fail(err)
			case len(list) == 0:
				f.note(kit.Amber, f.L("No kind of address of this site is judged alike often enough to suggest a template."))
			case site == f.site:
				f.offer(list)
			}
		})
}

// maxSuggestions is how many are offered at a time.
const maxSuggestions = 8

// offer lists the suggestions, each with its share of agreement and an example.
func (f *templateForm) offer(list []app.Suggestion) {
	list = list[:min(len(list), maxSuggestions)]
	col := kit.Col(10)
	checks := make([]*kit.Check, len(list))
	for i, s := range list {
		checks[i] = kit.NewCheck(s.Template.Name, nil)
		checks[i].Set(i == 0)
		example := ""
		if len(s.Examples) > 0 {
			example = shortURL(s.Examples[0])
		}
		pattern := kit.Styled(s.Template.Pattern, kit.SizeHint, kit.Ink2).Shorten(60)
		pattern.Mono = true
		col.Objects = append(col.Objects, kit.SunkenBox(kit.PadAll(kit.Col(4,
			kit.Row(8, kit.Grow(checks[i]), kit.NewBadge(f.className(s.Template.Class), kit.Blue), kit.Small(f.L("%s pages, %s agree", comma(s.Pages), percent(s.Agree, 0)))),
			pattern, kit.Hint(example).Shorten(60)), 8)))
	}
	var sheet *kit.Sheet
	take := kit.NewButton(kit.Filled, "plus", f.L("Take the chosen"), func() {
		sheet.Close()
		f.take(list, checks)
	})
	var content fyne.CanvasObject = kit.NewScroller(col, 200, 100)
	sheet = kit.ShowSheet(f.win.Canvas(), f.L("Suggested templates"), 560, 420, content, kit.Space(), take)
}

func (f *templateForm) take(list []app.Suggestion, checks []*kit.Check) {
	for i, s := range list {
		if checks[i].On() {
			f.rows = append(f.rows, f.row(s.Template))
		}
	}
	f.show()
	f.edited()
}
