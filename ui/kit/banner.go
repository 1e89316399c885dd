//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Banner is the verdict over a page: a disc with a sign, the verdict and who judged, then whatever else is given.
type Banner struct {
	widget.BaseWidget
	tone         Tone
	icon         string
	title, under *Text
	rest         *fyne.Container
	ground       *Panel
	sign         *Disc
}

// NewBanner makes a banner with what stands right of the words.
func NewBanner(rest ...fyne.CanvasObject) *Banner {
	b := &Banner{title: Strong("", SizeTitle), under: Styled("", SizeSmall, Ink2), ground: NewPanel(Track, LineStrong, CardRadius),
		sign: NewDisc("help", Grey, 40, true)}
	words := Col(0, Fixed(b.title, 0, 26), Fixed(b.under, 0, 18))
	items := append([]fyne.CanvasObject{b.sign, Fixed(words, 0, 44)}, rest...)
	b.rest = Row(14, items...)
	b.ground.EdgeWidth = 1.5
	b.ExtendBaseWidget(b)
	return b
}

// Set shows a verdict.
func (b *Banner) Set(tone Tone, icon, title, under string) {
	b.tone, b.icon = tone, icon
	b.title.Set(title)
	b.under.Set(under)
	b.sign.Set(icon, tone)
	edge := tone.Ink()
	if tone == Grey {
		edge = LineStrong
	}
	b.ground.Paint(tone.soft(), edge)
	b.rest.Refresh()
	b.Refresh()
}

// CreateRenderer stacks ground and row.
func (b *Banner) CreateRenderer() fyne.WidgetRenderer {
	inner := Pad(b.rest, 14, 0, 14, 0)
	return ready(b, &painter{
		objects: []fyne.CanvasObject{b.ground, inner},
		min:     func() fyne.Size { return fyne.NewSize(inner.MinSize().Width, 68) },
		layout: func(s fyne.Size) {
			b.ground.Resize(s)
			inner.Resize(s)
		},
	})
}

// Disc is a round ground with an icon.
type Disc struct {
	widget.BaseWidget
	icon  string
	tone  Tone
	side  float32
	solid bool
}

// NewDisc makes a disc of a side; solid ones fill with the tone itself.
func NewDisc(icon string, tone Tone, side float32, solid bool) *Disc {
	d := &Disc{icon: icon, tone: tone, side: side, solid: solid}
	d.ExtendBaseWidget(d)
	return d
}

// Set changes icon and tone.
func (d *Disc) Set(icon string, tone Tone) {
	if d.icon == icon && d.tone == tone {
		return
	}
	d.icon, d.tone = icon, tone
	d.Refresh()
}

// CreateRenderer builds disc and icon.
func (d *Disc) CreateRenderer() fyne.WidgetRenderer {
	circle := canvas.NewCircle(nil)
	icon := NewIcon(d.icon, Surface, d.side*0.52)
	paint := func() {
		if d.solid {
			circle.FillColor = colorOf(d.tone.Ink())
			icon.Set(d.icon, Surface)
		} else {
			circle.FillColor = colorOf(d.tone.soft())
			icon.Set(d.icon, d.tone.Ink())
		}
		icon.Refresh()
		circle.Refresh()
	}
	paint()
	return ready(d, &painter{
		objects: []fyne.CanvasObject{circle, icon},
		min:     func() fyne.Size { return fyne.NewSquareSize(d.side) },
		layout: func(s fyne.Size) {
			put(circle, (s.Width-d.side)/2, (s.Height-d.side)/2, d.side, d.side)
			put(icon, (s.Width-d.side)/2, (s.Height-d.side)/2, d.side, d.side)
		},
		paint: paint,
	})
}
