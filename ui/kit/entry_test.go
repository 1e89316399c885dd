//go:build !headless

package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestLongPasteStaysWhole: a page's source of 300 KB is kept whole although only its beginning is shown.
func TestLongPasteStaysWhole(t *testing.T) {
	test.NewTempApp(t)
	f := NewArea("", 200, 6)
	w := test.NewTempWindow(t, f)
	w.Resize(fyne.NewSize(400, 200))
	told := ""
	f.OnChange = func(s string) { told = s }
	source := "<html>" + strings.Repeat("<p>桂林五日游</p>\n", 20000)
	fyne.CurrentApp().Clipboard().SetContent(source)
	f.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
	if f.Text() != source || told != source {
		t.Fatalf("of %d bytes %d are kept, %d told", len(source), len(f.Text()), len(told))
	}
	if n := len(f.entry.Text); n > 4*excerptRunes+8 || !f.Shortened() {
		t.Errorf("%d bytes are shown", n)
	}
	f.entry.TypedRune('x')
	if f.Text() != "x" || told != "x" {
		t.Errorf("typing into an excerpt gave %q, told %q", f.Text(), told)
	}
	f.Set(source)
	f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if f.Text() != "" || f.Shortened() {
		t.Errorf("deleting an excerpt left %d bytes", len(f.Text()))
	}
	fyne.CurrentApp().Clipboard().SetContent("short")
	f.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()})
	if f.Text() != "short" {
		t.Errorf("a short paste gave %q", f.Text())
	}
}
