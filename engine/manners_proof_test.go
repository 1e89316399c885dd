//go:build proof

package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// strict is a host that writes down every request it gets: robots.txt, pages, redirects, failures that are tried again.
type strict struct {
	host  string
	pages int
	plain bool // no redirects, no failures

	mu     sync.Mutex
	active int
	peak   int
	ended  time.Time // of the last answer
	gaps   []time.Duration
	failed map[string]bool
}

func serveStrict(t *testing.T, ip string, pages int) *strict {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	s := &strict{host: l.Addr().String(), pages: pages, failed: map[string]bool{}}
	srv := &http.Server{Handler: s}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return s
}

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if !s.ended.IsZero() {
		s.gaps = append(s.gaps, time.Since(s.ended))
	}
	s.active++
	s.peak = max(s.peak, s.active)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.active--
		s.ended = time.Now()
		s.mu.Unlock()
	}()
	var k int
	_, err := fmt.Sscanf(r.URL.Path, "/p/%d.html", &k)
	switch {
	case r.URL.Path == "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
		return
	case r.URL.Path == "/":
		k = 0
	case err != nil || k >= s.pages:
		w.WriteHeader(404)
		return
	case !s.plain && k%10 == 3: // one in ten leads on
		http.Redirect(w, r, fmt.Sprintf("/p/%d.html", k+1), http.StatusFound)
		return
	case !s.plain && k%10 == 7: // one in ten fails the first time
		s.mu.Lock()
		again := s.failed[r.URL.Path]
		s.failed[r.URL.Path] = true
		s.mu.Unlock()
		if !again {
			w.WriteHeader(503)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<title>第%d页 桂林五日游</title><p>第 %d 页的行程</p>", k, k)
	for i := k + 1; i <= k+20 && i < s.pages; i++ {
		fmt.Fprintf(w, `<a href="/p/%d.html">%d</a>`, i, i)
	}
	fmt.Fprint(w, `<a href="/private/x.html">x</a>`)
}

// crawlStrict crawls hosts to the end and gives them with the time it took.
func crawlStrict(t *testing.T, net, hosts, pages int, plain bool, delay time.Duration) ([]*strict, time.Duration) {
	t.Helper()
	r := open(t, t.TempDir(), func(o *engine.Options) { o.Params.Workers, o.Params.LeaseSize, o.Params.CommitGroup = 32, 16, 64 })
	defer r.stop()
	var all []*strict
	for i := range hosts {
		s := serveStrict(t, fmt.Sprintf("127.0.%d.%d", net, i+1), pages)
		s.plain = plain
		all = append(all, s)
	}
	start := time.Now()
	for _, s := range all {
		r.add(&site{host: s.host}, func(row *storage.Site) { row.Delay = delay })
	}
	if err := r.coord.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all, time.Since(start)
}

// TestMannersProof: over ten thousand requests of twenty hosts, robots.txt, redirects and retries among them, counted at the server: no gap
// below the delay, no more connections than allowed.
func TestMannersProof(t *testing.T) {
	const delay = 50 * time.Millisecond
	all, took := crawlStrict(t, 6, 20, 520, false, delay)
	requests, short, peak := 0, 0, 0
	least := time.Hour
	for _, s := range all {
		requests += len(s.gaps) + 1
		peak = max(peak, s.peak)
		for _, g := range s.gaps {
			if g < delay {
				short++
			}
		}
		least = min(least, slices.Min(s.gaps))
	}
	t.Logf("%d requests of %d hosts in %s; smallest gap %s, gaps below %s: %d, connections at most %d",
		requests, len(all), took.Round(time.Millisecond), least, delay, short, peak)
	if requests < 10_000 || short > 0 || peak > 1 {
		t.Error("a host was asked too soon or by too many connections, or too few requests were made")
	}
}

// TestPaceProof: twenty hosts with a delay of 50 ms are crawled at 0.95 of the rate that the delays allow, or better. It needs a computer that
// does nothing else.
func TestPaceProof(t *testing.T) {
	const delay = 50 * time.Millisecond
	all, took := crawlStrict(t, 7, 20, 520, true, delay)
	most := 0
	for _, s := range all {
		most = max(most, len(s.gaps)+1)
	}
	ideal := time.Duration(most) * delay
	share := ideal.Seconds() / took.Seconds()
	t.Logf("%d requests a host in %s, ideal %s: %.3f of the ideal rate", most, took.Round(time.Millisecond), ideal, share)
	if share < 0.95 {
		t.Error("slower than 0.95 of what the delays allow")
	}
}

// TestSlowHostProof: a host that sends one byte a second is left within 60 s and slows nobody by more than 10 %.
func TestSlowHostProof(t *testing.T) {
	crawl := func(name string, ip int, drips int) time.Duration {
		r := open(t, t.TempDir(), nil)
		defer r.stop()
		stop := make(chan struct{})
		defer close(stop)
		left := make(chan time.Duration, 64)
		for i := range drips {
			l, err := net.Listen("tcp", fmt.Sprintf("127.0.6.%d:0", ip+20+i))
			if err != nil {
				t.Fatal(err)
			}
			srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
				if q.URL.Path == "/robots.txt" {
					w.WriteHeader(404)
					return
				}
				began := time.Now()
				w.Header().Set("Content-Type", "text/html")
				for range 600 {
					if _, err := w.Write([]byte("x")); err != nil {
						break
					}
					w.(http.Flusher).Flush()
					select {
					case <-time.After(time.Second):
					case <-q.Context().Done():
						left <- time.Since(began)
						return
					case <-stop:
						return
					}
				}
			})}
			go srv.Serve(l)
			defer srv.Close()
			r.add(&site{host: l.Addr().String()}, func(s *storage.Site) { s.NoSitemaps = true })
		}
		var good []*site
		start := time.Now()
		for i := range 8 {
			s := serveSite(t, fmt.Sprintf("127.0.6.%d", ip+i), 400)
			good = append(good, s)
			r.add(s, func(row *storage.Site) { row.Delay = 20 * time.Millisecond })
		}
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for done := false; !done; {
			<-tick.C
			done = true
			for _, s := range good {
				st := r.coord.Status().Sites[s.host]
				done = done && st.Queued+st.Waiting+st.Leased == 0 && r.store.Counts().Sites[s.host].Pages >= 400
			}
		}
		took := time.Since(start)
		if drips > 0 {
			select {
			case d := <-left:
				t.Logf("%s: the slow host was left after %s", name, d.Round(time.Second))
				if d > 61*time.Second {
					t.Error("that is more than a minute")
				}
			case <-time.After(90 * time.Second):
				t.Error("the slow host is still waited for")
			}
		}
		return took
	}
	alone := crawl("alone", 100, 0)
	beside := crawl("beside eight slow hosts", 130, 8)
	t.Logf("eight hosts alone %s, beside eight slow ones %s: %+.1f %%", alone.Round(time.Millisecond), beside.Round(time.Millisecond), 100*(beside.Seconds()/alone.Seconds()-1))
	if beside.Seconds() > 1.1*alone.Seconds() {
		t.Error("slower by more than 10 %")
	}
}
