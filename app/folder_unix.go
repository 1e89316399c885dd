//go:build !windows

package app

import (
	"fmt"
	"os"
	"path/filepath"
)

func systemDir() (string, error) {
	if d := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "xunlu"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no data folder: %w; give one with --data", err)
	}
	return filepath.Join(home, ".local", "share", "xunlu"), nil
}
