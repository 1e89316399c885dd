package engine

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"xunlu/engine/robots"
	"xunlu/storage"
)

// TestPart: what a page in a browser may load, by host and by each host's robots.txt.
func TestPart(t *testing.T) {
	asked := map[string]int{}
	get := func(_ context.Context, url string) (int, http.Header, []byte, error) {
		asked[url]++
		switch {
		case strings.Contains(url, "broken"):
			return 503, http.Header{}, nil, nil
		case strings.Contains(url, "library"):
			return 404, http.Header{}, nil, nil
		}
		return 200, http.Header{}, []byte("User-agent: *\nDisallow: /private/\n"), nil
	}
	n := NewNode(NodeOptions{Name: "one", Robots: robots.NewCache(get, robots.CacheOptions{}), Log: slog.New(slog.DiscardHandler)})
	n.params.Store(&Params{Agent: "Xunlu"})
	ours := n.part(&Task{URL: "https://www.yunling.com.cn/", Host: "www.yunling.com.cn", Site: &storage.Site{NoRobots: true}}, nil)
	theirs := n.part(&Task{URL: "https://www.yunling.com.cn/", Host: "www.yunling.com.cn", Site: &storage.Site{}}, nil)
	for _, c := range []struct {
		url          string
		script       bool
		theirs, ours bool
	}{
		{"https://www.yunling.com.cn/api/line.json", false, true, true},
		{"https://www.yunling.com.cn/private/line.json", false, false, true},
		{"https://api.yunling.com.cn/line.json", false, true, true},
		{"https://api.yunling.com.cn/private/line.json", false, false, false},
		{"https://other.com.cn/line.json", false, false, false},
		{"https://cdn.library.test/vue.js", true, true, true},
		{"https://cdn.library.test/count.json", false, false, false},
		{"https://broken.test/vue.js", true, false, false},
	} {
		if got := theirs(t.Context(), c.url, c.script); got != c.theirs {
			t.Errorf("%s (script %v): %v", c.url, c.script, got)
		}
		if got := ours(t.Context(), c.url, c.script); got != c.ours {
			t.Errorf("%s (script %v) on one's own site: %v", c.url, c.script, got)
		}
	}
	for url, k := range asked {
		if k != 1 || strings.Contains(url, "other") {
			t.Errorf("%s was asked %d times", url, k)
		}
	}
}

func TestSameOwner(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"www.a.com", "api.a.com:8443", true}, {"a.com.cn", "b.com.cn", false}, {"a.com", "a.net", false},
		{"10.0.0.1:80", "10.0.0.1:81", false}, {"localhost", "localhost", false},
	} {
		if got := sameOwner(c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
