//go:build !headless

package kit

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Span marks a stretch of a paragraph, in bytes.
type Span struct {
	Start, End int
	Tone       Tone // Amber for, Red against, Blue for the one being looked at
}

// Para is a paragraph of a page.
type Para struct {
	Text  string
	Bold  bool
	Mono  bool
	Spans []Span // ascending; where two overlap the first wins
}

// Page shows the text of a page with marks behind the words. It keeps only the lines in sight as objects, so that a page of a
// thousand paragraphs scrolls like one of ten.
type Page struct {
	widget.BaseWidget
	FontSize, Leading, Between float32

	paras  []Para
	rows   []pageRow
	width  float32
	height float32
	scroll *container.Scroll
	sheet  *pageSheet
}

// pageRow is one laid out line.
type pageRow struct {
	para       int
	start, end int
	y          float32
}

// NewPage makes an empty page in the body size of 13.5 with wide leading.
func NewPage() *Page {
	p := &Page{FontSize: 13.5, Leading: 1.62, Between: 8}
	p.sheet = &pageSheet{page: p}
	p.sheet.ExtendBaseWidget(p.sheet)
	p.scroll = container.NewVScroll(p.sheet)
	p.scroll.OnScrolled = func(fyne.Position) { p.sheet.Refresh() }
	p.ExtendBaseWidget(p)
	return p
}

// Set shows other paragraphs from the top.
func (p *Page) Set(paras []Para) {
	p.paras, p.width = paras, 0
	p.arrange(p.BaseWidget.Size().Width)
	p.scroll.Offset = fyne.Position{}
	p.scroll.Refresh()
	p.sheet.Refresh()
}

// Keep shows other marks on the same text without moving it.
func (p *Page) Keep(paras []Para) {
	at := p.scroll.Offset
	same := len(paras) == len(p.paras)
	for i := range paras {
		same = same && paras[i].Text == p.paras[i].Text
	}
	if !same {
		p.Set(paras)
		return
	}
	p.paras = paras
	p.scroll.Offset = at
	p.sheet.Refresh()
}

// Reveal scrolls to the paragraph that holds a mark.
func (p *Page) Reveal(para, offset int) {
	for _, r := range p.rows {
		if r.para == para && offset < r.end {
			y := clamp(r.y-p.scroll.Size().Height/3, 0, max(0, p.height-p.scroll.Size().Height))
			p.scroll.Offset = fyne.NewPos(0, y)
			p.scroll.Refresh()
			p.sheet.Refresh()
			return
		}
	}
}

func (p *Page) lineHeight() float32 { return round(p.FontSize * p.Leading) }

// arrange breaks all paragraphs at a width.
func (p *Page) arrange(width float32) {
	if width == p.width || width <= 0 {
		return
	}
	p.width = width
	p.rows = p.rows[:0]
	regular, bold, mono := newBreaker(p.FontSize, false), newBreaker(p.FontSize, true), newBreaker(SizeHint, false)
	mono.style.Monospace = true
	y := float32(0)
	for i := range p.paras {
		brk := regular
		switch {
		case p.paras[i].Bold:
			brk = bold
		case p.paras[i].Mono:
			brk = mono
		}
		for _, l := range brk.lines(p.paras[i].Text, width-16) {
			p.rows = append(p.rows, pageRow{i, l.start, l.end, y})
			y += p.lineHeight()
		}
		if !p.paras[i].Mono {
			y += p.Between
		}
	}
	p.height = y + p.Between
}

// CreateRenderer is the scroll.
func (p *Page) CreateRenderer() fyne.WidgetRenderer {
	return ready(p, &painter{
		objects: []fyne.CanvasObject{p.scroll},
		min:     func() fyne.Size { return fyne.NewSize(160, 80) },
		layout: func(s fyne.Size) {
			p.arrange(s.Width)
			p.scroll.Resize(s)
			p.scroll.Refresh()
			p.sheet.Refresh()
		},
		paint: func() { p.sheet.Refresh() },
	})
}

// pageSheet is the content of the scroll: as high as the page, holding the lines in sight.
type pageSheet struct {
	widget.BaseWidget
	page  *Page
	texts []*canvas.Text
	marks []*canvas.Rectangle
}

// CreateRenderer fills itself from the page's rows.
func (s *pageSheet) CreateRenderer() fyne.WidgetRenderer {
	r := &painter{min: func() fyne.Size { return fyne.NewSize(10, s.page.height) }}
	r.paint = func() {
		r.objects = s.draw()
		canvas.Refresh(s)
	}
	r.layout = func(fyne.Size) { r.paint() }
	r.objects = s.draw()
	return ready(s, r)
}

// draw reuses the text objects for the rows in sight and a little more.
func (s *pageSheet) draw() []fyne.CanvasObject {
	p := s.page
	top, bottom := p.scroll.Offset.Y-p.lineHeight(), p.scroll.Offset.Y+p.scroll.Size().Height+p.lineHeight()
	first := sort.Search(len(p.rows), func(i int) bool { return p.rows[i].y >= top })
	var behind, front []fyne.CanvasObject
	nt, nm := 0, 0
	for _, row := range p.rows[first:] {
		if row.y > bottom {
			break
		}
		x := float32(0)
		for _, piece := range pieces(p.paras[row.para], row.start, row.end) {
			if nt == len(s.texts) {
				s.texts = append(s.texts, canvas.NewText("", nil))
			}
			t := s.texts[nt]
			nt++
			para := p.paras[row.para]
			t.Text, t.TextSize, t.Color = para.Text[piece.Start:piece.End], p.FontSize, colorOf(Ink)
			t.TextStyle = fyne.TextStyle{Bold: para.Bold, Monospace: para.Mono}
			if para.Mono {
				t.TextSize, t.Color = SizeHint, colorOf(Ink2)
			}
			w := t.MinSize().Width
			if piece.Tone != Grey {
				if nm == len(s.marks) {
					s.marks = append(s.marks, canvas.NewRectangle(nil))
				}
				m := s.marks[nm]
				nm++
				s.paintMark(m, t, piece.Tone)
				m.Move(fyne.NewPos(x-1, row.y+1))
				m.Resize(fyne.NewSize(w+2, p.lineHeight()-2))
				m.Refresh()
				behind = append(behind, m)
			}
			t.Move(fyne.NewPos(x, row.y))
			t.Resize(fyne.NewSize(w, p.lineHeight()))
			t.Refresh()
			front = append(front, t)
			x += w
		}
	}
	return append(behind, front...)
}

func (s *pageSheet) paintMark(m *canvas.Rectangle, t *canvas.Text, tone Tone) {
	m.CornerRadius = 3
	switch tone {
	case Red:
		m.FillColor, t.Color = colorOf(BadSoft), colorOf(Bad)
	case Blue:
		m.FillColor, t.Color = colorOf(Accent), colorOf(OnAccent)
	case Green:
		m.FillColor, t.Color = colorOf(GoodSoft), colorOf(Good)
	default:
		m.FillColor, t.Color = colorOf(Mark), colorOf(MarkInk)
	}
}

// pieces cuts a line at its marks.
func pieces(p Para, start, end int) []Span {
	var out []Span
	at := start
	for _, sp := range p.Spans {
		a, b := max(sp.Start, at), min(sp.End, end)
		if a >= b {
			continue
		}
		if a > at {
			out = append(out, Span{at, a, Grey})
		}
		out = append(out, Span{a, b, sp.Tone})
		at = b
	}
	if at < end {
		out = append(out, Span{at, end, Grey})
	}
	return out
}
