//go:build !headless

package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// tipDelay is how long the pointer rests before a tooltip shows.
const tipDelay = 500 * time.Millisecond

// Tips is the layer above the window's content where tooltips and short messages appear. It takes no taps and no hover, so what
// lies below keeps working. A window's content is a Ground, which has one.
type Tips struct {
	widget.BaseWidget
	box   *canvas.Rectangle
	text  *canvas.Text
	owner fyne.CanvasObject
	wait  *fyne.Animation
}

func newTips() *Tips {
	t := &Tips{box: canvas.NewRectangle(nil), text: canvas.NewText("", nil)}
	t.ExtendBaseWidget(t)
	t.Hide()
	return t
}

// CreateRenderer builds the box.
func (t *Tips) CreateRenderer() fyne.WidgetRenderer {
	t.text.TextSize = SizeHint
	return ready(t, &painter{
		objects: []fyne.CanvasObject{t.box, t.text},
		min:     func() fyne.Size { return fyne.Size{} },
		paint: func() {
			t.box.FillColor, t.text.Color, t.box.CornerRadius = colorOf(Pill), colorOf(Surface), 4
			t.box.Refresh()
			t.text.Refresh()
		},
	})
}

// show places the text below the owner, inside the layer.
func (t *Tips) show(text string, owner fyne.CanvasObject) {
	room := t.Size()
	t.text.Text = cut(text, max(80, room.Width-40), SizeHint, fyne.TextStyle{})
	m := t.text.MinSize()
	w, h := m.Width+16, m.Height+8
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(owner)
	size := owner.Size()
	x := clamp(at.X+size.Width/2-w/2, 4, max(4, room.Width-w-4))
	y := at.Y + size.Height + 6
	if y+h > room.Height-4 {
		y = at.Y - h - 6
	}
	put(t.box, x, y, w, h)
	put(t.text, x+8, y, m.Width, h)
	t.Show()
	t.Refresh()
}

// Ground is the root of a window: the content and the tips above it.
type Ground struct {
	widget.BaseWidget
	Tips    *Tips
	content *fyne.Container
}

// NewGround makes a root.
func NewGround(content fyne.CanvasObject) *Ground {
	g := &Ground{Tips: newTips(), content: container.New(&wrap{}, NewPanel(Bg, "", 0), content)}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer stacks the two.
func (g *Ground) CreateRenderer() fyne.WidgetRenderer {
	return ready(g, &painter{
		objects: []fyne.CanvasObject{g.content, g.Tips},
		min:     g.content.MinSize,
		layout: func(s fyne.Size) {
			g.content.Resize(s)
			g.Tips.Resize(s)
		},
	})
}

// layerOf finds the tips of the window an object stands in.
func layerOf(o fyne.CanvasObject) *Tips {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	if g, ok := c.Content().(*Ground); ok {
		return g.Tips
	}
	return nil
}

// showTip waits a moment and then shows the text beside the object. An animation is the toolkit's own clock on the window's
// goroutine: nothing is drawn while it waits.
func showTip(o fyne.CanvasObject, text string) {
	t := layerOf(o)
	if t == nil || text == "" {
		return
	}
	t.stop()
	t.owner = o
	t.wait = fyne.NewAnimation(tipDelay, func(done float32) {
		if done >= 1 && t.owner == o {
			t.show(text, o)
		}
	})
	t.wait.Curve = fyne.AnimationLinear
	t.wait.Start()
}

// hideTip ends the object's tooltip.
func hideTip(o fyne.CanvasObject) {
	t := layerOf(o)
	if t == nil || t.owner != o {
		return
	}
	t.stop()
	t.owner = nil
	t.Hide()
}

func (t *Tips) stop() {
	if t.wait != nil {
		t.wait.Stop()
		t.wait = nil
	}
	t.Hide()
}
