package app

import (
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// nameBytes is how long a file name made by us may be without its ending, in bytes of UTF-8: every file system in use takes 255.
const nameBytes = 120

// FileName makes a file name that every system takes out of a text from the web, such as a page's title: no path, no device of
// Windows, no stream, nothing a shell or a browser would act on, nothing that shows itself as something else. ending, with its
// dot, is ours and decides alone what the file is.
func FileName(text, ending string) string {
	var b strings.Builder
	blank := false
	for _, r := range norm.NFC.String(text) {
		switch {
		case unicode.IsSpace(r):
			blank = true
			continue
		case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp):
			continue // unseen, or turning the reading direction
		case strings.ContainsRune(`<>:"/\|?*%$~`+"`'&;", r) || r == '.':
			r = '_'
		}
		if blank && b.Len() > 0 {
			b.WriteByte(' ')
		}
		blank = false
		b.WriteRune(r)
		if b.Len() >= nameBytes {
			break
		}
	}
	name := strings.Trim(b.String(), " _")
	if name == "" {
		name = "xunlu"
	}
	if device(name) {
		name = "_" + name
	}
	return name + ending
}

// device says whether Windows takes a name for a device, whatever its ending.
func device(name string) bool {
	stem := strings.ToUpper(strings.TrimSpace(strings.TrimSuffix(name, filepath.Ext(name))))
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN", "CONOUT", "CLOCK":
		return true
	}
	for _, port := range []string{"COM", "LPT"} {
		if rest, ok := strings.CutPrefix(stem, port); ok && utf8.RuneCountInString(rest) == 1 && strings.ContainsAny(rest, "0123456789¹²³") {
			return true
		}
	}
	return false
}
