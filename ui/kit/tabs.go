//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Tabs is a row of words with a bar under the chosen one: the five of the window at 14, those of a pane at 13.
type Tabs struct {
	touch
	OnChange func(int)
	names    []string
	chosen   int
	size     float32
	side     float32 // room left and right of a word
	gap      float32
	fill     bool // share the whole width evenly
	edges    [][2]float32
}

// NewTabs makes the window's tabs.
func NewTabs(names []string, onChange func(int)) *Tabs {
	t := &Tabs{OnChange: onChange, names: names, size: SizeTab, side: 4, gap: 24}
	t.extend(t, nil)
	return t
}

// NewSubTabs makes those of a pane; fill shares the width.
func NewSubTabs(names []string, fill bool, onChange func(int)) *Tabs {
	t := NewTabs(names, onChange)
	t.size, t.side, t.gap, t.fill = SizeBody, 3, 12, fill
	return t
}

// Choose shows another tab without telling.
func (t *Tabs) Choose(i int) {
	if i == t.chosen || i < 0 || i >= len(t.names) {
		return
	}
	t.chosen = i
	t.Refresh()
}

// Chosen is the index.
func (t *Tabs) Chosen() int { return t.chosen }

// Rename changes the words, for instance a count in them.
func (t *Tabs) Rename(names []string) {
	same := len(names) == len(t.names)
	for i := range names {
		same = same && names[i] == t.names[i]
	}
	if same {
		return
	}
	t.names = names
	t.Refresh()
}

// Tapped chooses.
func (t *Tabs) Tapped(e *fyne.PointEvent) {
	if e == nil {
		return
	}
	for i, edge := range t.edges {
		if e.Position.X >= edge[0]-t.gap/2 && e.Position.X < edge[1]+t.gap/2 {
			t.pick(i)
			return
		}
	}
}

func (t *Tabs) pick(i int) {
	if i < 0 || i >= len(t.names) || i == t.chosen {
		return
	}
	t.Choose(i)
	if t.OnChange != nil {
		t.OnChange(i)
	}
}

// TypedKey moves with the arrows.
func (t *Tabs) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		t.pick(t.chosen - 1)
	case fyne.KeyRight:
		t.pick(t.chosen + 1)
	default:
		passKey(t, e)
	}
}

// TypedRune is not used.
func (t *Tabs) TypedRune(rune) {}

// width measures in bold, so that nothing moves when the choice does.
func (t *Tabs) width(i int) float32 {
	return ceil(fyne.MeasureText(t.names[i], t.size, fyne.TextStyle{Bold: true}).Width) + 2*t.side
}

// CreateRenderer builds a word a tab and the bar.
func (t *Tabs) CreateRenderer() fyne.WidgetRenderer {
	bar := canvas.NewRectangle(nil)
	r := &painter{}
	var words []*canvas.Text
	place := func(s fyne.Size) {
		x := float32(0)
		t.edges = t.edges[:0]
		for i, w := range words {
			width := t.width(i)
			if t.fill {
				width = (s.Width - t.gap*float32(len(words)-1)) / float32(len(words))
			}
			put(w, x, 0, width, s.Height-1)
			if i == t.chosen {
				put(bar, x, s.Height-2, width, 2)
			}
			t.edges = append(t.edges, [2]float32{x, x + width})
			x += width + t.gap
		}
	}
	paint := func() {
		for len(words) < len(t.names) {
			w := canvas.NewText("", nil)
			w.Alignment = fyne.TextAlignCenter
			words = append(words, w)
		}
		words = words[:len(t.names)]
		r.objects = []fyne.CanvasObject{bar}
		for i, w := range words {
			w.Text, w.TextSize, w.Color = t.names[i], t.size, colorOf(Ink2)
			w.TextStyle.Bold = i == t.chosen
			if i == t.chosen {
				w.Color = colorOf(Accent)
			}
			if t.focused && i == t.chosen {
				w.TextStyle.Underline = true
			} else {
				w.TextStyle.Underline = false
			}
			r.objects = append(r.objects, w)
		}
		bar.FillColor, bar.CornerRadius = colorOf(Accent), 1
		place(t.BaseWidget.Size())
		canvas.Refresh(t)
	}
	r.min = func() fyne.Size {
		w := t.gap * float32(max(0, len(t.names)-1))
		for i := range t.names {
			w += t.width(i)
		}
		return fyne.NewSize(w, 34)
	}
	r.layout, r.paint = place, paint
	paint()
	return ready(t, r)
}
