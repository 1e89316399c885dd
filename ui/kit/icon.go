//go:build !headless

package kit

import (
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"xunlu/assets"
)

// Icon is one of the embedded drawings in a role's colour.
type Icon struct {
	widget.BaseWidget
	name  string
	role  Role
	side  float32
	image *canvas.Image
}

// NewIcon makes an icon of a side length.
func NewIcon(name string, role Role, side float32) *Icon {
	i := &Icon{name: name, role: role, side: side}
	i.ExtendBaseWidget(i)
	return i
}

// Set changes drawing and colour.
func (i *Icon) Set(name string, role Role) {
	if i.name == name && i.role == role {
		return
	}
	i.name, i.role = name, role
	i.Refresh()
}

func (i *Icon) resource() fyne.Resource { return iconResource(i.name, i.role) }

// iconResource names a drawing by its colour too: the toolkit keeps rendered images by name.
func iconResource(name string, role Role) fyne.Resource {
	c := color.NRGBAModel.Convert(colorOf(role)).(color.NRGBA)
	code := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
	return fyne.NewStaticResource(name+code+".svg", assets.Icon(name, code))
}

// CreateRenderer builds the image.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	i.image = canvas.NewImageFromResource(i.resource())
	i.image.FillMode = canvas.ImageFillContain
	return ready(i, &painter{
		objects: []fyne.CanvasObject{i.image},
		min:     func() fyne.Size { return fyne.NewSquareSize(i.side) },
		layout: func(s fyne.Size) {
			put(i.image, (s.Width-i.side)/2, (s.Height-i.side)/2, i.side, i.side)
		},
		paint: func() {
			i.image.Resource = i.resource()
			i.image.Refresh()
		},
	})
}
