// Package ui is the window: five tabs over the verbs of package app. It pulls a snapshot twice a second and hands intents back;
// it opens no file and no connection of its own, and no line of it runs on the window's goroutine while app works.
// Only refresh.go crosses between goroutines.
//
// A tab has one rhythm: a constructor, view, update(snapshot), and small methods named after what the user meant.
package ui
