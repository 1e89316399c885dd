package fetch_test

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

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
			if failed != nil && failed.Status != 0 {
				t.Errorf("status %d for an answer that is not whole", failed.Status)
			}
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
