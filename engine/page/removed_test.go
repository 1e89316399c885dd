package page

import (
	"slices"
	"testing"
)

func TestRemoved(t *testing.T) {
	for in, want := range map[string][]string{
		"http://a.test/l?id=1":                          nil,
		"http://a.test/l?id=1&utm_source=x&PHPSESSID=9": {"utm_source: campaign or referrer tracking", "PHPSESSID: session id"},
		"http://a.test/l?s=7&spm=a.b#x":                 {"spm: campaign or referrer tracking"},
		"http://a.test/l;jsessionid=0A1B?id=1":          {"session id in the path"},
	} {
		if got := Removed(in); !slices.Equal(got, want) {
			t.Errorf("Removed(%s) = %q, want %q", in, got, want)
		}
	}
}
