package app

import (
	"regexp"
	"strings"
	"testing"
)

// TestURLShape: what varies is taken out, what names the kind of page stays, and the expression matches the address it came from.
func TestURLShape(t *testing.T) {
	for _, c := range []struct{ url, name string }{
		{"http://agency.example/tour/123.html", "/tour/*.html"},
		{"http://www.agency.example/tour/123.html", "/tour/*.html"},
		{"http://agency.example/line-88-2.html", "/line-*-*.html"},
		{"https://agency.example/travel.php?act=view&id=77", "/travel.php?act=view&id=*"},
		{"https://agency.example/detail?GroupID=26TI329HAW-K", "/detail?GroupID=*"},
		{"https://agency.example/trips/five-days-in-guilin/", "/trips/*/"},
		{"https://agency.example/trips/five-days-in-guilin.html", "/trips/*.html"},
		{"https://agency.example/p/7aa8496e-17c6-41f9-b3dd-57017a80e8f4", "/p/*"},
		{"https://agency.example/%E7%BA%BF%E8%B7%AF/9", "/*/*"},
		{"https://agency.example/zh-tw/tour/9", "/zh-tw/tour/*"},
		{"https://agency.example:8080/", "/"},
		{"https://agency.example/a.b/c?", "/a.b/c?"},
	} {
		s := shapeOfURL(c.url)
		if got := s.name(); got != c.name {
			t.Errorf("%s is called %s, want %s", c.url, got, c.name)
		}
		re, err := regexp.Compile(s.pattern())
		if err != nil {
			t.Fatalf("%s: %v", c.url, err)
		}
		if !re.MatchString(c.url) {
			t.Errorf("%s does not match %s, which it gave", c.url, s.pattern())
		}
		more := "/more"
		if strings.Contains(c.url, "?") {
			more = "&more=1"
		}
		for _, other := range []string{"http://elsewhere.example/tour/123.html", c.url + more} {
			if re.MatchString(other) {
				t.Errorf("%s matches %s", s.pattern(), other)
			}
		}
	}
}

// FuzzURLShape: whatever the address, its shape is an expression that matches it.
func FuzzURLShape(f *testing.F) {
	for _, u := range []string{"http://a.example/1", "http://a.example/x.y.html?a=1&b&=c&d=%E4", "http://a.example//..a/-b--c-", "http://a.example/(1)+[2]"} {
		f.Add(u)
	}
	f.Fuzz(func(t *testing.T, u string) {
		for _, r := range u {
			if r < ' ' || r == '#' || r == 0xFFFD {
				return // not a canonical address
			}
		}
		u = "http://a.example/" + u
		s := shapeOfURL(u)
		re, err := regexp.Compile(s.pattern())
		if err != nil || !re.MatchString(u) {
			t.Errorf("%q gave %q: %v", u, s.pattern(), err)
		}
		for i := range s.path {
			if w, ok := s.without(i); ok && !regexp.MustCompile(w.pattern()).MatchString(u) {
				t.Errorf("%q does not match the wider %q", u, w.pattern())
			}
		}
	})
}
