//go:build !headless

package ui

import (
	"errors"
	"fmt"
	"testing"
	"unicode"

	"xunlu/app"
	"xunlu/storage"
)

// TestTroubleIsSaidInChinese: an error of a known kind is told in the window's language; its own words stay behind the fold.
func TestTroubleIsSaidInChinese(t *testing.T) {
	zh, en := spoken(t, "zh"), spoken(t, "en")
	_, address := app.NewSite("http://[::x", 0)
	for _, err := range []error{address, app.ErrTwice, app.ErrNoAddress, fmt.Errorf("site x: %w", storage.ErrNotFound), storage.ErrDamaged,
		app.FewLabels{Routes: 2, Others: 1}, errors.New("of no kind")} {
		s, next := zh.trouble(err)
		for _, text := range []string{s, next} {
			if text != "" && !hasHan(text) {
				t.Errorf("%v is told as %q", err, text)
			}
		}
		if s, _ := en.trouble(err); hasHan(s) || s == "" {
			t.Errorf("%v is told in English as %q", err, s)
		}
	}
	if s, _ := en.trouble(errors.New("of no kind")); s != "of no kind" {
		t.Errorf("a foreign error became %q", s)
	}
}

func hasHan(s string) bool {
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			return true
		}
	}
	return false
}
