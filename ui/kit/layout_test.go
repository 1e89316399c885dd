//go:build !headless

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

func block(w, h float32) fyne.CanvasObject { return container.New(&least{w, h}) }

func TestRowSharesTheFreeWidth(t *testing.T) {
	a, b, c := block(20, 10), block(30, 20), block(10, 10)
	row := Row(5, a, Grow(b), GrowBy(3, c))
	if m := row.MinSize(); m != fyne.NewSize(70, 20) {
		t.Fatalf("least size %v", m)
	}
	row.Resize(fyne.NewSize(110, 40))
	if w := row.Objects[1].Size().Width; w != 40 {
		t.Errorf("weight 1 got %v", w)
	}
	if w := row.Objects[2].Size().Width; w != 40 {
		t.Errorf("weight 3 got %v", w)
	}
	if y := a.Position().Y; y != 15 {
		t.Errorf("not centred: %v", y)
	}
}

func TestHiddenItemsTakeNoRoom(t *testing.T) {
	a, b := block(20, 10), block(30, 10)
	col := Col(6, a, b)
	a.Hide()
	if m := col.MinSize(); m.Height != 10 {
		t.Errorf("height %v with one of two hidden", m.Height)
	}
}

func TestFlowGoesToTheNextLine(t *testing.T) {
	f := Flow(4, block(50, 20), block(50, 20), block(50, 20))
	if h := heightOf(f, 110); h != 44 {
		t.Errorf("three of 50 in 110 are %v high, want two lines", h)
	}
	f.Resize(fyne.NewSize(110, 44))
	if p := f.Objects[2].Position(); p != fyne.NewPos(0, 24) {
		t.Errorf("the third stands at %v", p)
	}
}

func TestColumnAsksWrappedTextForItsHeight(t *testing.T) {
	themed(t)
	col := Col(0, Pad(NewProse("一二三四五六七八九十", 10, Ink), 5, 5, 5, 5), block(10, 10))
	if wide, narrow := heightOf(col, 300), heightOf(col, 60); narrow <= wide {
		t.Errorf("narrow %v, wide %v", narrow, wide)
	}
}

func TestNiceTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
	}{{0, 17.8, 4}, {2400, 3180, 3}, {0, 0, 4}, {0.2, 0.21, 5}, {-3, 12, 6}} {
		ticks := niceTicks(c.lo, c.hi, c.n)
		if ticks[0] > c.lo || ticks[len(ticks)-1] < c.hi || len(ticks) > 2*c.n+2 {
			t.Errorf("ticks of %v…%v: %v", c.lo, c.hi, ticks)
		}
	}
}

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Comma(0): "0", Comma(48213): "48,213", Comma(-1234567): "−1,234,567", Signed(0.5, 2): "+0.50", Signed(-0.06, 2): "−0.06",
		Signed(0.001, 2): "0.00", Decimal(-1, 1): "−1.0",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
