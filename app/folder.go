package app

import (
	"os"
	"path/filepath"
)

// portableMark beside the program keeps the data beside it too: the habit of programs in a zip.
const portableMark = "portable"

// DefaultDir is where data lies when --data is not given: beside a portable program, else where the system keeps
// application data (%LOCALAPPDATA%\Xunlu, $XDG_DATA_HOME/xunlu).
func DefaultDir() (string, error) {
	if exe, err := os.Executable(); err == nil {
		beside := filepath.Dir(exe)
		if _, err := os.Stat(filepath.Join(beside, portableMark)); err == nil {
			return filepath.Join(beside, "data"), nil
		}
	}
	return systemDir()
}
