//go:build !headless

package ui

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"gopkg.in/natefinch/lumberjack.v2"

	"xunlu/app"
	"xunlu/assets"
	"xunlu/storage"
	"xunlu/ui/kit"
)

// appID names the program to the system and to the toolkit's store of window sizes.
const appID = "org.xunlu.app"

// First size of the window, and the least it works in.
const (
	firstWidth, firstHeight = 1280, 800
	leastWidth, leastHeight = 1024, 680
)

// Run opens the data folder, shows the window, and returns the exit code after everything is closed. answer makes the command that other
// processes of this user are answered with while the folder is held.
func Run(ctx context.Context, o app.Options, answer func(*app.App) app.Command) int {
	dir, err := app.DataDir(o.Dir)
	if err != nil {
		return complain(err)
	}
	o.Dir = dir
	if o.Log == nil {
		log := &lumberjack.Logger{Filename: filepath.Join(o.Dir, "xunlu.log"), MaxSize: 5, MaxBackups: 3}
		o.Log = slog.New(slog.NewTextHandler(log, nil))
		defer func() {
			if err := log.Close(); err != nil {
				complain(err)
			}
		}()
	}
	a, graphics, err := openBeside(ctx, o)
	if errors.Is(err, storage.ErrLocked) {
		if front := app.BringToFront(ctx, o.Dir); front == nil {
			return 0
		}
	}
	if err != nil {
		return complain(err)
	}
	code := 0
	if graphics != nil {
		if err := browse(ctx, a, o.Log, answer, graphics); err != nil {
			code = complain(err)
		}
	} else if err := show(ctx, a, o.Log, answer); err != nil {
		code = complain(err)
	}
	if err := a.Close(); err != nil {
		code = complain(err)
	}
	return code
}

// openBeside opens the data folder while the main thread looks whether there are graphics: both take a part of a second.
func openBeside(ctx context.Context, o app.Options) (a *app.App, graphics, err error) {
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		a, err = app.Open(ctx, o)
	}()
	graphics = checkGraphics()
	<-opened
	return a, graphics, err
}

// complain says why the program ends: in a box of the system where there is one, since a program started by a double click has no
// console.
func complain(err error) int {
	alarm("xunlu: " + err.Error())
	return 1
}

// show runs the toolkit until the window is closed.
func show(ctx context.Context, a *app.App, log *slog.Logger, answer func(*app.App) app.Command) error {
	c := a.Config()
	w, err := newWords(c.Language)
	if err != nil {
		return err
	}
	fy := fyneapp.NewWithID(appID)
	fy.SetIcon(fyne.NewStaticResource("mark.svg", assets.Mark()))
	fy.Settings().SetTheme(kit.NewTheme(kit.Mode(c.Theme)))
	win := fy.NewWindow(w.L("Xunlu"))
	win.SetPadded(false)
	win.SetMaster()
	prefs := fy.Preferences()
	win.Resize(fyne.NewSize(float32(prefs.FloatWithFallback("width", firstWidth)), float32(prefs.FloatWithFallback("height", firstHeight))))
	p := newPump(ctx)
	x := newWindow(a, p, win, w, newLibrary(a, log))
	tray := c.Tray && x.inTray(fy)
	win.SetCloseIntercept(func() {
		prefs.SetFloat("width", float64(win.Canvas().Size().Width))
		prefs.SetFloat("height", float64(win.Canvas().Size().Height))
		win.Hide()
		if tray {
			x.tellTray()
			return
		}
		fy.Quit()
	})
	report, stop, err := a.WatchCrashes()
	if err != nil {
		log.Error("crashes of this run will not be reported", "err", err)
	} else {
		defer func() {
			if err := stop(); err != nil {
				log.Warn("the crash report was not closed cleanly", "err", err)
			}
		}()
	}
	fy.Lifecycle().SetOnStarted(func() {
		x.begin(ctx, answer)
		x.desk.warnFolder()
		if report != "" {
			x.desk.tellCrash(report)
		}
	})
	win.CenterOnScreen()
	go func() {
		<-ctx.Done()
		p.later(fy.Quit)
	}()
	win.ShowAndRun()
	p.end()
	log.Info("window closed", "part", "window", "callbacks", len(p.gauge.took), "p50", p.gauge.at(0.5), "p99", p.gauge.at(0.99), "max", p.gauge.at(1),
		"wait50", p.rest.wait.at(0.5), "wait99", p.rest.wait.at(0.99))
	if err := x.desk.library.close(); err != nil {
		log.Warn("the pages for browsers were not closed cleanly", "err", err)
	}
	return nil
}

// begin starts what the window watches, once its loop runs.
func (x *window) begin(ctx context.Context, answer func(*app.App) app.Command) {
	a, p := x.desk.app, x.desk.pump
	p.spawn(func() { p.run(a, x.show) })
	act(p, func(ctx2 context.Context) error {
		a.Start()
		if answer != nil {
			if err := a.Answer(ctx, answer(a), func() { p.later(x.desk.win.RequestFocus) }); err != nil {
				return err
			}
		}
		return errors.Join(a.ResumeOthers(), a.ResumeDemo(ctx2), x.desk.library.resume(ctx))
	}, x.fail)
}
