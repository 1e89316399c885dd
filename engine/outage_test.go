package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// TestOutage: the network is cut in mid-crawl, nobody listens; nothing is lost, failed or gone, and the crawl goes on by itself.
func TestOutage(t *testing.T) {
	s := &site{n: 60, hits: map[string]int{}, once: map[string]bool{}, status: 200}
	l, err := net.Listen("tcp", "127.0.4.9:0")
	if err != nil {
		t.Fatal(err)
	}
	s.host = l.Addr().String()
	var served atomic.Int32
	back := make(chan *http.Server, 1)
	var srv *http.Server
	srv = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if served.Add(1) == 20 {
			go func() { // off, and on again after a while
				srv.Close()
				time.Sleep(400 * time.Millisecond)
				l, err := net.Listen("tcp", s.host)
				if err != nil {
					t.Errorf("listen again: %v", err)
				}
				again := &http.Server{Handler: s}
				back <- again
				again.Serve(l)
			}()
			panic(http.ErrAbortHandler)
		}
		s.ServeHTTP(w, r)
	})}
	go srv.Serve(l)
	defer func() { (<-back).Close() }()

	r := open(t, t.TempDir(), func(o *engine.Options) { o.GiveUp = 2 * time.Minute })
	defer r.stop()
	r.add(s, func(row *storage.Site) { row.Delay = 5 * time.Millisecond })
	r.wait()
	for i := range s.n {
		if p, err := r.store.PageOf(s.url(fmt.Sprintf("/p/%d.html", i))); err != nil || p.State != storage.Done && p.State != storage.Duplicate {
			t.Errorf("page %d: %s, %v", i, p.State, err)
		}
	}
	if f := r.coord.Status().Fails[storage.FailConnect]; f > 1 {
		t.Errorf("%d failures were counted against pages", f)
	}
}

// TestOutageEnds: a host that does not come back is left after a while, and the crawl ends.
func TestOutageEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.4.10:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &site{n: 60, host: l.Addr().String(), hits: map[string]int{}, once: map[string]bool{}, status: 200}
	var served atomic.Int32
	var srv *http.Server
	srv = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ServeHTTP(w, r)
		if served.Add(1) == 20 {
			go srv.Close()
		}
	})}
	go srv.Serve(l)
	r := open(t, t.TempDir(), func(o *engine.Options) { o.GiveUp = 200 * time.Millisecond })
	defer r.stop()
	r.add(s, nil)
	r.wait()
	st := r.coord.Status().Sites[s.host]
	if !st.Unreachable || st.Queued == 0 {
		t.Errorf("status %+v: want the site left, its queue kept", st)
	}
}
