//go:build !headless

package kit

import (
	"math"
	"testing"
)

func TestStepsAreDrawnWithFewPoints(t *testing.T) {
	p := &Plot{Step: true, lo: 0, hi: 10}
	runs := p.points([]float64{5, 5, 5, 5, 8, 8, 8, 2, 2}, 100, 50, 1)
	if len(runs) != 1 {
		t.Fatalf("%d runs", len(runs))
	}
	run := runs[0]
	if len(run) > 7 {
		t.Errorf("%d points for two steps: %v", len(run), run)
	}
	for i := 1; i < len(run); i++ {
		if run[i].x != run[i-1].x && run[i].y != run[i-1].y {
			t.Errorf("a slope in a step chart between %v and %v", run[i-1], run[i])
		}
		if run[i] == run[i-1] {
			t.Errorf("the point %v stands twice", run[i])
		}
	}
	if run[0].x != 2 || run[len(run)-1].x < 96 {
		t.Errorf("from %v to %v", run[0], run[len(run)-1])
	}
}

func TestGapsCutTheLine(t *testing.T) {
	p := &Plot{lo: 0, hi: 1}
	if runs := p.points([]float64{1, math.NaN(), 1, 1}, 100, 50, 1); len(runs) != 2 || len(runs[0]) != 1 || len(runs[1]) != 2 {
		t.Errorf("runs %v", runs)
	}
}
