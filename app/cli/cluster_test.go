package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"xunlu/app"
)

// watched is a site that counts who asks for what at the same time.
type watched struct {
	slowSite
	latency time.Duration
	active  int
	peak    int
}

func (w *watched) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.active++
	w.peak = max(w.peak, w.active)
	w.mu.Unlock()
	time.Sleep(w.latency) // the network between
	w.slowSite.ServeHTTP(rw, r)
	w.mu.Lock()
	w.active--
	w.mu.Unlock()
}

// twice counts the pages that were asked for more than once.
func (w *watched) twice() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for k, h := range w.hits {
		if h > 1 && k != "/robots.txt" {
			n += h - 1
		}
	}
	return n
}

func serveWatched(t *testing.T, ip string, n int, latency time.Duration) (*watched, string) {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	s := &watched{slowSite: slowSite{n: n, hits: map[string]int{}}, latency: latency}
	srv := &http.Server{Handler: s}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return s, "http://" + l.Addr().String() + "/"
}

// bureau is a coordinator and its nodes, each a process of its own.
type bureau struct {
	t      *testing.T
	dir    string
	listen string
	more   []string // how other PCs reach it
	sites  []*watched
	urls   []string
	coord  *exec.Cmd
	join   string
}

// openBureau makes sites of n pages each and a coordinator that knows them.
func openBureau(t *testing.T, net string, sites, n int, latency time.Duration) *bureau {
	t.Helper()
	b := &bureau{t: t, dir: t.TempDir(), listen: freePort(t)}
	for i := range sites {
		s, u := serveWatched(t, fmt.Sprintf("127.0.%s.%d", net, i+1), n, latency)
		b.sites, b.urls = append(b.sites, s), append(b.urls, u)
	}
	b.run(append([]string{"sites", "add"}, b.urls...)...)
	var list []app.SiteRow
	b.json(&list, "sites", "list")
	for _, s := range list {
		b.run("sites", "set", s.ID, "--delay", "0s")
	}
	b.more = []string{"--nodes", b.listen}
	b.serve()
	return b
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (b *bureau) run(args ...string) string {
	b.t.Helper()
	code, out, errs := run(b.t, append(args, "--data", b.dir)...)
	if code != 0 {
		b.t.Fatalf("%s: %s %s", strings.Join(args, " "), out, errs)
	}
	return out
}

func (b *bureau) json(into any, args ...string) bool {
	code, out, _ := run(b.t, append(args, "--json", "--data", b.dir)...)
	return code == 0 && json.Unmarshal([]byte(out), into) == nil
}

// serve starts the coordinator and waits until it answers.
func (b *bureau) serve() {
	b.t.Helper()
	b.coord = b.start("coordinator", append([]string{"serve", "--crawl=false", "--data", b.dir}, b.more...)...)
	said := b.coord.Stdout.(*os.File).Name()
	b.until(time.Minute, "the coordinator answers", func() bool { // not asked before: a command would open the folder itself
		data, err := os.ReadFile(said)
		return err == nil && strings.Contains(string(data), "serving until")
	})
}

func (b *bureau) start(name string, args ...string) *exec.Cmd {
	b.t.Helper()
	cmd := start(context.Background(), b.t, args...)
	log, err := os.Create(filepath.Join(b.t.TempDir(), name+".log"))
	if err != nil {
		b.t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		kill(cmd)
		if b.t.Failed() {
			data, _ := os.ReadFile(log.Name())
			b.t.Logf("%s said:\n%s", name, data[:min(len(data), 3000)])
		}
	})
	return cmd
}

// kill ends a process with -9.
func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()         // killed on purpose
}

var joinForm = regexp.MustCompile(`--join (\S+)`)

// token adds a node and gives the path of its token file.
func (b *bureau) token(name string, more ...string) string {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), name+".token")
	out := b.run(append([]string{"nodes", "add", name, "--out", file}, more...)...)
	m := joinForm.FindStringSubmatch(out)
	if m == nil {
		b.t.Fatalf("nodes add says %q", out)
	}
	b.join = m[1]
	return file
}

// node starts a node's process; at is another address than the coordinator's, for a line that can be cut.
func (b *bureau) node(name, token, at string) *exec.Cmd {
	join := b.join
	if at != "" {
		_, print, _ := strings.Cut(join, "#")
		join = at + "#" + print
	}
	return b.start(name, "node", "--join", join, "--token-file", token, "--browser", "off")
}

func (b *bureau) until(most time.Duration, what string, ok func() bool) {
	b.t.Helper()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(most); !ok(); {
		select {
		case <-tick.C:
		case <-deadline:
			b.t.Fatalf("not within %s: %s", most, what)
		}
	}
}

// state gives pages, routes and what is still to do.
func (b *bureau) state() (pages, routes, open int) {
	var rows []app.SiteRow
	if !b.json(&rows, "sites", "list") {
		return 0, 0, -1
	}
	for _, r := range rows {
		pages, routes = pages+r.Count.Pages, routes+r.Count.Routes
		open += r.Status.Queued + r.Status.Waiting + r.Status.Leased
	}
	return pages, routes, open
}

func (b *bureau) end(most time.Duration) (pages, routes int) {
	b.t.Helper()
	b.until(most, "the crawl ends", func() bool {
		var open int
		pages, routes, open = b.state()
		return open == 0 && pages > 0
	})
	return pages, routes
}

// TestNodes: a coordinator and two nodes, each a process: every page once, no host at two nodes at once, one node killed with
// -9 on the way and started again; a removed node ends and says why; the stores agree.
func TestNodes(t *testing.T) {
	const sites, n = 4, 40
	b := openBureau(t, "6", sites, n, 10*time.Millisecond)
	one, two := b.token("one"), b.token("two")
	first := b.node("one", one, "")
	second := b.node("two", two, "")
	b.until(time.Minute, "a third is crawled", func() bool { pages, _, _ := b.state(); return pages > sites*n/3 })
	kill(first)
	b.node("one again", one, "")
	pages, routes := b.end(2 * time.Minute)
	if pages != sites*n || routes != sites*((n+1)/3) {
		t.Errorf("%d pages and %d routes, want %d and %d", pages, routes, sites*n, sites*((n+1)/3))
	}
	for _, s := range b.sites {
		if s.peak > 1 {
			t.Errorf("%d requests of one host at the same time", s.peak)
		}
		if again := s.twice(); again > 8 {
			t.Errorf("%d pages were asked for again, more than the killed node can have held", again)
		}
	}
	b.run("nodes", "remove", "two")
	ended := make(chan error, 1)
	go func() { ended <- second.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("a removed node ended well, it should say why and fail")
		}
	case <-time.After(time.Minute):
		t.Error("a removed node goes on")
	}
	kill(b.coord)
	b.run("check")
}
