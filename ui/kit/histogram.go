//go:build !headless

package kit

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Histogram shows how scores are spread, on a square-root scale, and the threshold as a line to drag anywhere in its area.
// Bars left of the threshold are grey, right of it accent, inside the unsure band amber.
type Histogram struct {
	widget.BaseWidget
	OnChange, OnEnd func(threshold float64)

	bins      []int
	lo, hi    float64
	threshold float64
	band      float64
	pill      string // says the threshold
	left      string // counts beside the pill
	right     string
	dragging  bool
	focused   bool
}

// NewHistogram makes an empty one.
func NewHistogram() *Histogram {
	h := &Histogram{hi: 1}
	h.ExtendBaseWidget(h)
	return h
}

// Set shows bins of equal width from lo to hi, the threshold and the half width of the unsure band.
func (h *Histogram) Set(bins []int, lo, hi, threshold, band float64) {
	h.bins, h.lo, h.hi, h.band = bins, lo, hi, band
	if h.hi <= h.lo {
		h.hi = h.lo + 1
	}
	if !h.dragging {
		h.threshold = threshold
	}
	h.Refresh()
}

// Say sets the words: in the pill and on both sides of it.
func (h *Histogram) Say(pill, left, right string) {
	h.pill, h.left, h.right = pill, left, right
	h.Refresh()
}

// Threshold is where the line stands.
func (h *Histogram) Threshold() float64 { return h.threshold }

// Dragging tells whether the line is held.
func (h *Histogram) Dragging() bool { return h.dragging }

func (h *Histogram) x(v float64) float32 {
	return h.BaseWidget.Size().Width * clamp(float32((v-h.lo)/(h.hi-h.lo)), 0, 1)
}

func (h *Histogram) moveTo(x float32) {
	if h.BaseWidget.Size().Width <= 0 {
		return
	}
	v := h.lo + (h.hi-h.lo)*float64(clamp(x/h.BaseWidget.Size().Width, 0, 1))
	h.user(v)
}

func (h *Histogram) user(v float64) {
	step := h.step()
	v = math.Round(math.Round(v/step)*step*1e9) / 1e9
	if v == h.threshold {
		return
	}
	h.threshold = v
	h.Refresh()
	if h.OnChange != nil {
		h.OnChange(v)
	}
}

// step is a round two hundredth of the range.
func (h *Histogram) step() float64 {
	raw := (h.hi - h.lo) / 200
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	if raw/unit >= 5 {
		return unit * 5
	}
	return unit
}

// Dragged follows the pointer.
func (h *Histogram) Dragged(e *fyne.DragEvent) {
	h.dragging = true
	h.moveTo(e.Position.X)
}

// DragEnd settles.
func (h *Histogram) DragEnd() {
	h.dragging = false
	h.settle()
}

// Tapped jumps.
func (h *Histogram) Tapped(e *fyne.PointEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(h); c != nil {
		c.Focus(h)
	}
	h.moveTo(e.Position.X)
	h.settle()
}

func (h *Histogram) settle() {
	if h.OnEnd != nil {
		h.OnEnd(h.threshold)
	}
}

// FocusGained shows that the arrows move the line.
func (h *Histogram) FocusGained() { h.focused = true; h.Refresh() }

// FocusLost ends it.
func (h *Histogram) FocusLost() { h.focused = false; h.Refresh() }

// TypedRune is not used.
func (h *Histogram) TypedRune(rune) {}

// TypedKey moves the line by a step.
func (h *Histogram) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		h.user(h.threshold - h.step())
	case fyne.KeyRight:
		h.user(h.threshold + h.step())
	default:
		return
	}
	h.settle()
}

// Cursor shows that the line can be moved sideways.
func (h *Histogram) Cursor() desktop.Cursor { return desktop.HResizeCursor }

const (
	histTop    float32 = 24
	histBottom float32 = 18
)

// CreateRenderer keeps a rectangle a bin and moves what the threshold moves.
func (h *Histogram) CreateRenderer() fyne.WidgetRenderer {
	r := &painter{min: func() fyne.Size { return fyne.NewSize(200, 120) }}
	bandBox, base, rule := canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	pill, pillText := canvas.NewRectangle(nil), canvas.NewText("", nil)
	left, right := canvas.NewText("", nil), canvas.NewText("", nil)
	var bars []*canvas.Rectangle
	var axis []*canvas.Text
	show := func() {
		size := h.BaseWidget.Size()
		bars = h.paintBars(bars, size)
		axis = h.paintAxis(axis, size)
		floor := size.Height - histBottom
		bandBox.FillColor = fade(Warn, 38)
		bandBox.Hidden = h.band <= 0
		put(bandBox, h.x(h.threshold-h.band), histTop, h.x(h.threshold+h.band)-h.x(h.threshold-h.band), floor-histTop)
		base.FillColor, rule.FillColor = colorOf(LineStrong), colorOf(Pill)
		put(base, 0, floor, size.Width, 1)
		put(rule, h.x(h.threshold)-1, 10, 2, floor-10)
		h.paintPill(pill, pillText, left, right)
		r.objects = r.objects[:0]
		r.objects = append(r.objects, bandBox, base)
		for _, b := range bars {
			r.objects = append(r.objects, b)
		}
		for _, t := range axis {
			r.objects = append(r.objects, t)
		}
		r.objects = append(r.objects, rule, pill, pillText, left, right)
	}
	r.layout = func(fyne.Size) { show() }
	r.paint = func() {
		show()
		canvas.Refresh(h)
	}
	show()
	return ready(h, r)
}

func (h *Histogram) paintBars(bars []*canvas.Rectangle, size fyne.Size) []*canvas.Rectangle {
	for len(bars) < len(h.bins) {
		bars = append(bars, canvas.NewRectangle(nil))
	}
	bars = bars[:len(h.bins)]
	most := 1
	for _, n := range h.bins {
		most = max(most, n)
	}
	floor := size.Height - histBottom
	w := size.Width / float32(max(1, len(h.bins)))
	for i, n := range h.bins {
		height := (floor - histTop - 8) * float32(math.Sqrt(float64(n)/float64(most)))
		if n > 0 {
			height = max(height, 1.5)
		}
		mid := h.lo + (h.hi-h.lo)*(float64(i)+0.5)/float64(len(h.bins))
		role := Neutral
		switch {
		case h.band > 0 && math.Abs(mid-h.threshold) <= h.band:
			role = Warn
		case mid > h.threshold:
			role = Accent
		}
		bars[i].FillColor = colorOf(role)
		put(bars[i], float32(i)*w, floor-height, max(1, w-1.2), height)
	}
	return bars
}

func (h *Histogram) paintAxis(axis []*canvas.Text, size fyne.Size) []*canvas.Text {
	ticks := niceTicks(h.lo, h.hi, 7)
	axis = axis[:0]
	digits := 1
	if h.hi-h.lo < 1 {
		digits = 2
	}
	if h.hi-h.lo < 0.05 {
		digits = 4
	}
	for _, v := range ticks {
		if v < h.lo || v > h.hi {
			continue
		}
		t := canvas.NewText(signed(v, digits, false), colorOf(Ink3))
		t.TextSize = SizeHint
		w := t.MinSize().Width
		put(t, clamp(h.x(v)-w/2, 0, max(0, size.Width-w)), size.Height-15, w, 15)
		axis = append(axis, t)
	}
	return axis
}

// paintPill keeps pill and counts inside: near an edge both counts go to the free side.
func (h *Histogram) paintPill(pill *canvas.Rectangle, text, left, right *canvas.Text) {
	size := h.BaseWidget.Size()
	text.Text, text.TextSize, text.TextStyle.Bold, text.Color = h.pill, SizeSmall, true, colorOf(Surface)
	left.Text, left.TextSize, left.Color = h.left, SizeSmall, colorOf(Ink2)
	right.Text, right.TextSize, right.TextStyle.Bold, right.Color = h.right, SizeSmall, true, colorOf(Accent)
	pill.FillColor, pill.CornerRadius = colorOf(Pill), 10
	pill.StrokeWidth, pill.StrokeColor = 0, nil
	if h.focused {
		pill.StrokeColor, pill.StrokeWidth = colorOf(Accent), 2
	}
	pw := text.MinSize().Width + 18
	lw, rw := left.MinSize().Width, right.MinSize().Width
	px := clamp(h.x(h.threshold)-pw/2, 0, max(0, size.Width-pw))
	put(pill, px, 0, pw, 20)
	put(text, px+9, 0, pw-18, 20)
	lx, rx := px-lw-8, px+pw+8
	if lx < 0 {
		lx = px + pw + 8
		rx = lx + lw + 12
	} else if rx+rw > size.Width {
		rx = px - rw - 8
		lx = rx - lw - 12
	}
	put(left, lx, 0, lw, 20)
	put(right, rx, 0, rw, 20)
}

// signed writes a number with the real minus sign, and a plus when asked.
func signed(v float64, digits int, plus bool) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	zero := strconv.FormatFloat(0, 'f', digits, 64)
	switch {
	case v < 0 && s != zero:
		return "−" + s
	case plus && s != zero:
		return "+" + s
	}
	return s
}

// Signed writes a difference: +0.52, −0.06.
func Signed(v float64, digits int) string { return signed(v, digits, true) }

// Decimal writes a number with the real minus sign.
func Decimal(v float64, digits int) string { return signed(v, digits, false) }
