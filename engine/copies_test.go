package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"xunlu/engine"
	"xunlu/storage"
)

// TestCopies: the same page at another address, and one with another advert, are marked and give no second route; a tour that
// differs in its price, its date or its destination only is no copy.
func TestCopies(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.3.60:0")
	if err != nil {
		t.Fatal(err)
	}
	tour := func(title, extra string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s三日游</title><h1>%s</h1>%s", title, title, extra)
		for i := range 250 {
			fmt.Fprintf(&b, "<p>第%d段行程的说明，游览第%d处景点。</p>", i, i)
		}
		return b.String()
	}
	pages := map[string]string{
		"/a.html": tour("漓江", "<p>价格：680元</p>"), "/b.html": tour("漓江", "<p>价格：680元</p>"),
		"/ad.html":    tour("漓江", "<p>价格：680元</p><p>今天的广告</p>"),
		"/price.html": tour("漓江", "<p>价格：720元</p>"), "/place.html": tour("阳朔", "<p>价格：680元</p>"),
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/" {
			fmt.Fprint(w, "<title>首页</title>")
			for _, p := range []string{"/a.html", "/b.html", "/ad.html", "/price.html", "/place.html"} {
				fmt.Fprintf(w, `<a href="%s">线路</a>`, p)
			}
			return
		}
		body, ok := pages[r.URL.Path]
		if !ok {
			w.WriteHeader(404)
		}
		fmt.Fprint(w, body)
	})}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	host := l.Addr().String()
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	r.add(&site{host: host}, nil)
	r.wait()
	firsts := 0 // of the three that are one page: whichever came first
	for _, path := range []string{"/a.html", "/b.html", "/ad.html", "/price.html", "/place.html"} {
		p, err := r.store.PageOf("http://" + host + path)
		if err != nil {
			t.Fatal(err)
		}
		same := strings.Contains("/a.html /b.html /ad.html", path)
		if same && p.State == storage.Done {
			firsts++
		}
		if !same && p.State != storage.Done || p.State == storage.Duplicate && strings.Contains(p.Of, "pr") {
			t.Errorf("%s: %s of %q", path, p.State, p.Of)
		}
	}
	if firsts != 1 {
		t.Errorf("%d of three equal pages are no copies", firsts)
	}
	if n := r.store.Counts().Total; n.Routes != 3 || n.Pages != 6 {
		t.Errorf("%d routes on %d pages, want 3 on 6", n.Routes, n.Pages)
	}
}

// TestPlainAddressIsKept: of one page at addresses that differ in their query only, the shortest is the page, whichever came first, in
// one commit or in several.
func TestPlainAddressIsKept(t *testing.T) {
	for n, group := range []int{1, 32} {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.3.%d:0", 61+n))
		if err != nil {
			t.Fatal(err)
		}
		srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if r.URL.Path == "/" {
				fmt.Fprint(w, "<title>首页</title>")
				for _, q := range []string{"a.html?from=list", "a.html", "a.html?f=1", "b.html", "b.html?from=list", "c.html?id=1", "c.html?id=2"} {
					fmt.Fprintf(w, `<a href="/%s">线路</a>`, q)
				}
				return
			}
			fmt.Fprintf(w, "<title>%s三日游</title><h1>漓江</h1>", r.URL.Path+r.URL.Query().Get("id"))
			for i := range 250 {
				fmt.Fprintf(w, "<p>%s 第%d段行程的说明，游览第%d处景点。</p>", r.URL.Path, i, i)
			}
			fmt.Fprintf(w, "<p>价格：%s680元</p>", r.URL.Query().Get("id"))
		})}
		go srv.Serve(l)
		t.Cleanup(func() { srv.Close() })
		host := l.Addr().String()
		r := open(t, t.TempDir(), func(o *engine.Options) { o.Params.CommitGroup = group })
		r.add(&site{host: host}, nil)
		r.wait()
		for path, want := range map[string]storage.State{
			"/a.html": storage.Done, "/a.html?from=list": storage.Duplicate, "/a.html?f=1": storage.Duplicate,
			"/b.html": storage.Done, "/b.html?from=list": storage.Duplicate, "/c.html?id=1": storage.Done, "/c.html?id=2": storage.Done,
		} {
			p, err := r.store.PageOf("http://" + host + path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = r.store.Route(p.ID)
			if p.State != want || (err == nil) != (want == storage.Done) {
				t.Errorf("groups of %d: %s is %s of %q, its route: %v", group, path, p.State, p.Of, err)
			}
		}
		if n := r.store.Counts().Total.Routes; n != 4 {
			t.Errorf("groups of %d: %d routes, want 4", group, n)
		}
		r.stop()
	}
}
