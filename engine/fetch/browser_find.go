package fetch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// findBrowser gives the browser's executable. A path that the user set is taken or refused, never replaced by another.
func findBrowser(set string) (string, error) {
	if set != "" {
		path, err := exec.LookPath(set)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrNoBrowser, err)
		}
		return path, nil
	}
	for _, name := range browserNames(runtime.GOOS, os.Getenv) {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: neither Edge nor Chrome nor Chromium is installed", ErrNoBrowser)
}

// browserNames lists where browsers are, the likeliest first. Every Windows has Edge.
func browserNames(system string, env func(string) string) []string {
	switch system {
	case "windows":
		var out []string
		for _, rest := range []string{`Microsoft\Edge\Application\msedge.exe`, `Google\Chrome\Application\chrome.exe`, `Chromium\Application\chrome.exe`} {
			for _, root := range []string{"ProgramFiles(x86)", "ProgramFiles", "ProgramW6432", "LocalAppData"} {
				if dir := env(root); dir != "" {
					out = append(out, filepath.Join(dir, filepath.FromSlash(rest)))
				}
			}
		}
		return append(out, "msedge.exe", "chrome.exe")
	case "darwin":
		return []string{
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
			"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
		}
	}
	return []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "microsoft-edge-stable"}
}
