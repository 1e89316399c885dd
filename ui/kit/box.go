//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

type inset struct{ left, top, right, bottom float32 }

// Pad puts room around an object.
func Pad(o fyne.CanvasObject, left, top, right, bottom float32) *fyne.Container {
	return container.New(&inset{left, top, right, bottom}, o)
}

// PadAll puts the same room on all sides.
func PadAll(o fyne.CanvasObject, v float32) *fyne.Container { return Pad(o, v, v, v, v) }

func (p *inset) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		put(o, p.left, p.top, max(0, size.Width-p.left-p.right), max(0, size.Height-p.top-p.bottom))
	}
}

func (p *inset) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := wrap{}.MinSize(objects)
	return fyne.NewSize(m.Width+p.left+p.right, m.Height+p.top+p.bottom)
}

func (p *inset) heightFor(objects []fyne.CanvasObject, width float32) float32 {
	return wrap{}.heightFor(objects, width-p.left-p.right) + p.top + p.bottom
}

type fixed struct{ w, h float32 }

// Fixed gives an object a size; 0 leaves that direction to the object.
func Fixed(o fyne.CanvasObject, w, h float32) *fyne.Container {
	return container.New(&fixed{w, h}, o)
}

func (f *fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) { wrap{}.Layout(objects, size) }

func (f *fixed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := wrap{}.MinSize(objects)
	if f.w > 0 {
		m.Width = f.w
	}
	if f.h > 0 {
		m.Height = f.h
	}
	return m
}

func (f *fixed) heightFor(objects []fyne.CanvasObject, width float32) float32 {
	if f.h > 0 {
		return f.h
	}
	return wrap{}.heightFor(objects, width)
}

type least struct{ w, h float32 }

// AtLeast lets an object shrink to the given size: what it holds must cope with less room than it asks for.
func AtLeast(o fyne.CanvasObject, w, h float32) *fyne.Container {
	return container.New(&least{w, h}, o)
}

func (l *least) Layout(objects []fyne.CanvasObject, size fyne.Size) { wrap{}.Layout(objects, size) }
func (l *least) MinSize([]fyne.CanvasObject) fyne.Size              { return fyne.NewSize(l.w, l.h) }

type flow struct{ gap float32 }

// Flow sets items side by side and goes to the next line where they no longer fit: chips and badges.
func Flow(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flow{gap: gap}, items...)
}

func (f *flow) walk(objects []fyne.CanvasObject, width float32, place func(o fyne.CanvasObject, x, y float32)) float32 {
	var x, y, line float32
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if x > 0 && x+m.Width > width {
			x, y, line = 0, y+line+f.gap, 0
		}
		place(o, x, y)
		x += m.Width + f.gap
		line = max(line, m.Height)
	}
	return y + line
}

func (f *flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.walk(objects, size.Width, func(o fyne.CanvasObject, x, y float32) {
		m := o.MinSize()
		put(o, x, y, min(m.Width, size.Width), m.Height)
	})
}

func (f *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var w float32
	for _, o := range objects {
		if o.Visible() {
			w = max(w, o.MinSize().Width)
		}
	}
	return fyne.NewSize(w, f.heightFor(objects, 1<<20))
}

func (f *flow) heightFor(objects []fyne.CanvasObject, width float32) float32 {
	return f.walk(objects, width, func(fyne.CanvasObject, float32, float32) {})
}
