package demo

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// visit is a page that the test's crawler fetched.
type visit struct {
	url    string
	status int
	ctype  string
	body   []byte // as it came
	text   string // decoded
}

// crawler follows the links of one site: a small and independent reading of the web under test.
type crawler struct {
	t     *testing.T
	web   *Web
	site  Site
	cap   int // of trap pages
	seen  map[string]bool
	queue []string
	pages []visit
	traps int
}

func startWeb(t *testing.T, o Options) (*Web, *Server) {
	t.Helper()
	w, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Start(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return w, s
}

func crawl(t *testing.T, w *Web, site Site) *crawler {
	c := &crawler{t: t, web: w, site: site, cap: 20, seen: map[string]bool{}}
	c.add(site.Start)
	if site.Script {
		c.addSitemap(site.Start + "sitemap.xml")
	}
	for len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.fetch(next)
	}
	return c
}

// add queues a URL of the site once; session ids are dropped, as a crawler that keeps to canonical URLs does.
func (c *crawler) add(raw string) {
	u, err := url.Parse(raw)
	if err != nil {
		c.t.Errorf("link %q: %v", raw, err)
		return
	}
	u.Fragment = ""
	if c.site.Session != "" {
		u.RawQuery = reorder(raw, c.site.Session)
	}
	if !strings.HasPrefix(u.String(), c.site.Start) || c.seen[u.String()] {
		return
	}
	c.seen[u.String()] = true
	c.queue = append(c.queue, u.String())
}

// reorder gives the query of a URL without one parameter and in the order it was written.
func reorder(raw, drop string) string {
	_, q, _ := strings.Cut(raw, "?")
	var keep []string
	for part := range strings.SplitSeq(q, "&") {
		if part != "" && !strings.HasPrefix(part, drop+"=") {
			keep = append(keep, part)
		}
	}
	return strings.Join(keep, "&")
}

func (c *crawler) addSitemap(at string) {
	body := get(c.t, at).text
	for _, part := range strings.Split(body, "<loc>")[1:] {
		loc, _, _ := strings.Cut(part, "</loc>")
		c.add(html.UnescapeString(loc))
	}
}

// get fetches a URL without following redirects.
func get(t *testing.T, at string) visit {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	v := visit{url: at, status: resp.StatusCode, ctype: resp.Header.Get("Content-Type"), body: body, text: string(body)}
	if resp.StatusCode/100 == 3 {
		v.text = resp.Header.Get("Location")
	}
	return v
}

func (c *crawler) fetch(at string) {
	if strings.Contains(at, calendarPath) {
		if c.traps++; c.traps > c.cap {
			return
		}
	}
	v := get(c.t, at)
	if v.status == http.StatusServiceUnavailable {
		v = get(c.t, at)
	}
	if v.status/100 == 3 {
		if to, err := url.Parse(at); err == nil {
			if to, err = to.Parse(v.text); err == nil {
				c.add(to.String())
			}
		}
		return
	}
	if !strings.HasPrefix(v.ctype, "text/html") {
		return
	}
	text, err := decode(c.site.Charset, v.body)
	if err != nil {
		c.t.Errorf("%s is not %s: %v", at, c.site.Charset, err)
	}
	v.text = text
	c.pages = append(c.pages, v)
	for _, l := range links(at, text) {
		c.add(l)
	}
}

// decode reads bytes as a charset and refuses what does not belong to it.
func decode(charset string, b []byte) (string, error) {
	out := b
	var err error
	switch charset {
	case "gb18030":
		out, err = simplifiedchinese.GB18030.NewDecoder().Bytes(b)
	case "big5":
		out, err = traditionalchinese.Big5.NewDecoder().Bytes(b)
	}
	if err == nil && bytes.ContainsRune(out, '\ufffd') {
		err = fmt.Errorf("replacement character at %d", bytes.IndexRune(out, '\ufffd'))
	}
	return string(out), err
}

// links gives the absolute addresses of anchors, frames, refreshes and forms.
func links(base, text string) []string {
	b, err := url.Parse(base)
	if err != nil {
		return nil
	}
	var out []string
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		tt := z.Next()
		if tt == html.ErrorToken {
			return out
		}
		if tt != html.StartTagToken && tt != html.SelfClosingTagToken {
			continue
		}
		tok := z.Token()
		for _, a := range tok.Attr {
			href := ""
			switch {
			case tok.Data == "a" && a.Key == "href", tok.Data == "frame" && a.Key == "src":
				href = a.Val
			case tok.Data == "meta" && a.Key == "content" && strings.Contains(a.Val, "url="):
				_, href, _ = strings.Cut(a.Val, "url=")
			}
			if href == "" || strings.HasPrefix(href, "javascript:") {
				continue
			}
			if u, err := b.Parse(href); err == nil {
				out = append(out, u.String())
			}
		}
	}
}
