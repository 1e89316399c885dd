//go:build !headless

package ui

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// message shows a text in a box of the system, for when there is no window of our own.
func message(text string) { box(text, windows.MB_OK|windows.MB_ICONINFORMATION) }

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
