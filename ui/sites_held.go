//go:build !headless

package ui

import (
	"regexp"
	"strings"
)

// The reasons for which the program pauses a site are stored as English sentences; these take out what changes in them.
var (
	failedShare = regexp.MustCompile(`^(\d+) of (\d+) answers in 5 minutes failed: (.*)$`)
	notKnown    = regexp.MustCompile(`^(the .*) is not known on this computer; give it again$`)
	loginFault  = regexp.MustCompile(`^the login(?: form)? at (\S+) (.*)$`)
	answered    = regexp.MustCompile(`^was refused: the site answers (\d+)$`)
)

// pausedBecause says a reason in the window's language.
func (w *words) pausedBecause(why string) string {
	if m := failedShare.FindStringSubmatch(why); m != nil {
		return w.L("%s of %s answers in 5 minutes failed: %s", m[1], m[2], m[3])
	}
	if m := notKnown.FindStringSubmatch(why); m != nil {
		return w.L("%s is not known on this PC; type it under Access", w.secretWord(m[1]))
	}
	m := loginFault.FindStringSubmatch(why)
	if m == nil {
		return why
	}
	what := m[2]
	if a := answered.FindStringSubmatch(what); a != nil {
		return w.L("the login was refused with status %s", a[1])
	}
	switch {
	case strings.Contains(what, "asks for it again"):
		return w.L("the login was refused; check user name and password under Access")
	case strings.Contains(what, "still ask for it"):
		return w.L("the login went well, but the pages still ask for it; check the text shown only while nobody is logged in")
	case strings.Contains(what, "captcha"):
		return w.L("the login form asks for a captcha; log in with a browser and paste its cookie under Access")
	case strings.Contains(what, "no login form"):
		return w.L("there is no login form at its address")
	case strings.Contains(what, "another site"):
		return w.L("the login leads to another site")
	}
	return w.L("the login does not work: %s", what)
}

// secretWord names a secret as the engine names it.
func (w *words) secretWord(s string) string {
	switch s {
	case "the proxy's password":
		return w.L("the proxy's password")
	case "the cookie":
		return w.L("the cookie")
	case "the password of the login":
		return w.L("the password of the login")
	}
	return w.L("the value of a header")
}
