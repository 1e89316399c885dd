//go:build proof

package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// fault is one behaviour of a server and what may become of its page: states or kinds of failure.
type fault struct {
	name string
	want []string
	do   func(w http.ResponseWriter, r *http.Request)
}

func markup(title, body string) string {
	return "<!doctype html><html><head><meta charset=utf-8><title>" + title + "</title></head><body>" + body + "</body></html>"
}

func say(w http.ResponseWriter, s string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, s) // the crawler may have left
}

// raw writes bytes as they are and closes the line.
func raw(answer string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		c, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		_, _ = buf.WriteString(answer) // the crawler may have left
		_ = buf.Flush()                // the same
	}
}

// slowly writes parts with a wait between, until the crawler leaves.
func slowly(head, part string, every time.Duration) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		c, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer c.Close()
		for _, err = buf.WriteString(head); err == nil; time.Sleep(every) {
			if _, err = buf.WriteString(part); err == nil {
				err = buf.Flush()
			}
		}
	}
}

const okHead = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"

// faults are the quick behaviours: one site has them all.
func faults() []fault {
	to := func(where string) func(http.ResponseWriter, *http.Request) {
		return raw("HTTP/1.1 302 Found\r\nLocation: " + where + "\r\nContent-Length: 0\r\n\r\n")
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write([]byte("<!doctype html><html><title>bomb</title><p>")) // into memory
	_, _ = z.Write(bytes.Repeat([]byte("<p>桂林</p>"), 4<<20))              // into memory
	_ = z.Close()                                                         // the same
	return []fault{
		{"ok", []string{"done"}, raw(okHead + "\r\n" + markup("ok", "桂林"))},
		{"length_too_long", []string{"truncated"}, raw(okHead + "Content-Length: 9000\r\n\r\n" + markup("cut", "桂林"))},
		{"length_negative", []string{"protocol"}, raw(okHead + "Content-Length: -5\r\n\r\nx")},
		{"chunk_cut", []string{"truncated"}, raw(okHead + "Transfer-Encoding: chunked\r\n\r\n400\r\n" + markup("cut", ""))},
		{"chunk_bad_size", []string{"protocol", "truncated"}, raw(okHead + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc")},
		{"no_status_line", []string{"protocol"}, raw(markup("no status", ""))},
		{"nothing", []string{"protocol", "connect", "truncated"}, raw("")},
		{"reset_after_head", []string{"truncated", "connect", "protocol"}, raw(okHead + "Content-Length: 500\r\n\r\n")},
		{"status_206", []string{"truncated"}, raw("HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\nContent-Range: bytes 0-9/100\r\nContent-Length: 10\r\n\r\n<p>0123456")},
		{"status_404", []string{"status", "gone"}, raw("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")},
		{"status_500", []string{"status"}, raw("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n")},
		{"jpeg_as_html", []string{"not_html"}, raw(okHead + "\r\n\xff\xd8\xff\xe0\x00\x10JFIF\x00" + strings.Repeat("\x01\x80\xfe", 600))},
		{"pdf", []string{"not_html"}, raw("HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4")},
		{"redirect_nowhere", []string{"redirect"}, raw("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")},
		{"redirect_self", []string{"redirect"}, to("/redirect_self")},
		{"redirect_javascript", []string{"redirect", "private"}, to("javascript:alert(1)")},
		{"redirect_file", []string{"redirect", "private"}, to("file:///etc/passwd")},
		{"redirect_lan", []string{"redirect", "private"}, to("http://192.168.1.1/")}, // a link outside the site: noted, never asked
		{"gzip_bomb", []string{"too_large"}, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes()) // the crawler may have left
		}},
		{"gzip_cut", []string{"truncated"}, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes()[:bomb.Len()/400]) // the crawler may have left
		}},
		{"endless", []string{"too_large"}, slowly(okHead+"\r\n", strings.Repeat("<p>桂林阳朔</p>", 8000), 0)},
		{"links_100k", []string{"done", "too_large"}, func(w http.ResponseWriter, _ *http.Request) {
			var b strings.Builder
			for i := range 100_000 {
				fmt.Fprintf(&b, "<a href=http://elsewhere.example/%d>x</a>", i)
			}
			say(w, markup("many links", b.String()))
		}},
		{"links_same", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) {
			say(w, markup("the same link", strings.Repeat("<a href=/ok>x</a>", 10_000)))
		}},
		{"deep_600", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) {
			say(w, markup("deep", strings.Repeat("<div>", 600)+"<a href=/deep_below>x</a>"))
		}},
		{"deep_below", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) { say(w, markup("below", "桂林")) }},
		{"deep_100k", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) {
			say(w, markup("very deep", strings.Repeat("<div>", 100_000)))
		}},
		{"attributes_300k", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) {
			var b strings.Builder
			for i := range 300_000 {
				b.WriteString(" a" + strconv.Itoa(i) + "=1")
			}
			say(w, markup("attributes", "<p"+b.String()+">x</p>"))
		}},
		{"line_9MB", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) { say(w, markup("one line", strings.Repeat("桂", 3<<20))) }},
		{"title_1MB", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) {
			say(w, markup(strings.Repeat("题", 350_000), ""))
		}},
		{"cookies_1000", []string{"done"}, func(w http.ResponseWriter, _ *http.Request) {
			for i := range 1000 {
				w.Header().Add("Set-Cookie", fmt.Sprintf("c%d=%s", i, strings.Repeat("v", 50)))
			}
			say(w, markup("cookies", ""))
		}},
		{"not_utf8", []string{"done", "charset"}, raw(okHead + "\r\n<title>a</title>" + strings.Repeat("\xff\xfe\x80", 99))},
		{"empty", []string{"done", "not_html", "truncated", "protocol"}, raw(okHead + "Content-Length: 0\r\n\r\n")},
	}
}

// traps are sites without an end; pages is how many may be stored of each.
func traps() map[string]func(w http.ResponseWriter, r *http.Request) {
	return map[string]func(w http.ResponseWriter, r *http.Request){
		"calendar": func(w http.ResponseWriter, r *http.Request) {
			d, err := time.Parse(time.DateOnly, r.URL.Query().Get("day"))
			if err != nil {
				d = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			say(w, markup("calendar "+d.String(), "<a href=/calendar?day="+d.AddDate(0, 0, 1).Format(time.DateOnly)+">next</a>"))
		},
		"session": func(w http.ResponseWriter, r *http.Request) {
			say(w, markup("session", fmt.Sprintf("<a href='/session?sid=%d'>again</a>", time.Now().UnixNano())))
		},
		"deeper": func(w http.ResponseWriter, r *http.Request) {
			say(w, markup("path "+r.URL.Path, "<a href='"+strings.TrimSuffix(r.URL.Path, "/")+"/a/b/'>on</a>"))
		},
		"soft404": func(w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(r.URL.Query().Get("n"))
			say(w, markup("not found", fmt.Sprintf("<p>sorry, that page is not here</p><a href='/soft404?n=%d'>x</a>", n+1)))
		},
	}
}

// counted counts requests by first part of the path.
type counted struct {
	mu   sync.Mutex
	hits map[string]int
	next http.Handler
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if name == "robots.txt" { // the faults are of pages
		http.NotFound(w, r)
		return
	}
	c.mu.Lock()
	c.hits[name]++
	c.mu.Unlock()
	c.next.ServeHTTP(w, r)
}
