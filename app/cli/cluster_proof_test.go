//go:build proof

package cli

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"sync"
	"testing"
	"time"

	"xunlu/app"
)

// TestClusterProof are the long proofs of `make cluster-proof`: each on a web of its own, with processes that are killed and
// lines that are cut.
func TestClusterProof(t *testing.T) {
	t.Run("ten thousand pages", tenThousand)
	t.Run("a change within a second", changeTold)
	t.Run("what NATS costs", natsCost)
	t.Run("a NATS cluster of one's own", ownCluster)
	t.Run("a node killed a hundred times", nodeKilled)
	t.Run("the coordinator killed twenty times", coordinatorKilled)
	t.Run("the line cut twice", lineCut)
	t.Run("two nodes against one", twoAgainstOne)
}

// same compares with what a single PC finds of the same sites.
func (b *bureau) same(t *testing.T, n, pages, routes int) {
	t.Helper()
	if want := len(b.sites) * n; pages != want || routes != len(b.sites)*((n+1)/3) {
		t.Errorf("%d pages and %d routes, want %d and %d", pages, routes, want, len(b.sites)*((n+1)/3))
	}
	twice, peak := 0, 0
	for _, s := range b.sites {
		twice += s.twice()
		peak = max(peak, s.peak)
	}
	t.Logf("%d pages, %d routes, %d asked for again, at most %d at a time of one host", pages, routes, twice, peak)
	if peak > 1 {
		t.Errorf("%d requests of one host at the same time", peak)
	}
	if b.coord.ProcessState == nil {
		kill(b.coord)
	}
	b.run("check")
}

func tenThousand(t *testing.T) {
	const sites, n = 20, 500
	b := openBureau(t, "7", sites, n, 0)
	one, two := b.token("one"), b.token("two")
	b.node("one", one, "")
	b.node("two", two, "")
	start := time.Now()
	pages, routes := b.end(20 * time.Minute)
	t.Logf("%.0f pages/s", float64(pages)/time.Since(start).Seconds())
	var rows []app.NodeRow
	b.json(&rows, "nodes", "list")
	for _, r := range rows {
		t.Logf("%s: %d pages", r.Node, r.Pages)
	}
	single := crawlToEndAll(t, b)
	for _, s := range b.sites {
		s.mu.Lock()
		for k, h := range s.hits {
			if h != 2 && k != "/robots.txt" { // once by the cluster, once by the single PC
				t.Errorf("%s was asked for %d times", k, h-1)
			}
		}
		clear(s.hits)
		s.mu.Unlock()
	}
	if single.Pages != pages || single.Routes != routes {
		t.Errorf("a single PC finds %d pages and %d routes, the nodes %d and %d", single.Pages, single.Routes, pages, routes)
	}
	b.same(t, n, pages, routes)
}

func crawlToEndAll(t *testing.T, b *bureau) app.Summary {
	t.Helper()
	dir := t.TempDir()
	code, out, errs := run(t, append(append([]string{"crawl"}, b.urls...), "--delay", "0s", "--json", "--browser", "off", "--data", dir)...)
	if code != 0 {
		t.Fatal(out, errs)
	}
	return decode[app.Summary](t, out)
}

// midway fails when the crawl is over: a blow that hits nothing proves nothing.
func (b *bureau) midway(what string) (pages, open int) {
	b.t.Helper()
	pages, _, open = b.state()
	if open <= 0 {
		b.t.Fatalf("%s: %d pages are stored and nothing is to do any more", what, pages)
	}
	return pages, open
}

func nodeKilled(t *testing.T) {
	const sites, n, kills = 8, 3000, 100
	b := openBureau(t, "8", sites, n, 20*time.Millisecond)
	b.run("nodes", "set", "all", "--workers", "2")
	one, two := b.token("one"), b.token("two")
	b.node("two", two, "")
	held := 0
	for i := range kills {
		first := b.node("one", one, "")
		time.Sleep(time.Duration(300+rand.IntN(1500)) * time.Millisecond) // any moment
		if b.leases("one") > 0 {
			held++
		}
		kill(first)
		b.midway(fmt.Sprintf("kill %d", i+1))
	}
	killed := time.Now()
	t.Logf("%d of %d times it held work when it was killed", held, kills)
	b.until(time.Minute, "the killed node's work is back", func() bool { return b.leases("one") == 0 })
	_, open := b.midway("its work is back")
	t.Logf("its work was back after %s, %d were still to do", time.Since(killed).Round(time.Second), open)
	b.node("one", one, "")
	pages, routes := b.end(10 * time.Minute)
	b.same(t, n, pages, routes)
}

// leases is how many tasks the coordinator has lent to a node.
func (b *bureau) leases(node string) int {
	var rows []app.NodeRow
	if b.json(&rows, "nodes", "list") {
		for _, r := range rows {
			if r.Node == node {
				return r.Leases
			}
		}
	}
	return -1
}

func coordinatorKilled(t *testing.T) {
	const sites, n, kills = 6, 2500, 20
	b := openBureau(t, "9", sites, n, 20*time.Millisecond)
	b.run("nodes", "set", "all", "--workers", "2")
	one, two := b.token("one"), b.token("two")
	b.node("one", one, "")
	b.node("two", two, "")
	b.until(time.Minute, "it begins", func() bool { pages, _, _ := b.state(); return pages > 0 })
	for i := range kills {
		time.Sleep(time.Duration(500+rand.IntN(3000)) * time.Millisecond) // any moment
		b.midway(fmt.Sprintf("kill %d", i+1))
		kill(b.coord)
		b.serve()
	}
	_, open := b.midway("after the last kill")
	t.Logf("after %d kills %d are still to do", kills, open)
	pages, routes := b.end(10 * time.Minute)
	b.same(t, n, pages, routes)
}

// lineCut cuts both nodes off at the same time.
func lineCut(t *testing.T) {
	const sites, n = 8, 500
	b := openBureau(t, "10", sites, n, 50*time.Millisecond)
	x, at := openLine(t, b.listen)
	one, two := b.token("one"), b.token("two")
	b.node("one", one, at)
	b.node("two", two, at)
	for i := range 2 {
		time.Sleep(5 * time.Second)
		before, _ := b.midway(fmt.Sprintf("cut %d", i+1))
		x.gate.Lock()
		time.Sleep(30 * time.Second)
		pages, open := b.midway(fmt.Sprintf("the end of cut %d", i+1))
		x.gate.Unlock()
		t.Logf("cut %d: %d pages when it began, %d when it ended, %d to do", i+1, before, pages, open)
	}
	pages, routes := b.end(10 * time.Minute)
	b.same(t, n, pages, routes)
}

func twoAgainstOne(t *testing.T) {
	const sites, n = 24, 240
	took := func(net string, nodes ...string) time.Duration {
		b := openBureau(t, net, sites, n, 50*time.Millisecond)
		b.run("nodes", "set", "all", "--workers", "4")
		var tokens []string
		for _, name := range nodes {
			tokens = append(tokens, b.token(name))
		}
		var all []*exec.Cmd
		for i, name := range nodes {
			all = append(all, b.node(name, tokens[i], ""))
		}
		b.until(time.Minute, "it begins", func() bool { pages, _, _ := b.state(); return pages > sites })
		pages, _, _ := b.state()
		start := time.Now()
		got, _ := b.end(10 * time.Minute)
		d := time.Since(start) / time.Duration(got-pages) * 1000
		for _, c := range all {
			kill(c)
		}
		kill(b.coord)
		return d
	}
	one, two := took("11", "one"), took("12", "one", "two")
	t.Logf("1,000 pages take one node %s, two nodes %s: %.2f times as fast", one, two, float64(one)/float64(two))
	if float64(one)/float64(two) < 1.8 {
		t.Error("two nodes are less than 1.8 times as fast as one")
	}
}

func decode[T any](t *testing.T, s string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	return v
}

// line is a proxy whose line can be cut: the ends stay connected and hear nothing.
type line struct {
	to   string
	gate sync.RWMutex
}

func openLine(t *testing.T, to string) (*line, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	x := &line{to: to}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go x.carry(c)
		}
	}()
	return x, l.Addr().String()
}

func (x *line) carry(c net.Conn) {
	defer c.Close()
	x.gate.RLock()
	s, err := net.Dial("tcp", x.to)
	x.gate.RUnlock()
	if err != nil {
		return
	}
	defer s.Close()
	go x.pump(c, s)
	x.pump(s, c)
}

func (x *line) pump(to, from net.Conn) {
	defer to.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		x.gate.RLock()
		if n > 0 {
			_, werr := to.Write(buf[:n])
			if err == nil {
				err = werr
			}
		}
		x.gate.RUnlock()
		if err != nil {
			return
		}
	}
}
