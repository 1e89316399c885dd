package fetch_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

// redirects are the answers of the redirect site that need no thought; OTHER is the address of another host.
var redirects = map[string]string{
	"/old.html":  "/dir/../new.html#part",
	"/self":      "/self",
	"/ping":      "/pong",
	"/pong":      "/ping",
	"/script":    "javascript:alert(1)",
	"/file":      "file:///C:/Windows/win.ini",
	"/share":     `\\host\share\x`,
	"/broken":    "http://[::1/",
	"/long":      "/" + strings.Repeat("a", 10000),
	"/raw":       "/\xCF\xDF\xC2\xB7/1.html",
	"/spaces":    "  ../a b.html ",
	"/crlf":      "/a%0d%0aSet-Cookie:x=1",
	"/away":      "OTHER/land",
	"/lan":       "http://192.168.1.1/",
	"/odd-lan":   "http://0x7f.1/",
	"/forbidden": "/secret",
}

// redirectSite answers with redirects of every kind; its asked counts the requests.
type redirectSite struct {
	other string
	asked atomic.Int32
}

func (s *redirectSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.asked.Add(1)
	to := func(location string) {
		w.Header()["Location"] = []string{location}
		w.WriteHeader(http.StatusFound)
	}
	_, noCookie := r.Cookie("v")
	location, simple := redirects[r.URL.Path]
	switch path := r.URL.Path; {
	case simple:
		to(strings.Replace(location, "OTHER", s.other, 1))
	case path == "/wall" && noCookie != nil:
		w.Header().Set("Set-Cookie", "v=1")
		to("/wall")
	case path == "/detour" && noCookie != nil:
		to("/set?back=/detour")
	case path == "/gate" && noCookie != nil:
		w.Header().Set("Set-Cookie", "v=1; Path=/")
		to("/back")
	case path == "/back":
		to("/gate")
	case path == "/gate-to-secret":
		w.Header().Set("Set-Cookie", "v=1; Path=/")
		to("/secret")
	case path == "/set":
		w.Header().Set("Set-Cookie", "v=1; Path=/")
		to(r.URL.Query().Get("back"))
	case path == "/restless":
		w.Header().Set("Set-Cookie", fmt.Sprintf("r=%d", n))
		to("/restless")
	case path == "/chain":
		to(fmt.Sprintf("/chain?%s1", r.URL.RawQuery))
	case path == "/none":
		w.WriteHeader(http.StatusMovedPermanently)
	case path == "/secret":
		http.Error(w, "asked for what was forbidden", http.StatusInternalServerError)
	default:
		io.WriteString(w, front)
	}
}

func TestFetchRedirects(t *testing.T) {
	other, otherHost := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") })
	site := &redirectSite{other: other}
	base, host := serve(t, site.ServeHTTP)
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
		{"/long", "", storage.FailRedirect, "", 1},
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
			site.asked.Store(0)
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
			if n := site.asked.Load(); n > tt.most || int(n) != waits+1 {
				t.Errorf("%d requests with %d waits between, want at most %d", n, waits, tt.most)
			}
		})
	}
}

// TestFetchWall: with redirects left to the crawl, the detour of a cookie wall is still followed, and nothing else is.
func TestFetchWall(t *testing.T) {
	site := &redirectSite{}
	base, host := serve(t, site.ServeHTTP)
	for _, tt := range []struct {
		path, location string
		most           int32
	}{
		{"/gate", "", 3},
		{"/old.html", "/new.html", 1},
		{"/gate-to-secret", "/secret", 1},
	} {
		site.asked.Store(0)
		resp, failed := plain(t).Fetch(t.Context(), fetch.Request{
			URL: base + tt.path, Private: []string{host},
			Allow: func(u string) bool { return u == base+tt.path },
			Wall:  func(u string) bool { return !strings.HasSuffix(u, "/secret") },
		})
		switch {
		case tt.location == "" && (resp == nil || resp.FinalURL != base+tt.path):
			t.Errorf("%s: %+v, %v", tt.path, resp, failed)
		case tt.location != "" && (failed == nil || failed.Location != base+tt.location):
			t.Errorf("%s: %+v, want it to lead to %s", tt.path, failed, tt.location)
		}
		if n := site.asked.Load(); n > tt.most {
			t.Errorf("%s: %d requests", tt.path, n)
		}
	}
}
