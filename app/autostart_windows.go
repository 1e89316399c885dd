package app

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows/registry"
)

// runKey is where Windows looks for what a user wants started at sign-in.
const runKey = `Software\Microsoft\Windows\CurrentVersion\Run`

// Autostart says whether the program starts when the user signs in.
func Autostart() (bool, error) {
	k, err := registry.OpenKey(registry.CURRENT_USER, runKey, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read what starts with Windows: %w", err)
	}
	defer k.Close()
	_, _, err = k.GetStringValue("Xunlu")
	if errors.Is(err, registry.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// SetAutostart turns starting at sign-in on or off. The uninstaller takes the entry away too.
func SetAutostart(on bool) error {
	k, _, err := registry.CreateKey(registry.CURRENT_USER, runKey, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("change what starts with Windows: %w", err)
	}
	defer k.Close()
	if !on {
		if err := k.DeleteValue("Xunlu"); err != nil && !errors.Is(err, registry.ErrNotExist) {
			return fmt.Errorf("change what starts with Windows: %w", err)
		}
		return nil
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("change what starts with Windows: %w", err)
	}
	return k.SetStringValue("Xunlu", `"`+exe+`"`)
}
