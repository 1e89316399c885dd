package engine_test

import (
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/storage"
)

// members is a site whose pages are for its members: a form with a token lets them in, and each session ends after some pages.
type members struct {
	*httptest.Server
	host      string
	password  string
	pages     int    // a session lasts
	elsewhere string // where the form sends the password; "" = here
	polite    bool   // a stranger is told so on the page, and not sent to the form

	mu       sync.Mutex
	tokens   map[string]bool
	sessions map[string]int // pages left
	logins   int
	refused  int
	logouts  int
	agents   map[string]http.Header // last headers by path
}

func serveMembers(t *testing.T, change func(*members)) *members {
	t.Helper()
	m := &members{password: "geheim-8848", pages: 1000, tokens: map[string]bool{}, sessions: map[string]int{}, agents: map[string]http.Header{}}
	if change != nil {
		change(m)
	}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	m.host = strings.TrimPrefix(m.URL, "http://")
	return m
}

func (m *members) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.agents[r.URL.Path] = r.Header.Clone()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprintf(w, "User-agent: *\nDisallow: /member/\nSitemap: %s/map.xml\n", m.URL)
	case "/map.xml":
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprintf(w, `<urlset><url><loc>%s/line/39.html</loc></url></urlset>`, m.URL)
	case "/logout":
		m.logouts++
		clear(m.sessions)
	case "/member/login":
		m.login(w, r)
	default:
		c, err := r.Cookie("sid")
		if err != nil || m.sessions[c.Value] == 0 {
			if m.polite {
				fmt.Fprint(w, `<title>会员专区</title><p>请先登录后查看</p>`)
				return
			}
			http.Redirect(w, r, "/member/login?next="+r.URL.Path, http.StatusFound)
			return
		}
		m.sessions[c.Value]--
		fmt.Fprintf(w, `<title>云岭%s三日游</title><a href=/logout>退出</a>`, html.EscapeString(r.URL.Path))
		for i := range 39 {
			fmt.Fprintf(w, `<a href=/line/%d.html>%d</a>`, i, i)
		}
		fmt.Fprintf(w, "<p>%s 成人价 %d 元</p>", html.EscapeString(r.URL.Path), len(r.URL.Path))
	}
}

func (m *members) login(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && m.tokens[r.PostFormValue("csrf")] && r.PostFormValue("name") == "li" && r.PostFormValue("pwd") == m.password {
		delete(m.tokens, r.PostFormValue("csrf"))
		m.logins++
		sid := fmt.Sprintf("s%d", m.logins)
		m.sessions[sid] = m.pages
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: sid, Path: "/", HttpOnly: true})
		http.Redirect(w, r, "/", http.StatusFound)
		return
	}
	if r.Method == http.MethodPost {
		m.refused++
	}
	token := fmt.Sprintf("t%d", len(m.tokens)+m.logins*1000)
	m.tokens[token] = true
	fmt.Fprintf(w, `<title>登录</title><form method=post action="%s/member/login"><input type=hidden name=csrf value=%s><input name=name><input type=password name=pwd></form>`, m.elsewhere, token)
}

// openFor is a rig whose node knows one site's secrets, and all it logs.
func openFor(t *testing.T, dir string, secrets fetch.Secrets) *rig {
	t.Helper()
	return openNode(t, dir, nil, func(o *engine.NodeOptions) {
		o.Secrets = func(*storage.Site) fetch.Secrets { return secrets }
		f, err := os.Create(filepath.Join(dir, "log.txt"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		o.Log = slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
}

func (r *rig) addMembers(m *members, mark string) {
	r.t.Helper()
	s := storage.Site{ID: "members", Name: "云岭", Seeds: []string{m.URL + "/"}, Scope: storage.Scope{Hosts: []string{m.host}}, Private: []string{m.host}, Added: time.Now(),
		Access: storage.Access{Agent: "YunlingBot/1", Headers: []storage.Header{{Name: "X-Partner", Value: "yl"}},
			Login: storage.Login{URL: m.URL + "/member/login", User: "li", LoggedOut: mark}}}
	if _, err := r.coord.AddSite(r.t.Context(), s); err != nil {
		r.t.Fatal(err)
	}
}

// nowhere fails when a text is in any file below dir.
func nowhere(t *testing.T, dir string, texts ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		for _, text := range texts {
			if strings.Contains(string(data), text) {
				t.Errorf("%q stands in %s", text, name)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestCrawlBehindLogin: token, form, pages; a session that ends is begun again, whether strangers are sent away or told; robots.txt, sitemap
// and pages get the site's headers; the way out is not followed; nothing secret is on disk.
func TestCrawlBehindLogin(t *testing.T) {
	for _, polite := range []bool{false, true} {
		dir := t.TempDir()
		m := serveMembers(t, func(m *members) { m.pages, m.polite = 15, polite })
		r := openFor(t, dir, fetch.Secrets{storage.SecretPassword: fetch.NewSecret(m.password)})
		mark := ""
		if polite {
			mark = "请先登录"
		}
		r.addMembers(m, mark)
		r.wait()
		c := r.store.Counts().Total
		if c.Routes != 41 {
			t.Errorf("polite %v: %d routes, want 41: the start page and 40 lines", polite, c.Routes)
		}
		if m.logins < 3 || m.logins > 5 || m.refused > 0 || m.logouts > 0 {
			t.Errorf("polite %v: %d logins, %d refused, %d logouts", polite, m.logins, m.refused, m.logouts)
		}
		for _, path := range []string{"/robots.txt", "/map.xml", "/", "/line/3.html", "/line/39.html", "/member/login"} {
			if h := m.agents[path]; h.Get("User-Agent") != "YunlingBot/1" || h.Get("X-Partner") != "yl" {
				t.Errorf("%s got %v", path, h)
			}
		}
		r.stop()
		nowhere(t, dir, m.password, "sid=s1", "csrf=")
	}
}

// TestLoginRefused: one try, and the site is held with one sentence that names no password.
func TestLoginRefused(t *testing.T) {
	strange := serveMembers(t, nil)
	for _, c := range []struct {
		name     string
		password string
		change   func(*members)
		says     string
		refused  int
	}{
		{"wrong password", "falsch-4711", nil, "check user name and password", 1},
		{"no password", "", nil, "the password of the login is not known", 0},
		{"another site", "geheim-8848", func(m *members) { m.elsewhere = strings.Replace(strange.URL, "127.0.0.1", "localhost", 1) }, "to another site", 0},
	} {
		dir := t.TempDir()
		m := serveMembers(t, c.change)
		secrets := fetch.Secrets{}
		if c.password != "" {
			secrets[storage.SecretPassword] = fetch.NewSecret(c.password)
		}
		r := openFor(t, dir, secrets)
		r.addMembers(m, "")
		r.wait()
		s, err := r.store.Site("members")
		if err != nil {
			t.Fatal(err)
		}
		if !s.Paused || !strings.Contains(s.PausedWhy, c.says) || strings.Contains(s.PausedWhy, "\n") {
			t.Errorf("%s: paused %v, because %q", c.name, s.Paused, s.PausedWhy)
		}
		if m.refused != c.refused || m.logins != 0 || strange.logins+strange.refused != 0 {
			t.Errorf("%s: the form was sent %d times", c.name, m.refused)
		}
		if n := r.store.Counts().Total.Pages; n != 0 {
			t.Errorf("%s: %d pages stored", c.name, n)
		}
		r.stop()
		nowhere(t, dir, "falsch-4711", "geheim-8848")
	}
}
