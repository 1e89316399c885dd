//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Field is a one-line or many-line input in our own box: 28 high, an icon if wanted, a focus ring, a red edge when wrong.
type Field struct {
	widget.BaseWidget
	OnChange func(string)
	OnSubmit func(string)
	entry    *entry
	box      *Panel
	icon     *Icon
	iconName string
	wrong    bool
	focused  bool
	setting  bool
	least    float32
	rows     int
	whole    string // a text too long for the toolkit's entry, of which only the beginning is shown; "" when all is
}

// What is longer than mostShown bytes is kept beside the entry, which shows excerptRunes of it: the toolkit's entry needs seconds to
// lay out a page's source.
const (
	mostShown    = 24 << 10
	excerptRunes = 1500
)

// NewField makes a one-line input.
func NewField(hint string, least float32) *Field { return newField(hint, "", least, 0) }

// NewSearch makes an input with a lens.
func NewSearch(hint string, least float32) *Field { return newField(hint, "search", least, 0) }

// NewArea makes an input of several lines.
func NewArea(hint string, least float32, rows int) *Field { return newField(hint, "", least, rows) }

func newField(hint, icon string, least float32, rows int) *Field {
	f := &Field{least: least, rows: rows, iconName: icon, box: NewPanel(Input, LineStrong, ControlRadius)}
	f.entry = &entry{field: f}
	f.entry.MultiLine = rows > 0
	f.entry.Wrapping = fyne.TextWrapOff
	if rows == 0 {
		f.entry.Scroll = container.ScrollHorizontalOnly
	}
	f.entry.ExtendBaseWidget(f.entry)
	f.entry.SetPlaceHolder(hint)
	f.entry.OnChanged = func(s string) {
		if !f.setting {
			f.whole = ""
		}
		if f.OnChange != nil && !f.setting {
			f.OnChange(s)
		}
	}
	f.entry.OnSubmitted = func(s string) {
		if f.OnSubmit != nil {
			f.OnSubmit(s)
		}
	}
	f.ExtendBaseWidget(f)
	return f
}

// Text is what stands in the field.
func (f *Field) Text() string {
	if f.whole != "" {
		return f.whole
	}
	return f.entry.Text
}

// Set writes into the field without telling, unless the user is typing there.
func (f *Field) Set(s string) {
	if f.Text() == s {
		return
	}
	f.write(s)
}

// write puts a text into the entry, or its beginning when it is long.
func (f *Field) write(s string) {
	f.whole = ""
	shown := s
	if len(s) > mostShown {
		f.whole = s
		r := []rune(s[:min(len(s), 4*excerptRunes)])
		shown = string(r[:min(len(r)-1, excerptRunes)]) + "…"
	}
	f.setting = true
	f.entry.SetText(shown)
	f.setting = false
}

// Shortened tells whether the field shows only the beginning of what it holds. Typing into it then begins a new text.
func (f *Field) Shortened() bool { return f.whole != "" }

// paste takes a long text from the clipboard past the entry; it tells whether it did.
func (f *Field) paste(s string) bool {
	if f.rows == 0 || len(s) <= mostShown {
		return false
	}
	f.write(s)
	if f.OnChange != nil {
		f.OnChange(s)
	}
	return true
}

// fresh empties a shortened field before something is typed into it.
func (f *Field) fresh() {
	if f.whole != "" {
		f.write("")
	}
}

// Focused tells whether the user is typing there.
func (f *Field) Focused() bool { return f.focused }

// Focus moves the keyboard here.
func (f *Field) Focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
		c.Focus(f.entry)
	}
}

// FocusOn is Focus for a field that was only just put on a canvas.
func (f *Field) FocusOn(c fyne.Canvas) { c.Focus(f.entry) }

// Wrong shows or takes away the red edge.
func (f *Field) Wrong(on bool) {
	if f.wrong == on {
		return
	}
	f.wrong = on
	f.paintBox()
}

// Enable turns typing on or off.
func (f *Field) Enable(on bool) {
	if on {
		f.entry.Enable()
	} else {
		f.entry.Disable()
	}
}

// Hint changes the placeholder.
func (f *Field) Hint(s string) { f.entry.SetPlaceHolder(s) }

// Mono writes in the fixed-width face: expressions and URLs to be read by the character.
func (f *Field) Mono() *Field {
	f.entry.TextStyle.Monospace = true
	return f
}

// Secret hides what is typed.
func (f *Field) Secret() *Field {
	f.entry.Password = true
	return f
}

func (f *Field) paintBox() {
	f.box.EdgeWidth = 1
	edge := LineStrong
	if f.focused {
		edge, f.box.EdgeWidth = Accent, 1.5
	}
	if f.wrong {
		edge, f.box.EdgeWidth = Bad, 1.5
	}
	f.box.Edge = edge
	f.box.Refresh()
}

func (f *Field) height() float32 {
	if f.rows > 0 {
		return float32(f.rows)*20 + 12
	}
	return ControlHeight
}

// CreateRenderer puts the toolkit's entry, stripped of its own box, into ours.
func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	inner := container.NewThemeOverride(f.entry, flat{running(), true, f.rows == 0})
	objects := []fyne.CanvasObject{f.box, inner}
	left := float32(3)
	if f.iconName != "" {
		f.icon = NewIcon(f.iconName, Ink2, 16)
		objects = append(objects, f.icon)
		left = 25
	}
	return ready(f, &painter{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(f.least, f.height()) },
		layout: func(s fyne.Size) {
			f.box.Resize(s)
			want := inner.MinSize().Height
			if f.rows > 0 {
				want = s.Height - 4
			}
			inner.Move(fyne.NewPos(left, (s.Height-want)/2))
			inner.Resize(fyne.NewSize(max(0, s.Width-left-3), want))
			if f.icon != nil {
				put(f.icon, 9, (s.Height-16)/2, 16, 16)
			}
		},
		paint: func() {
			inner.Theme = flat{running(), true, f.rows == 0}
			inner.Refresh()
			f.paintBox()
		},
	})
}

// entry is the toolkit's entry that tells its field about focus and hands unknown shortcuts on to the window.
type entry struct {
	widget.Entry
	field *Field
}

func (e *entry) FocusGained() {
	e.field.focused = true
	e.field.paintBox()
	e.Entry.FocusGained()
}

func (e *entry) FocusLost() {
	e.field.focused = false
	e.field.paintBox()
	e.Entry.FocusLost()
}

func (e *entry) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape || k.Name == fyne.KeyF5 {
		passKey(e, k)
		return
	}
	if k.Name == fyne.KeyBackspace || k.Name == fyne.KeyDelete || k.Name == fyne.KeyReturn {
		if e.field.Shortened() {
			e.field.fresh()
			if e.field.OnChange != nil {
				e.field.OnChange("")
			}
			return
		}
	}
	e.Entry.TypedKey(k)
}

func (e *entry) TypedRune(r rune) {
	e.field.fresh()
	e.Entry.TypedRune(r)
}

// TypedShortcut keeps the editing shortcuts and passes the window's own, such as Ctrl+1, to the window.
func (e *entry) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutPaste:
		if !e.field.paste(s.Clipboard.Content()) {
			e.field.fresh()
			e.Entry.TypedShortcut(s)
		}
		return
	case *fyne.ShortcutCopy, *fyne.ShortcutCut, *fyne.ShortcutSelectAll, *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		e.Entry.TypedShortcut(s)
		return
	}
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(e).(fyne.Shortcutable); ok {
		c.TypedShortcut(s)
	}
}
