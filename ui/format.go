//go:build !headless

package ui

import (
	"strconv"
	"strings"
	"time"
)

// missing stands for a value that is not there; it is never 0 or blank.
const missing = "–"

// comma writes a whole number with thousands separated.
func comma(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// signedCount writes a difference of whole numbers.
func signedCount(n int) string {
	if n > 0 {
		return "+" + comma(n)
	}
	return comma(n)
}

// percent writes a share 0…1.
func percent(share float64, digits int) string {
	return strconv.FormatFloat(share*100, 'f', digits, 64) + "%"
}

// rate writes pages a second with one digit, none from 100 up.
func rate(v float64) string {
	if v >= 99.95 {
		return comma(int(v + 0.5))
	}
	return strconv.FormatFloat(v, 'f', 1, 64)
}

// bytesText writes a size.
func bytesText(n uint64) string {
	switch {
	case n >= 10<<30:
		return strconv.FormatUint(n>>30, 10) + " GB"
	case n >= 1<<30:
		return strconv.FormatFloat(float64(n)/(1<<30), 'f', 1, 64) + " GB"
	case n >= 1<<20:
		return strconv.FormatUint((n+1<<19)>>20, 10) + " MB"
	case n >= 1<<10:
		return strconv.FormatUint((n+1<<9)>>10, 10) + " KB"
	}
	return strconv.FormatUint(n, 10) + " B"
}

// money writes a price with its currency's sign.
func money(v float64, currency string) string {
	if v <= 0 {
		return missing
	}
	sign := currency + " "
	switch currency {
	case "", "CNY", "JPY":
		sign = "¥"
	case "USD":
		sign = "$"
	case "TWD":
		sign = "NT$"
	case "HKD":
		sign = "HK$"
	case "EUR":
		sign = "€"
	case "GBP":
		sign = "£"
	}
	s := comma(int(v))
	if v != float64(int(v)) {
		_, frac, _ := strings.Cut(strconv.FormatFloat(v, 'f', 2, 64), ".")
		s += "." + frac
	}
	return sign + s
}

// ago writes how long something is past, in words.
func (w *words) ago(at, now time.Time) string {
	if at.IsZero() {
		return w.L("never")
	}
	d := now.Sub(at)
	switch {
	case d < 2*time.Second:
		return w.L("just now")
	case d < time.Minute:
		return w.L("%d s ago", int(d.Seconds()))
	case d < time.Hour:
		return w.L("%d min ago", int(d.Minutes()))
	}
	y, m, day := now.Local().Date()
	midnight := time.Date(y, m, day, 0, 0, 0, 0, now.Location())
	switch {
	case at.After(midnight):
		return w.L("today %s", at.Local().Format("15:04"))
	case at.After(midnight.AddDate(0, 0, -1)):
		return w.L("yesterday %s", at.Local().Format("15:04"))
	case d < 30*24*time.Hour:
		return w.L("%d days ago", int(d.Hours()/24))
	}
	return at.Local().Format("2006-01-02")
}

// lasting writes a length of time.
func (w *words) lasting(d time.Duration) string {
	switch {
	case d < 100*time.Millisecond:
		return w.L("%s s", strconv.FormatFloat(d.Seconds(), 'f', 2, 64))
	case d < time.Second:
		return w.L("%s s", strconv.FormatFloat(d.Seconds(), 'f', 1, 64))
	case d < time.Minute:
		return w.L("%d s", int(d.Seconds()))
	case d < time.Hour:
		return w.L("%d min", int(d.Minutes()))
	}
	return w.L("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// shortURL drops scheme and a bare slash.
func shortURL(u string) string {
	_, rest, ok := strings.Cut(u, "://")
	if !ok {
		rest = u
	}
	return strings.TrimSuffix(rest, "/")
}
