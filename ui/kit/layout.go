//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// tall is implemented by objects and layouts whose height follows their width, such as wrapped text.
type tall interface {
	HeightFor(width float32) float32
}

type tallLayout interface {
	heightFor(objects []fyne.CanvasObject, width float32) float32
}

// heightOf asks how high an object wants to be at a width.
func heightOf(o fyne.CanvasObject, width float32) float32 {
	if t, ok := o.(tall); ok {
		return t.HeightFor(width)
	}
	if c, ok := o.(*fyne.Container); ok {
		if l, ok := c.Layout.(tallLayout); ok {
			return l.heightFor(c.Objects, width)
		}
	}
	return o.MinSize().Height
}

// Cross says where items stand across the direction of a row or column.
type Cross int

const (
	Stretch Cross = iota
	Middle
	Start
	End
)

type flex struct {
	vertical bool
	gap      float32
	cross    Cross
}

// Row sets items side by side, centred across; one wrapped in Grow takes the free width.
func Row(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flex{gap: gap, cross: Middle}, items...)
}

// Across sets items side by side and stretches them to the full height.
func Across(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flex{gap: gap, cross: Stretch}, items...)
}

// Col sets items below each other at full width; one wrapped in Grow takes the free height.
func Col(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flex{vertical: true, gap: gap, cross: Stretch}, items...)
}

// Centered sets items below each other, each as wide as it wants, on one axis.
func Centered(gap float32, items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&flex{vertical: true, gap: gap, cross: Middle}, items...)
}

type grow struct {
	wrap
	weight float32
}

// Grow lets an item take the free space of its row or column.
func Grow(o fyne.CanvasObject) *fyne.Container { return GrowBy(1, o) }

// GrowBy is Grow with a weight.
func GrowBy(weight float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(&grow{weight: weight}, o)
}

// Space is an empty item that takes the free space.
func Space() *fyne.Container { return container.New(&grow{weight: 1}) }

// Gap is an empty item of a fixed size in both directions.
func Gap(size float32) fyne.CanvasObject {
	return container.New(&least{size, size})
}

// wrap gives its one child all the room.
type wrap struct{}

func (wrap) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Move(fyne.Position{})
		o.Resize(size)
	}
}

func (wrap) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var m fyne.Size
	for _, o := range objects {
		if o.Visible() {
			m = m.Max(o.MinSize())
		}
	}
	return m
}

func (wrap) heightFor(objects []fyne.CanvasObject, width float32) float32 {
	var h float32
	for _, o := range objects {
		if o.Visible() {
			h = max(h, heightOf(o, width))
		}
	}
	return h
}

// Stack lays objects over each other, like container.NewStack, and lets wrapped text tell its height.
func Stack(items ...fyne.CanvasObject) *fyne.Container { return container.New(&wrap{}, items...) }

func weightOf(o fyne.CanvasObject) float32 {
	if c, ok := o.(*fyne.Container); ok {
		if g, ok := c.Layout.(*grow); ok {
			return g.weight
		}
	}
	return 0
}

func (f *flex) along(s fyne.Size) float32 {
	if f.vertical {
		return s.Height
	}
	return s.Width
}

func (f *flex) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var along, across float32
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		along += f.along(m)
		if f.vertical {
			across = max(across, m.Width)
		} else {
			across = max(across, m.Height)
		}
		n++
	}
	along += f.gap * float32(max(0, n-1))
	if f.vertical {
		return fyne.NewSize(across, along)
	}
	return fyne.NewSize(along, across)
}

func (f *flex) heightFor(objects []fyne.CanvasObject, width float32) float32 {
	if !f.vertical {
		var h float32
		lengths := f.lengths(objects, fyne.NewSize(width, 0))
		for i, o := range objects {
			if o.Visible() {
				h = max(h, heightOf(o, lengths[i]))
			}
		}
		return h
	}
	var h float32
	n := 0
	for _, o := range objects {
		if o.Visible() {
			h += heightOf(o, width)
			n++
		}
	}
	return h + f.gap*float32(max(0, n-1))
}

// lengths shares the room along the direction: everyone's minimum, the rest by weight.
func (f *flex) lengths(objects []fyne.CanvasObject, size fyne.Size) []float32 {
	out := make([]float32, len(objects))
	var used, weights float32
	n := 0
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		if f.vertical {
			width := size.Width
			if f.cross != Stretch {
				width = min(width, o.MinSize().Width)
			}
			out[i] = heightOf(o, width)
		} else {
			out[i] = o.MinSize().Width
		}
		used += out[i]
		weights += weightOf(o)
		n++
	}
	free := f.along(size) - used - f.gap*float32(max(0, n-1))
	if weights == 0 || free == 0 {
		return out
	}
	for i, o := range objects {
		if w := weightOf(o); w > 0 && o.Visible() {
			out[i] = max(0, out[i]+free*w/weights)
		}
	}
	return out
}

func (f *flex) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	lengths := f.lengths(objects, size)
	var at float32
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		if f.vertical {
			w := size.Width
			if f.cross != Stretch {
				w = min(w, o.MinSize().Width)
			}
			put(o, f.offset(size.Width, w), at, w, lengths[i])
		} else {
			h := size.Height
			if f.cross != Stretch {
				h = min(h, o.MinSize().Height)
			}
			put(o, at, f.offset(size.Height, h), lengths[i], h)
		}
		at += lengths[i] + f.gap
	}
}

func (f *flex) offset(room, want float32) float32 {
	switch f.cross {
	case Middle:
		return (room - want) / 2
	case End:
		return room - want
	}
	return 0
}
