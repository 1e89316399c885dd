//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// messageStrip is the line under the tabs that says what just happened or went wrong; it stays until it is closed or replaced. It may
// offer one thing to do, and hides the exact words of an error behind "Details".
type messageStrip struct {
	*desk
	panel   *kit.Panel
	shape   *kit.Shape
	text    *kit.Prose
	offer   *kit.Button
	fold    *kit.Button
	details *kit.Prose
	under   *fyne.Container
	root    *fyne.Container
	passing bool // good news that ask for nothing: they go when the user turns to another tab
}

func newMessageStrip(d *desk) *messageStrip {
	s := &messageStrip{desk: d, panel: kit.NewPanel(kit.GoodSoft, "", 6), shape: kit.NewShape(kit.Yes), text: kit.NewProse("", kit.SizeSmall, kit.Ink)}
	s.text.MaxRows, s.text.Leading = 2, 1.4
	s.details = kit.NewProse("", kit.SizeHint, kit.Ink2)
	s.details.MaxRows = 6
	s.offer = kit.NewButton(kit.Outline, "undo", "", nil)
	s.fold = kit.LinkButton(d.L("Details"), s.unfold)
	s.under = kit.Pad(s.details, 20, 0, 20, 4)
	closer := kit.IconButton("cross", d.L("Close"), s.hide)
	s.root = kit.Stack(s.panel, kit.Pad(kit.Col(0, kit.Row(8, s.shape, kit.Grow(s.text), s.fold, s.offer, closer), s.under), 12, 2, 4, 2))
	s.root.Hide()
	return s
}

func (s *messageStrip) show(tone kit.Tone, text string) { s.put(tone, text, "", "", "", nil) }

// wrong shows an error as a sentence with a next step.
func (s *messageStrip) wrong(err error) {
	text, details := s.why(err), err.Error()
	if text == details {
		details = ""
	}
	s.put(kit.Red, text, details, "", "", nil)
}

// put shows a text, what stands behind the fold, and a button with its icon; without details no fold, without its words no button.
func (s *messageStrip) put(tone kit.Tone, text, details, icon, button string, act func()) {
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
	s.passing = tone == kit.Green && button == ""
	s.text.Set(text)
	s.details.Set(details)
	s.under.Hide()
	s.fold.Hidden = details == ""
	s.offer.Hidden = button == ""
	s.offer.Set(icon, button)
	s.offer.OnTap(func() {
		s.hide()
		act()
	})
	s.root.Show()
	s.root.Refresh()
}

// unfold shows or hides the exact words.
func (s *messageStrip) unfold() {
	s.under.Hidden = s.under.Visible()
	s.root.Refresh()
	s.again()
}

func (s *messageStrip) hide() {
	s.root.Hide()
	s.again()
}
