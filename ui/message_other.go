//go:build !headless && !windows

package ui

import (
	"fmt"
	"os"
	"os/exec"
)

// message shows a text with a dialog program of the desktop where there is one, and always on the error stream.
func message(text string) {
	fmt.Fprintln(os.Stderr, text)
	desktopBox([]string{"zenity", "--info", "--no-markup", "--title=Xunlu 寻路", "--text=" + text}, []string{"kdialog", "--title", "Xunlu 寻路", "--msgbox", text},
		[]string{"xmessage", "-center", text})
}

// desktopBox runs the first of these programs that is installed and says whether the answer was yes.
func desktopBox(programs ...[]string) bool {
	for _, p := range programs {
		if path, err := exec.LookPath(p[0]); err == nil {
			return exec.Command(path, p[1:]...).Run() == nil
		}
	}
	return false
}
