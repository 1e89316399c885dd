//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// State is what a shape says; every state has a form of its own beside its colour.
type State int

const (
	Crawling State = iota // filled disc
	Waiting               // ring
	Paused                // two bars
	Held                  // diamond: robots, disk
	Failing               // triangle: errors, lost
	Idle                  // grey tick: done
	Yes                   // green tick
	No                    // red cross
	Blank                 // nothing
)

const shapeSide float32 = 12

// Shape draws a state in 12 × 12.
type Shape struct {
	widget.BaseWidget
	state State
}

// NewShape makes the shape of a state.
func NewShape(s State) *Shape {
	x := &Shape{state: s}
	x.ExtendBaseWidget(x)
	return x
}

// Set shows another state.
func (x *Shape) Set(s State) {
	if x.state == s {
		return
	}
	x.state = s
	x.Refresh()
}

// CreateRenderer keeps every form and shows one.
func (x *Shape) CreateRenderer() fyne.WidgetRenderer {
	disc, ring := canvas.NewCircle(nil), canvas.NewCircle(nil)
	left, right := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	diamond := canvas.NewArbitraryPolygon([]fyne.Position{{X: 6, Y: 0.5}, {X: 11.5, Y: 6}, {X: 6, Y: 11.5}, {X: 0.5, Y: 6}}, nil)
	triangle := canvas.NewArbitraryPolygon([]fyne.Position{{X: 6, Y: 1}, {X: 11.6, Y: 11}, {X: 0.4, Y: 11}}, nil)
	tick, cross := NewIcon("check", Good, 14), NewIcon("cross", Bad, 13)
	all := []fyne.CanvasObject{disc, ring, left, right, diamond, triangle, tick, cross}
	paint := func() {
		disc.FillColor = colorOf(Good)
		ring.FillColor, ring.StrokeColor, ring.StrokeWidth = colorOf(Clear), colorOf(Accent), 2
		left.FillColor, right.FillColor = colorOf(Neutral), colorOf(Neutral)
		diamond.FillColor, triangle.FillColor = colorOf(Warn), colorOf(Bad)
		diamond.CornerRadii, triangle.CornerRadii = []float32{1, 1, 1, 1}, []float32{1, 1, 1}
		if x.state == Idle {
			tick.Set("check", Ink3)
		} else {
			tick.Set("check", Good)
		}
		for _, o := range all {
			o.Hide()
		}
		for _, o := range x.forms(all) {
			o.Show()
			o.Refresh()
		}
	}
	paint()
	return ready(x, &painter{
		objects: all,
		min:     func() fyne.Size { return fyne.NewSquareSize(shapeSide) },
		layout: func(s fyne.Size) {
			dx, dy := (s.Width-shapeSide)/2, (s.Height-shapeSide)/2
			put(disc, dx+2, dy+2, 8, 8)
			put(ring, dx+1, dy+1, 9, 9)
			put(left, dx+2, dy+2, 2.5, 8)
			put(right, dx+7, dy+2, 2.5, 8)
			put(diamond, dx, dy, shapeSide, shapeSide)
			put(triangle, dx, dy, shapeSide, shapeSide)
			put(tick, dx-1, dy-1, 14, 14)
			put(cross, dx-1, dy-1, 13, 13)
		},
		paint: paint,
	})
}

// forms picks the primitives of the state out of the fixed order of CreateRenderer.
func (x *Shape) forms(all []fyne.CanvasObject) []fyne.CanvasObject {
	switch x.state {
	case Crawling:
		return all[0:1]
	case Waiting:
		return all[1:2]
	case Paused:
		return all[2:4]
	case Held:
		return all[4:5]
	case Failing:
		return all[5:6]
	case Idle, Yes:
		return all[6:7]
	case No:
		return all[7:8]
	}
	return nil
}
