//go:build !windows

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// autostartFile is where the desktops of freedesktop.org look for what a user wants started at sign-in.
func autostartFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find what starts at sign-in: %w", err)
	}
	return filepath.Join(dir, "autostart", "org.xunlu.app.desktop"), nil
}

// Autostart says whether the program starts when the user signs in.
func Autostart() (bool, error) {
	name, err := autostartFile()
	if err != nil {
		return false, err
	}
	_, err = os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// SetAutostart turns starting at sign-in on or off.
func SetAutostart(on bool) error {
	name, err := autostartFile()
	if err != nil {
		return err
	}
	if !on {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("change what starts at sign-in: %w", err)
		}
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("change what starts at sign-in: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("change what starts at sign-in: %w", err)
	}
	entry := "[Desktop Entry]\nType=Application\nName=Xunlu\nName[zh_CN]=寻路\nExec=\"" + exe + "\"\nX-GNOME-Autostart-enabled=true\n"
	return writeFile(name, []byte(entry), 0o644)
}
