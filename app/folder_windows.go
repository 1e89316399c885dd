package app

import (
	"errors"
	"os"
	"path/filepath"
)

func systemDir() (string, error) {
	d := os.Getenv("LOCALAPPDATA")
	if d == "" {
		return "", errors.New("no data folder: %LOCALAPPDATA% is not set; give one with --data")
	}
	return filepath.Join(d, "Xunlu"), nil
}
