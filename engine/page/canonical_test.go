package page

import (
	"errors"
	"strings"
	"testing"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"http://www.example.test", "http://www.example.test/"},
		{"HTTP://WWW.Example.TEST:80/A/../b/./c.html#top", "http://www.example.test/b/c.html"},
		{"https://example.test:443/?", "https://example.test/"},
		{"https://example.test:8443/x", "https://example.test:8443/x"},
		{"http://example.test./x", "http://example.test/x"},
		{"http://example.test/%7euser/%e4%ba%91%2f", "http://example.test/~user/%E4%BA%91%2F"},
		{"http://example.test/云.html?q=云", "http://example.test/%E4%BA%91.html?q=%E4%BA%91"},
		{"http://例子.test/", "http://xn--fsqu00a.test/"},
		{"http://example.test/a?b=2&a=1", "http://example.test/a?b=2&a=1"},
		{"http://example.test/a?&&x=1&", "http://example.test/a?x=1"},
		{"http://example.test/a?utm_source=x&id=7&UTM_Medium=y&spm=a.b", "http://example.test/a?id=7"},
		{"http://example.test/a.php?PHPSESSID=abc&id=1", "http://example.test/a.php?id=1"},
		{"http://example.test/a.jsp;jsessionid=0A1B?id=1", "http://example.test/a.jsp?id=1"},
		{"http://example.test/a.jsp;JSESSIONID=0A1B/b", "http://example.test/a.jsp/b"},
		{"http://example.test/a.asp?ASPSESSIONIDQQ=XYZ&b", "http://example.test/a.asp?b"},
		{"http://example.test/(S(abcdefghij0123456789klmn))/a.aspx", "http://example.test/a.aspx"},
		{"http://example.test/a?sid=0123456789abcdef0123456789abcdef", "http://example.test/a"},
		{"http://example.test/a?sid=12", "http://example.test/a?sid=12"},
		{"http://example.test/a?s=%E4%BA%91", "http://example.test/a?s=%E4%BA%91"},
		{"http://example.test/a?_=1700000000000", "http://example.test/a"},
		{"http://example.test/a?from=list&newsid=1234567890", "http://example.test/a?from=list&newsid=1234567890"},
		{"http://example.test/a%%36%36", ""},
		{"http://0x7f.1/", "http://127.0.0.1/"},
		{"http://[0:0::1]:80/", "http://[::1]/"},
		{"http://example.test/a/%2e%2e/b", "http://example.test/b"},
		{"http://example.test\\a\\b", "http://example.test/a/b"},
		{"  http://example.test/\ta\n ", "http://example.test/a"},
	} {
		got, err := Canonical(c.in)
		if err != nil || c.want != "" && got != c.want {
			t.Errorf("Canonical(%q) = %q, %v; want %q", c.in, got, err, c.want)
		}
		if again, err := Canonical(got); err != nil || again != got {
			t.Errorf("Canonical(%q) = %q, %v: not stable", got, again, err)
		}
	}
}

func TestCanonicalRefuses(t *testing.T) {
	for in, want := range map[string]error{
		"javascript:void(0)": ErrScheme, "mailto:a@b.test": ErrScheme, "tel:123": ErrScheme, "data:text/html,x": ErrScheme, "file:///c:/x": ErrScheme,
		"ftp://h.test/": ErrScheme, "about:blank": ErrScheme, "": ErrURL, "/path": ErrURL, "http://": ErrURL, "http://a b/": ErrURL, "http://[::1/": ErrURL,
		"http://1.2.3.256/": ErrURL, "http://a.test:99999/": ErrURL, "http://./": ErrURL,
	} {
		if got, err := Canonical(in); !errors.Is(err, want) {
			t.Errorf("Canonical(%q) = %q, %v; want %v", in, got, err, want)
		}
	}
}

// TestRemovals: every row of the table that is shown does what it says.
func TestRemovals(t *testing.T) {
	for _, r := range Removals() {
		name := r.Name
		if r.Prefix {
			name += "xyz"
		}
		with := "http://example.test/a?id=1&" + name + "=0123456789abcdef01"
		if got, err := Canonical(with); err != nil || got != "http://example.test/a?id=1" {
			t.Errorf("%s: %q, %v", r.Name, got, err)
		}
		short := "http://example.test/a?" + name + "=7"
		if got, err := Canonical(short); err != nil || (got == short) != r.Token {
			t.Errorf("%s with a short value: %q, %v", r.Name, got, err)
		}
		if r.Name != strings.ToLower(r.Name) || r.Why == "" {
			t.Errorf("%+v: not in lower case or without a reason", r)
		}
	}
}

func TestResolve(t *testing.T) {
	const base = "http://www.example.test/line/list.html?page=2"
	for _, c := range []struct{ ref, charset, want string }{
		{"a.html", "utf-8", "http://www.example.test/line/a.html"},
		{"./a.html", "utf-8", "http://www.example.test/line/a.html"},
		{"../a.html", "utf-8", "http://www.example.test/a.html"},
		{"../../../a.html", "utf-8", "http://www.example.test/a.html"},
		{"x/../y/.", "utf-8", "http://www.example.test/line/y/"},
		{"..", "utf-8", "http://www.example.test/"},
		{"/a.html#x", "utf-8", "http://www.example.test/a.html"},
		{"?page=3", "utf-8", "http://www.example.test/line/list.html?page=3"},
		{"", "utf-8", base},
		{"#top", "utf-8", base},
		{"//cdn.example.test/x", "utf-8", "http://cdn.example.test/x"},
		{"\\\\cdn.example.test\\x", "utf-8", "http://cdn.example.test/x"},
		{"https://other.test", "utf-8", "https://other.test/"},
		{"http:a.html", "utf-8", "http://www.example.test/line/a.html"},
		{" a b.html\n", "utf-8", "http://www.example.test/line/a%20b.html"},
		{"/s?q=丽江", "gb18030", "http://www.example.test/s?q=%C0%F6%BD%AD"},
		{"/s?q=麗江", "big5", "http://www.example.test/s?q=%C4R%A6%BF"},
		{"/s?q=丽江", "utf-8", "http://www.example.test/s?q=%E4%B8%BD%E6%B1%9F"},
		{"/s?q=丽江", "utf-16le", "http://www.example.test/s?q=%E4%B8%BD%E6%B1%9F"},
		{"/丽江?q=1#丽", "gb18030", "http://www.example.test/%E4%B8%BD%E6%B1%9F?q=1"},
		{"/s?q=€😀", "gb18030", "http://www.example.test/s?q=%A2%E3%949%FC6"},
		{"/s?q=😀", "big5", "http://www.example.test/s?q=%26%23128512%3B"},
		{"/s?q=%C0%F6&n=1", "utf-8", "http://www.example.test/s?q=%C0%F6&n=1"},
		{"a.html?utm_source=x", "utf-8", "http://www.example.test/line/a.html"},
	} {
		if got, err := Resolve(base, c.ref, c.charset); err != nil || got != c.want {
			t.Errorf("Resolve(%q, %s) = %q, %v; want %q", c.ref, c.charset, got, err, c.want)
		}
	}
	for _, ref := range []string{"javascript:void(0)", "JavaScript:;", "mailto:x@y.test", "tel:1", "data:,x", "weixin://dl", "file:///x"} {
		if got, err := Resolve(base, ref, "utf-8"); !errors.Is(err, ErrScheme) {
			t.Errorf("Resolve(%q) = %q, %v; want ErrScheme", ref, got, err)
		}
	}
	if _, err := Resolve("about:blank", "x", "utf-8"); err == nil {
		t.Error("about:blank taken as a base")
	}
}
