//go:build !headless && !windows

package ui

import (
	"fmt"
	"os"
	"os/exec"
)

// question shows a question with a dialog program of the desktop. Where there is none, whoever started the program at a terminal reads
// it there, and the answer is yes: it can be ended with Ctrl+C.
func question(text string) bool {
	fmt.Fprintln(os.Stderr, text)
	yes, shown := desktopBox([]string{"zenity", "--question", "--no-markup", "--title=Xunlu 寻路", "--text=" + text}, []string{"kdialog", "--title", "Xunlu 寻路", "--yesno", text},
		[]string{"xmessage", "-center", "-buttons", "OK:0,Cancel:1", text})
	return yes || !shown
}

// stay shows a text and returns when the user closes it, or false when there is nothing to close.
func stay(text string) bool {
	fmt.Fprintln(os.Stderr, text)
	_, shown := desktopBox([]string{"zenity", "--info", "--no-markup", "--title=Xunlu 寻路", "--text=" + text}, []string{"kdialog", "--title", "Xunlu 寻路", "--msgbox", text},
		[]string{"xmessage", "-center", text})
	return shown
}

// alarm says why the program ends: whoever started it sees the terminal or the desktop's log.
func alarm(text string) { fmt.Fprintln(os.Stderr, text) }

// desktopBox runs the first of these programs that is installed and says whether the answer was yes.
func desktopBox(programs ...[]string) (yes, shown bool) {
	for _, p := range programs {
		if path, err := exec.LookPath(p[0]); err == nil {
			return exec.Command(path, p[1:]...).Run() == nil, true
		}
	}
	return false, false
}
