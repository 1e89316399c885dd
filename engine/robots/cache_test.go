package robots_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"xunlu/engine/robots"
)

const closed = "User-agent: *\nDisallow: /\n"

type reply struct {
	status   int
	location string
	retry    string
	body     string
	err      error
}

// server answers from a table of URLs and counts what it is asked.
type server struct {
	mu      sync.Mutex
	replies map[string]reply
	asked   map[string]int
}

func (s *server) get(_ context.Context, url string) (int, http.Header, []byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == nil {
		s.asked = map[string]int{}
	}
	s.asked[url]++
	r := s.replies[url]
	h := http.Header{}
	if r.location != "" {
		h.Set("Location", r.location)
	}
	if r.retry != "" {
		h.Set("Retry-After", r.retry)
	}
	return r.status, h, []byte(r.body), r.err
}

func TestLookup(t *testing.T) {
	loop := map[string]reply{}
	for i := range 9 {
		loop[fmt.Sprintf("http://a.test/%d", i)] = reply{status: 302, location: fmt.Sprintf("/%d", i+1)}
	}
	loop["http://a.test/robots.txt"] = reply{status: 302, location: "/0"}
	tests := []struct {
		name    string
		replies map[string]reply
		held    bool
		allowed bool
	}{
		{"read", map[string]reply{"http://a.test/robots.txt": {status: 200, body: closed}}, false, false},
		{"not found", map[string]reply{"http://a.test/robots.txt": {status: 404, body: closed}}, false, true},
		{"forbidden", map[string]reply{"http://a.test/robots.txt": {status: 403}}, false, true},
		{"unauthorized", map[string]reply{"http://a.test/robots.txt": {status: 401}}, false, true},
		{"too many", map[string]reply{"http://a.test/robots.txt": {status: 429}}, true, false},
		{"server error", map[string]reply{"http://a.test/robots.txt": {status: 503}}, true, false},
		{"a part", map[string]reply{"http://a.test/robots.txt": {status: 206, body: "User-agent: *\n"}}, true, false},
		{"not modified", map[string]reply{"http://a.test/robots.txt": {status: 304}}, true, false},
		{"unreachable", map[string]reply{"http://a.test/robots.txt": {err: errors.New("no route")}}, true, false},
		{"HTML", map[string]reply{"http://a.test/robots.txt": {status: 200, body: "<html><body>验证</body></html>"}}, false, true},
		{"to another host", map[string]reply{
			"http://a.test/robots.txt":      {status: 301, location: "https://www.a.test/robots.txt"},
			"https://www.a.test/robots.txt": {status: 200, body: closed}}, false, false},
		{"to a broken host", map[string]reply{
			"http://a.test/robots.txt":      {status: 301, location: "https://www.a.test/robots.txt"},
			"https://www.a.test/robots.txt": {status: 500}}, true, false},
		{"too many hops", loop, false, true},
		{"to a file", map[string]reply{"http://a.test/robots.txt": {status: 302, location: "file:///etc/hosts"}}, false, true},
		{"to nowhere", map[string]reply{"http://a.test/robots.txt": {status: 302}}, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &server{replies: tt.replies}
			p, err := robots.NewCache(s.get, robots.CacheOptions{}).Lookup(t.Context(), "http", "a.test")
			if err != nil {
				t.Fatal(err)
			}
			if held := !p.Hold.IsZero(); held != tt.held || held && p.File != nil {
				t.Fatalf("policy %+v, want held %v", p, tt.held)
			}
			if tt.held {
				if p.Reason == "" {
					t.Error("held without a reason")
				}
				return
			}
			if got, _, _ := p.File.Test("xunlu", "/line/1"); got != tt.allowed {
				t.Errorf("allowed %v, want %v", got, tt.allowed)
			}
			if len(s.asked) > 6 {
				t.Errorf("%d requests", len(s.asked))
			}
		})
	}
}

func TestLookupKeepsAndForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{replies: map[string]reply{"http://a.test/robots.txt": {status: 200, body: closed}}}
		c := robots.NewCache(s.get, robots.CacheOptions{TTL: 90 * time.Hour})
		look := func(want int) {
			t.Helper()
			if _, err := c.Lookup(t.Context(), "http", "a.test"); err != nil {
				t.Fatal(err)
			}
			if got := s.asked["http://a.test/robots.txt"]; got != want {
				t.Errorf("asked %d times, want %d", got, want)
			}
		}
		if _, known := c.Peek("http", "a.test"); known || len(s.asked) != 0 {
			t.Error("Peek knows a host that nobody asked for")
		}
		look(1)
		look(1)
		if p, known := c.Peek("http", "a.test"); !known || p.File == nil {
			t.Errorf("Peek gives %+v, %v", p, known)
		}
		time.Sleep(24 * time.Hour)
		look(2)
		c.Forget("http", "a.test")
		look(3)
	})
}

func TestLookupBacksOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const url = "http://a.test/robots.txt"
		s := &server{replies: map[string]reply{url: {status: 503}}}
		c := robots.NewCache(s.get, robots.CacheOptions{})
		look := func() robots.Policy {
			t.Helper()
			p, err := c.Lookup(t.Context(), "http", "a.test")
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		for _, want := range []time.Duration{5 * time.Minute, 10 * time.Minute, 20 * time.Minute} {
			p := look()
			if got := time.Until(p.Hold); got != want {
				t.Errorf("hold %v, want %v", got, want)
			}
			before := s.asked[url]
			look()
			if s.asked[url] != before {
				t.Error("asked again while on hold")
			}
			time.Sleep(want)
		}
		s.replies[url] = reply{status: 429, retry: "7200"}
		if got := time.Until(look().Hold); got != 2*time.Hour {
			t.Errorf("hold %v, want what the server asks", got)
		}
		time.Sleep(2 * time.Hour)
		s.replies[url] = reply{status: 200}
		if p := look(); !p.Hold.IsZero() || p.File == nil {
			t.Errorf("still held after a good answer: %+v", p)
		}
		time.Sleep(24 * time.Hour)
		s.replies[url] = reply{status: 500}
		if got := time.Until(look().Hold); got != 5*time.Minute {
			t.Errorf("hold %v, want the first step again", got)
		}
	})
}

func TestLookupOnceAHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		open := make(chan struct{})
		c := robots.NewCache(func(ctx context.Context, _ string) (int, http.Header, []byte, error) {
			asked.Add(1)
			select {
			case <-open:
				return 200, http.Header{}, []byte(closed), nil
			case <-ctx.Done():
				return 0, nil, nil, ctx.Err()
			}
		}, robots.CacheOptions{})

		first, cancel := context.WithCancel(t.Context())
		given := make(chan error, 1)
		go func() {
			_, err := c.Lookup(first, "http", "a.test")
			given <- err
		}()
		synctest.Wait()
		var wait sync.WaitGroup
		for range 20 {
			wait.Go(func() {
				p, err := c.Lookup(t.Context(), "http", "a.test")
				if err != nil || p.File == nil {
					t.Errorf("waiter got %+v, %v", p, err)
				}
			})
		}
		synctest.Wait()
		if n := asked.Load(); n != 1 {
			t.Errorf("%d requests for 21 callers", n)
		}
		cancel()
		if err := <-given; !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled caller got %v", err)
		}
		synctest.Wait()
		if n := asked.Load(); n != 2 {
			t.Errorf("%d requests after the first caller left, want one more", n)
		}
		close(open)
		wait.Wait()
	})
}

func TestCacheIsBounded(t *testing.T) {
	s := &server{replies: map[string]reply{}}
	for i := range 10 {
		s.replies[fmt.Sprintf("http://h%d.test/robots.txt", i)] = reply{status: 200, body: closed}
	}
	for name, opts := range map[string]robots.CacheOptions{"hosts": {Hosts: 3}, "bytes": {Bytes: 3 * len(closed)}} {
		c := robots.NewCache(s.get, opts)
		look := func(i int) int {
			if _, err := c.Lookup(t.Context(), "http", fmt.Sprintf("h%d.test", i)); err != nil {
				t.Fatal(err)
			}
			return s.asked[fmt.Sprintf("http://h%d.test/robots.txt", i)]
		}
		for i := range 10 {
			look(i)
		}
		if before := s.asked["http://h9.test/robots.txt"]; look(9) != before {
			t.Errorf("%s: the newest host was dropped", name)
		}
		if before := s.asked["http://h0.test/robots.txt"]; look(0) == before {
			t.Errorf("%s: the oldest host was kept", name)
		}
	}
}
