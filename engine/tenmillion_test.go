package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// BenchmarkTenMillion opens a coordinator on ten million known addresses of 10,000 hosts, none of them fetched, and leases work:
// what docs/scale.md says one coordinator carries.
func BenchmarkTenMillion(b *testing.B) {
	const hosts, each, batch = 10_000, 1_000, 20_000
	dir := b.TempDir()
	store, err := storage.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	for h := range hosts {
		host := fmt.Sprintf("www.site%05d.example", h)
		s := storage.Site{ID: host, Name: host, Seeds: []string{"http://" + host + "/"}, Scope: storage.Scope{Hosts: []string{host}}, Delay: time.Second, Connections: 1, Added: time.Now()}
		if _, err := store.PutSite(s); err != nil {
			b.Fatal(err)
		}
	}
	start := time.Now()
	for n := 0; n < hosts*each; n += batch {
		t := &storage.Batch{}
		for i := n; i < n+batch; i++ {
			host := fmt.Sprintf("www.site%05d.example", i/each)
			t.Links = append(t.Links, storage.Link{URL: fmt.Sprintf("http://%s/tour/line/detail-%d.html", host, i), Host: host, Site: host, Depth: 1})
		}
		if _, err := store.Commit(t); err != nil {
			b.Fatal(err)
		}
	}
	size, err := store.Size()
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d addresses written in %s, %d MB", hosts*each, time.Since(start).Round(time.Second), size>>20)
	files, err := archive.Open(filepath.Join(dir, "archive"))
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		c, err := engine.NewCoordinator(engine.Options{Store: store, Archive: files, Log: slog.New(slog.DiscardHandler), Params: engine.Params{Version: 1, Workers: 8, LeaseSize: 8,
			CommitGroup: 64, Agent: "Xunlu", Every: time.Second, Beside: []judge.Rules{}, Rules: judge.Rules{Name: "test", Version: 1, Method: judge.Sum, Threshold: 1,
				Factors: []judge.Factor{{Name: "title", Weight: 2, Where: []string{"title"}, Words: []string{"日游"}}}}}})
		if err != nil {
			b.Fatal(err)
		}
		opened := time.Since(start)
		runtime.GC()
		runtime.ReadMemStats(&after)
		ctx, stop := context.WithCancel(b.Context())
		done := make(chan error, 1)
		go func() { done <- c.Run(ctx) }()
		start = time.Now()
		leased := 0
		for range 200 {
			tasks, err := c.Lease(ctx, "local", 64)
			if err != nil {
				b.Fatal(err)
			}
			leased += len(tasks)
		}
		b.ReportMetric(opened.Seconds(), "s/open")
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
		b.ReportMetric(float64(time.Since(start).Microseconds())/float64(leased), "µs/lease")
		stop()
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
	if err := files.Close(); err != nil {
		b.Fatal(err)
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
}
