package fetch_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"xunlu/engine/fetch"
	"xunlu/storage"
)

const front = `<!DOCTYPE html><html><head><title>云岭假期</title></head><body><a href="/line/1.html">大理三日游</a></body></html>`

// plain makes a Plain with limits short enough for a test.
func plain(t *testing.T, change ...func(*fetch.Options)) *fetch.Plain {
	t.Helper()
	o := fetch.Options{Agent: "Xunlu/0.1 (+http://xunlu.test)", Timeout: 3 * time.Second}
	for _, f := range change {
		f(&o)
	}
	p, err := fetch.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// serve starts a site and gives its address; host:port is what Private wants.
func serve(t *testing.T, h http.HandlerFunc) (base, hostPort string) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL, strings.TrimPrefix(s.URL, "http://")
}

// serveConns listens and serves each connection until the test is over; serve need not close it.
func serveConns(t *testing.T, serve func(c net.Conn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				serve(c)
			}()
		}
	}()
	return l.Addr().String()
}

// raw starts a server that sends bytes as they are and closes; it answers every connection the same.
func raw(t *testing.T, answer []byte) (base, hostPort string) {
	t.Helper()
	addr := serveConns(t, func(c net.Conn) {
		if _, err := c.Read(make([]byte, 4096)); err != nil {
			return
		}
		c.Write(answer)
	})
	return "http://" + addr, addr
}

func want(t *testing.T, failed *fetch.Error, kind storage.Failure) {
	t.Helper()
	switch {
	case failed == nil && kind != "":
		t.Errorf("fetched, want failure %s", kind)
	case failed != nil && failed.Kind != kind:
		t.Errorf("failed as %s (%v), want %q", failed.Kind, failed, kind)
	}
}

// drip sends head at once and then tail byte by byte for as long as the client listens.
func drip(t *testing.T, head, tail string) (base, hostPort string) {
	t.Helper()
	addr := serveConns(t, func(c net.Conn) {
		if _, err := c.Read(make([]byte, 4096)); err != nil {
			return
		}
		_, err := io.WriteString(c, head)
		for err == nil {
			_, err = io.WriteString(c, tail)
			time.Sleep(5 * time.Millisecond)
		}
	})
	return "http://" + addr, addr
}
