package fetch_test

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

// accessOf makes the access of a site whose hosts are given.
func accessOf(t *testing.T, set storage.Access, secrets map[string]string, hosts ...string) *fetch.Access {
	t.Helper()
	hidden := fetch.Secrets{}
	for k, v := range secrets {
		hidden[k] = fetch.NewSecret(v)
	}
	a, err := fetch.NewAccess(&storage.Site{ID: "tour", Name: "云岭旅行社", Access: set}, hidden, func(h string) bool {
		for _, x := range hosts {
			if h == x {
				return true
			}
		}
		return false
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAccessHeaders: what is for the site goes to its hosts, and to no other.
func TestAccessHeaders(t *testing.T) {
	var mu sync.Mutex
	got := map[string]http.Header{}
	answer := func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		got[r.Host] = r.Header.Clone()
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/first" {
			w.Header().Add("Set-Cookie", "sid=new; Path=/")
		}
		io.WriteString(w, front)
	}
	base, host := serve(t, answer)
	strange, strangeHost := serve(t, answer)
	p := plain(t)
	a := accessOf(t, storage.Access{Agent: "YunlingBot/2", Cookie: true,
		Headers: []storage.Header{{Name: "X-Partner", Value: "yl"}, {Name: "Authorization", Secret: true}}},
		map[string]string{storage.SecretCookie: "sid=old; lang=zh", storage.SecretHeader + "Authorization": "Bearer geheim"}, host)
	fetchOf := func(u string) {
		t.Helper()
		resp, failed := p.Fetch(t.Context(), fetch.Request{URL: u, Access: a, Private: []string{host, strangeHost}})
		want(t, failed, "")
		if resp.Header.Get("Set-Cookie") != "" {
			t.Error("a session's cookie is passed on, into the archive")
		}
	}
	fetchOf(base + "/first")
	if h := got[host]; h.Get("User-Agent") != "YunlingBot/2" || h.Get("X-Partner") != "yl" || h.Get("Authorization") != "Bearer geheim" || h.Get("Cookie") != "sid=old; lang=zh" {
		t.Errorf("the site got %v", h)
	}
	fetchOf(base + "/second")
	if c := got[host].Get("Cookie"); c != "lang=zh; sid=new" {
		t.Errorf("after a new cookie the site got %q", c)
	}
	fetchOf(strange + "/")
	if h := got[strangeHost]; h.Get("X-Partner")+h.Get("Authorization") != "" || strings.Contains(h.Get("Cookie"), "lang") || h.Get("User-Agent") != "YunlingBot/2" {
		t.Errorf("another host got %v", h)
	}
	_, err := fetch.NewAccess(&storage.Site{Name: "x", Access: storage.Access{Cookie: true}}, nil, nil, 1)
	if missing := (*fetch.MissingSecret)(nil); !errors.As(err, &missing) || missing.Name != storage.SecretCookie {
		t.Errorf("without the cookie: %v", err)
	}
}

// TestLenientSitesAreApart: a certificate nobody vouches for is accepted for the site that says so, and its connection serves no other.
func TestLenientSitesAreApart(t *testing.T) {
	var opened atomic.Int32
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, front)
	}))
	s.Config.ConnState = func(_ net.Conn, st http.ConnState) {
		if st == http.StateNew {
			opened.Add(1)
		}
	}
	s.Config.ErrorLog = nil
	s.StartTLS()
	t.Cleanup(s.Close)
	host := strings.TrimPrefix(s.URL, "https://")
	p := plain(t)
	lenient := accessOf(t, storage.Access{Lenient: true}, nil, host)
	strict := accessOf(t, storage.Access{Agent: "x"}, nil, host)
	elsewhere := accessOf(t, storage.Access{Lenient: true}, nil, "other.test")
	for range 2 {
		for _, x := range []struct {
			a    *fetch.Access
			kind storage.Failure
		}{{lenient, ""}, {strict, storage.FailTLS}, {nil, storage.FailTLS}, {elsewhere, storage.FailTLS}} {
			_, failed := p.Fetch(t.Context(), fetch.Request{URL: s.URL + "/", Access: x.a, Private: []string{host}})
			want(t, failed, x.kind)
		}
	}
	if n := opened.Load(); n != 7 { // one for the lenient site, one for each refusal
		t.Errorf("%d connections", n)
	}
}

// TestAccessProxy: each site goes by its own SOCKS5 proxy, with the password that came apart, and without one directly.
func TestAccessProxy(t *testing.T) {
	var seen atomic.Value
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.RemoteAddr)
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, front)
	})
	one, two := startSocks(t, "li", "geheim"), startSocks(t, "", "")
	p := plain(t)
	request := func(set storage.Access, secrets map[string]string) *fetch.Error {
		_, failed := p.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}, Access: accessOf(t, set, secrets, host)})
		return failed
	}
	with := storage.Access{Proxy: "socks5://li@" + one.addr, ProxyPassword: true}
	want(t, request(with, map[string]string{storage.SecretProxy: "geheim"}), "")
	want(t, request(storage.Access{Proxy: "socks5://" + two.addr}, nil), "")
	want(t, request(storage.Access{Agent: "x"}, nil), "")
	if one.served.Load() != 1 || two.served.Load() != 1 {
		t.Errorf("proxies served %d and %d connections, want 1 each", one.served.Load(), two.served.Load())
	}
	failed := request(with, map[string]string{storage.SecretProxy: "falsch-77"})
	want(t, failed, storage.FailConnect)
	if failed == nil || strings.Contains(failed.Error(), "falsch-77") {
		t.Errorf("a wrong password: %v", failed)
	}
	if _, err := fetch.CheckProxy("socks5://li:geheim@h:1"); !errors.Is(err, fetch.ErrProxyPassword) || strings.Contains(err.Error(), "geheim") {
		t.Errorf("a password in the address: %v", err)
	}
	// A lenient site behind a proxy is lenient to the site, not to the proxy.
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, front)
	}))
	t.Cleanup(s.Close)
	tlsHost := strings.TrimPrefix(s.URL, "https://")
	for _, x := range []struct {
		proxy string
		kind  storage.Failure
	}{{"socks5://" + two.addr, ""}, {"https://" + tlsHost, storage.FailTLS}} {
		_, failed := p.Fetch(t.Context(), fetch.Request{URL: s.URL + "/", Private: []string{tlsHost},
			Access: accessOf(t, storage.Access{Proxy: x.proxy, Lenient: true}, nil, tlsHost)})
		want(t, failed, x.kind)
	}
}

// socks is a SOCKS5 proxy (RFC 1928) as small as one can be: CONNECT, and user and password when it has them.
type socks struct {
	addr           string
	user, password string
	served         atomic.Int32
}

func startSocks(t *testing.T, user, password string) *socks {
	t.Helper()
	s := &socks{user: user, password: password}
	s.addr = serveConns(t, s.serve)
	return s
}

func (s *socks) serve(c net.Conn) {
	b := make([]byte, 512)
	part := func(n int) []byte {
		if _, err := io.ReadFull(c, b[:n]); err != nil {
			return make([]byte, n)
		}
		return append([]byte(nil), b[:n]...)
	}
	part(int(part(2)[1]))
	if s.user == "" {
		c.Write([]byte{5, 0})
	} else {
		c.Write([]byte{5, 2})
		user := string(part(int(part(2)[1])))
		password := string(part(int(part(1)[0])))
		if user != s.user || password != s.password {
			c.Write([]byte{1, 1})
			return
		}
		c.Write([]byte{1, 0})
	}
	head := part(4)
	var host string
	switch head[3] {
	case 1:
		host = net.IP(part(4)).String()
	case 3:
		host = string(part(int(part(1)[0])))
	default:
		return
	}
	port := binary.BigEndian.Uint16(part(2))
	to, err := net.DialTCP("tcp", nil, &net.TCPAddr{IP: net.ParseIP(host), Port: int(port)})
	if err != nil {
		return
	}
	defer to.Close()
	s.served.Add(1)
	c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go io.Copy(to, c)
	io.Copy(c, to)
}
