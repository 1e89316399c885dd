package app

import (
	"net/url"
	"testing"
)

func TestWindowsProxy(t *testing.T) {
	const all, some = "proxy.office:3128", "http=p1:80;https=p2:443;ftp=p3:21;socks=p4:1080"
	for _, c := range []struct{ server, except, address, want string }{
		{all, "", "http://agency.example/", "http://proxy.office:3128"},
		{all, "", "https://agency.example/", "http://proxy.office:3128"},
		{"http://proxy.office:3128/", "", "https://agency.example/", "http://proxy.office:3128"},
		{"socks5://127.0.0.1:1080", "", "https://agency.example/", "socks5://127.0.0.1:1080"},
		{some, "", "http://agency.example/", "http://p1:80"},
		{some, "", "https://agency.example/", "http://p2:443"},
		{"socks=p4:1080", "", "https://agency.example/", "socks5://p4:1080"},
		{"http=p1:80", "", "https://agency.example/", ""},
		{all, "*.agency.example;<local>", "http://www.AGENCY.example/", ""},
		{all, "*.agency.example;<local>", "http://agency.example/", "http://proxy.office:3128"},
		{all, "*agency.example", "http://agency.example/", ""},
		{all, "<local>", "http://intranet/", ""},
		{all, "<local>", "http://[2001:db8::1]/", "http://proxy.office:3128"},
		{all, "192.168.*; 10.*", "http://10.1.2.3/", ""},
		{all, "www.*.example", "http://www.a.b.example/", ""},
		{all, "a*a.example", "http://a.example/", "http://proxy.office:3128"},
		{all, "https://x.example", "http://x.example/", "http://proxy.office:3128"},
		{all, "https://x.example", "https://x.example/", ""},
		{"", "", "http://agency.example/", ""},
		{";;", "", "http://agency.example/", ""},
	} {
		u, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if of := windowsProxy(c.server, c.except); of != nil {
			p, err := of(u)
			if err != nil {
				t.Fatal(err)
			}
			if p != nil {
				got = p.String()
			}
		}
		if got != c.want {
			t.Errorf("proxy %q except %q for %s: %q, want %q", c.server, c.except, c.address, got, c.want)
		}
	}
}

func TestValidProxy(t *testing.T) {
	for s, want := range map[string]bool{"": true, "direct": true, "http://127.0.0.1:8080": true, "socks5://h:1": true, "127.0.0.1:8080": false, "gopher://h:1": false, "http://": false} {
		if (CheckProxy(s) == nil) != want {
			t.Errorf("%q: %v, want %v", s, !want, want)
		}
	}
}
