//go:build !headless

package kit

import (
	"image"
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
	"golang.org/x/image/vector"
)

// Series is one line of a chart; the first is filled. NaN leaves a gap.
type Series struct {
	Values []float64
	Tone   Tone
}

// Plot draws lines over a common range without axes: the sparkline of a card, the middle of a Chart.
type Plot struct {
	widget.BaseWidget
	Least  fyne.Size
	Step   bool // values hold until the next one: prices
	EndDot bool

	series []Series
	lo, hi float64
	raster *canvas.Raster
}

// NewPlot makes an empty plot.
func NewPlot(w, h float32) *Plot {
	p := &Plot{Least: fyne.NewSize(w, h), hi: 1}
	p.ExtendBaseWidget(p)
	return p
}

// Set shows series between lo and hi.
func (p *Plot) Set(lo, hi float64, series ...Series) {
	if hi <= lo {
		hi = lo + 1
	}
	p.lo, p.hi, p.series = lo, hi, series
	p.Refresh()
}

// CreateRenderer is one raster.
func (p *Plot) CreateRenderer() fyne.WidgetRenderer {
	p.raster = canvas.NewRaster(p.draw)
	return ready(p, &painter{
		objects: []fyne.CanvasObject{p.raster},
		min:     func() fyne.Size { return p.Least },
		layout:  func(s fyne.Size) { p.raster.Resize(s) },
		paint:   func() { p.raster.Refresh() },
	})
}

// draw paints at the canvas's own pixels, so that lines stay crisp at every scale.
func (p *Plot) draw(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, max(1, w), max(1, h)))
	scale := float32(1)
	if p.BaseWidget.Size().Width > 0 {
		scale = float32(w) / p.BaseWidget.Size().Width
	}
	for i, s := range p.series {
		for _, run := range p.points(s.Values, float32(w), float32(h), scale) {
			if i == 0 {
				fillUnder(img, run, float32(h), fade(s.Tone.solid(), 38))
			}
			strokeLine(img, run, 1.5*scale, colorOf(s.Tone.solid()))
			if p.EndDot && i == 0 && len(run) > 0 {
				dot(img, run[len(run)-1], 3*scale, colorOf(s.Tone.solid()))
			}
		}
	}
	return img
}

type point struct{ x, y float32 }

// points turns values into runs of pixels, one run between gaps.
func (p *Plot) points(values []float64, w, h, scale float32) [][]point {
	var runs [][]point
	var run []point
	pad := 2 * scale
	n := len(values)
	for i, v := range values {
		if math.IsNaN(v) {
			if len(run) > 0 {
				runs, run = append(runs, run), nil
			}
			continue
		}
		x := pad
		if n > 1 {
			x = pad + (w-2*pad-scale)*float32(i)/float32(n-1)
		}
		y := h - pad - float32((v-p.lo)/(p.hi-p.lo))*(h-2*pad)
		y = clamp(y, pad, h-pad)
		if k := len(run); p.Step && k > 0 {
			if k > 1 && run[k-1].y == run[k-2].y { // a level goes on: two points are enough, more would make the line dotted
				run = run[:k-1]
			}
			run = append(run, point{x, run[len(run)-1].y})
			if run[len(run)-1].y == y {
				continue
			}
		}
		run = append(run, point{x, y})
	}
	if len(run) > 0 {
		runs = append(runs, run)
	}
	return runs
}

func paintPath(img *image.NRGBA, z *vector.Rasterizer, c color.Color) {
	z.Draw(img, img.Bounds(), image.NewUniform(c), image.Point{})
}

func fillUnder(img *image.NRGBA, run []point, bottom float32, c color.Color) {
	if len(run) < 2 {
		return
	}
	z := vector.NewRasterizer(img.Bounds().Dx(), img.Bounds().Dy())
	z.MoveTo(run[0].x, bottom)
	for _, q := range run {
		z.LineTo(q.x, q.y)
	}
	z.LineTo(run[len(run)-1].x, bottom)
	z.ClosePath()
	paintPath(img, z, c)
}

// strokeLine draws one mitred outline a line: overlapping pieces would add up their edges and look dotted.
func strokeLine(img *image.NRGBA, run []point, width float32, c color.Color) {
	if len(run) < 2 {
		if len(run) == 1 {
			dot(img, run[0], width, c)
		}
		return
	}
	left, right := make([]point, len(run)), make([]point, len(run))
	for i := range run {
		nx, ny := normalAt(run, i)
		left[i] = point{run[i].x + nx*width/2, run[i].y + ny*width/2}
		right[i] = point{run[i].x - nx*width/2, run[i].y - ny*width/2}
	}
	z := vector.NewRasterizer(img.Bounds().Dx(), img.Bounds().Dy())
	z.MoveTo(left[0].x, left[0].y)
	for _, q := range left[1:] {
		z.LineTo(q.x, q.y)
	}
	for i := len(right) - 1; i >= 0; i-- {
		z.LineTo(right[i].x, right[i].y)
	}
	z.ClosePath()
	paintPath(img, z, c)
}

// normalAt is the mitre direction at a corner, no longer than twice the half width.
func normalAt(run []point, i int) (x, y float32) {
	dir := func(a, b point) (float32, float32) {
		dx, dy := b.x-a.x, b.y-a.y
		n := float32(math.Hypot(float64(dx), float64(dy)))
		if n == 0 {
			return 0, 0
		}
		return -dy / n, dx / n
	}
	if i == 0 {
		return dir(run[0], run[1])
	}
	if i == len(run)-1 {
		return dir(run[i-1], run[i])
	}
	ax, ay := dir(run[i-1], run[i])
	bx, by := dir(run[i], run[i+1])
	mx, my := ax+bx, ay+by
	n := float32(math.Hypot(float64(mx), float64(my)))
	if n < 1e-3 {
		return ax, ay
	}
	mx, my = mx/n, my/n
	long := min(2, 1/max(0.2, mx*ax+my*ay))
	return mx * long, my * long
}

func dot(img *image.NRGBA, at point, radius float32, c color.Color) {
	z := vector.NewRasterizer(img.Bounds().Dx(), img.Bounds().Dy())
	const k = 0.5523
	r := radius
	z.MoveTo(at.x+r, at.y)
	z.CubeTo(at.x+r, at.y+r*k, at.x+r*k, at.y+r, at.x, at.y+r)
	z.CubeTo(at.x-r*k, at.y+r, at.x-r, at.y+r*k, at.x-r, at.y)
	z.CubeTo(at.x-r, at.y-r*k, at.x-r*k, at.y-r, at.x, at.y-r)
	z.CubeTo(at.x+r*k, at.y-r, at.x+r, at.y-r*k, at.x+r, at.y)
	z.ClosePath()
	paintPath(img, z, c)
}
