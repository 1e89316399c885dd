//go:build !headless

package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func drag(s fyne.Draggable, x float32) {
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 8)}})
}

func TestSliderFollowsTheThumbAndEndsOnce(t *testing.T) {
	themed(t)
	s := NewSlider(0, 10, 1)
	var moves []float64
	ends := 0
	s.OnChange = func(v float64) { moves = append(moves, v) }
	s.OnEnd = func(float64) { ends++ }
	test.NewTempWindow(t, s)
	s.Resize(fyne.NewSize(112, 16)) // 100 between the ends of the thumb's way
	drag(s, 56)
	drag(s, 57)
	drag(s, 500)
	if !s.Dragging() {
		t.Error("a held thumb does not say so")
	}
	s.DragEnd()
	if len(moves) != 2 || moves[0] != 5 || moves[1] != 10 {
		t.Errorf("moves %v, want 5 and 10", moves)
	}
	if ends != 1 || s.Dragging() {
		t.Errorf("ended %d times, dragging %v", ends, s.Dragging())
	}
}

func TestSliderKeysAndLimits(t *testing.T) {
	themed(t)
	s := NewWeight(1, 0.01)
	test.NewTempWindow(t, s)
	for range 3 {
		s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	}
	if s.Value() != -0.03 {
		t.Errorf("three steps to the left give %v", s.Value())
	}
	s.Set(-1)
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if s.Value() != -1 {
		t.Errorf("went past the end to %v", s.Value())
	}
	s.Set(2.3)
	if s.Value() != 2.3 || s.hi < 2.3 {
		t.Errorf("a weight beyond the reach is cut to %v of %v", s.Value(), s.hi)
	}
}

func TestSetTellsNobody(t *testing.T) {
	themed(t)
	s := NewSlider(0, 10, 1)
	s.OnChange = func(float64) { t.Error("Set told a change") }
	s.Set(4)
	h := NewHistogram()
	h.OnChange = func(float64) { t.Error("Set told a change") }
	h.Set([]int{1, 2}, 0, 1, 0.5, 0)
}

func TestHistogramThresholdIsDragged(t *testing.T) {
	themed(t)
	h := NewHistogram()
	got, ended := 0.0, 0.0
	h.OnChange, h.OnEnd = func(v float64) { got = v }, func(v float64) { ended = v }
	test.NewTempWindow(t, h)
	h.Resize(fyne.NewSize(400, 150))
	h.Set(make([]int, 64), 0, 4, 1, 0.1)
	drag(h, 200)
	if got != 2 || h.Threshold() != 2 {
		t.Errorf("dragged to the middle of 0…4: %v", got)
	}
	h.Set(make([]int, 64), 0, 4, 1, 0.1)
	if h.Threshold() != 2 {
		t.Error("an update moved the line out of the hand")
	}
	h.DragEnd()
	if ended != 2 {
		t.Errorf("ended at %v", ended)
	}
}

func TestRangeMovesTheNearerThumb(t *testing.T) {
	themed(t)
	r := NewRange()
	var lo, hi float64
	r.OnEnd = func(a, b float64) { lo, hi = a, b }
	test.NewTempWindow(t, r)
	r.Resize(fyne.NewSize(112, 42))
	r.Set([]int{1, 2, 3}, 0, 100, 0, 100)
	drag(r, 26)
	r.DragEnd()
	if lo < 15 || lo > 25 || hi != 100 {
		t.Errorf("span %v…%v after the low thumb went to 20", lo, hi)
	}
	drag(r, 86)
	r.DragEnd()
	if hi < 75 || hi > 85 {
		t.Errorf("span %v…%v after the high thumb went to 80", lo, hi)
	}
}
