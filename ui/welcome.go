//go:build !headless

package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// newWelcome is the first-start screen: try the demo, or add sites of one's own.
func newWelcome(d *desk, done func()) fyne.CanvasObject {
	answered := func(then func()) {
		act(d.pump, func(context.Context) error {
			c := d.app.Config()
			c.Started = true
			return d.app.SetConfig(c)
		}, func(err error) {
			d.fail(err)
			done()
			then()
		})
	}
	demo := welcomeCard(true, "play", d.L("Try the demo"), d.L("Web sites of invented agencies inside this program; no network is needed."),
		[]string{d.L("About 12 sites and 1,500 pages"), d.L("Crawled within a minute, every tab is filled"), d.L("Its sites can be removed again at any time")},
		kit.NewButton(kit.Filled, "play", d.L("Start the demo"), func() { answered(func() { startDemo(d) }) }))
	own := welcomeCard(false, "globe", d.L("Add your own sites"), d.L("Type an address, or paste or import a list of them."),
		[]string{d.L("Follows robots.txt, one page a second"), d.L("Judges by content at once, templates can follow"), d.L("All data stays on this PC")},
		kit.NewButton(kit.Outline, "plus", d.L("Add site"), func() { answered(func() { newSitesTab(d).add() }) }))
	title := kit.Strong(d.L("Welcome to Xunlu"), kit.SizeWelcome)
	title.Align = fyne.TextAlignCenter
	under := kit.Styled(d.L("Keeps only the route pages of travel agencies: one page is one tour that can be booked."), kit.SizeTab, kit.Ink2)
	show := kit.NewButton(kit.Ghost, "present", d.L("Show how a page is judged"), func() { present(d, nil) })
	folder := kit.Row(8, kit.Small(d.L("Data folder")), kit.Styled(d.app.Dir(), kit.SizeSmall, kit.Ink).Shorten(360))
	return kit.Col(0, kit.Space(),
		kit.Centered(10, kit.MarkImage(52), kit.Gap(2), title, under, kit.Gap(10), kit.Across(16, demo, own), kit.Gap(2), show, folder),
		kit.Space())
}

func welcomeCard(first bool, icon, title, sentence string, points []string, button fyne.CanvasObject) fyne.CanvasObject {
	edge := kit.NewPanel(kit.Surface, kit.Line, 10)
	if first {
		edge.Edge, edge.EdgeWidth = kit.Accent, 2
	}
	tile := kit.Fixed(kit.Stack(kit.NewPanel(kit.AccentSoft, "", 8), kit.PadAll(kit.NewIcon(icon, kit.Accent, 20), 10)), 40, 40)
	col := kit.Col(9, kit.Row(0, tile, kit.Space()), kit.Gap(1), kit.Strong(title, 16), kit.NewProse(sentence, kit.SizeBody, kit.Ink2), kit.Gap(1))
	for _, p := range points {
		col.Objects = append(col.Objects, kit.Row(9, kit.NewShape(kit.Yes), kit.Grow(kit.Styled(p, kit.SizeBody, kit.Ink2).Shorten(100))))
	}
	col.Objects = append(col.Objects, kit.Space(), kit.Row(0, button, kit.Space()))
	return kit.Fixed(kit.Stack(edge, kit.PadAll(col, 22)), 372, 306)
}
