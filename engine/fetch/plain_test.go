package fetch_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
)

const front = `<!DOCTYPE html><html><head><title>云岭假期</title></head><body><a href="/line/1.html">大理三日游</a></body></html>`

// plain makes a Plain with limits short enough for a test.
func plain(t *testing.T, change ...func(*fetch.Options)) *fetch.Plain {
	t.Helper()
	o := fetch.Options{Agent: "Xunlu/0.1 (+http://xunlu.test)", Timeout: 3 * time.Second}
	for _, f := range change {
		f(&o)
	}
	p, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// serve starts a site and gives its address; host:port is what Private wants.
func serve(t *testing.T, h http.HandlerFunc) (base, hostPort string) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL, strings.TrimPrefix(s.URL, "http://")
}

// raw starts a server that sends bytes as they are and closes; it answers every connection the same.
func raw(t *testing.T, answer []byte) (base, hostPort string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if _, err := c.Read(make([]byte, 4096)); err != nil {
					return
				}
				c.Write(answer)
			}()
		}
	}()
	return "http://" + l.Addr().String(), l.Addr().String()
}

func want(t *testing.T, failed *fetch.Error, kind storage.Failure) {
	t.Helper()
	switch {
	case failed == nil && kind != "":
		t.Errorf("fetched, want failure %s", kind)
	case failed != nil && failed.Kind != kind:
		t.Errorf("failed as %s (%v), want %q", failed.Kind, failed, kind)
	}
}

func TestFetchPage(t *testing.T) {
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "" || !strings.HasPrefix(r.UserAgent(), "Xunlu/0.1") || r.Header.Get("X-Own") != "1" {
			http.Error(w, "odd request", http.StatusTeapot)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=gb2312")
		w.Header().Set("Etag", `"7"`)
		if r.Header.Get("If-None-Match") == `"7"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		io.WriteString(w, "\xC0\xF6\xBD\xAD"+front)
	})
	p := plain(t)
	own := http.Header{"X-Own": {"1"}}
	resp, failed := p.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}, Header: own})
	want(t, failed, "")
	if resp == nil || resp.Status != 200 || resp.FinalURL != base+"/" || string(resp.Body) != "\xC0\xF6\xBD\xAD"+front ||
		resp.Header.Get("Content-Type") != "text/html; charset=gb2312" || resp.Fetched.IsZero() || resp.Took <= 0 {
		t.Fatalf("response %+v", resp)
	}
	resp, failed = p.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}, Header: own, ETag: `"7"`})
	want(t, failed, "")
	if resp == nil || resp.Status != http.StatusNotModified || len(resp.Body) != 0 {
		t.Fatalf("response %+v", resp)
	}
}

func TestFetchStatus(t *testing.T) {
	tests := []struct {
		name, path string
		kind       storage.Failure
		retry      time.Duration
	}{
		{"gone", "/410", storage.FailStatus, 0},
		{"busy", "/429?after=120", storage.FailStatus, 2 * time.Minute},
		{"busy for a century", "/503?after=Fri,+31+Dec+2099+23:59:59+GMT", storage.FailStatus, 24 * time.Hour},
		{"busy since long ago", "/503?after=Fri,+31+Dec+1999+23:59:59+GMT", storage.FailStatus, 0},
		{"nonsense", "/503?after=-5", storage.FailStatus, 0},
		{"no content", "/204", "", 0},
		{"part", "/206", storage.FailTruncated, 0},
		{"unasked 304", "/304", storage.FailProtocol, 0},
	}
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscanf(r.URL.Path, "/%d", &status)
		if after := r.URL.Query().Get("after"); after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		if status >= 400 {
			io.WriteString(w, "<html>对不起</html>")
		}
	})
	p := plain(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, failed := p.Fetch(t.Context(), fetch.Request{URL: base + tt.path, Private: []string{host}})
			want(t, failed, tt.kind)
			if failed != nil && failed.RetryAfter != tt.retry {
				t.Errorf("RetryAfter %v, want %v", failed.RetryAfter, tt.retry)
			}
			if failed != nil && failed.Status >= 400 && (resp == nil || string(resp.Body) != "<html>对不起</html>") {
				t.Errorf("the body of the refusal is gone: %+v", resp)
			}
		})
	}
}

func TestFetchRedirects(t *testing.T) {
	var asked atomic.Int32
	other, otherHost := serve(t, func(w http.ResponseWriter, _ *http.Request) { t.Error("another host was asked") })
	to := func(w http.ResponseWriter, location string) {
		w.Header()["Location"] = []string{location}
		w.WriteHeader(http.StatusFound)
	}
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		_, noCookie := r.Cookie("v")
		switch r.URL.Path {
		case "/old.html":
			to(w, "/dir/../new.html#part")
		case "/wall":
			if noCookie != nil {
				w.Header().Set("Set-Cookie", "v=1")
				to(w, "/wall")
				return
			}
			io.WriteString(w, front)
		case "/detour":
			if noCookie != nil {
				to(w, "/set?back=/detour")
				return
			}
			io.WriteString(w, front)
		case "/set":
			w.Header().Set("Set-Cookie", "v=1; Path=/")
			to(w, r.URL.Query().Get("back"))
		case "/self":
			to(w, "/self")
		case "/ping":
			to(w, "/pong")
		case "/pong":
			to(w, "/ping")
		case "/restless":
			w.Header().Set("Set-Cookie", fmt.Sprintf("r=%d", asked.Load()))
			to(w, "/restless")
		case "/chain":
			to(w, fmt.Sprintf("/chain?%s1", r.URL.RawQuery))
		case "/none":
			w.WriteHeader(http.StatusMovedPermanently)
		case "/script":
			to(w, "javascript:alert(1)")
		case "/file":
			to(w, "file:///C:/Windows/win.ini")
		case "/share":
			to(w, `\\host\share\x`)
		case "/broken":
			to(w, "http://[::1/")
		case "/raw":
			to(w, "/\xCF\xDF\xC2\xB7/1.html")
		case "/\xCF\xDF\xC2\xB7/1.html", "/a b.html", "/new.html", "/a\r\nSet-Cookie:x=1":
			io.WriteString(w, front)
		case "/spaces":
			to(w, "  ../a b.html ")
		case "/crlf":
			to(w, "/a%0d%0aSet-Cookie:x=1")
		case "/away":
			to(w, other+"/land")
		case "/lan":
			to(w, "http://192.168.1.1/")
		case "/odd-lan":
			to(w, "http://0x7f.1/")
		case "/forbidden":
			to(w, "/secret")
		default:
			t.Errorf("asked for %q", r.URL.Path)
		}
	})
	tests := []struct {
		path, final string
		kind        storage.Failure
		location    string
		most        int32 // requests
	}{
		{"/old.html", "/new.html", "", "", 2},
		{"/wall", "/wall", "", "", 2},
		{"/detour", "/detour", "", "", 3},
		{"/self", "", storage.FailRedirect, "", 1},
		{"/ping", "", storage.FailRedirect, "", 2},
		{"/restless", "", storage.FailRedirect, "", 3},
		{"/chain?", "", storage.FailRedirect, "", 11},
		{"/none", "", storage.FailRedirect, "", 1},
		{"/script", "", storage.FailRedirect, "", 1},
		{"/file", "", storage.FailRedirect, "", 1},
		{"/share", "", storage.FailRedirect, "", 1},
		{"/broken", "", storage.FailRedirect, "", 1},
		{"/raw", "/%CF%DF%C2%B7/1.html", "", "", 2},
		{"/spaces", "/a%20b.html", "", "", 2},
		{"/crlf", "/a%0d%0aSet-Cookie:x=1", "", "", 2},
		{"/away", "", storage.FailRedirect, other + "/land", 1},
		{"/lan", "", storage.FailPrivate, "", 1},
		{"/odd-lan", "", storage.FailPrivate, "", 1},
		{"/forbidden", "", storage.FailRedirect, base + "/secret", 1},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			asked.Store(0)
			waits := 0
			resp, failed := plain(t).Fetch(t.Context(), fetch.Request{
				URL: base + tt.path, Private: []string{host, otherHost},
				Allow: func(u string) bool { return !strings.HasSuffix(u, "/secret") },
				Wait:  func(context.Context) error { waits++; return nil },
			})
			want(t, failed, tt.kind)
			if resp != nil && resp.FinalURL != base+tt.final {
				t.Errorf("ended at %s, want %s", resp.FinalURL, tt.final)
			}
			if failed != nil && failed.Location != tt.location {
				t.Errorf("location %q, want %q", failed.Location, tt.location)
			}
			if n := asked.Load(); n > tt.most || int(n) != waits+1 {
				t.Errorf("%d requests with %d waits between, want at most %d", n, waits, tt.most)
			}
		})
	}
}

func TestFetchTypes(t *testing.T) {
	tests := []struct {
		name, kind, body string
		page             bool
	}{
		{"html", "text/html", front, true},
		{"html, upper case", "TEXT/HTML; Charset=GBK", front, true},
		{"xhtml", "application/xhtml+xml", `<?xml version="1.0"?>` + front, true},
		{"no type, page", "", "\n\n<!-- 首页 -->" + front, true},
		{"no type, text", "", "just words", false},
		{"plain but page", "text/plain", front, true},
		{"octets but page", "application/octet-stream", front, true},
		{"plain text", "text/plain", "User-agent: *", false},
		{"feed", "text/xml", `<?xml version="1.0"?><rss><channel/></rss>`, false},
		{"picture said to be html", "text/html", "\xFF\xD8\xFF\xE0\x00\x10JFIF" + strings.Repeat("\x01\xFE", 900), false},
		{"PDF said to be html", "text/html", "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n", false},
		{"picture", "image/png", "\x89PNG\r\n\x1a\n", false},
		{"archive", "application/zip", "PK\x03\x04", false},
		{"UTF-16", "text/html", "\xFF\xFE<\x00h\x00t\x00m\x00l\x00>\x00", true},
		{"empty", "text/html", "", true},
		{"fragment said to be html", "text/html", "云南六日游 <b>1980</b>", true},
	}
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var i int
		fmt.Sscanf(r.URL.Path, "/%d", &i)
		w.Header()["Content-Type"] = nil
		if tests[i].kind != "" {
			w.Header().Set("Content-Type", tests[i].kind)
		}
		io.WriteString(w, tests[i].body)
	})
	p := plain(t)
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := fetch.Request{URL: fmt.Sprintf("%s/%d", base, i), Private: []string{host}}
			resp, failed := p.Fetch(t.Context(), r)
			if tt.page {
				want(t, failed, "")
			} else {
				want(t, failed, storage.FailNotHTML)
			}
			if resp != nil && string(resp.Body) != tt.body {
				t.Errorf("body %q", resp.Body)
			}
			r.AnyType = true
			resp, failed = p.Fetch(t.Context(), r)
			want(t, failed, "")
			if resp == nil || string(resp.Body) != tt.body || resp.Header.Get("Content-Type") != tt.kind {
				t.Errorf("any type: %+v", resp)
			}
		})
	}
}

func TestFetchTooLarge(t *testing.T) {
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		var out io.Writer = w
		if r.URL.Path == "/line.xml.gz" {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			defer z.Close()
			out = z
		}
		n := 1000
		if r.URL.RawQuery == "over" {
			n = 1001
		}
		io.WriteString(out, "<html>"+strings.Repeat(" ", n-6))
	})
	p := plain(t, func(o *fetch.Options) { o.MaxBytes = 1000 })
	for _, path := range []string{"/line.html", "/line.xml.gz"} {
		resp, failed := p.Fetch(t.Context(), fetch.Request{URL: base + path, Private: []string{host}})
		want(t, failed, "")
		if resp == nil || resp.Truncated || len(resp.Body) != 1000 {
			t.Errorf("%s at the limit: %+v", path, resp)
		}
		resp, failed = p.Fetch(t.Context(), fetch.Request{URL: base + path + "?over", Private: []string{host}})
		want(t, failed, storage.FailTooLarge)
		if resp == nil || !resp.Truncated || len(resp.Body) != 1000 {
			t.Errorf("%s over the limit: %+v", path, resp)
		}
	}
}

func TestFetchRaw(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	tests := []struct {
		name, answer string
		kind         storage.Failure
	}{
		{"no length", head + "\r\n" + front, ""},
		{"chunked", head + "Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n0\r\n\r\n", ""},
		{"LF only", strings.ReplaceAll(head, "\r", "") + "\n" + front, ""},
		{"early hints", "HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\n" + head + "\r\n" + front, ""},
		{"length too long", head + "Content-Length: 5000\r\n\r\n" + front, storage.FailTruncated},
		{"chunk cut", head + "Transfer-Encoding: chunked\r\n\r\n6\r\n<html>\r\n", storage.FailTruncated},
		{"chunk size nonsense", head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n<html>\r\n", storage.FailProtocol},
		{"length negative", head + "Content-Length: -5\r\n\r\n" + front, storage.FailProtocol},
		{"not HTTP", front, storage.FailProtocol},
		{"silence", "", storage.FailConnect},
		{"header without end", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("a", 400<<10) + "\r\n\r\n", storage.FailProtocol},
		{"brotli unasked", head + "Content-Encoding: br\r\n\r\n\x0b\x02\x80hello\x03", storage.FailProtocol},
		{"gzip that is plain", head + "Content-Encoding: gzip\r\n\r\n" + front, ""},
		{"many cookies", head + strings.Repeat("Set-Cookie: c=v\r\n", 900) + "\r\n" + front, ""},
	}
	p := plain(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, host := raw(t, []byte(tt.answer))
			resp, failed := p.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}})
			want(t, failed, tt.kind)
			if failed != nil && resp != nil {
				t.Errorf("a broken answer came back as a response: %+v", resp)
			}
		})
	}
}

func TestFetchTimeout(t *testing.T) {
	release := make(chan struct{})
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/drip" {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<html>")
			w.(http.Flusher).Flush()
		}
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	_, failed := plain(t).Fetch(t.Context(), fetch.Request{URL: base + "/drip", Private: []string{host}, Timeout: 50 * time.Millisecond})
	want(t, failed, storage.FailTimeout)
	p := plain(t, func(o *fetch.Options) { o.HeaderTimeout = 50 * time.Millisecond })
	_, failed = p.Fetch(t.Context(), fetch.Request{URL: base + "/mute", Private: []string{host}})
	want(t, failed, storage.FailTimeout)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, failed = p.Fetch(ctx, fetch.Request{URL: base + "/mute", Private: []string{host}})
	if failed == nil || !errors.Is(failed, context.Canceled) {
		t.Errorf("cancelled fetch: %v", failed)
	}
}

// drip sends head at once and then tail byte by byte for as long as the client listens.
func drip(t *testing.T, head, tail string) (base, hostPort string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if _, err := c.Read(make([]byte, 4096)); err != nil {
					return
				}
				_, err := io.WriteString(c, head)
				for err == nil {
					_, err = io.WriteString(c, tail)
					time.Sleep(5 * time.Millisecond)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String(), l.Addr().String()
}

func TestFetchSlowServers(t *testing.T) {
	tests := []struct {
		name, head, tail string
	}{
		{"headers", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: ", "x"},
		{"body", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>", " "},
		{"redirect", "HTTP/1.1 302 Found\r\nLocation: /next\r\n\r\n", " "},
		{"interim answers", "", "HTTP/1.1 103 Early Hints\r\n\r\n"},
	}
	p := plain(t, func(o *fetch.Options) { o.HeaderTimeout, o.Timeout = 100*time.Millisecond, 300*time.Millisecond })
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, host := drip(t, tt.head, tt.tail)
			_, failed := p.Fetch(t.Context(), fetch.Request{URL: base, Private: []string{host}})
			want(t, failed, storage.FailTimeout)
		})
	}
}

func TestFetchEndlessBody(t *testing.T) {
	base, host := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for chunk := []byte(strings.Repeat("<p>一日游</p>", 1000)); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	resp, failed := plain(t).Fetch(t.Context(), fetch.Request{URL: base, Private: []string{host}})
	want(t, failed, storage.FailTooLarge)
	if resp == nil || len(resp.Body) != 10<<20 || !resp.Truncated {
		t.Error("not cut at the limit")
	}
}

// TestFetchReset: the server breaks the connection off instead of closing it.
func TestFetchReset(t *testing.T) {
	for name, tt := range map[string]struct {
		sent string
		kind storage.Failure
	}{
		"before the headers": {"", storage.FailConnect},
		"after the headers":  {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", storage.FailTruncated},
	} {
		t.Run(name, func(t *testing.T) {
			base, host := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				c, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				io.WriteString(c, tt.sent)
				if err := c.(*net.TCPConn).SetLinger(0); err != nil {
					t.Error(err)
				}
				time.Sleep(20 * time.Millisecond) // a reset overtakes what was sent and not yet read
				c.Close()
			})
			_, failed := plain(t).Fetch(t.Context(), fetch.Request{URL: base, Private: []string{host}})
			want(t, failed, tt.kind)
		})
	}
}

func TestFetchConnectAndTLS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := l.Addr().String()
	l.Close()
	p := plain(t)
	_, failed := p.Fetch(t.Context(), fetch.Request{URL: "http://" + gone + "/", Private: []string{gone}})
	want(t, failed, storage.FailConnect)

	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.Config.ErrorLog = nil
	s.StartTLS()
	defer s.Close()
	host := strings.TrimPrefix(s.URL, "https://")
	_, failed = p.Fetch(t.Context(), fetch.Request{URL: s.URL, Private: []string{host}})
	want(t, failed, storage.FailTLS)

	_, plainHost := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, failed = p.Fetch(t.Context(), fetch.Request{URL: "https://" + plainHost + "/", Private: []string{plainHost}})
	want(t, failed, storage.FailTLS)
}

// TestLeaveIsForOneRequest: an idle connection to a permitted private address must not serve a request without leave.
func TestLeaveIsForOneRequest(t *testing.T) {
	base, host := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, front)
	})
	p := plain(t)
	for range 2 {
		_, failed := p.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}})
		want(t, failed, "")
		_, failed = p.Fetch(t.Context(), fetch.Request{URL: base + "/"})
		want(t, failed, storage.FailPrivate)
		_, failed = p.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{"127.0.0.1:1"}})
		want(t, failed, storage.FailPrivate)
	}
}

func TestFetchThroughProxy(t *testing.T) {
	var asked []string
	_, proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		if strings.HasPrefix(r.Host, "8.8.4.4") {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, front)
	})
	p := plain(t, func(o *fetch.Options) { o.Proxy = "http://" + proxy })
	resp, failed := p.Fetch(t.Context(), fetch.Request{URL: "http://8.8.8.8/line"})
	want(t, failed, "")
	if resp == nil || len(asked) != 1 || asked[0] != "http://8.8.8.8/line" {
		t.Fatalf("proxy was asked %q", asked)
	}
	for _, host := range []string{"127.0.0.1", "10.1.2.3", "0x7f.1", "localhost", "[::ffff:10.0.0.1]", "169.254.169.254"} {
		_, failed := p.Fetch(t.Context(), fetch.Request{URL: "http://" + host + "/"})
		want(t, failed, storage.FailPrivate)
	}
	if len(asked) != 1 {
		t.Errorf("private addresses were handed to the proxy: %q", asked[1:])
	}
	_, failed = p.Fetch(t.Context(), fetch.Request{URL: "https://8.8.4.4/"})
	want(t, failed, storage.FailConnect)
	_, failed = p.Fetch(t.Context(), fetch.Request{URL: "http://8.8.4.4/"})
	want(t, failed, storage.FailStatus)
	if _, err := fetch.New(fetch.Options{Agent: "a", Proxy: "gopher://user:geheim@x"}); err == nil || strings.Contains(err.Error(), "geheim") {
		t.Errorf("proxy of an unknown kind: %v", err)
	}
}

func TestGet(t *testing.T) {
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			http.Redirect(w, r, "http://elsewhere.test/robots.txt", http.StatusMovedPermanently)
			return
		}
		io.WriteString(w, "User-agent: *\nDisallow: /\n")
	})
	p := plain(t)
	status, _, body, err := p.Get(t.Context(), fetch.Request{URL: base + "/robots.txt", Private: []string{host}, MaxBytes: 13})
	if err != nil || status != 200 || string(body) != "User-agent: *" {
		t.Errorf("Get = %d %q %v", status, body, err)
	}
	status, header, _, err := p.Get(t.Context(), fetch.Request{URL: base + "/moved", Private: []string{host}})
	if err != nil || status != 301 || header.Get("Location") != "http://elsewhere.test/robots.txt" {
		t.Errorf("Get of a redirect = %d %v %v", status, header, err)
	}
	_, _, _, err = p.Get(t.Context(), fetch.Request{URL: base + "/robots.txt"})
	var failed *fetch.Error
	if !errors.As(err, &failed) || failed.Kind != storage.FailPrivate {
		t.Errorf("Get without leave: %v", err)
	}
}

// BenchmarkFetch is the whole of a fetch; BenchmarkClient the same page by net/http alone.
func BenchmarkFetch(b *testing.B) {
	u, host := benchSite(b)
	p, err := fetch.New(fetch.Options{Agent: "Xunlu/0.1"})
	if err != nil {
		b.Fatal(err)
	}
	var last *page.Response
	for b.Loop() {
		resp, failed := p.Fetch(b.Context(), fetch.Request{URL: u, Private: []string{host}})
		if failed != nil {
			b.Fatal(failed)
		}
		last = resp
	}
	b.SetBytes(int64(len(last.Body)))
}

func BenchmarkClient(b *testing.B) {
	u, _ := benchSite(b)
	c := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	for b.Loop() {
		resp, err := c.Get(u)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadAll(resp.Body); err != nil {
			b.Fatal(err)
		}
		resp.Body.Close()
	}
}

func benchSite(b *testing.B) (string, string) {
	body := []byte("<html>" + strings.Repeat("<p>丽江三日游<a href='/x'>1</a></p>\n", 1000))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(body)
	}))
	b.Cleanup(s.Close)
	u, err := url.Parse(s.URL)
	if err != nil {
		b.Fatal(err)
	}
	return s.URL + "/line/1.html", u.Host
}
