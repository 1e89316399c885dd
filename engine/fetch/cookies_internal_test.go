package fetch

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func address(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestCookies(t *testing.T) {
	c := newCookies()
	set := func(u string, values ...string) {
		t.Helper()
		if err := c.store(address(t, u).Host, address(t, u), http.Header{"Set-Cookie": values}); err != nil {
			t.Fatal(err)
		}
	}
	set("http://a.test/x/y", "v=1; Path=/", "w=2; Path=/x", "big="+strings.Repeat("b", 5000))
	set("http://evil.test/", "v=stolen; Domain=a.test", "v=mine")
	for u, want := range map[string]string{
		"http://a.test/":       "v=1",
		"http://a.test/x/z":    "w=2; v=1",
		"http://a.test:8080/":  "",
		"http://evil.test/":    "v=mine",
		"http://www.a.test/":   "",
		"http://unknown.test/": "",
	} {
		if got := c.header(address(t, u).Host, address(t, u)); got != want {
			t.Errorf("%s: %q, want %q", u, got, want)
		}
	}
	set("http://a.test/", "v=; Max-Age=0; Path=/")
	if got := c.header("a.test", address(t, "http://a.test/")); got != "" {
		t.Errorf("deleted cookie is sent: %q", got)
	}
}

func TestCookiesAreBounded(t *testing.T) {
	c := newCookies()
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf("c%d=v", i))
	}
	for i := range maxCookieJars + 10 {
		if err := c.store(fmt.Sprint(i), address(t, fmt.Sprintf("http://h%d.test/", i)), http.Header{"Set-Cookie": {"a=1"}}); err != nil {
			t.Fatal(err)
		}
	}
	u := address(t, "http://many.test/")
	if err := c.store("many", u, http.Header{"Set-Cookie": many}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(c.header("many", u), "="); n != maxCookies {
		t.Errorf("%d cookies kept, want %d", n, maxCookies)
	}
	if len(c.jars) != maxCookieJars || c.recent.Len() != maxCookieJars {
		t.Errorf("%d jars kept, want %d", len(c.jars), maxCookieJars)
	}
}

// TestCookiesOfASite: its hosts share one jar, as a browser would have it; another site's has none of them.
func TestCookiesOfASite(t *testing.T) {
	c := newCookies()
	login := address(t, "https://passport.tour.test/in")
	if err := c.store("site a", login, http.Header{"Set-Cookie": {"sid=1; Domain=tour.test; Path=/; Secure; HttpOnly"}}); err != nil {
		t.Fatal(err)
	}
	line := address(t, "https://www.tour.test/line/1")
	if got := c.header("site a", line); got != "sid=1" {
		t.Errorf("the other host of the site is sent %q", got)
	}
	if got := c.header("site b", line); got != "" {
		t.Errorf("another site's request is sent %q", got)
	}
	for i := range 2 * maxCookieHosts {
		if err := c.store("site a", address(t, fmt.Sprintf("http://h%d.test/", i)), http.Header{"Set-Cookie": {"a=1"}}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(c.jars["site a"].Value.(*jar).names); n != maxCookieHosts {
		t.Errorf("cookies of %d hosts in one jar, want %d", n, maxCookieHosts)
	}
}
