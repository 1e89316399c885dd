//go:build !headless

package ui

import (
	"context"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"xunlu/app"
	"xunlu/ui/kit"
)

var languages = [...]string{"", "zh", "en"}

var themes = [...]kit.Mode{kit.Auto, kit.Light, kit.Dark}

// showSettings opens the sheet of what the user sets once. Language and theme act at once, without a restart.
func showSettings(d *desk, rebuild func(*words, *kit.Theme)) {
	c := d.app.Config()
	language := kit.NewSegment([]string{d.L("As the system"), "简体中文", "English"}, nil)
	theme := kit.NewSegment([]string{d.L("As the system"), d.L("Light"), d.L("Dark")}, nil)
	for i := range languages {
		if languages[i] == c.Language {
			language.Choose(i)
		}
		if string(themes[i]) == c.Theme {
			theme.Choose(i)
		}
	}
	save := kit.NewButton(kit.Filled, "check", d.L("Save"), nil)
	var inputs []*input
	check := func() { save.Enable(mistakes(inputs...) == 0) }
	agent := newInput(d.L("Name told to the sites"), d.L("Also looked up in robots.txt"), kit.NewField("Xunlu", 120), func(s string) string {
		if s == "" || strings.ContainsAny(s, " /\t") {
			return d.L("One word without blanks")
		}
		return ""
	}, check)
	about := newInput(d.L("Where a site's owner can read about it"), "", kit.NewField("https://", 120), nil, check)
	password := newInput(d.L("Password of the proxy"), d.L("Kept in the system's keyring, in no file; empty: as it is"), kit.NewField("", 120).Secret(), nil, check)
	var proxy *input
	proxy = newInput(d.L("Proxy"), d.L("Empty: the system's; direct: none; acts after a restart"), kit.NewField("http://127.0.0.1:8080", 120), d.wrongProxy, func() {
		password.box.Hidden = !proxyUser(proxy.field.Text())
		check()
	})
	delay := newInput(d.L("Seconds between two pages of a new site"), "", kit.NewField("1", 120), func(s string) string {
		if v, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err != nil || v < 0 || v > 3600 {
			return d.L("A number from 0 to 3600")
		}
		return ""
	}, check)
	machine := newMachineForm(d, func() { check() })
	inputs = append([]*input{agent, about, proxy, password, delay}, machine.inputs()...)
	agent.set(c.Agent)
	about.set(c.AgentURL)
	proxy.set(c.Proxy)
	password.box.Hidden = !proxyUser(c.Proxy)
	delay.set(strconv.FormatFloat(c.Delay.Seconds(), 'f', -1, 64))
	machine.load(&c)
	general := kit.Col(12, kit.Col(4, kit.Small(d.L("Language")), kit.Row(0, language, kit.Space())),
		kit.Col(4, kit.Small(d.L("Theme")), kit.Row(0, theme, kit.Space())), agent.box, about.box, proxy.box, password.box, delay.box, newUpdateForm(d).box)
	pages := []fyne.CanvasObject{general, machine.box, newOfficeForm(d).box, kit.Col(12, newBackupForm(d).box, kit.HLine(), newMoveForm(d).box)}
	scroll := kit.NewScroller(kit.Pad(general, 1, 8, 14, 4), 200, 200)
	tabs := kit.NewSubTabs([]string{d.L("General"), d.L("This PC"), d.L("Office page"), d.L("Data and backup")}, false, func(i int) {
		scroll.SetContent(kit.Pad(pages[i], 1, 8, 14, 4))
		scroll.Top()
	})
	sheet := kit.ShowSheet(d.win.Canvas(), d.L("Settings"), 520, 640, kit.Col(4, tabs, kit.Grow(scroll)), kit.Space(), save)
	save.OnTap(func() {
		c.Language, c.Theme = languages[language.Chosen()], string(themes[theme.Chosen()])
		c.Agent, c.AgentURL, c.Proxy = agent.field.Text(), about.field.Text(), proxy.field.Text()
		if v, err := strconv.ParseFloat(strings.TrimSpace(delay.field.Text()), 64); err == nil {
			c.Delay = time.Duration(v * float64(time.Second))
		}
		now := d.app.Config() // the office page is turned on and off at once
		c.Office, c.OfficeToken = now.Office, now.OfficeToken
		system := machine.store(&c)
		d.saveSettings(c, d.keeping(password, system), sheet.Close, rebuild)
	})
}

// keeping puts the password of the proxy, when one was typed, into the keyring besides what else is to be done.
func (d *desk) keeping(password *input, besides func() error) func() error {
	text := password.field.Text()
	if password.box.Hidden || text == "" {
		return besides
	}
	return func() error {
		if err := d.app.KeepProxyPassword(text); err != nil || besides == nil {
			return err
		}
		return besides()
	}
}

// saveSettings stores the config, does what is to be done in the system besides, and rebuilds the window in its language and theme.
func (d *desk) saveSettings(c app.Config, system func() error, done func(), rebuild func(*words, *kit.Theme)) {
	act(d.pump, func(context.Context) error {
		if err := d.app.SetConfig(c); err != nil || system == nil {
			return err
		}
		return system()
	}, func(err error) {
		if err != nil {
			d.fail(err)
			return
		}
		w, err := newWords(c.Language)
		if err != nil {
			d.fail(err)
			return
		}
		done()
		rebuild(w, kit.NewTheme(kit.Mode(c.Theme)))
	})
}
