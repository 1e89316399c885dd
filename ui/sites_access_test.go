//go:build !headless

package ui

import (
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"xunlu/storage"
	"xunlu/ui/kit"
)

// TestAccessIsEditedInThePane: a login, a header and a proxy are typed; what is secret goes to the keyring and comes back to no field.
func TestAccessIsEditedInThePane(t *testing.T) {
	keyring.MockInit()
	a := openApp(t, 0, 0)
	s, err := a.NewSite("https://agency.example/")
	if err != nil {
		t.Fatal(err)
	}
	s.Paused = true
	if s, err = a.AddSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	x := stage(t, a, "en", kit.Light, firstWidth, firstHeight)
	tab := x.tabs[tabSites].(*sitesTab)
	tab.table.Select(s.ID)
	tab.choose()
	p, f := tab.pane, tab.pane.entry
	for _, c := range []struct {
		in    *input
		text  string
		wrong string
	}{
		{f.login, "https://other.example/login", "one of the site's hosts"},
		{f.login, "ftp://agency.example/", "not a web address"},
		{f.login, "https://agency.example/login", ""},
		{f.user, "", "needs a user name"}, {f.user, "li", ""},
		{f.password, "", "Not known on this PC"}, {f.password, "geheim-8848", ""},
		{f.proxy, "http://li:geheim-8848@proxy.example:1", "Leave the password out"},
		{f.proxy, "proxy.example", "http, https or socks5"},
		{f.proxy, "socks5://li@proxy.example:1080", ""},
		{f.headers, "Cookie: a=b", "a header the program sets itself"},
		{f.headers, "X-Api-Key: " + kept, "Not known on this PC"},
		{f.headers, "X-Partner: yl\nX-Api-Key: marke-1234", ""},
	} {
		c.in.field.Set(c.text)
		p.edited()
		if got := c.in.note.Value(); c.wrong != "" && (!strings.Contains(got, c.wrong) || p.save.Enabled()) {
			t.Errorf("%q: it says %q, can be saved: %v", c.text, got, p.save.Enabled())
		} else if c.wrong == "" && !c.in.valid() {
			t.Errorf("%q is refused: %q", c.text, got)
		}
	}
	f.proxyPassword.field.Set("geheim-9")
	p.edited()
	if !p.save.Enabled() {
		t.Fatalf("it cannot be saved: %s", p.trouble.Value())
	}
	p.store()
	got, err := a.Site(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := storage.Login{URL: "https://agency.example/login", User: "li"}
	if got.Access.Login != want || !got.Access.ProxyPassword || len(got.Access.Headers) != 2 || got.Access.Headers[1] != (storage.Header{Name: "X-Api-Key", Secret: true}) {
		t.Errorf("stored %+v", got.Access)
	}
	for name, known := range a.SecretsKnown(&got) {
		if !known {
			t.Errorf("%s is not in the keyring", name)
		}
	}
	if f.password.field.Text()+f.proxyPassword.field.Text() != "" || !strings.Contains(f.headers.field.Text(), "X-Api-Key: "+kept) {
		t.Error("a secret stands in a field after saving")
	}
	// What was not typed again stays; what is taken out is forgotten.
	f.headers.field.Set("X-Api-Key: " + kept)
	f.proxy.field.Set("")
	p.edited()
	p.store()
	if got, err = a.Site(s.ID); err != nil {
		t.Fatal(err)
	}
	known := a.SecretsKnown(&got)
	if len(known) != 2 || !known[storage.SecretPassword] || !known[storage.SecretHeader+"X-Api-Key"] {
		t.Errorf("known after the change: %v", known)
	}
}

func TestPausedBecause(t *testing.T) {
	w := spoken(t, "zh")
	for why, want := range map[string]string{
		"12 of 20 answers in 5 minutes failed: 503 ×12":                                                                                                   "503 ×12",
		"the password of the login is not known on this computer; give it again":                                                                          "登录密码",
		"the value of the header X-Api-Key is not known on this computer; give it again":                                                                  "请求头",
		"the login at https://a.example/login was refused: the page asks for it again; check user name and password":                                      "用户名和密码",
		"the login at https://a.example/login was refused: the site answers 403":                                                                          "状态码 403",
		"the login at https://a.example/login does not work: the login form asks for a captcha; log in with a browser and paste its cookie instead":       "验证码",
		"the login at https://a.example/login does not work: there is no login form":                                                                      "没有登录表单",
		"the login form at https://a.example/login sends the password to another site, b.example":                                                         "别的网站",
		"the login at https://a.example/login went well, but the pages still ask for it; check the text that stands there only while nobody is logged in": "仍要求登录",
		"something else": "something else",
	} {
		if got := w.pausedBecause(why); !strings.Contains(got, want) || want != why && strings.Contains(got, "login") {
			t.Errorf("%s: %s", why, got)
		}
	}
}
