package fetch_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

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
