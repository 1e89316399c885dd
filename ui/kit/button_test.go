//go:build !headless

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// themed starts a test application in our theme.
func themed(t *testing.T) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(NewTheme(Light))
}

func TestButtonActsByTapAndKeys(t *testing.T) {
	themed(t)
	n := 0
	b := NewButton(Filled, "plus", "Add", func() { n++ })
	win := test.NewTempWindow(t, b)
	test.Tap(b)
	win.Canvas().Focus(b)
	b.TypedRune(' ')
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if n != 3 {
		t.Errorf("acted %d times, want 3", n)
	}
	b.Enable(false)
	test.Tap(b)
	b.TypedRune(' ')
	if n != 3 {
		t.Error("a button that is off acted")
	}
}

func TestShyButtonsGiveWayInAToolbar(t *testing.T) {
	themed(t)
	shy := NewButton(Outline, "import", "Import something long", nil).Shy()
	firm := NewButton(Filled, "plus", "Add", nil)
	bar := Toolbar(Grow(NewSearch("", 60)), shy, firm)
	wide := bar.Objects[0].MinSize().Width + shy.MinSize().Width + firm.MinSize().Width + 16
	win := test.NewTempWindow(t, bar)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(wide+1, 40))
	if shy.bare {
		t.Error("the word was dropped although there is room")
	}
	win.Resize(fyne.NewSize(wide-10, 40))
	if !shy.bare {
		t.Error("the word was kept although there is no room")
	}
	if firm.bare {
		t.Error("a button that is not shy lost its word")
	}
	win.Resize(fyne.NewSize(wide+1, 40))
	if shy.bare {
		t.Error("the word did not come back")
	}
}
