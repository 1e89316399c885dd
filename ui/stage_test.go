//go:build !headless

package ui

import (
	"context"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"xunlu/app"
	"xunlu/app/demo"
	"xunlu/ui/kit"
)

// openApp opens a program on a folder of its own; with sites it crawls a small demo web to the end.
func openApp(t *testing.T, sites, pages int) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), app.Options{Dir: t.TempDir(), Create: true, MaxPages: pages * 2 / 3, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	if sites == 0 {
		return a
	}
	if err := a.StartDemo(t.Context(), demo.Options{Sites: sites, Pages: pages}); err != nil {
		t.Fatal(err)
	}
	a.Start()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := a.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	if err := a.Indexed(ctx); err != nil {
		t.Fatal(err)
	}
	return a
}

// stage is a window on the test driver whose works run at once and in order, so that nothing has to be waited for.
func stage(t *testing.T, a *app.App, lang string, mode kit.Mode, w, h float32) *window {
	t.Helper()
	fy := test.NewTempApp(t)
	fy.Settings().SetTheme(kit.NewTheme(mode))
	win := test.NewTempWindow(t, nil)
	win.SetPadded(false)
	win.Resize(fyne.NewSize(w, h))
	p := newPump(t.Context())
	p.do = func(f func()) { f() }
	p.spawn = func(f func()) { f() }
	words, err := newWords(lang)
	if err != nil {
		t.Fatal(err)
	}
	x := newWindow(a, p, win, words, newLibrary(a, slog.New(slog.DiscardHandler)))
	win.Resize(fyne.NewSize(w, h))
	x.show(a.Snapshot())
	return x
}

// shot writes what the window shows into the folder that XUNLU_SHOTS names, to be looked at.
func shot(t *testing.T, x *window, name string) {
	t.Helper()
	dir := os.Getenv("XUNLU_SHOTS")
	x.desk.win.Content().Refresh()
	if dir == "" {
		return
	}
	img := x.desk.win.Canvas().Capture()
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
