package cluster_test

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"testing"

	"xunlu/engine"
	"xunlu/engine/cluster"
)

// narrow is a line between a node and the coordinator that carries nothing to the node while it is stopped.
type narrow struct {
	net.Listener
	to   string
	stop sync.RWMutex // held for writing while nothing is carried
}

func openNarrow(t *testing.T, to string) *narrow {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	n := &narrow{Listener: l, to: to}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go n.carry(c)
		}
	}()
	return n
}

func (n *narrow) carry(node net.Conn) {
	defer node.Close()
	host, err := net.Dial("tcp", n.to)
	if err != nil {
		return
	}
	defer host.Close()
	_ = host.(*net.TCPConn).SetReadBuffer(4096) // so that the coordinator's side notices soon; a hint
	go func() {
		defer host.Close()
		defer node.Close()
		pump(host, node, nil)
	}()
	pump(node, host, &n.stop)
}

func pump(to, from net.Conn, stop *sync.RWMutex) {
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		if stop != nil {
			stop.RLock()
		}
		if n > 0 {
			_, werr := to.Write(buf[:n])
			err = cmp.Or(err, werr)
		}
		if stop != nil {
			stop.RUnlock()
		}
		if err != nil {
			return
		}
	}
}

// TestSlowConsumer: a node that takes nothing from its line is dropped, comes back by itself, and what it had
// crawled meanwhile is not lost.
func TestSlowConsumer(t *testing.T) {
	t.Parallel()
	o := openOffice(t, t.TempDir(), true, nil)
	defer o.close()
	o.site("agency.example", 3)
	line := openNarrow(t, o.broker.Addr())
	node, err := cluster.Dial(cluster.DialOptions{Token: o.token(cluster.RoleNode, "a"), Addr: line.Addr().String(), Log: slog.New(o.log)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := node.Close(); err != nil {
			t.Error(err)
		}
	}()
	o.sync(node, "a")
	held := lease(t, node, "a", 3)
	line.stop.Lock()
	eventually(t, func() (int, error) { // news until the line is full and stays so
		for range 200 {
			if err := o.coord.SetNode("other", engine.NodeParams{Workers: 1}, false); err != nil {
				t.Fatal(err)
			}
		}
		if n := o.told("Slow Consumer") + o.told("the line to the coordinator broke"); n > 0 { // whichever end gives up first
			return n, nil
		}
		return 0, fmt.Errorf("nobody gave up: %q", o.log.all())
	})
	line.stop.Unlock()
	var all []*engine.Outcome
	for _, x := range held {
		all = append(all, crawled(x, x.URL))
	}
	eventually(t, func() (int, error) {
		err := node.Report(t.Context(), all)
		if errors.Is(err, engine.ErrLeaseLost) {
			err = nil // settled by a try whose answer was lost
		}
		return 0, err
	})
	if n := o.store.Counts().Total.Pages; n != 3 {
		t.Errorf("%d pages were stored of 3", n)
	}
}
