package engine_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/storage"
)

// shop is a site that changes: its answers by path, each with an ETag. A listing at / links to all that is listed.
type shop struct {
	host string

	mu     sync.Mutex
	title  map[string]string // path → title of a 200
	status map[string]int    // path → another answer
	moved  map[string]string // path → where it leads
	cut    map[string]bool   // path → breaks off in the middle
	down   bool              // everything is 404
	hits   int
	same   int // 304
	bytes  int
}

func newShop(t *testing.T, ip string, tours int) *shop {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatalf("listen on %s: %v", ip, err)
	}
	s := &shop{host: l.Addr().String(), title: map[string]string{}, status: map[string]int{}, moved: map[string]string{}, cut: map[string]bool{}}
	for i := range tours {
		s.title[tour(i)] = fmt.Sprintf("湖畔%d日游", i+2)
	}
	srv := &http.Server{Handler: s}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return s
}

func tour(i int) string { return fmt.Sprintf("/tour/%d.html", i) }

func (s *shop) url(path string) string { return "http://" + s.host + path }

// change does something to the shop between two crawls.
func (s *shop) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits++
	path := r.URL.Path
	body := ""
	switch title, ok := s.title[path]; {
	case path == "/robots.txt":
		return
	case s.down:
		w.WriteHeader(404)
		return
	case path == "/":
		body = s.listing()
	case s.moved[path] != "":
		http.Redirect(w, r, s.moved[path], http.StatusFound)
		return
	case s.status[path] != 0:
		w.WriteHeader(s.status[path])
		return
	case !ok:
		w.WriteHeader(404)
		return
	default:
		body = "<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1><p>行程介绍</p></body></html>"
	}
	sum := fnv.New64a()
	sum.Write([]byte(body))
	tag := fmt.Sprintf(`"%x"`, sum.Sum64())
	w.Header().Set("ETag", tag)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if r.Header.Get("If-None-Match") == tag {
		s.same++
		w.WriteHeader(304)
		return
	}
	if s.cut[path] {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)+100))
	}
	s.bytes += len(body)
	fmt.Fprint(w, body)
}

func (s *shop) listing() string {
	paths := []string{}
	for p := range s.title {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	out := "<html><head><title>全部线路</title></head><body>"
	for _, p := range paths {
		out += `<p><a href="` + p + `">` + s.title[p] + "</a></p>"
	}
	return out + "</body></html>"
}

// crawlShop crawls a shop, changes it and visits it again.
func crawlShop(t *testing.T, s *shop, change func(*engine.Options), between func()) *rig {
	t.Helper()
	r := open(t, t.TempDir(), func(o *engine.Options) {
		o.GoneGap = 20 * time.Millisecond
		if change != nil {
			change(o)
		}
	})
	t.Cleanup(r.stop)
	if _, err := r.coord.AddSite(context.Background(), storage.Site{ID: "shop", Name: "shop", Seeds: []string{s.url("/")},
		Scope: storage.Scope{Hosts: []string{s.host}}, Private: []string{s.host}, Added: time.Now(), Connections: 4}); err != nil {
		t.Fatal(err)
	}
	r.wait()
	s.change(func() { between(); s.hits, s.same, s.bytes = 0, 0, 0 })
	r.again(t, true)
	return r
}

func (r *rig) again(t *testing.T, all bool) int {
	t.Helper()
	n, err := r.coord.Revisit(context.Background(), "shop", all)
	if err != nil {
		t.Fatal(err)
	}
	r.wait()
	return n
}

func (r *rig) state(t *testing.T, u string) (storage.RouteState, storage.Page) {
	t.Helper()
	p, err := r.store.PageOf(u)
	if err != nil {
		t.Fatal(err)
	}
	route, err := r.store.RouteOf(u)
	if err != nil {
		t.Fatalf("%s: %v; page %+v", u, err, p)
	}
	return route.State, p
}

// TestRevisit: what changed, came and went is found, the rest is asked for by its ETag only.
func TestRevisit(t *testing.T) {
	s := newShop(t, "127.0.4.1", 40)
	r := crawlShop(t, s, nil, func() {
		s.title[tour(1)] = "湖畔特价3日游"
		s.status[tour(2)] = 404
		s.status[tour(3)] = 410
		s.title[tour(4)] = "该产品已下架"
		s.moved[tour(5)] = "/"
		s.title["/tour/new.html"] = "雪山9日游"
		s.cut[tour(6)] = true
		s.title[tour(6)] = "湖畔断线8日游"
		s.status[tour(7)] = 500
	})
	for path, want := range map[string]storage.RouteState{tour(0): storage.RouteUnchanged, tour(1): storage.RouteChanged, tour(2): storage.RouteGone,
		tour(3): storage.RouteGone, tour(4): storage.RouteGone, tour(5): storage.RouteGone, "/tour/new.html": storage.RouteNew,
		tour(6): storage.RouteNew, tour(7): storage.RouteNew} {
		if got, p := r.state(t, s.url(path)); got != want {
			t.Errorf("%s is %s, want %s; page %+v", path, got, want, p)
		}
	}
	if _, p := r.state(t, s.url(tour(6))); p.Title != "湖畔8日游" || p.State != storage.Done || p.Failure != storage.FailTruncated {
		t.Errorf("a cut answer made of the page %+v", p)
	}
	if s.same < 32 {
		t.Errorf("only %d answers were 304 of %d", s.same, s.hits)
	}
	if n := r.store.Count("shop"); n.Gone != 4 || n.Routes != 37 {
		t.Errorf("counts %+v", n)
	}
	if n := r.again(t, false); n != 0 {
		t.Errorf("%d pages were due at once", n)
	}
	s.change(func() { delete(s.status, tour(2)) })
	r.again(t, true)
	if got, p := r.state(t, s.url(tour(2))); got != storage.RouteUnchanged || p.State != storage.Done {
		t.Errorf("the route that came back is %s, %+v", got, p)
	}
}

// TestRevisitIntervals: unchanged pages are due later each time, changed ones sooner, listings never as late as routes.
func TestRevisitIntervals(t *testing.T) {
	s := newShop(t, "127.0.4.2", 4)
	r := crawlShop(t, s, nil, func() { s.title[tour(1)] = "湖畔新3日游" })
	_, same := r.state(t, s.url(tour(0)))
	_, other := r.state(t, s.url(tour(1)))
	if same.Interval != 48*time.Hour || other.Interval != 12*time.Hour {
		t.Errorf("unchanged %s, changed %s", same.Interval, other.Interval)
	}
	if !same.Due.Equal(same.Checked.Add(same.Interval)) {
		t.Errorf("due %s, checked %s, interval %s", same.Due, same.Checked, same.Interval)
	}
	for range 8 {
		r.again(t, true)
	}
	_, same = r.state(t, s.url(tour(0)))
	list, err := r.store.PageOf(s.url("/"))
	if err != nil || same.Interval != 30*24*time.Hour || list.Interval > same.Interval/4 {
		t.Errorf("after many visits: route %s, listing %s, %v", same.Interval, list.Interval, err)
	}
}

// TestVanishedAreHeld: much of a site vanishing at once is asked about; nothing is marked before the answer.
func TestVanishedAreHeld(t *testing.T) {
	for _, confirm := range []bool{true, false} {
		s := newShop(t, "127.0.4.3", 20)
		r := crawlShop(t, s, nil, func() {
			for i := range 6 {
				s.status[tour(i)] = 404
			}
		})
		if n := r.store.Count("shop"); n.Gone != 0 || n.Routes != 20 {
			t.Errorf("marked before anyone said so: %+v", n)
		}
		if n := r.coord.Status().Sites["shop"].Vanished; n != 6 {
			t.Fatalf("%d routes are held, want 6", n)
		}
		answer, gone := r.coord.DeclineGone, 0
		if confirm {
			answer, gone = r.coord.ConfirmGone, 6
		}
		if n, err := answer(context.Background(), "shop"); n != 6 || err != nil {
			t.Errorf("answered for %d, %v", n, err)
		}
		if n := r.store.Count("shop"); n.Gone != gone || n.Routes != 20-gone {
			t.Errorf("after the answer: %+v", n)
		}
		if n := r.coord.Status().Sites["shop"].Vanished; n != 0 {
			t.Errorf("%d routes are still held", n)
		}
	}
}

// TestDeadSiteKeepsItsRoutes: a site that answers 404 to everything tells nothing about any page.
func TestDeadSiteKeepsItsRoutes(t *testing.T) {
	s := newShop(t, "127.0.4.4", 10)
	skew := time.Duration(0)
	var mu sync.Mutex
	r := crawlShop(t, s, func(o *engine.Options) {
		o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return time.Now().Add(skew) }
	}, func() {
		s.down = true
		mu.Lock()
		skew = time.Hour // long after the last good answer
		mu.Unlock()
	})
	if n := r.store.Count("shop"); n.Gone != 0 || n.Routes != 10 || r.coord.Status().Sites["shop"].Vanished != 0 {
		t.Errorf("a dead site lost routes: %+v", n)
	}
}
