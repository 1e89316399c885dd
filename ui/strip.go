//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// messageStrip is the line under the tabs that says what just happened or went wrong; it stays until it is closed or replaced.
type messageStrip struct {
	panel *kit.Panel
	shape *kit.Shape
	text  *kit.Prose
	root  *fyne.Container
}

func newMessageStrip(d *desk) *messageStrip {
	s := &messageStrip{panel: kit.NewPanel(kit.GoodSoft, "", 6), shape: kit.NewShape(kit.Yes), text: kit.NewProse("", kit.SizeSmall, kit.Ink)}
	s.text.MaxRows, s.text.Leading = 2, 1.4
	closer := kit.IconButton("cross", d.L("Close"), s.hide)
	s.root = kit.Stack(s.panel, kit.Pad(kit.Row(8, s.shape, kit.Grow(s.text), closer), 12, 2, 4, 2))
	s.root.Hide()
	return s
}

func (s *messageStrip) show(tone kit.Tone, text string) {
	switch tone {
	case kit.Red:
		s.panel.Paint(kit.BadSoft, "")
		s.shape.Set(kit.Failing)
	case kit.Amber:
		s.panel.Paint(kit.WarnSoft, "")
		s.shape.Set(kit.Held)
	default:
		s.panel.Paint(kit.GoodSoft, "")
		s.shape.Set(kit.Yes)
	}
	s.text.Set(text)
	s.root.Show()
	s.root.Refresh()
}

func (s *messageStrip) hide() { s.root.Hide() }
