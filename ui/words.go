//go:build !headless

package ui

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"fyne.io/fyne/v2/lang"

	"xunlu/assets"
)

// words are the texts of one language. They are immutable: another language is another words and a rebuilt window.
type words struct {
	lang  string // zh or en
	table map[string]string
}

// newWords reads the texts of a language; "" follows the system.
func newWords(lang string) (*words, error) {
	if lang == "" {
		lang = systemLanguage()
	}
	table, err := assets.Words(lang)
	if err != nil {
		return nil, err
	}
	return &words{lang: lang, table: table}, nil
}

// systemLanguage is what the environment says, or else the system's own setting, or else zh: the program is made for Chinese agencies.
func systemLanguage() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"} {
		v := strings.ToLower(os.Getenv(name))
		switch {
		case strings.HasPrefix(v, "zh"):
			return "zh"
		case v == "", v == "c", strings.HasPrefix(v, "c."), v == "posix":
			continue
		default:
			return "en"
		}
	}
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		return "zh"
	}
	if l := strings.ToLower(lang.SystemLocale().LanguageString()); l != "" && !strings.HasPrefix(l, "zh") {
		return "en"
	}
	return "zh"
}

// L gives the text of an English key, with values put in.
func (w *words) L(key string, args ...any) string {
	text, ok := w.table[key]
	if !ok {
		text = key
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// zh tells whether names should be shown in Chinese.
func (w *words) zh() bool { return w.lang == "zh" }

// either picks the name in the window's language, the other one where it is missing.
func (w *words) either(en, zh string) string {
	if w.zh() && zh != "" || en == "" {
		return zh
	}
	return en
}

// count picks the text for one or for many; the number comes first in the text for many, the other values follow in both.
func (w *words) count(n int, one, many string, args ...any) string {
	if n == 1 {
		return w.text(one, args)
	}
	return w.text(many, append([]any{n}, args...))
}

func (w *words) text(key string, args []any) string { return w.L(key, args...) }
