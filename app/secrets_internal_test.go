package app

import (
	"archive/zip"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

const (
	testPassword = "geheim-8848"
	testCookie   = "sid=keks-4711"
	testToken    = "Bearer marke-1234"
)

// memberSite is a site with one of each secret.
func memberSite(t *testing.T, a *App) storage.Site {
	t.Helper()
	s, err := a.NewSite("https://members.example/")
	if err != nil {
		t.Fatal(err)
	}
	s.Access = storage.Access{Agent: "YunlingBot/1", Proxy: "socks5://li@proxy.example:1080", ProxyPassword: true, Cookie: true,
		Headers: []storage.Header{{Name: "Authorization", Secret: true}, {Name: "x-partner", Value: "yl"}},
		Login:   storage.Login{URL: "https://members.example/login", User: "li"}}
	return s
}

var memberSecrets = map[string]string{storage.SecretPassword: testPassword, storage.SecretCookie: testCookie, storage.SecretProxy: testPassword, storage.SecretHeader + "Authorization": testToken}

func openSecret(t *testing.T, dir string) *App {
	t.Helper()
	a, err := Open(t.Context(), Options{Dir: dir, Create: true, Paused: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestSecretsInKeyring: they are found again after a start, are in no file and no backup, and go when the site does not want them.
func TestSecretsInKeyring(t *testing.T) {
	keyring.MockInit()
	dir := t.TempDir()
	a := openSecret(t, dir)
	s, forRun, err := a.EnterSite(t.Context(), memberSite(t, a), memberSecrets)
	if err != nil || forRun {
		t.Fatalf("for this run %v, %v", forRun, err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = openSecret(t, dir)
	if s, err = a.Site(s.ID); err != nil {
		t.Fatal(err)
	}
	for name, want := range memberSecrets {
		if got := a.vault.of(&s)[name].Reveal(); got != want {
			t.Errorf("%s is %q after a start, want %q", name, got, want)
		}
	}
	backup := filepath.Join(t.TempDir(), "backup.zip")
	if err := a.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(backup)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		lookForSecrets(t, f.Name, data)
	}
	s.Access.Cookie, s.Access.Headers = false, nil
	if s, err = a.EditSite(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if a.vault.get(s.ID, storage.SecretCookie).Reveal() != "" || a.vault.get(s.ID, storage.SecretPassword).Reveal() == "" {
		t.Error("what the site does not want any more stays, or the rest went")
	}
	if _, err := a.RemoveSite(t.Context(), s.ID); err != nil {
		t.Fatal(err)
	}
	if a.vault.get(s.ID, storage.SecretPassword).Reveal() != "" {
		t.Error("the password outlives its site")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range filesBelow(t, dir) {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lookForSecrets(t, f, data)
	}
}

func filesBelow(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out = append(out, name)
		}
		return err
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("files of %s: %d, %v", dir, len(out), err)
	}
	return out
}

func lookForSecrets(t *testing.T, where string, data []byte) {
	t.Helper()
	for _, text := range []string{testPassword, "keks-4711", "marke-1234"} {
		if strings.Contains(string(data), text) {
			t.Errorf("%q stands in %s", text, where)
		}
	}
}

// TestSecretsWithoutKeyring: they are known until the program ends.
func TestSecretsWithoutKeyring(t *testing.T) {
	keyring.MockInitWithError(errors.New("no keyring here: " + testPassword))
	t.Cleanup(keyring.MockInit)
	dir := t.TempDir()
	a := openSecret(t, dir)
	s, forRun, err := a.EnterSite(t.Context(), memberSite(t, a), memberSecrets)
	if err != nil || !forRun {
		t.Fatalf("for this run %v, %v", forRun, err)
	}
	for name, ok := range a.SecretsKnown(&s) {
		if !ok {
			t.Errorf("%s is not known in this run", name)
		}
	}
	if err := a.KeepProxyPassword(testPassword); !errors.Is(err, ErrNoKeyring) || strings.Contains(err.Error(), testPassword) {
		t.Errorf("the program's proxy: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	a = openSecret(t, dir)
	defer a.Close()
	for name, ok := range a.SecretsKnown(&s) {
		if ok {
			t.Errorf("%s is known after the next start", name)
		}
	}
}

// TestCheckAccess: what cannot be is refused in one sentence that repeats no secret.
func TestCheckAccess(t *testing.T) {
	keyring.MockInit()
	a := openSecret(t, t.TempDir())
	defer a.Close()
	for _, c := range []struct {
		name    string
		change  func(*storage.Access)
		secrets map[string]string
		says    string
	}{
		{"all is well", func(*storage.Access) {}, memberSecrets, ""},
		{"password in the address", func(x *storage.Access) { x.Proxy = "socks5://li:" + testPassword + "@proxy.example:1080" }, nil, "give it apart"},
		{"proxy of another kind", func(x *storage.Access) { x.Proxy = "ftp://proxy.example" }, nil, "http, https or socks5"},
		{"proxy's password without user", func(x *storage.Access) { x.Proxy = "http://proxy.example:1" }, nil, "needs a user"},
		{"open secret", func(x *storage.Access) { x.Headers = []storage.Header{{Name: "X-Api-Key", Value: testToken}} }, nil, "is a secret"},
		{"cookie as header", func(x *storage.Access) { x.Headers = []storage.Header{{Name: "cookie", Value: testCookie}} }, nil, "place of its own"},
		{"own header", func(x *storage.Access) { x.Headers = []storage.Header{{Name: "Host", Value: "x"}} }, nil, "program's own"},
		{"two lines", func(x *storage.Access) { x.Headers = []storage.Header{{Name: "X-A", Value: "x\r\nHost: y"}} }, nil, "one line"},
		{"agent of two lines", func(x *storage.Access) { x.Agent = "a\nb" }, nil, "one line"},
		{"login elsewhere", func(x *storage.Access) { x.Login.URL = "https://other.example/login" }, nil, "not among the site's hosts"},
		{"login without user", func(x *storage.Access) { x.Login.User = "" }, nil, "needs a user name"},
		{"unknown secret", func(*storage.Access) {}, map[string]string{"pin": testPassword}, "no secret of a site"},
		{"unwanted secret", func(x *storage.Access) { x.Cookie = false }, map[string]string{storage.SecretCookie: testCookie}, "nothing that wants cookie"},
		{"cookie of two lines", func(*storage.Access) {}, map[string]string{storage.SecretCookie: testCookie + "\r\nX: y"}, "one line"},
	} {
		s := memberSite(t, a)
		c.change(&s.Access)
		_, _, err := a.EnterSite(t.Context(), s, c.secrets)
		switch {
		case c.says == "" && err != nil, c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: %v", c.name, err)
		case err != nil:
			lookForSecrets(t, c.name, []byte(err.Error()))
		}
	}
	cfg := a.Config()
	cfg.Proxy = "http://li:" + testPassword + "@proxy.example:1"
	if err := a.SetConfig(cfg); !errors.Is(err, fetch.ErrProxyPassword) || strings.Contains(err.Error(), testPassword) {
		t.Errorf("a password in the config: %v", err)
	}
}

func TestReadHeader(t *testing.T) {
	for line, want := range map[string]string{
		"x-partner: yl ":          "X-Partner=yl ",
		"authorization: Bearer q": "Authorization= Bearer q",
		"X-API-KEY:1":             "X-Api-Key= 1",
	} {
		h, secret, err := ReadHeader(line)
		if got := h.Name + "=" + h.Value + " " + secret; err != nil || got != want || h.Secret != (secret != "") {
			t.Errorf("%q is %q, %v; want %q", line, got, err, want)
		}
	}
	if _, _, err := ReadHeader("nothing"); err == nil {
		t.Error("a line without a colon is a header")
	}
}
