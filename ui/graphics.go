//go:build !headless

package ui

import (
	"fmt"
	"os"
	"runtime"

	"github.com/go-gl/glfw/v3.4/glfw"
)

// The window needs OpenGL 2.1, as the toolkit asks for it. Remote desktops, virtual machines and old drivers often have none or 1.1.
const graphicsMajor, graphicsMinor = 2, 1

// checkGraphics opens an unseen window of the kind the toolkit will open and closes it again. Without this question the toolkit
// ends the program with a message nobody sees. To be called on the main thread, before the toolkit starts.
func checkGraphics() error {
	if os.Getenv("WAYLAND_DISPLAY") != "" {
		return nil // a Wayland session draws with OpenGL itself; and the toolkit must be the one that chooses between it and X11
	}
	runtime.LockOSThread()
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("start the graphics: %w", err)
	}
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.Visible, glfw.False)
	glfw.WindowHint(glfw.ContextVersionMajor, graphicsMajor)
	glfw.WindowHint(glfw.ContextVersionMinor, graphicsMinor)
	w, err := glfw.CreateWindow(16, 16, "", nil, nil)
	if err != nil {
		return fmt.Errorf("open a window with OpenGL %d.%d: %w", graphicsMajor, graphicsMinor, err)
	}
	if w == nil { // errors of the platform are only printed by the library: no pixel format, as in a session without OpenGL
		return fmt.Errorf("open a window with OpenGL %d.%d: the graphics driver gives none", graphicsMajor, graphicsMinor)
	}
	w.Destroy()
	glfw.DefaultWindowHints()
	return nil
}
