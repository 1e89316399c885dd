//go:build !headless

package ui

import (
	"context"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

// machineForm is what the settings say about this PC: the browser, the guards, the daily visit, starting with the system.
type machineForm struct {
	*desk
	mode                      *kit.Segment
	path, daily, disk, memory *input
	start, tray               *kit.Check
	started                   bool // as the system has it
	box                       *fyne.Container
}

func newMachineForm(d *desk, edited func()) *machineForm {
	f := &machineForm{desk: d}
	f.path = newInput(d.L("Path of Edge, Chrome or Chromium"), "", kit.NewField("", 120), func(s string) string {
		if f.mode.Chosen() == 2 && !filepath.IsAbs(strings.TrimSpace(s)) {
			return d.L("The full path of the program")
		}
		return ""
	}, edited)
	f.mode = kit.NewSegment([]string{d.L("Find one"), d.L("None"), d.L("This one")}, func(int) {
		f.turn()
		edited()
	})
	f.daily = newInput(d.L("Daily revisit at"), d.L("Like 03:30, while the program is open; empty: none"), kit.NewField("03:30", 80), func(s string) string {
		if s = strings.TrimSpace(s); s != "" && !clockTime.MatchString(s) {
			return d.L("A time like 03:30")
		}
		return ""
	}, edited)
	f.disk = newInput(d.L("Pause the crawl below … MB of free disk"), d.L("Empty: never"), kit.NewField("", 80), d.wholeOrEmpty(1, 10_000_000), edited)
	f.memory = newInput(d.L("Fewer workers above … MB of memory"), d.L("Empty: never"), kit.NewField("", 80), d.wholeOrEmpty(100, 1_000_000), edited)
	f.start = kit.NewCheck(d.L("Start when I sign in to this PC"), func(bool) { edited() })
	f.tray = kit.NewCheck(d.L("Keep running in the tray when the window is closed; acts after a restart"), func(bool) { edited() })
	f.box = kit.Col(12, kit.Col(6, kit.Row(0, f.start, kit.Space()), kit.Row(0, f.tray, kit.Space())), f.daily.box, kit.Col(4, kit.Small(d.L("Browser for pages built by JavaScript")), kit.Row(0, f.mode, kit.Space()), f.path.box),
		f.disk.box, f.memory.box)
	return f
}

func (f *machineForm) turn() {
	f.path.box.Hidden = f.mode.Chosen() != 2
	f.path.valid()
	f.box.Refresh()
}

func (f *machineForm) load(c *app.Config) {
	mode, path := 2, c.Browser
	switch c.Browser {
	case "auto":
		mode, path = 0, ""
	case "off":
		mode, path = 1, ""
	}
	f.mode.Choose(mode)
	f.path.set(path)
	f.turn()
	f.daily.set(c.Daily)
	f.disk.set(orEmpty(int(c.DiskLow >> 20)))
	f.memory.set(orEmpty(int(c.MemoryMax >> 20)))
	f.tray.Set(c.Tray)
	ask(f.pump, "autostart", func(context.Context) (bool, error) { return app.Autostart() }, func(on bool, err error) {
		f.fail(err)
		f.started = on
		f.start.Set(on)
	})
}

// inputs are what can hold mistakes.
func (f *machineForm) inputs() []*input { return []*input{f.path, f.daily, f.disk, f.memory} }

// store puts the form into the config; system, when not nil, is then to be done besides: it starts the program with the system or
// no longer does.
func (f *machineForm) store(c *app.Config) (system func() error) {
	c.Browser = [...]string{"auto", "off", strings.TrimSpace(f.path.field.Text())}[max(0, f.mode.Chosen())]
	c.Daily = strings.TrimSpace(f.daily.field.Text())
	if len(c.Daily) == len("3:30") {
		c.Daily = "0" + c.Daily
	}
	c.Tray = f.tray.On()
	c.DiskLow = megabytes(c.DiskLow, f.disk.field.Text())
	c.MemoryMax = megabytes(c.MemoryMax, f.memory.field.Text())
	if on := f.start.On(); on != f.started {
		return func() error { return app.SetAutostart(on) }
	}
	return nil
}

// megabytes reads a field of whole megabytes; a value that is not whole stays as it is until it is edited.
func megabytes(was int64, text string) int64 {
	if text == orEmpty(int(was>>20)) {
		return was
	}
	return int64(number(text)) << 20
}
