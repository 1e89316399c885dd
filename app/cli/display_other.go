//go:build windows || darwin

package cli

// hasDisplay says whether a window can be shown.
func hasDisplay() bool { return true }
