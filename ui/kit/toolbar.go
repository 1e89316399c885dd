//go:build !headless

package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// bar is a Row whose shy buttons lose their words when the row is too short.
type bar struct{ flex }

// Toolbar sets controls side by side. What is wrapped in Grow takes the free width; shy buttons give way first.
func Toolbar(items ...fyne.CanvasObject) *fyne.Container {
	return container.New(&bar{flex{gap: 8, cross: Middle}}, items...)
}

func (b *bar) MinSize(objects []fyne.CanvasObject) fyne.Size {
	m := b.flex.MinSize(objects)
	for _, o := range objects {
		if x, ok := o.(*Button); ok && x.shy && x.Visible() && !x.bare && x.text != "" {
			m.Width -= x.MinSize().Width - ControlHeight
		}
	}
	return m
}

func (b *bar) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	want := b.flex.MinSize(objects).Width
	for _, o := range objects {
		if x, ok := o.(*Button); ok && x.bare {
			x.bare = false
			want += x.MinSize().Width - ControlHeight
			x.bare = true
		}
	}
	bare := want > size.Width
	for _, o := range objects {
		if x, ok := o.(*Button); ok && x.shy && x.icon != "" && x.bare != bare {
			x.bare = bare
			x.Refresh()
		}
	}
	b.flex.Layout(objects, size)
}
