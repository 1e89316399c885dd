package cluster_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"xunlu/engine"
	"xunlu/engine/cluster"
)

// ownCluster starts three NATS servers that form a cluster, as an office of a larger kind has one, and lets the coordinator and
// the names in with exactly the subjects that the documentation gives them.
func ownCluster(t *testing.T, users []*server.NkeyUser) (all []*server.Server, urls []string) {
	t.Helper()
	var routes []*url.URL
	ports := freePorts(t, 3)
	for _, p := range ports {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", p)})
	}
	for i, p := range ports {
		s, err := server.NewServer(&server.Options{ServerName: fmt.Sprintf("nats%d", i+1), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			Nkeys: users, Routes: routes, Cluster: server.ClusterOpts{Name: "office", Host: "127.0.0.1", Port: p}})
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		if !s.ReadyForConnections(20 * time.Second) {
			t.Fatal("a NATS server does not start")
		}
		t.Cleanup(func() {
			s.Shutdown()
			s.WaitForShutdown()
		})
		all, urls = append(all, s), append(urls, "nats://"+s.Addr().String())
	}
	eventually(t, func() (int, error) {
		for _, s := range all {
			if n := s.NumRoutes(); n < 2 {
				return n, fmt.Errorf("%d routes", n)
			}
		}
		return 2, nil
	})
	return all, urls
}

// freePorts are ports that nobody listens on now.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

func rightsOf(role cluster.Role, name string) *server.Permissions {
	r := cluster.RightsOf(cell, role, name)
	return &server.Permissions{Publish: &server.SubjectPermission{Allow: r.Publish}, Subscribe: &server.SubjectPermission{Allow: r.Subscribe}}
}

// TestOwnCluster: three NATS servers of one's own instead of the broker. Work is lent and settled through them with the documented
// rights and nothing more, a page larger than their messages among it, and goes on when the server that both ends use is stopped.
func TestOwnCluster(t *testing.T) {
	office := openOffice(t, t.TempDir(), false, nil)
	defer office.close()
	coordinator, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := coordinator.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := coordinator.Seed()
	if err != nil {
		t.Fatal(err)
	}
	creds := filepath.Join(t.TempDir(), "coordinator.creds")
	if err := os.WriteFile(creds, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	token, key, err := cluster.NewToken(cell, cluster.RoleNode, "a", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	servers, urls := ownCluster(t, []*server.NkeyUser{{Nkey: public, Permissions: rightsOf(cluster.RoleNode, "")}, {Nkey: key, Permissions: rightsOf(cluster.RoleNode, "a")}})
	token.NATS = urls
	log := slog.New(office.log)
	host, err := cluster.NewHost(t.Context(), cluster.HostOptions{Cell: cell, Coordinator: office.coord, Store: office.store, URL: strings.Join(urls, ","), Creds: creds, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	}()
	host.Admit(key, cluster.RoleNode, "a")
	node, err := cluster.Dial(cluster.DialOptions{Token: token, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	}()
	office.sync(node, "a")

	settle := func(site string, body string) {
		t.Helper()
		office.site(site, 2)
		var left []*engine.Outcome
		for _, task := range lease(t, node, "a", 10) {
			left = append(left, crawled(task, body))
		}
		if len(left) != 2 {
			t.Fatalf("%s: %d tasks, want 2", site, len(left))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		eventually(t, func() (int, error) { return 0, node.Report(ctx, left) })
	}
	settle("one.example", "桂林五日游")
	large := make([]byte, 3<<20) // does not compress
	if _, err := rand.NewChaCha8([32]byte{2}).Read(large); err != nil {
		t.Fatal(err)
	}
	settle("large.example", string(large))
	stopped := 0
	for _, s := range servers {
		if s.NumClients() > 0 && stopped < 2 { // whichever serves the node or the coordinator, but never the last one
			s.Shutdown()
			s.WaitForShutdown()
			stopped++
		}
	}
	office.sync(node, "a")
	settle("after.example", "漓江三日游")
	if n := office.store.Counts().Total.Pages; n != 6 || stopped == 0 {
		t.Errorf("%d pages were stored of 6, %d servers were stopped", n, stopped)
	}
}
