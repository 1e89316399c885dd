//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Range chooses a span by two thumbs under a small histogram of what there is.
type Range struct {
	widget.BaseWidget
	OnEnd    func(lo, hi float64)
	OnChange func(lo, hi float64)

	bins     []int
	min, max float64
	lo, hi   float64
	held     int // thumb being dragged: 0 none, 1 low, 2 high
}

// NewRange makes an empty one.
func NewRange() *Range {
	r := &Range{max: 1, hi: 1}
	r.ExtendBaseWidget(r)
	return r
}

// Set shows what there is and the chosen span; it waits while a thumb is held.
func (r *Range) Set(bins []int, lowest, highest, lo, hi float64) {
	if r.held != 0 {
		return
	}
	if highest <= lowest {
		highest = lowest + 1
	}
	r.bins, r.min, r.max, r.lo, r.hi = bins, lowest, highest, lo, hi
	r.Refresh()
}

func (r *Range) x(v float64) float32 {
	w := r.BaseWidget.Size().Width - thumbSide
	return thumbSide/2 + w*clamp(float32((v-r.min)/(r.max-r.min)), 0, 1)
}

func (r *Range) value(x float32) float64 {
	w := r.BaseWidget.Size().Width - thumbSide
	return r.min + (r.max-r.min)*float64(clamp((x-thumbSide/2)/max(1, w), 0, 1))
}

// Dragged moves the nearer thumb.
func (r *Range) Dragged(e *fyne.DragEvent) {
	if r.held == 0 {
		r.held = 1
		from := e.Position.X - e.Dragged.DX
		if abs(from-r.x(r.hi)) < abs(from-r.x(r.lo)) || from > r.x(r.hi) {
			r.held = 2
		}
	}
	v := r.value(e.Position.X)
	if r.held == 1 {
		r.lo = min(v, r.hi)
	} else {
		r.hi = max(v, r.lo)
	}
	r.Refresh()
	if r.OnChange != nil {
		r.OnChange(r.lo, r.hi)
	}
}

// DragEnd tells the span.
func (r *Range) DragEnd() {
	r.held = 0
	if r.OnEnd != nil {
		r.OnEnd(r.lo, r.hi)
	}
}

// Cursor shows that the thumbs move sideways.
func (r *Range) Cursor() desktop.Cursor { return desktop.HResizeCursor }

func abs(v float32) float32 { return max(v, -v) }

// CreateRenderer builds bars, track and thumbs.
func (r *Range) CreateRenderer() fyne.WidgetRenderer {
	p := &painter{min: func() fyne.Size { return fyne.NewSize(120, 42) }}
	track, fill := canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	low, high := canvas.NewCircle(nil), canvas.NewCircle(nil)
	var bars []*canvas.Rectangle
	show := func() {
		size := r.BaseWidget.Size()
		p.objects = p.objects[:0]
		for len(bars) < len(r.bins) {
			bars = append(bars, canvas.NewRectangle(nil))
		}
		most := 1
		for _, n := range r.bins {
			most = max(most, n)
		}
		floor := size.Height - 14
		w := (size.Width - thumbSide) / float32(max(1, len(r.bins)))
		for i, n := range r.bins {
			h := (floor - 2) * float32(n) / float32(most)
			if n > 0 {
				h = max(1.5, h)
			}
			mid := r.min + (r.max-r.min)*(float64(i)+0.5)/float64(len(r.bins))
			bars[i].FillColor = blend(Track, Neutral, 0.4)
			if mid >= r.lo && mid <= r.hi {
				bars[i].FillColor = blend(Surface, Accent, 0.6)
			}
			put(bars[i], thumbSide/2+float32(i)*w, floor-h, max(1, w-1), h)
			p.objects = append(p.objects, bars[i])
		}
		y := size.Height - 7
		track.FillColor, track.CornerRadius = colorOf(Track), 2
		fill.FillColor = colorOf(Accent)
		put(track, 0, y-2, size.Width, 4)
		put(fill, r.x(r.lo), y-2, max(0, r.x(r.hi)-r.x(r.lo)), 4)
		for i, c := range []*canvas.Circle{low, high} {
			c.FillColor, c.StrokeColor, c.StrokeWidth = colorOf(Surface), colorOf(Accent), 2
			v := r.lo
			if i == 1 {
				v = r.hi
			}
			put(c, r.x(v)-thumbSide/2, y-thumbSide/2, thumbSide, thumbSide)
		}
		p.objects = append(p.objects, track, fill, low, high)
	}
	p.layout = func(fyne.Size) { show() }
	p.paint = func() {
		show()
		canvas.Refresh(r)
	}
	show()
	return ready(r, p)
}
