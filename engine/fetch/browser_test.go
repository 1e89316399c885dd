package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

// scripted is a site that is nothing without its script.
const scripted = `<!doctype html><meta charset="gb2312"><title>x</title><div id="app">…</div><script src="/app.js"></script>`

func scriptSite(t *testing.T, asked *atomic.Int64) (base, host string) {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/app.js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			io.WriteString(w, `fetch("/data.json?from="+encodeURIComponent(location.pathname)).then(r=>r.json()).then(d=>{
				document.title=d.title; document.getElementById("app").innerHTML="<h1>"+d.title+"</h1><a href='/line/7'>"+d.next+"</a>"+("<p>"+d.text+"</p>").repeat(30)})`)
		case "/data.json":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"title":"漓江三日游 %s","next":"下一条","text":"第一天 乘船游览漓江"}`, r.URL.Query().Get("from"))
		case "/robots-says-no.json":
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{}`)
		default:
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("ETag", `"frame"`)
			io.WriteString(w, scripted)
		}
	})
}

func browser(t *testing.T, change ...func(*fetch.BrowserOptions)) *fetch.Browser {
	t.Helper()
	dir, err := os.MkdirTemp("", "b") // t.TempDir's names are too long for a browser's sockets
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	t.Setenv("TMPDIR", dir) // the profile's place, looked at in the end
	var o fetch.BrowserOptions
	for _, c := range change {
		c(&o)
	}
	b := fetch.NewBrowser(t.Context(), plain(t), o)
	t.Cleanup(func() {
		b.Close()
		if left := browserProcesses(t, dir); len(left) > 0 {
			t.Errorf("processes left behind: %q", left)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) > 0 {
			t.Errorf("files left behind: %q, %v", left, err)
		}
	})
	return b
}

// browserProcesses lists the processes whose profile lies in dir; main ones carry no --type.
func browserProcesses(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		line, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if err == nil && strings.Contains(string(line), "--user-data-dir="+dir) {
			all = append(all, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return all
}

// idle is when the browser of TestBrowser ends by itself: longer than anything between two of its pages.
const idle = 2 * time.Second

// TestBrowser uses one browser for all, as a crawl does; the page that hangs comes last, since it costs the process.
func TestBrowser(t *testing.T) {
	b := browser(t, func(o *fetch.BrowserOptions) { o.Timeout, o.MaxBytes, o.Idle = 3*time.Second, 200<<10, idle })
	t.Run("builds pages", func(t *testing.T) { buildsPages(t, b) })
	t.Run("keeps a site's access", func(t *testing.T) { keepsAccess(t, b) })
	t.Run("reaches nothing else", func(t *testing.T) { reachesNothingElse(t, b) })
	t.Run("keeps limits", func(t *testing.T) { keepsLimits(t, b) })
	for len(browserProcesses(t, os.Getenv("TMPDIR"))) > 0 { // it rests; the test's own time limit ends the wait
		time.Sleep(20 * time.Millisecond)
	}
}

func buildsPages(t *testing.T, b *fetch.Browser) {
	var asked atomic.Int64
	base, host := scriptSite(t, &asked)
	for i := range 3 {
		at := fmt.Sprintf("%s/line/%d", base, i)
		resp, failed := b.Fetch(t.Context(), fetch.Request{URL: at, Private: []string{host}})
		want(t, failed, "")
		body := string(resp.Body)
		for _, part := range []string{fmt.Sprintf("<h1>漓江三日游 /line/%d</h1>", i), `href="/line/7"`, "第一天 乘船游览漓江"} {
			if !strings.Contains(body, part) {
				t.Errorf("page %d lacks %q: %.300s", i, part, body)
			}
		}
		h := resp.Header
		if !resp.Rendered || h.Get("ETag") != "" || h.Get(fetch.RenderedHeader) != "1" || h.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("page %d: rendered %v, header %v", i, resp.Rendered, h)
		}
	}
	// Each page and its data once, the script once for all.
	if n := asked.Load(); n != 3+3+1 {
		t.Errorf("%d requests, want 7", n)
	}
	main := 0
	for _, line := range browserProcesses(t, os.Getenv("TMPDIR")) {
		if !strings.Contains(line, "--type=") && !strings.Contains(line, "crashpad") {
			main++
		}
	}
	if main != 1 || b.Starts() != 1 {
		t.Errorf("%d browsers run, %d were started, want 1", main, b.Starts())
	}
}

// keepsAccess: a site's own name and headers go with what its pages load, and its scripts see the name; the next site has none of it.
func keepsAccess(t *testing.T, b *fetch.Browser) {
	var mu sync.Mutex
	got := map[string]http.Header{}
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		got[r.URL.Path] = r.Header.Clone()
		mu.Unlock()
		if r.URL.Path == "/data" {
			io.WriteString(w, strings.Repeat("第一天 乘船游览漓江。", 30))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, `<title>x</title><p id=a></p><script>fetch("/data").then(r=>r.text()).then(d=>{a.textContent=navigator.userAgent+d})</script>`)
	})
	own := accessOf(t, storage.Access{Agent: "YunlingBot/2", Headers: []storage.Header{{Name: "X-Partner", Value: "yl"}}}, nil, host)
	for _, c := range []struct {
		a              *fetch.Access
		agent, partner string
	}{{own, "YunlingBot/2", "yl"}, {nil, "Xunlu/0.1", ""}} {
		resp, failed := b.Fetch(t.Context(), fetch.Request{URL: base + "/", Access: c.a, Private: []string{host}})
		want(t, failed, "")
		if resp == nil || !strings.Contains(string(resp.Body), c.agent) {
			t.Errorf("scripts do not see %s", c.agent)
		}
		for _, path := range []string{"/", "/data"} {
			if h := got[path]; !strings.Contains(h.Get("User-Agent"), c.agent) || h.Get("X-Partner") != c.partner {
				t.Errorf("%s of %s: %v", path, c.agent, h)
			}
		}
	}
}

// reachesNothingElse: whatever a page tries, only what is allowed leaves, and only through Plain.
func reachesNothingElse(t *testing.T, b *fetch.Browser) {
	var strange atomic.Int64
	_, inner := serve(t, func(w http.ResponseWriter, r *http.Request) {
		strange.Add(1)
		w.Header().Set("Access-Control-Allow-Origin", "*")
		io.WriteString(w, "secret")
	})
	raw, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	go func() {
		for {
			c, err := raw.Accept()
			if err != nil {
				return
			}
			strange.Add(1)
			c.Close()
		}
	}()
	paths := make(chan string, 100)
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		paths <- r.URL.Path
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<body><img src="/i.png"><iframe src="/frame"></iframe><iframe src="http://%[1]s/f"></iframe><link rel="stylesheet" href="/s.css"><script>
			const log = x => document.body.appendChild(document.createElement("p")).textContent = x;
			const a = document.createElement("a"); a.href = "/file.zip"; a.download = "file.zip"; document.body.appendChild(a); a.click();
			new Image().src = "http://%[1]s/beacon"; navigator.sendBeacon("http://%[1]s/beacon2", "x");
			try { new WebSocket("ws://%[2]s/ws").onerror = () => log("socket refused") } catch (e) { log("socket refused") }
			try { new EventSource("http://%[1]s/events") } catch (e) {}
			fetch("http://%[1]s/secret").then(r => r.text()).then(log, e => log("inner refused"));
			fetch("http://localhost.test/").then(r => r.text()).then(log, e => log("name refused"));
			fetch("/forbidden.json").then(r => r.text()).then(log, e => log("robots refused"));
			fetch("/allowed.json", {method: "POST", body: "q=1"}).then(r => r.text()).then(log);
			alert("stop"); window.open("http://%[1]s/popup"); log("after the dialog");
			</script><script src="http://%[1]s/x.js"></script></body>`, inner, raw.Addr())
		case "/allowed.json":
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			fmt.Fprintf(w, "posted %s %s", body, r.Header.Get("User-Agent"))
		default:
			io.WriteString(w, "x")
		}
	})
	resp, failed := b.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host},
		Part: func(_ context.Context, url string, _ bool) bool { return !strings.Contains(url, "/forbidden") }})
	want(t, failed, "")
	body := string(resp.Body)
	for _, part := range []string{"socket refused", "inner refused", "name refused", "robots refused", "posted q=1 Xunlu/0.1", "after the dialog"} {
		if !strings.Contains(body, part) {
			t.Errorf("the page lacks %q: %s", part, body[strings.Index(body, "</script>"):])
		}
	}
	if n := strange.Load(); n != 0 {
		t.Errorf("%d connections to private addresses", n)
	}
	close(paths)
	for p := range paths {
		if p != "/" && p != "/allowed.json" {
			t.Errorf("the page loaded %s", p)
		}
	}
}

func keepsLimits(t *testing.T, b *fetch.Browser) {
	base, host := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, map[string]string{
			"/hang":  `<p>text</p><script>setTimeout(() => { for (;;) {} }, 50)</script>`,
			"/poll":  `<p>` + strings.Repeat("九寨沟双飞四日游 ", 40) + `</p><script>setInterval(() => fetch("/x"), 20)</script>`,
			"/huge":  `<p>grows</p><script>for (let i = 0; i < 9000; i++) document.body.appendChild(document.createElement("p")).textContent = "x".repeat(40)</script>`,
			"/away":  `<p>moving</p><script>location.href = "/new?a=1#top"</script>`,
			"/again": `<script>if (!document.cookie) { document.cookie = "a=1"; location.reload() } else document.write("<p>" + "后来的内容".repeat(60))</script>`,
			"/loop":  `<p>round and round</p><script>location.reload()</script>`,
		}[r.URL.Path])
	})
	for _, c := range []struct {
		path string
		kind storage.Failure
		text string // in the body, or where it leads
	}{
		{"/poll", "", "九寨沟双飞四日游"},
		{"/away", storage.FailRedirect, "/new?a=1"},
		{"/again", "", "后来的内容"},
		{"/loop", "", "round and round"},
		{"/huge", storage.FailTooLarge, ""},
		{"/hang", storage.FailTimeout, ""},
		{"/poll", "", "九寨沟双飞四日游"},
	} {
		resp, failed := b.Fetch(t.Context(), fetch.Request{URL: base + c.path, Private: []string{host}})
		if failed != nil && failed.Kind != c.kind || failed == nil && c.kind != "" {
			t.Errorf("%s: %v, want %q", c.path, failed, c.kind)
			continue
		}
		switch {
		case c.kind == storage.FailRedirect && failed.Location != base+c.text:
			t.Errorf("%s leads to %q", c.path, failed.Location)
		case c.kind == "" && !strings.Contains(string(resp.Body), c.text):
			t.Errorf("%s: %s", c.path, resp.Body)
		}
	}
}

func TestBrowserRecycles(t *testing.T) {
	var asked atomic.Int64
	base, host := scriptSite(t, &asked)
	var weight uint64
	b := browser(t, func(o *fetch.BrowserOptions) {
		o.Pages, o.MaxMemory, o.Idle = 2, 100, time.Hour
		o.Memory = func(pid int) (uint64, error) {
			_, err := os.Stat(fmt.Sprintf("/proc/%d", pid))
			return weight, err
		}
	})
	for i, c := range []struct {
		weight uint64
		starts int
		runs   bool // afterwards
	}{{100, 1, true}, {100, 1, false}, {101, 2, false}} {
		weight = c.weight
		_, failed := b.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}})
		want(t, failed, "")
		if n, runs := b.Starts(), len(browserProcesses(t, os.Getenv("TMPDIR"))) > 0; n != c.starts || runs != c.runs {
			t.Errorf("after page %d: %d started, one runs: %v; want %d and %v", i+1, n, runs, c.starts, c.runs)
		}
	}
}

func TestNoBrowser(t *testing.T) {
	var asked atomic.Int64
	base, host := scriptSite(t, &asked)
	notOne := filepath.Join(t.TempDir(), "chrome")
	if err := os.WriteFile(notOne, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "none"), notOne} {
		b := fetch.NewBrowser(t.Context(), plain(t), fetch.BrowserOptions{Path: path})
		for range 2 {
			_, failed := b.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}})
			if failed == nil || !errors.Is(failed, fetch.ErrNoBrowser) {
				t.Errorf("%s: %v", path, failed)
			}
		}
		b.Close()
		if _, failed := b.Fetch(t.Context(), fetch.Request{URL: base + "/", Private: []string{host}}); failed == nil || errors.Is(failed, fetch.ErrNoBrowser) {
			t.Errorf("after Close: %v", failed)
		}
	}
}
