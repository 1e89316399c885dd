//go:build !headless

package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Prose is wrapped text of a few paragraphs: explanations, notices, error sentences. For long pages use Page.
type Prose struct {
	widget.BaseWidget
	FontSize float32
	Role     Role
	Bold     bool
	Align    fyne.TextAlign
	Leading  float32 // line height in ems
	MaxRows  int     // lines shown at most; 0 shows all

	value string
	brk   *breaker
	width float32
	rows  []string
	lines []*canvas.Text
}

// NewProse makes wrapped text.
func NewProse(value string, size float32, role Role) *Prose {
	p := &Prose{FontSize: size, Role: role, Leading: 1.5, value: value}
	p.ExtendBaseWidget(p)
	return p
}

// Set shows another text.
func (p *Prose) Set(value string) {
	if p.value == value {
		return
	}
	p.value, p.width = value, 0
	p.Refresh()
}

// SetRole changes text and colour.
func (p *Prose) SetRole(value string, role Role) {
	p.Role = role
	if p.value == value {
		p.Refresh()
		return
	}
	p.Set(value)
}

// Value is the whole text.
func (p *Prose) Value() string { return p.value }

// HeightFor tells the height at a width.
func (p *Prose) HeightFor(width float32) float32 {
	p.wrapTo(width)
	return ceil(float32(max(1, len(p.rows))) * p.lineHeight())
}

func (p *Prose) lineHeight() float32 { return ceil(p.FontSize * p.Leading) }

func (p *Prose) wrapTo(width float32) {
	if width == p.width && p.brk != nil && p.brk.size == p.FontSize && p.brk.style.Bold == p.Bold {
		return
	}
	p.width = width
	p.brk = newBreaker(p.FontSize, p.Bold)
	p.rows = p.rows[:0]
	if p.value == "" {
		return
	}
	for _, para := range strings.Split(p.value, "\n") {
		for _, l := range p.brk.lines(para, width+p.FontSize) {
			p.rows = append(p.rows, strings.TrimRight(para[l.start:l.end], " "))
		}
	}
	if p.MaxRows > 0 && len(p.rows) > p.MaxRows {
		last := p.rows[p.MaxRows-1] + p.rows[p.MaxRows]
		p.rows = append(p.rows[:p.MaxRows-1], cut(last, width, p.FontSize, fyne.TextStyle{Bold: p.Bold}))
	}
}

// CreateRenderer builds the lines.
func (p *Prose) CreateRenderer() fyne.WidgetRenderer {
	r := &painter{}
	show := func() {
		r.objects = r.objects[:0]
		for i, s := range p.rows {
			if i == len(p.lines) {
				p.lines = append(p.lines, canvas.NewText("", nil))
			}
			t := p.lines[i]
			t.Text, t.Color, t.TextSize, t.TextStyle, t.Alignment = s, colorOf(p.Role), p.FontSize, fyne.TextStyle{Bold: p.Bold}, p.Align
			put(t, 0, float32(i)*p.lineHeight(), p.BaseWidget.Size().Width, p.lineHeight())
			t.Refresh()
			r.objects = append(r.objects, t)
		}
	}
	r.min = func() fyne.Size {
		w := p.BaseWidget.Size().Width
		if w <= 0 {
			return fyne.NewSize(p.FontSize*4, p.lineHeight())
		}
		return fyne.NewSize(p.FontSize*4, p.HeightFor(w))
	}
	r.layout = func(s fyne.Size) {
		p.wrapTo(s.Width)
		show()
	}
	r.paint = func() {
		p.wrapTo(p.BaseWidget.Size().Width)
		show()
		canvas.Refresh(p)
	}
	show()
	return ready(p, r)
}
