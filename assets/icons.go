//go:build !headless

package assets

import (
	"bytes"
	"embed"
	"fmt"
)

//go:embed icons/*.svg
var icons embed.FS

// Icon gives the drawing of a named icon in one colour ("#RRGGBB"). Icons are strokes on a 24 grid written in currentColor.
// An unknown name is a programmer's error and panics.
func Icon(name, color string) []byte {
	b, err := icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic(fmt.Sprintf("assets: no icon %q", name))
	}
	return bytes.ReplaceAll(b, []byte("currentColor"), []byte(color))
}

// Mark is the program's sign, in its own colours.
func Mark() []byte { return Icon("mark", "") }
