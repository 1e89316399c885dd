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
	dialog([]string{"zenity", "--info", "--no-markup", "--title=Xunlu 寻路", "--text=" + text}, []string{"kdialog", "--title", "Xunlu 寻路", "--msgbox", text},
		[]string{"xmessage", "-center", text})
}

// ask shows a question; no when nothing can show it: somebody at a terminal reads it there, with the command to type instead.
func ask(text string) bool {
	fmt.Fprintln(os.Stderr, text)
	return dialog([]string{"zenity", "--question", "--no-markup", "--title=Xunlu 寻路", "--text=" + text}, []string{"kdialog", "--title", "Xunlu 寻路", "--yesno", text},
		[]string{"xmessage", "-center", "-buttons", "OK:0,Cancel:1", text})
}

// dialog runs the first of these programs that is installed and says whether the answer was yes.
func dialog(programs ...[]string) bool {
	for _, p := range programs {
		if path, err := exec.LookPath(p[0]); err == nil {
			return exec.Command(path, p[1:]...).Run() == nil
		}
	}
	return false
}
