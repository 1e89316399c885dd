//go:build !headless

package kit

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Chart is a Plot with a grid, values at the left and words below.
type Chart struct {
	widget.BaseWidget
	Plot  *Plot
	Least fyne.Size

	ticks []float64
	under []string
}

// NewChart makes an empty chart.
func NewChart(w, h float32) *Chart {
	c := &Chart{Plot: NewPlot(10, 10), Least: fyne.NewSize(w, h)}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows series with words below, spread evenly. fromZero starts the scale at 0.
func (c *Chart) Set(fromZero bool, under []string, series ...Series) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range series {
		for _, v := range s.Values {
			if !math.IsNaN(v) {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
	}
	if math.IsInf(lo, 1) {
		lo, hi = 0, 1
	}
	if fromZero {
		lo = 0
	}
	c.ticks = niceTicks(lo, hi, 4)
	c.under = under
	c.Plot.Set(c.ticks[0], c.ticks[len(c.ticks)-1], series...)
	c.Refresh()
}

// niceTicks gives round values that cover lo…hi in about n steps.
func niceTicks(lo, hi float64, n int) []float64 {
	if hi <= lo {
		hi = lo + math.Max(1, math.Abs(lo)*0.1)
	}
	raw := (hi - lo) / float64(n)
	unit := math.Pow(10, math.Floor(math.Log10(raw)))
	step := unit * 10
	for _, m := range []float64{1, 2, 2.5, 5} {
		if unit*m >= raw*0.999 {
			step = unit * m
			break
		}
	}
	var out []float64
	for v := math.Floor(lo/step+1e-9) * step; ; v += step {
		out = append(out, math.Round(v*1e6)/1e6)
		if v >= hi-step*1e-6 {
			return out
		}
	}
}

// Comma writes a whole number with thousands separated.
func Comma(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

func tickText(v float64) string {
	if v == math.Trunc(v) {
		return Comma(int64(v))
	}
	return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), "-", "−", 1)
}

// CreateRenderer draws the grid first, then the plot over it.
func (c *Chart) CreateRenderer() fyne.WidgetRenderer {
	r := &painter{min: func() fyne.Size { return c.Least }}
	build := func() {
		size := c.BaseWidget.Size()
		var grid, words []fyne.CanvasObject
		var left float32
		for _, v := range c.ticks {
			left = max(left, fyne.MeasureText(tickText(v), SizeHint, fyne.TextStyle{}).Width)
		}
		left += 8
		bottom := float32(0)
		if len(c.under) > 0 {
			bottom = 18
		}
		top, height := float32(7), max(1, size.Height-7-bottom)
		n := len(c.ticks)
		for i, v := range c.ticks {
			y := top + (height-1)*(1-float32(i)/float32(max(1, n-1)))
			g := canvas.NewRectangle(colorOf(Line))
			put(g, left, y, size.Width-left, 1)
			grid = append(grid, g)
			t := canvas.NewText(tickText(v), colorOf(Ink3))
			t.TextSize, t.Alignment = SizeHint, fyne.TextAlignTrailing
			put(t, 0, y-8, left-8, 16)
			words = append(words, t)
		}
		for i, s := range c.under {
			t := canvas.NewText(s, colorOf(Ink3))
			t.TextSize = SizeHint
			w := t.MinSize().Width
			x := left
			if len(c.under) > 1 {
				x = left + (size.Width-left)*float32(i)/float32(len(c.under)-1) - w/2
			}
			put(t, clamp(x, left, max(left, size.Width-w)), size.Height-16, w, 16)
			words = append(words, t)
		}
		c.Plot.Move(fyne.NewPos(left, top))
		c.Plot.Resize(fyne.NewSize(max(1, size.Width-left), height))
		r.objects = append(append(grid, c.Plot), words...)
	}
	r.layout = func(fyne.Size) { build() }
	r.paint = func() {
		build()
		c.Plot.Refresh()
		canvas.Refresh(c)
	}
	build()
	return ready(c, r)
}
