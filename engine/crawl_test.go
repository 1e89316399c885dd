package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/engine/robots"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// rig is a coordinator and a node on real stores.
type rig struct {
	t     *testing.T
	store *storage.Store
	coord *engine.Coordinator
	stop  func()
}

// testRules call a page a route page when its title says 日游.
func testRules() judge.Rules {
	return judge.Rules{Name: "test", Version: 1, Method: judge.Sum, Threshold: 1, Factors: []judge.Factor{
		{Name: "title", Weight: 2, Where: []string{"title"}, Words: []string{"日游"}},
		{Name: "never", Weight: -1, Words: []string{"不存在的词"}}}}
}

// open starts a rig on dir; stop ends node first, coordinator last.
func open(t *testing.T, dir string, change func(*engine.Options)) *rig {
	t.Helper()
	return openNode(t, dir, change, nil)
}

// openNode is open with another kind of node.
func openNode(t *testing.T, dir string, change func(*engine.Options), node func(*engine.NodeOptions)) *rig {
	t.Helper()
	st, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	ar, err := archive.Open(filepath.Join(dir, "archive"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	o := engine.Options{Store: st, Archive: ar, Log: log, Backoff: 100 * time.Millisecond, Params: engine.Params{Version: 1, Workers: 8, LeaseSize: 4, CommitGroup: 32,
		Rules: testRules(), Agent: "Xunlu", Every: 50 * time.Millisecond}}
	if change != nil {
		change(&o)
	}
	c, err := engine.NewCoordinator(o)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fetch.New(fetch.Options{Agent: "Xunlu/test", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	no := engine.NodeOptions{Name: "one", Dispatcher: c, Fetcher: f, Log: log, Extractor: &page.Extractor{}, Patience: 300 * time.Millisecond,
		Robots: robots.NewCache(engine.RobotsGet(f), robots.CacheOptions{})}
	if node != nil {
		node(&no)
	}
	n := engine.NewNode(no)
	run, stopNode := context.WithCancel(context.Background())
	commit, stopCoord := context.WithCancel(context.Background())
	nodeDone, coordDone := make(chan error, 1), make(chan error, 1)
	go func() { coordDone <- c.Run(commit) }()
	go func() { nodeDone <- n.Run(run) }()
	r := &rig{t: t, store: st, coord: c}
	r.stop = func() {
		stopNode()
		if err := <-nodeDone; err != nil {
			t.Errorf("node: %v", err)
		}
		stopCoord()
		if err := <-coordDone; err != nil {
			t.Errorf("coordinator: %v", err)
		}
		if err := ar.Close(); err != nil {
			t.Error(err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
	return r
}

func (r *rig) add(s *site, change func(*storage.Site)) {
	r.t.Helper()
	row := storage.Site{ID: s.host, Name: s.host, Seeds: []string{s.url("/")}, Scope: storage.Scope{Hosts: []string{s.host}},
		Private: []string{s.host}, Added: time.Now()}
	if change != nil {
		change(&row)
	}
	if _, err := r.coord.AddSite(context.Background(), row); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) wait() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := r.coord.Wait(ctx); err != nil {
		r.t.Fatalf("wait: %v; status %+v", err, r.coord.Status())
	}
}

// TestCrawlOnce: every page of every site exactly once, whatever form its links have, one connection a host, the disallowed
// path never, the crawl's end known exactly.
func TestCrawlOnce(t *testing.T) {
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	var sites []*site
	for i := range 6 {
		s := serveSite(t, fmt.Sprintf("127.0.3.%d", i+1), 60)
		sites = append(sites, s)
		r.add(s, nil)
	}
	r.wait()
	for _, s := range sites {
		hits := s.counted()
		for k := range s.n {
			if n := hits[fmt.Sprintf("/p/%d.html", k)]; n != 1 {
				t.Errorf("%s: page %d was asked for %d times", s.host, k, n)
			}
		}
		if hits["/private/x.html"] > 0 {
			t.Errorf("%s: a disallowed page was fetched", s.host)
		}
		if s.peak > 1 {
			t.Errorf("%s: %d connections at the same time", s.host, s.peak)
		}
		if n := s.hits["/robots.txt"]; n != 1 {
			t.Errorf("%s: robots.txt was fetched %d times", s.host, n)
		}
	}
	c := r.store.Counts().Total
	if want := 6 * 61; c.Pages != want || c.Routes != want-6 || c.States[storage.Duplicate] != 6 { // page 0 is the start page again
		t.Errorf("%d pages and %d routes stored, want %d each", c.Pages, c.Routes, want)
	}
	if n := c.Failures[storage.FailRobots]; n != 6 {
		t.Errorf("%d robots failures, want 6", n)
	}
	if rep, err := r.store.Check(context.Background()); err != nil || len(rep.Problems) > 0 {
		t.Errorf("check: %v %v", rep.Problems, err)
	}
}

// TestRedirectOnce: a page reached through a redirect and by its own address is stored once; the redirect points to it.
func TestRedirectOnce(t *testing.T) {
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	s := serveSite(t, "127.0.3.20", 3)
	r.add(s, nil)
	r.wait()
	p, err := r.store.PageOf(s.url("/moved"))
	if err != nil || p.State != storage.Redirect || p.Of != s.url("/p/1.html") {
		t.Errorf("the redirect is stored as %+v, %v", p, err)
	}
	if p, err = r.store.PageOf(s.url("/p/1.html")); err != nil || p.State != storage.Done {
		t.Errorf("its target is stored as %+v, %v", p, err)
	}
}

// TestPoliteDelay: the gap between two requests, robots.txt and redirects included, is never below the delay.
func TestPoliteDelay(t *testing.T) {
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	s := serveSite(t, "127.0.3.21", 8)
	r.add(s, func(row *storage.Site) { row.Delay = 30 * time.Millisecond })
	r.wait()
	if s.gap < 30*time.Millisecond {
		t.Errorf("two requests came %s apart, the delay is 30ms", s.gap)
	}
	if s.peak > 1 {
		t.Errorf("%d requests at the same time", s.peak)
	}
}

// TestRetry: a page that fails once is tried again, and the crawl does not end before it was.
func TestRetry(t *testing.T) {
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	s := serveSite(t, "127.0.3.22", 4)
	s.once["/p/2.html"] = true
	r.add(s, nil)
	r.wait()
	if n := s.counted()["/p/2.html"]; n != 2 {
		t.Errorf("the failing page was asked for %d times, want 2", n)
	}
	if p, err := r.store.PageOf(s.url("/p/2.html")); err != nil || p.State != storage.Done {
		t.Errorf("it is stored as %+v, %v", p, err)
	}
}

// TestMissingPage: a 404 is a failure of its kind, not tried again.
func TestMissingPage(t *testing.T) {
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	s := serveSite(t, "127.0.3.23", 2)
	r.add(s, func(row *storage.Site) { row.Seeds = append(row.Seeds, s.url("/none.html")) })
	r.wait()
	p, err := r.store.PageOf(s.url("/none.html"))
	if err != nil || p.State != storage.Failed || p.Failure != storage.FailStatus || p.Status != 404 {
		t.Errorf("stored as %+v, %v", p, err)
	}
	if n := s.counted()["/none.html"]; n != 1 {
		t.Errorf("asked for %d times", n)
	}
}

// TestRobotsDown: while robots.txt answers 5xx no page is asked for; when it comes back the crawl goes on by itself.
func TestRobotsDown(t *testing.T) {
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	s := serveSite(t, "127.0.3.24", 2)
	s.status = 503
	r.add(s, nil)
	for len(r.coord.Status().Fails) == 0 {
		st := r.coord.Status()
		if st.Idle == engine.IdleHold {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if n := len(s.counted()); n != 0 {
		t.Errorf("%d pages were asked for while robots.txt answered 503", n)
	}
	if st := r.coord.Status(); st.Over || st.Idle != engine.IdleHold {
		t.Errorf("the crawl says %+v", st)
	}
}

// TestResume: a crawl cut off anywhere goes on where it was: at the end every page once, none lost.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	s := serveSite(t, "127.0.3.25", 120)
	for round := 0; ; round++ {
		r := open(t, dir, func(o *engine.Options) { o.MaxPages = 25 })
		if round == 0 {
			r.add(s, nil)
		}
		r.wait()
		queued := r.coord.Status().Queued
		r.stop()
		if queued == 0 {
			break
		}
		if round > 10 {
			t.Fatal("the crawl does not come to an end")
		}
	}
	for k, n := range s.counted() {
		if n != 1 {
			t.Errorf("%s was asked for %d times", k, n)
		}
	}
	st, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if c := st.Counts().Total; c.Pages != 121 {
		t.Errorf("%d pages stored, want 121", c.Pages)
	}
}

// TestPause: a paused crawl asks for nothing; it goes on when told.
func TestPause(t *testing.T) {
	r := open(t, t.TempDir(), func(o *engine.Options) { o.Paused = true })
	defer r.stop()
	s := serveSite(t, "127.0.3.26", 5)
	r.add(s, nil)
	if st := r.coord.Status(); st.Idle != engine.IdlePaused || st.Queued != 1 {
		t.Errorf("paused: %+v", st)
	}
	if n := len(s.counted()); n != 0 {
		t.Errorf("%d pages were asked for while paused", n)
	}
	r.coord.PauseAll(false)
	r.wait()
	if c := r.store.Counts().Total; c.Pages != 6 {
		t.Errorf("%d pages stored, want 6", c.Pages)
	}
}
