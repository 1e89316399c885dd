package app

import (
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzImport: a list of sites or of labels in any bytes gives rows and rejected lines, no more than it has lines.
func FuzzImport(f *testing.F) {
	for _, s := range []string{"桂林旅行社\thttp://a.test/\n", "\xff\xfeh\x00t\x00", "\xC0\xF6\xBD\xAD,http://b.test", "url\tlabel\nhttp://a.test/1\troute\nhttp://a.test/2\tother\n", "a.test", "http://[::1", "\uFEFF#x\n\n", "http://a.test/\thttp://b.test/"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		text, err := listText(data)
		if err != nil {
			return
		}
		lines := 1
		for _, r := range text {
			if r == '\n' {
				lines++
			}
		}
		sites, bad := ReadSites(text, time.Second)
		if len(sites)+len(bad) > lines {
			t.Fatalf("%d sites and %d rejected of %d lines", len(sites), len(bad), lines)
		}
		for _, s := range sites {
			if s.ID == "" || len(s.Seeds) == 0 || !utf8.ValidString(s.Seeds[0]) {
				t.Fatalf("site %+v", s)
			}
		}
		labels, bad := ReadURLLabels(text)
		if len(labels)+len(bad) > lines {
			t.Fatalf("%d labels and %d rejected of %d lines", len(labels), len(bad), lines)
		}
	})
}
