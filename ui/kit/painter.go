//go:build !headless

package kit

import (
	"math"

	"fyne.io/fyne/v2"
)

// painter is the renderer of every widget here: a fixed or growing list of primitives and three closures.
// It belongs to the window's goroutine.
type painter struct {
	objects []fyne.CanvasObject
	min     func() fyne.Size
	layout  func(fyne.Size)
	paint   func() // takes colours and texts from the widget's fields; runs at once and on every Refresh
}

func (p *painter) Destroy()                     {}
func (p *painter) Objects() []fyne.CanvasObject { return p.objects }
func (p *painter) MinSize() fyne.Size           { return p.min() }

func (p *painter) Layout(s fyne.Size) {
	if p.layout != nil {
		p.layout(s)
	}
}

func (p *painter) Refresh() {
	if p.paint != nil {
		p.paint()
	}
}

// ready lays a new renderer out for the size its widget has already. The toolkit throws the renderers of widgets away that were not
// shown for a minute and makes new ones without laying them out; a tab that comes back must not be empty.
func ready(w fyne.CanvasObject, p *painter) *painter {
	if s := w.Size(); s.Width > 0 && s.Height > 0 && p.layout != nil {
		p.layout(s)
	}
	return p
}

// put places an object on whole pixels: hairlines and text stay sharp.
func put(o fyne.CanvasObject, x, y, w, h float32) {
	o.Move(fyne.NewPos(round(x), round(y)))
	o.Resize(fyne.NewSize(w, h))
}

func round(v float32) float32 { return float32(math.Round(float64(v))) }

func ceil(v float32) float32 { return float32(math.Ceil(float64(v))) }

func clamp(v, lo, hi float32) float32 { return max(lo, min(hi, v)) }
