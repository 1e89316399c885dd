//go:build !headless

// Package kit holds the window's own parts: the theme, the layouts and the widgets the five tabs are built from.
// It knows the toolkit and the embedded assets and nothing else of ours: no site, no verdict, no translation.
// Every word it shows is given to it. A widget tells what the user meant through a callback; all methods and
// callbacks run on the window's goroutine, and no file here hands work to another one.
//
// Sizes are in the toolkit's device-independent pixels throughout.
package kit
