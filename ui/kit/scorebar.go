//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Score is what a ScoreBar shows.
type Score struct {
	Value, Threshold, Band, Top float64
	Tone                        Tone
	Zero, Middle, End           string // words below: at 0, at the threshold, at the top
}

// ScoreBar shows a score against its threshold: fill, unsure band, threshold tick, a ring at the value.
type ScoreBar struct {
	widget.BaseWidget
	score Score
}

// NewScoreBar makes an empty bar.
func NewScoreBar() *ScoreBar {
	b := &ScoreBar{score: Score{Top: 1}}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows a score.
func (b *ScoreBar) Set(s Score) {
	if s.Top <= 0 {
		s.Top = 1
	}
	b.score = s
	b.Refresh()
}

// CreateRenderer builds the parts in drawing order.
func (b *ScoreBar) CreateRenderer() fyne.WidgetRenderer {
	track, fill, band, tick := canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	ring := canvas.NewCircle(nil)
	var words [3]*canvas.Text
	objects := []fyne.CanvasObject{track, fill, band, tick, ring}
	for i := range words {
		words[i] = canvas.NewText("", nil)
		objects = append(objects, words[i])
	}
	place := func(size fyne.Size) {
		s := b.score
		x := func(v float64) float32 { return size.Width * clamp(float32(v/s.Top), 0, 1) }
		y := size.Height/2 - 8
		put(track, 0, y-5, size.Width, 10)
		put(fill, 0, y-5, x(s.Value), 10)
		put(band, x(s.Threshold-s.Band), y-5, x(s.Threshold+s.Band)-x(s.Threshold-s.Band), 10)
		put(tick, x(s.Threshold)-1, y-9, 2, 18)
		put(ring, clamp(x(s.Value)-7, 0, size.Width-14), y-7, 14, 14)
		wide := func(i int) float32 { return words[i].MinSize().Width }
		mid := clamp(x(s.Threshold)-wide(1)/2, 0, max(0, size.Width-wide(1)))
		put(words[1], mid, y+11, wide(1), 15)
		put(words[0], 0, y+11, wide(0), 15)
		put(words[2], size.Width-wide(2), y+11, wide(2), 15)
		words[0].Hidden = mid < wide(0)+6
		words[2].Hidden = mid+wide(1) > size.Width-wide(2)-6
	}
	paint := func() {
		s := b.score
		track.FillColor, track.CornerRadius = fade(Neutral, 70), 5
		fill.FillColor, fill.CornerRadius = colorOf(s.Tone.Ink()), 5
		band.FillColor, band.Hidden = fade(Warn, 110), s.Band <= 0
		tick.FillColor = colorOf(Ink)
		ring.FillColor, ring.StrokeColor, ring.StrokeWidth = colorOf(Surface), colorOf(s.Tone.Ink()), 3
		for i, t := range []string{s.Zero, s.Middle, s.End} {
			words[i].Text, words[i].TextSize, words[i].Color = t, SizeHint, colorOf(Ink2)
		}
		place(b.BaseWidget.Size())
		canvas.Refresh(b)
	}
	paint()
	return ready(b, &painter{
		objects: objects,
		min:     func() fyne.Size { return fyne.NewSize(140, 48) },
		layout:  place,
		paint:   paint,
	})
}
