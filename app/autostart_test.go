//go:build !windows

package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/app"
)

func TestAutostart(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	for _, want := range []bool{false, true, true, false, false} {
		if err := app.SetAutostart(want); err != nil {
			t.Fatal(err)
		}
		if got, err := app.Autostart(); got != want || err != nil {
			t.Fatalf("autostart %v, %v, want %v", got, err, want)
		}
		if !want {
			continue
		}
		exe, _ := os.Executable()
		entry, err := os.ReadFile(filepath.Join(dir, "autostart", "org.xunlu.app.desktop"))
		if err != nil || !strings.Contains(string(entry), `Exec="`+exe+`"`) {
			t.Fatalf("entry %q, %v", entry, err)
		}
	}
}
