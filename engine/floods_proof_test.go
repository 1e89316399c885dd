//go:build proof

package engine_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// TestFloodsProof: bodies of 10 GB, sent as they are and as a compressed bomb, for pages, robots.txt and the sitemap: no more than 10 MiB of
// each is kept, and the memory in use grows by no more than 64 MiB.
func TestFloodsProof(t *testing.T) {
	const gigabytes = 10
	chunk := bytes.Repeat([]byte("<p>0123456789abcdef</p>"), 1<<16/23)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for range gigabytes << 30 / len(chunk) / 16 { // a sixteenth, sent sixteen times: gzip members follow one another
		if _, err := z.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var sent atomic.Int64
	l, err := net.Listen("tcp", "127.0.8.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		body, times := chunk, gigabytes<<30/len(chunk)
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>首页</title>`)
			for i := range 4 {
				fmt.Fprintf(w, `<a href="/plain/%d">a</a><a href="/bomb/%d">b</a>`, i, i)
			}
			return
		case "/robots.txt", "/sitemap.xml": // these too
		default:
			if r.URL.Path[:5] == "/bomb" {
				w.Header().Set("Content-Encoding", "gzip")
				body, times = packed.Bytes(), 16
			}
		}
		for range times {
			n, err := w.Write(body)
			sent.Add(int64(n))
			if err != nil {
				return
			}
		}
	})}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	r := open(t, t.TempDir(), func(o *engine.Options) { o.Params.Workers = 4 })
	defer r.stop()
	runtime.GC()
	before := inUse()
	var most atomic.Uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			most.Store(max(most.Load(), inUse()))
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	}()
	s := &site{host: l.Addr().String()}
	r.add(s, nil)
	r.wait()
	close(stop)
	<-stopped
	for _, path := range []string{"/plain/0", "/bomb/0", "/plain/3", "/bomb/3"} {
		p, err := r.store.PageOf(s.url(path))
		if err != nil || p.Failure != storage.FailTooLarge || p.Size > 10<<20 {
			t.Errorf("%s: %s, %d bytes, %v", path, p.Failure, p.Size, err)
		}
	}
	grown := int64(most.Load()) - int64(before)
	t.Logf("%d MiB came over the line, memory in use grew by %d MiB at most", sent.Load()>>20, grown>>20)
	if grown > 64<<20 {
		t.Error("memory grows beyond 64 MiB")
	}
}

// inUse is the memory that Go holds from the system and uses, in bytes.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
