package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"
)

// typed runs a command with lines on standard input.
func typed(t *testing.T, lines string, args ...string) (code int, all string) {
	t.Helper()
	var out bytes.Buffer
	p := &program{ctx: t.Context(), stdin: strings.NewReader(lines), stdout: &out, stderr: &out}
	return p.run(args), out.String()
}

// memberWeb is a site that shows its tours to who has logged in with the password.
func memberWeb(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		c, err := r.Cookie("sid")
		switch {
		case r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml":
			http.NotFound(w, r)
		case r.URL.Path == "/login" && r.PostFormValue("pwd") == "geheim-8848":
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: "innen", Path: "/"})
			http.Redirect(w, r, "/", http.StatusFound)
		case r.URL.Path == "/login":
			fmt.Fprint(w, `<form method=post><input name=u><input type=password name=pwd></form>`)
		case err != nil || c.Value != "innen":
			http.Redirect(w, r, "/login", http.StatusFound)
		default:
			fmt.Fprint(w, `<title>桂林三日游</title><a href=/line/1.html>一</a><a href=/line/2.html>二</a>`, r.URL.Path)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// TestAccessByTerminal: a login is typed once, is in no output and no file, and lets the crawl in; a wrong one holds the site and says so.
func TestAccessByTerminal(t *testing.T) {
	keyring.MockInit()
	s := memberWeb(t)
	dir := t.TempDir()
	id := strings.TrimPrefix(s.URL, "http://")
	var said strings.Builder
	do := func(lines string, want int, args ...string) string {
		t.Helper()
		code, out := typed(t, lines, append([]string{"--data", dir}, args...)...)
		if code != want {
			t.Errorf("%v: code %d, want %d: %s", args, code, want, out)
		}
		said.WriteString(out)
		return out
	}
	do("falsch-4711\n", 0, "sites", "add", s.URL+"/", "--login", s.URL+"/login", "--login-user", "li", "--secret", "password")
	do("", 0, "sites", "set", id, "--delay", "1ms")
	if out := do("", 0, "crawl"); !strings.Contains(out, "check user name and password") {
		t.Errorf("a refused login is not told: %s", out)
	}
	do("geheim-8848\n", 0, "sites", "set", id, "--secret", "password")
	if out := do("", 0, "crawl"); !strings.Contains(out, "pages         3\n") {
		t.Errorf("after the right password: %s", out)
	}
	do("", 0, "sites", "list", "--json")
	do("", 0, "sites", "export", "--json")
	do("", 0, "why", s.URL+"/line/1.html")
	for _, refused := range [][]string{
		{"--proxy", "http://li:geheim-8848@127.0.0.1:1"}, {"--header", "X-Api-Key: geheim-8848"}, {"--header", "Cookie: a=b"}, {"--login", "http://other.example/"}, {"--forget", "password"},
	} {
		out := do("", misuse, append([]string{"sites", "set", id}, refused...)...)
		if strings.Count(out, "\n") != 1 {
			t.Errorf("%v: %q is not one sentence", refused, out)
		}
	}
	// Not in what was said, and not in a file.
	for _, secret := range []string{"geheim-8848", "falsch-4711", "innen"} {
		if strings.Contains(said.String(), secret) {
			t.Errorf("%s was said: %s", secret, said.String())
		}
		err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s stands in %s", secret, name)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestAccessWithoutKeyring: what a computer cannot keep is given to each crawl.
func TestAccessWithoutKeyring(t *testing.T) {
	keyring.MockInitWithError(os.ErrPermission)
	t.Cleanup(keyring.MockInit)
	s := memberWeb(t)
	dir := t.TempDir()
	id := strings.TrimPrefix(s.URL, "http://")
	_, out := typed(t, "geheim-8848\n", "--data", dir, "sites", "add", s.URL+"/", "--login", s.URL+"/login", "--login-user", "li", "--secret", "password")
	if !strings.Contains(out, "no keyring") {
		t.Errorf("it is not told: %s", out)
	}
	typed(t, "", "--data", dir, "sites", "set", id, "--delay", "1ms")
	if _, out = typed(t, "", "--data", dir, "crawl"); !strings.Contains(out, "the password of the login is not known") {
		t.Errorf("a crawl without: %s", out)
	}
	if _, out = typed(t, "geheim-8848\n", "--data", dir, "crawl", "--secret", id+"/password"); !strings.Contains(out, "pages         3\n") {
		t.Errorf("a crawl with: %s", out)
	}
}
