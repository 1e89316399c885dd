//go:build !headless

package kit

import "fyne.io/fyne/v2"

// Empty is what stands instead of a bare table: a sign, one line, one sentence, up to three buttons.
func Empty(icon, title, sentence string, buttons ...fyne.CanvasObject) *fyne.Container {
	under := NewProse(sentence, SizeBody, Ink2)
	under.Align = fyne.TextAlignCenter
	items := []fyne.CanvasObject{
		Space(),
		Row(0, Space(), NewDisc(icon, Blue, 56, false), Space()),
		Gap(8),
		centredText(Strong(title, 15.5)),
		Gap(2),
		Pad(under, 24, 0, 24, 0),
	}
	if len(buttons) > 0 {
		row := append([]fyne.CanvasObject{Space()}, buttons...)
		items = append(items, Gap(10), Row(8, append(row, Space())...))
	}
	return Col(4, append(items, Space())...)
}

func centredText(t *Text) *Text {
	t.Align = fyne.TextAlignCenter
	return t.Shorten(40)
}
