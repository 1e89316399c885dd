//go:build !headless

package ui

import (
	"fyne.io/fyne/v2"

	"xunlu/ui/kit"
)

// input is a labelled field that says beside itself what is wrong with it.
type input struct {
	field *kit.Field
	note  *kit.Prose
	hint  string
	check func(string) string // "" when the text is fine
	box   *fyne.Container
}

// newInput makes a labelled input; changed runs after each edit by the user.
func newInput(label, hint string, field *kit.Field, check func(string) string, changed func()) *input {
	in := &input{field: field, note: kit.NewProse(hint, kit.SizeHint, kit.Ink3), hint: hint, check: check}
	in.note.Leading = 1.35
	in.box = kit.Col(3, kit.Small(label), field, in.note)
	in.note.Hidden = hint == ""
	field.OnChange = func(string) {
		in.valid()
		if changed != nil {
			changed()
		}
	}
	return in
}

// valid shows what is wrong and tells whether nothing is.
func (in *input) valid() bool {
	wrong := ""
	if in.check != nil {
		wrong = in.check(in.field.Text())
	}
	in.field.Wrong(wrong != "")
	text, role := in.hint, kit.Ink3
	if wrong != "" {
		text, role = wrong, kit.Bad
	}
	hidden := text == ""
	if in.note.Value() != text || in.note.Hidden != hidden {
		in.note.Hidden = hidden
		in.note.SetRole(text, role)
		in.box.Refresh()
	}
	return wrong == ""
}

// set shows a value without calling it an edit.
func (in *input) set(text string) {
	in.field.Set(text)
	in.valid()
}

// pair is a label at the left and a value at the right of a pane.
func pair(label string, o fyne.CanvasObject) *fyne.Container {
	return kit.Row(8, kit.Small(label), kit.Space(), o)
}
