package fetch_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

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

// TestProxyOf: a proxy for some addresses only; the others are dialled guarded, as without any.
func TestProxyOf(t *testing.T) {
	var asked []string
	_, proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, front)
	})
	p := plain(t, func(o *fetch.Options) {
		o.ProxyOf = func(u *url.URL) (*url.URL, error) {
			if u.Hostname() == "8.8.8.8" {
				return url.Parse("http://" + proxy)
			}
			return nil, nil
		}
	})
	_, failed := p.Fetch(t.Context(), fetch.Request{URL: "http://8.8.8.8/line"})
	want(t, failed, "")
	_, failed = p.Fetch(t.Context(), fetch.Request{URL: "http://" + proxy + "/"})
	want(t, failed, storage.FailPrivate)
	if len(asked) != 1 || asked[0] != "http://8.8.8.8/line" {
		t.Errorf("the proxy was asked %q", asked)
	}
}
