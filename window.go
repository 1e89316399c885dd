//go:build !headless

package main

import (
	"xunlu/app/cli"
	"xunlu/ui"
)

// window is the window that a start without a command opens.
func window() cli.Window { return ui.Run }
