package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"xunlu/app"
)

const tour = `<!doctype html><meta charset=utf-8><title>桂林阳朔漓江双飞5日游</title><h1>桂林阳朔漓江双飞5日游</h1>
<table><tr><th>出发地</th><td>上海</td></tr><tr><th>目的地</th><td>桂林、阳朔</td></tr><tr><th>行程天数</th><td>5天4晚</td></tr></table>
<p>价格：2380元/人起 天天发团 立即预订</p><h2>行程安排</h2><h3>第1天 上海—桂林</h3><p>含晚餐，住桂林。</p><h3>第2天 桂林—阳朔</h3><p>游漓江。</p>
<h2>费用包含</h2><p>往返机票、四星酒店、导游服务。</p><h2>费用不含</h2><p>单房差、自费项目。</p><h2>预订须知</h2><p>请提前三天报名，签订旅游合同。</p>
<a href="/p/1">下一页</a><a href="http://elsewhere.example/">外</a>`

// library is an empty one.
func library(t *testing.T, paused bool) *app.App {
	t.Helper()
	a, err := app.Open(context.Background(), app.Options{Dir: t.TempDir(), Create: true, Paused: paused, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// show serves a library.
func show(t *testing.T, a *app.App) *Server {
	t.Helper()
	s, err := Serve(t.Context(), a, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// serve opens a library that holds these pages, and shows it.
func serve(t *testing.T, pages ...string) *Server {
	t.Helper()
	a := library(t, true)
	var b bytes.Buffer
	for i, p := range pages {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + p
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://tours.example/p/%d\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, len(block), block)
	}
	name := filepath.Join(t.TempDir(), "p.warc")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := a.ImportWARC(t.Context(), name); err != nil || got.Pages != len(pages) {
		t.Fatalf("%+v, %v", got, err)
	}
	if err := a.Indexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return show(t, a)
}

// ask gets a path with the token.
func ask(t *testing.T, s *Server, path string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Addr()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

func firstID(t *testing.T, s *Server) uint64 {
	t.Helper()
	_, body := ask(t, s, "/api/search?q=guilin&days_min=5&facets=1")
	var found app.Found
	if err := json.Unmarshal([]byte(body), &found); err != nil || found.Total != 1 || found.Routes[0].Price != 2380 || len(found.Facets["to"]) == 0 || len(found.Routes[0].Itinerary) != 0 {
		t.Fatalf("%s, %v", body, err)
	}
	return found.Routes[0].ID
}

// TestAPI: search, route, tour and copy; the token; wrong questions.
func TestAPI(t *testing.T) {
	s := serve(t, tour, "<!doctype html><title>新闻</title><p>本报讯")
	id := firstID(t, s)
	if _, body := ask(t, s, fmt.Sprintf("/api/route/%d", id)); !strings.Contains(body, `"n":2`) || !strings.Contains(body, `"prices":[{`) {
		t.Errorf("route %s", body)
	}
	if _, body := ask(t, s, fmt.Sprintf("/api/tour/%d", id)); !strings.Contains(body, `"offers":[{`) {
		t.Errorf("tour %s", body)
	}
	resp, body := ask(t, s, fmt.Sprintf("/copy/%d", id))
	if !strings.Contains(body, "桂林阳朔漓江双飞5日游</h1>") || !strings.Contains(body, `<a href="/copy/`) || strings.Contains(body, "elsewhere") || !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "sandbox; default-src 'none'") {
		t.Errorf("copy %v %s", resp.Header, body)
	}
	for path, want := range map[string]int{"/": 200, "/app.js": 200, "/app.css": 200, "/api/search?days_min=x": 400, "/api/search?limit=9999": 400, "/api/search?sort=odd": 400, "/api/route/0": 404,
		"/api/route/x": 400, "/copy/99999": 404, "/nothing": 404, "/copy/../../etc/passwd": 404} {
		if resp, body := ask(t, s, path); resp.StatusCode != want {
			t.Errorf("%s: %d, want %d: %s", path, resp.StatusCode, want, body)
		}
	}
	for _, path := range []string{"/", "/api/search?q=x", fmt.Sprintf("/copy/%d", id), "/?token=wrong", "/?token="} {
		resp, err := http.Get("http://" + s.Addr() + path)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s without the token: %d, %v", path, resp.StatusCode, err)
		}
	}
	if resp, err := http.Post(s.URL(), "text/plain", nil); err != nil || resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %+v, %v", resp, err)
	} else if err := resp.Body.Close(); err != nil {
		t.Error(err)
	}
}

// TestLAN: an address that others reach is refused unless it was allowed.
func TestLAN(t *testing.T) {
	for _, listen := range []string{":0", "0.0.0.0:0", "192.168.1.2:0", "[::]:0"} {
		if _, err := Serve(t.Context(), nil, Options{Listen: listen}); !errors.Is(err, ErrLAN) {
			t.Errorf("%s: %v", listen, err)
		}
	}
}

// TestHarmless looks at what is left of a page.
func TestHarmless(t *testing.T) {
	none := func(string) string { return "" }
	for _, c := range []struct{ in, want, not string }{
		{`<p style="color:red" onclick=x()>a</p>`, `<p style="color:red">a</p>`, "onclick"},
		{`<p style="background:\75rl(http://e.example)">a</p>`, `<p style="">a</p>`, "e.example"},
		{`<img src="data:image/png;base64,AA=="><img src="data:image/svg+xml;base64,AA==">`, `data:image/png;base64,AA==`, "svg"},
		{`<a href="#top">a</a><a name=top>b</a>`, `<a href="#copy-top">a</a><a id="copy-top">b</a>`, ""},
		{`<form action=/x><input value=游客><button>go</button></form>`, `<span><span>游客</span><span>go</span></span>`, "action"},
		{`<frameset><frame src=http://e.example></frameset>`, `<span></span>`, "e.example"},
		{`<title></title><style>p{color:red}</style><style>@import "x"</style>`, `<style>p{color:red}</style><style></style>`, "import"},
		{strings.Repeat("<div>", 600) + "深", "深", "<div"},
	} {
		got := string(harmless([]byte(c.in), "http://a.example/", none, none))
		if !strings.Contains(got, c.want) || c.not != "" && strings.Contains(got, c.not) {
			t.Errorf("%.80s:\n%.300s", c.in, got)
		}
	}
}

// hostile are pages that want to run, load, leave or send. x() is what the tests listen for.
func hostile() []string {
	return []string{`<script>x()</script>`, `<img src=x onerror=x()>`, `<svg onload=x()></svg>`, `<svg><script>x()</script></svg>`, `<svg><a xlink:href="javascript:x()"><text>a</text></a></svg>`,
		`<iframe src="http://evil.example/f"></iframe>`, `<iframe srcdoc="<script>parent.x()</script>"></iframe>`, `<object data=http://evil.example/o></object>`, `<embed src=http://evil.example/e>`,
		`<base href="http://evil.example/"><img src=b.gif>`, `<meta http-equiv=refresh content="0;url=http://evil.example/m">`, `<link rel=stylesheet href=http://evil.example/x.css>`,
		`<link rel="prefetch dns-prefetch preconnect" href=http://evil.example/p>`, `<style>@import url(http://evil.example/i);body{background:url(http://evil.example/s)}</style>`,
		`<div style="background:url(http://evil.example/t.gif)">a</div>`, `<img srcset="http://evil.example/a 1x">`, `<picture><source srcset=http://evil.example/q><img></picture>`,
		`<video autoplay poster=http://evil.example/p src=http://evil.example/v></video>`, `<audio src=http://evil.example/a autoplay onerror=x()></audio>`,
		`<form action=http://evil.example/form id=f><input autofocus onfocus=x()></form><script>f.submit()</script>`, `<body onload=x() background=http://evil.example/b>`,
		`<details open ontoggle=x()>a</details>`, `<marquee onstart=x()>a</marquee>`, `<math><mtext></mtext><script>x()</script></math>`, `<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>`,
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x()&gt;">`, `<svg></p><style><a id="</style><img src=1 onerror=x()>">`,
		`<img src=http://evil.example/track.gif>`, `<template><script>x()</script></template>`, `<p style="animation:a" onanimationstart=x()>a<style>@keyframes a{}</style>`}
}

// inChromium opens the pages in one browser, once as Xunlu shows them and once as they came, and counts what ran and what
// left. All the browser's connections but those to this server go through a proxy that counts them.
func inChromium(t *testing.T, pages []string) {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is not installed; make test installs it")
	}
	run := `<script>var x=window.x=function(){top.postMessage('ran','*');new Image().src='http://evil.example/ran'}</script>`
	armed := make([]string, len(pages))
	for i, p := range pages {
		armed[i] = "<!doctype html><meta charset=utf-8>" + run + strings.ReplaceAll(p, "evil.test", "evil.example")
	}
	s := serve(t, armed...)
	var mu sync.Mutex
	left := []string{}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if mu.Lock(); strings.Contains(r.Host, "evil") { // the browser's own errands are not the page's
			left = append(left, r.Host+" "+r.RequestURI)
		}
		mu.Unlock()
		http.Error(w, "no", http.StatusNotFound)
	}))
	defer proxy.Close()
	for _, safe := range []bool{true, false} {
		var index strings.Builder
		index.WriteString("<!doctype html><p id=o></p><script>onmessage=e=>o.textContent+='R'+'AN '</script>")
		if !safe {
			armed = armed[:min(len(armed), controls)] // pages that run what they like keep a browser busy
		}
		for i, p := range armed {
			if safe {
				id, ok := s.app.CopyOf(fmt.Sprintf("http://tours.example/p/%d", i), "utf-8")
				if !ok {
					t.Fatalf("page %d is not stored", i)
				}
				fmt.Fprintf(&index, "<iframe src='/copy/%d?token=%s'></iframe>", id, s.token)
			} else {
				fmt.Fprintf(&index, "<iframe srcdoc=\"%s\"></iframe>", html.EscapeString(p))
			}
		}
		mux := http.NewServeMux()
		mux.HandleFunc("/index", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, index.String())
		})
		mux.Handle("/", s.http.Handler)
		front := httptest.NewServer(mux)
		mu.Lock()
		left = left[:0]
		mu.Unlock()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		out, err := exec.CommandContext(ctx, chromium, "--headless", "--lang=zh-CN", "--accept-lang=zh-CN", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-features=IsolateSandboxedIframes", "--renderer-process-limit=1", "--no-first-run", "--disable-background-networking", "--disable-component-update",
			"--disable-sync", "--user-data-dir="+t.TempDir(), "--proxy-server="+proxy.URL, "--proxy-bypass-list=127.0.0.1", "--virtual-time-budget=4000", "--dump-dom", front.URL+"/index").Output()
		cancel()
		front.Close()
		if err != nil {
			t.Fatalf("chromium: %v", err)
		}
		mu.Lock()
		ran, gone := strings.Count(string(out), "RAN"), len(left)
		if safe && (ran > 0 || gone > 0) {
			t.Errorf("%d scripts ran, %d requests left: %v", ran, gone, left)
		}
		if !safe && (ran == 0 || gone == 0) {
			t.Errorf("the same pages as they came: %d scripts ran, %d requests left; the test sees nothing", ran, gone)
		}
		t.Logf("%d pages, as Xunlu shows them %v: %d scripts ran, %d requests left", len(pages), safe, ran, gone)
		mu.Unlock()
	}
}

// controls is how many of the pages are opened as they came, to see that the test would see.
const controls = 30

func TestHostileCopies(t *testing.T) { inChromium(t, hostile()) }

// TestConformanceHostileCopies opens the payloads of the shared collection.
func TestConformanceHostileCopies(t *testing.T) {
	data, err := os.ReadFile("../../../shared/cases/security/snapshot_active_content.json")
	if err != nil {
		t.Skip("the collection of payloads is not beside this repository")
	}
	var payloads []string
	if err := json.Unmarshal(data, &payloads); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile("../../../shared/cases/security/dompurify_expect.json"); err == nil {
		var more []struct{ Payload string }
		if err := json.Unmarshal(data, &more); err != nil {
			t.Fatal(err)
		}
		for _, m := range more {
			payloads = append(payloads, strings.ReplaceAll(m.Payload, "alert(", "x("))
		}
	}
	inChromium(t, payloads)
}

// TestPageInChromium drives the search page: it asks the API and lists what was found.
func TestPageInChromium(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium is not installed; make test installs it")
	}
	s := serve(t, tour)
	id := firstID(t, s)
	out, err := exec.CommandContext(t.Context(), chromium, "--headless", "--lang=zh-CN", "--accept-lang=zh-CN", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--window-size=390,844", "--virtual-time-budget=3000", "--dump-dom", fmt.Sprintf("%s#%d", s.URL(), id)).Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	for _, want := range []string{"1 条线路", `<span class="p">¥2380</span>`, "上海 → 桂林、阳朔 · 5天", "<h2>桂林阳朔漓江双飞5日游</h2>", "第2天", "往返机票"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the page does not show %q:\n%s", want, out)
		}
	}
}

// TestControl starts, pauses and adds from the owner's page, and sees that nobody else's page can.
func TestControl(t *testing.T) {
	reader := serve(t, tour)
	owner, err := Serve(t.Context(), reader.app, Options{Control: true, Log: reader.log})
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	post := func(s *Server, header bool, body string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.Addr()+"/api/intent", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+s.token)
		if header {
			req.Header.Set(intentHeader, "1")
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(text)
	}
	if code, _ := post(reader, true, `{"do":"start"}`); code != http.StatusMethodNotAllowed {
		t.Errorf("a page that only shows took an intent: %d", code)
	}
	if code, _ := post(owner, false, `{"do":"start"}`); code != http.StatusMethodNotAllowed {
		t.Errorf("an intent without its header, as a foreign page could send it, was taken: %d", code)
	}
	for _, want := range []bool{false, true} {
		do := map[bool]string{false: "start", true: "pause"}[want]
		code, text := post(owner, true, `{"do":"`+do+`"}`)
		var got statusAnswer
		if err := json.Unmarshal([]byte(text), &got); err != nil || code != http.StatusOK || got.Paused != want || !got.Control || got.Routes != 1 {
			t.Errorf("%s: %d %s %v", do, code, text, err)
		}
	}
	for _, bad := range []string{`{"do":"delete"}`, `{"do":"add","url":""}`, `{"do":"add","url":"not an address"}`, `{`, `{"what":1}`} {
		if code, text := post(owner, true, bad); code != http.StatusBadRequest || !strings.Contains(text, "error") {
			t.Errorf("%s was answered %d %s", bad, code, text)
		}
	}
	before := len(reader.app.Snapshot().Sites)
	if code, text := post(owner, true, `{"do":"add","url":"https://new.example/"}`); code != http.StatusOK || len(reader.app.Snapshot().Sites) != before+1 {
		t.Errorf("adding a site: %d %s", code, text)
	}
	if _, err := Serve(t.Context(), reader.app, Options{Control: true, LAN: true, Listen: "127.0.0.1:0", Log: reader.log}); err == nil {
		t.Error("control was allowed together with other computers")
	}
}
