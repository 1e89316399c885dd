//go:build !windows && !darwin

package cli

import "os"

// hasDisplay says whether a window can be shown.
func hasDisplay() bool { return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" }
