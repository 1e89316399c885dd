//go:build proof

package cli

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"xunlu/app"
	"xunlu/engine/cluster"
)

// changeTold: a node goes by a parameter within a second of its change.
func changeTold(t *testing.T) {
	b := openBureau(t, "13", 8, 400, 20*time.Millisecond)
	b.node("one", b.token("one"), "")
	b.until(time.Minute, "it begins", func() bool { pages, _, _ := b.state(); return pages > 0 })
	row := func() (r app.NodeRow) {
		var rows []app.NodeRow
		if b.json(&rows, "nodes", "list") && len(rows) > 0 {
			r = rows[slices.IndexFunc(rows, func(r app.NodeRow) bool { return r.Node == "one" })]
		}
		return r
	}
	var took []time.Duration
	for i := range 10 {
		before := row().Params
		b.run("nodes", "set", "one", "--workers", fmt.Sprint(2+i))
		start := time.Now()
		b.until(10*time.Second, "the node goes by the change", func() bool { return row().Params > before })
		took = append(took, time.Since(start))
	}
	t.Logf("ten changes reached the node after at most %s", slices.Max(took).Round(10*time.Millisecond))
	if slices.Max(took) > time.Second {
		t.Errorf("they took %v", took)
	}
}

// natsCost compares the processor's time a page with that of a crawl in one process.
func natsCost(t *testing.T) {
	const sites, n = 20, 500
	b := openBureau(t, "14", sites, n, 0)
	node := b.node("one", b.token("one"), "")
	pages, _ := b.end(20 * time.Minute)
	kill(node)
	kill(b.coord)
	two := cpu(node) + cpu(b.coord)
	alone := b.start("alone", append(append([]string{"crawl"}, b.urls...), "--delay", "0s", "--json", "--browser", "off", "--data", t.TempDir())...)
	if err := alone.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pages: coordinator %s and node %s, %s in one process: %.2f times", pages, cpu(b.coord).Round(100*time.Millisecond), cpu(node).Round(100*time.Millisecond),
		cpu(alone).Round(100*time.Millisecond), float64(two)/float64(cpu(alone)))
	if float64(two) > 1.2*float64(cpu(alone)) {
		t.Error("NATS costs more than a fifth")
	}
}

func cpu(cmd *exec.Cmd) time.Duration {
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// ownCluster: a coordinator and a node, each a process, on three NATS servers of one's own that form a cluster and know the
// documented rights only; each server in turn is stopped and started again while they crawl.
func ownCluster(t *testing.T) {
	const sites, n = 8, 500
	seed, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, _ := seed.PublicKey()
	secret, _ := seed.Seed()
	creds := filepath.Join(t.TempDir(), "coordinator.nk")
	if err := os.WriteFile(creds, secret, 0o600); err != nil {
		t.Fatal(err)
	}
	b := &bureau{t: t, dir: t.TempDir()}
	for i := range sites {
		s, u := serveWatched(t, fmt.Sprintf("127.0.15.%d", i+1), n, 20*time.Millisecond)
		b.sites, b.urls = append(b.sites, s), append(b.urls, u)
	}
	b.run(append([]string{"sites", "add"}, b.urls...)...)
	var list []app.SiteRow
	b.json(&list, "sites", "list")
	for _, s := range list {
		b.run("sites", "set", s.ID, "--delay", "0s")
	}
	o := newOwnServers(t, 3)
	o.users = []*server.NkeyUser{{Nkey: public}} // its cell is not known before it has run once
	o.start()
	b.more = []string{"--nats", strings.Join(o.urls, ","), "--creds", creds}
	b.serve()
	b.run("nodes", "set", "all", "--workers", "2")
	file := filepath.Join(t.TempDir(), "one.token")
	var ticket struct {
		Key    string         `json:"key"`
		Rights cluster.Rights `json:"rights"`
	}
	if !b.json(&ticket, "nodes", "add", "one", "--out", file) {
		t.Fatal("the node cannot be added")
	}
	o.admit(&server.NkeyUser{Nkey: ticket.Key, Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Allow: ticket.Rights.Publish}, Subscribe: &server.SubjectPermission{Allow: ticket.Rights.Subscribe}}})
	b.start("one", "node", "--token-file", file, "--browser", "off")
	for i := range 3 {
		b.until(time.Minute, "pages come", func() bool { pages, _, _ := b.state(); return pages > (i+1)*sites*n/8 })
		o.stop(i)
		pages, open := b.midway(fmt.Sprintf("server %d stopped", i+1))
		t.Logf("server %d of 3 stopped at %d pages, %d to do", i+1, pages, open)
		b.until(time.Minute, "pages come without it", func() bool { now, _, _ := b.state(); return now > pages+20 })
		o.again(i)
	}
	pages, routes := b.end(10 * time.Minute)
	b.same(t, n, pages, routes)
}

// ownServers are NATS servers that form a cluster.
type ownServers struct {
	t     *testing.T
	users []*server.NkeyUser
	opts  []*server.Options
	all   []*server.Server
	urls  []string
}

func newOwnServers(t *testing.T, n int) *ownServers {
	o := &ownServers{t: t}
	var routes []*url.URL
	for i := range n {
		host, port, _ := net.SplitHostPort(freePort(t))
		_, own, _ := net.SplitHostPort(freePort(t))
		opts := &server.Options{ServerName: fmt.Sprintf("nats%d", i+1), Host: host, NoSigs: true, NoLog: true, Cluster: server.ClusterOpts{Name: "office", Host: host}}
		if _, err := fmt.Sscan(own, &opts.Port); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(port, &opts.Cluster.Port); err != nil {
			t.Fatal(err)
		}
		routes = append(routes, &url.URL{Scheme: "nats", Host: net.JoinHostPort(host, port)})
		o.opts, o.urls = append(o.opts, opts), append(o.urls, "nats://"+net.JoinHostPort(host, own))
	}
	for _, x := range o.opts {
		x.Routes = routes
	}
	o.all = make([]*server.Server, n)
	t.Cleanup(func() {
		for i := range o.all {
			o.stop(i)
		}
	})
	return o
}

func (o *ownServers) start() {
	for i := range o.all {
		o.again(i)
	}
}

func (o *ownServers) again(i int) {
	o.t.Helper()
	opts := o.opts[i].Clone()
	opts.Nkeys = o.users
	s, err := server.NewServer(opts)
	if err != nil {
		o.t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		o.t.Fatal("a NATS server does not start")
	}
	o.all[i] = s
}

func (o *ownServers) stop(i int) {
	o.all[i].Shutdown()
	o.all[i].WaitForShutdown()
}

// admit lets one more user in at all of them while they run.
func (o *ownServers) admit(u *server.NkeyUser) {
	o.t.Helper()
	o.users = append(o.users, u)
	for i, s := range o.all {
		opts := o.opts[i].Clone()
		opts.Nkeys = o.users
		if err := s.ReloadOptions(opts); err != nil {
			o.t.Fatal(err)
		}
	}
}
