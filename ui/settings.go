//go:build !headless

package ui

import (
	"context"
	"strconv"
	"strings"
	"time"

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
	proxy := newInput(d.L("Proxy"), d.L("Empty: the system's; direct: none; acts after a restart"), kit.NewField("http://127.0.0.1:8080", 120), nil, check)
	delay := newInput(d.L("Seconds between two pages of a new site"), "", kit.NewField("1", 120), func(s string) string {
		if v, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err != nil || v < 0 || v > 3600 {
			return d.L("A number from 0 to 3600")
		}
		return ""
	}, check)
	inputs = []*input{agent, about, proxy, delay}
	agent.set(c.Agent)
	about.set(c.AgentURL)
	proxy.set(c.Proxy)
	delay.set(strconv.FormatFloat(c.Delay.Seconds(), 'f', -1, 64))
	content := kit.NewScroller(kit.Pad(kit.Col(12, kit.Col(4, kit.Small(d.L("Language")), kit.Row(0, language, kit.Space())),
		kit.Col(4, kit.Small(d.L("Theme")), kit.Row(0, theme, kit.Space())), agent.box, about.box, proxy.box, delay.box,
		kit.Col(4, kit.Small(d.L("Data folder")), kit.NewText(d.app.Dir()).Shorten(120)), kit.Hint(d.L("Version %s", app.Version))), 1, 0, 14, 4), 200, 200)
	sheet := kit.ShowSheet(d.win.Canvas(), d.L("Settings"), 480, 620, content, kit.Space(), save)
	save.OnTap(func() {
		c.Language, c.Theme = languages[language.Chosen()], string(themes[theme.Chosen()])
		c.Agent, c.AgentURL, c.Proxy = agent.field.Text(), about.field.Text(), proxy.field.Text()
		if v, err := strconv.ParseFloat(strings.TrimSpace(delay.field.Text()), 64); err == nil {
			c.Delay = time.Duration(v * float64(time.Second))
		}
		d.saveSettings(c, sheet.Close, rebuild)
	})
}

// saveSettings stores the config and rebuilds the window in its language and theme.
func (d *desk) saveSettings(c app.Config, done func(), rebuild func(*words, *kit.Theme)) {
	act(d.pump, func(context.Context) error { return d.app.SetConfig(c) }, func(err error) {
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
