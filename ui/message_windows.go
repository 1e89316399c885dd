//go:build !headless

package ui

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// question shows a question in a box of the system; no when it could not be shown.
func question(text string) bool {
	const yes = 6 // IDYES
	return box(text, windows.MB_YESNO|windows.MB_ICONWARNING) == yes
}

// stay shows a text and returns when the user closes it, or false when there is nothing to close.
func stay(text string) bool { return box(text, windows.MB_OK|windows.MB_ICONINFORMATION) != 0 }

// alarm shows why the program ends.
func alarm(text string) { box(text, windows.MB_OK|windows.MB_ICONERROR) }

func box(text string, style uint32) int32 {
	fmt.Fprintln(os.Stderr, text) // a windowed program has no console, but a test that started it reads this
	t, err := windows.UTF16PtrFromString(text)
	if err != nil {
		return 0
	}
	title, err := windows.UTF16PtrFromString("Xunlu 寻路")
	if err != nil {
		return 0
	}
	answer, err := windows.MessageBox(0, t, title, style|windows.MB_SETFOREGROUND)
	if err != nil {
		return 0
	}
	return answer
}
