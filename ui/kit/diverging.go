//go:build !headless

package kit

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Part is one summand of a score.
type Part struct {
	Name, Detail string
	Value        float64
	Digits       int
}

// Parts shows what each factor added: name and evidence, a bar from one common zero line, the signed value.
type Parts struct {
	widget.BaseWidget
	OnPick func(part int)
	// Large doubles the type for showing to a room.
	Large  bool
	parts  []Part
	active int
}

// NewParts makes an empty list.
func NewParts() *Parts {
	p := &Parts{active: -1}
	p.ExtendBaseWidget(p)
	return p
}

// Set shows summands.
func (p *Parts) Set(parts []Part) {
	p.parts, p.active = parts, -1
	p.Refresh()
}

// Mark points out one summand; -1 none.
func (p *Parts) Mark(i int) {
	if p.active == i {
		return
	}
	p.active = i
	p.Refresh()
}

func (p *Parts) rowHeight() float32 {
	if p.Large {
		return 62
	}
	return 42
}

// Tapped tells which summand.
func (p *Parts) Tapped(e *fyne.PointEvent) {
	i := int(e.Position.Y / p.rowHeight())
	if i >= 0 && i < len(p.parts) && p.OnPick != nil {
		p.OnPick(i)
	}
}

// reach is the span of the values, zero included.
func (p *Parts) reach() (least, most float64) {
	most = 0.01
	for _, q := range p.parts {
		least, most = math.Min(least, q.Value), math.Max(most, q.Value)
	}
	return least, most
}

// CreateRenderer builds four primitives a summand.
func (p *Parts) CreateRenderer() fyne.WidgetRenderer {
	r := &painter{}
	zero := canvas.NewRectangle(nil)
	var names, details, values []*Text
	var bars, grounds []*canvas.Rectangle
	show := func() {
		size := p.BaseWidget.Size()
		r.objects = r.objects[:0]
		for len(names) < len(p.parts) {
			names, details = append(names, Styled("", SizeBody, Ink).Shorten(10)), append(details, Styled("", SizeHint, Ink3).Shorten(10))
			v := Strong("", SizeBody).Right()
			values = append(values, v)
			bars, grounds = append(bars, canvas.NewRectangle(nil)), append(grounds, canvas.NewRectangle(nil))
		}
		least, most := p.reach()
		big := float32(1)
		if p.Large {
			big = 1.45
		}
		value := 58 * big
		room := clamp(size.Width*0.29, 60, 420)
		from := size.Width - value - 6 - room
		unit := room / float32(most-least)
		at := from - float32(least)*unit
		rowH := p.rowHeight()
		for i, q := range p.parts {
			y := float32(i) * rowH
			grounds[i].FillColor, grounds[i].CornerRadius = colorOf(Clear), 4
			if i == p.active {
				grounds[i].FillColor = colorOf(Chosen)
			}
			put(grounds[i], -4, y, size.Width+8, rowH)
			names[i].FontSize, details[i].FontSize, values[i].FontSize = SizeBody*big, SizeHint*big, SizeBody*big
			put(names[i], 0, y+3*big, max(10, from-8), 19*big)
			put(details[i], 0, y+21*big, max(10, from-8), 17*big)
			role := Accent
			if q.Value < 0 {
				role = Bad
			}
			names[i].Set(q.Name)
			details[i].Set(q.Detail)
			values[i].SetRole(Signed(q.Value, q.Digits), role)
			names[i].Refresh()
			details[i].Refresh()
			values[i].Refresh()
			put(values[i], size.Width-value, y, value, rowH)
			bars[i].FillColor, bars[i].CornerRadius = colorOf(role), 2
			length := max(1.5, float32(math.Abs(q.Value))*unit)
			x := at
			if q.Value < 0 {
				x = at - length
			}
			put(bars[i], x, y+rowH/2-6.5*big, length, 13*big)
			r.objects = append(r.objects, grounds[i], bars[i], names[i], details[i], values[i])
		}
		zero.FillColor = colorOf(LineStrong)
		put(zero, at-0.5, 0, 1, rowH*float32(len(p.parts)))
		r.objects = append(r.objects, zero)
	}
	r.min = func() fyne.Size { return fyne.NewSize(180, p.rowHeight()*float32(len(p.parts))) }
	r.layout = func(fyne.Size) { show() }
	r.paint = func() {
		show()
		canvas.Refresh(p)
	}
	show()
	return ready(p, r)
}
