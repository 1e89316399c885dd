package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"xunlu/app"
)

// slowSite is a site of n linked pages, a third of them route pages.
type slowSite struct {
	n    int
	mu   sync.Mutex
	hits map[string]int
}

func (s *slowSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.hits[r.URL.Path]++
	s.mu.Unlock()
	var k int
	if _, err := fmt.Sscanf(r.URL.Path, "/p/%d", &k); r.URL.Path != "/" && (err != nil || k >= s.n) {
		w.WriteHeader(404)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if k%3 == 1 {
		fmt.Fprintf(w, "<title>桂林阳朔%d日游 纯玩团</title><h1>桂林阳朔双飞%d日游</h1><p>市场价：¥%d 元/人起</p><h2>行程安排</h2><p>第一天 南宁—桂林</p><p>第二天 阳朔</p><p>第三天 返程</p><h2>费用包含</h2><p>住宿 门票 导游</p><h2>费用不含</h2><p>单房差 自理</p><p>出发日期：每周六 出发城市：南宁</p><p>预订须知 温馨提示</p>", 3+k%5, 3+k%5, 1000+k)
	} else {
		fmt.Fprintf(w, "<title>文章 %d</title><p>记者 小编 报道 %d</p>", k, k)
	}
	for _, j := range []int{2*k + 1, 2*k + 2} {
		if j < s.n {
			fmt.Fprintf(w, `<a href="/p/%d">下一页</a> `, j)
		}
	}
}

func serveSlow(t *testing.T, ip string, n int) (*slowSite, string) {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	s := &slowSite{n: n, hits: map[string]int{}}
	srv := &http.Server{Handler: s}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return s, "http://" + l.Addr().String() + "/"
}

// start starts this test binary as the program.
func start(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), "XUNLU_TEST_PROGRAM=1")
	return cmd
}

// TestKilledCrawl: a crawl killed with -9 at random moments goes on at each start; at the end it has the same pages and routes
// as an undisturbed one, none twice, and the stores agree.
func TestKilledCrawl(t *testing.T) {
	t.Parallel()            // mostly waits
	const n, kills = 250, 8 // `make crash` kills two hundred times
	_, calm := serveSlow(t, "127.0.4.1", n)
	_, rough := serveSlow(t, "127.0.4.2", n)
	want := crawlToEnd(t, t.TempDir(), calm)
	dir := t.TempDir()
	for i := range kills {
		cmd := start(t.Context(), t, "crawl", rough, "--delay", "2ms", "--data", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(40+rand.IntN(400)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil && !strings.Contains(err.Error(), "finished") {
			t.Fatalf("kill %d: %v", i, err)
		}
		_ = cmd.Wait() // killed on purpose
	}
	got := crawlToEnd(t, dir, rough)
	if got.Pages != want.Pages || got.Routes != want.Routes || want.Pages != n {
		t.Errorf("after %d kills %d pages and %d routes, undisturbed %d and %d", kills, got.Pages, got.Routes, want.Pages, want.Routes)
	}
	if code, out, errs := run(t, "check", "--data", dir); code != 0 {
		t.Errorf("check: %s %s", out, errs)
	}
}

func crawlToEnd(t *testing.T, dir, u string) app.Summary {
	t.Helper()
	out, err := start(t.Context(), t, "crawl", u, "--delay", "0s", "--json", "--data", dir).Output()
	if err != nil {
		t.Fatalf("crawl: %v", err)
	}
	var s app.Summary
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatalf("summary %q: %v", out, err)
	}
	return s
}

// TestBesideACrawl: while a crawl holds the data folder, reading commands are answered by it and writing ones say who holds it.
func TestBesideACrawl(t *testing.T) {
	_, u := serveSlow(t, "127.0.4.3", 200)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := start(ctx, t, "crawl", u, "--delay", "50ms", "--data", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(20 * time.Second)
	for {
		code, out, _ := run(t, "search", "桂林", "--json", "--data", dir)
		var found app.Found
		if code == 0 && json.Unmarshal([]byte(out), &found) == nil && found.Total > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("search is not answered beside a running crawl")
		}
		time.Sleep(50 * time.Millisecond)
	}
	if code, _, errs := run(t, "sites", "add", "http://agency.example/", "--data", dir); code != 1 || !strings.Contains(errs, "in use") {
		t.Errorf("a writing command: code %d, %q", code, errs)
	}
	cancel()
	_ = cmd.Wait() // killed on purpose
}
