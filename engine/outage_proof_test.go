//go:build proof

package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"xunlu/storage"
)

// TestOutageProof: all hosts are away for two minutes in mid-crawl; no page is lost, failed or gone, and the crawl goes on by itself.
func TestOutageProof(t *testing.T) {
	const away = 2 * time.Minute
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	var sites []*site
	var servers []*http.Server
	for i := range 5 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.9.%d:0", i+1))
		if err != nil {
			t.Fatal(err)
		}
		s := &site{n: 200, host: l.Addr().String(), hits: map[string]int{}, once: map[string]bool{}, status: 200}
		srv := &http.Server{Handler: s}
		go srv.Serve(l)
		sites, servers = append(sites, s), append(servers, srv)
		r.add(s, func(row *storage.Site) { row.Delay = 20 * time.Millisecond })
	}
	for r.store.Counts().Total.Pages < 200 {
		time.Sleep(10 * time.Millisecond)
	}
	for _, srv := range servers {
		srv.Close()
	}
	time.Sleep(away)
	read := r.store.Counts().Total.Pages
	var back sync.WaitGroup
	for _, s := range sites {
		l, err := net.Listen("tcp", s.host)
		if err != nil {
			t.Fatal(err)
		}
		srv := &http.Server{Handler: s}
		back.Go(func() { srv.Serve(l) })
		defer func() { srv.Close() }()
	}
	start := time.Now()
	for r.store.Counts().Total.Pages == read && time.Since(start) < 10*time.Minute {
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("%d pages were read before the cut of %s; the first one after it came %s after the hosts were back", read, away, time.Since(start).Round(100*time.Millisecond))
	for r.store.Counts().Total.Pages < 5*201 && time.Since(start) < 10*time.Minute {
		time.Sleep(100 * time.Millisecond)
	}
	r.wait()
	bad := 0
	for _, s := range sites {
		for i := range s.n {
			if p, err := r.store.PageOf(s.url(fmt.Sprintf("/p/%d.html", i))); err != nil || p.State != storage.Done && p.State != storage.Duplicate {
				bad++
			}
		}
	}
	c := r.store.Counts().Total
	t.Logf("all was read %s after the hosts were back; %d pages, %d gone, %d of them not well", time.Since(start).Round(time.Second), c.Pages, c.Gone, bad)
	if bad > 0 || c.Gone > 0 {
		t.Error("the cut left something behind")
	}
}
