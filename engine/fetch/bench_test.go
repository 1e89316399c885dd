package fetch_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
)

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
