package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// TestTraps: a calendar without end, a path that grows by itself and one list under every order of its parameters are cut off; all
// pages beside them are found, and why is told.
func TestTraps(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.3.61:0")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	hits := map[string]int{}
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		first := strings.Split(r.URL.Path, "/")[1]
		hits[first]++
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch {
		case r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml":
			w.WriteHeader(404)
		case r.URL.Path == "/":
			fmt.Fprint(w, `<a href="/cal?year=2026">c</a><a href="/grow/x">g</a><a href="/list">l</a><a href="/p/0.html">p</a>`)
		case first == "cal":
			var y int
			fmt.Sscanf(r.URL.RawQuery, "year=%d", &y)
			fmt.Fprintf(w, `<p>年历 %d</p><a href="/cal?year=%d">next</a>`, y, y+1)
		case first == "grow":
			fmt.Fprint(w, `<a href="tour/index.html">t</a>`, r.URL.Path)
		case first == "list":
			fmt.Fprint(w, "<title>列表</title>", strings.Repeat("<p>同一份线路列表，内容完全一样</p>", 20))
			for i := range 12 {
				for j := range 12 {
					if i != j {
						fmt.Fprintf(w, `<a href="/list?k%d=1&amp;k%d=2">x</a>`, i, j)
					}
				}
			}
		default:
			var k int
			fmt.Sscanf(r.URL.Path, "/p/%d.html", &k)
			fmt.Fprintf(w, `<title>%d 三日游</title><p>页 %d</p>`, k, k)
			for j := 2*k + 1; j <= 2*k+2 && j < 120; j++ {
				fmt.Fprintf(w, `<a href="/p/%d.html">%d</a>`, j, j)
			}
		}
	})}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	host := l.Addr().String()
	r := open(t, t.TempDir(), nil)
	defer r.stop()
	r.add(&site{host: host}, nil)
	r.wait()
	mu.Lock()
	defer mu.Unlock()
	t.Logf("requests: %v", hits)
	if hits["p"] != 120 {
		t.Errorf("%d of 120 pages beside the traps", hits["p"])
	}
	if hits["cal"] > 200 || hits["grow"] > 50 {
		t.Errorf("calendar %d, growing path %d requests", hits["cal"], hits["grow"])
	}
	for _, u := range []string{"/cal?year=7749", "/grow/tour/tour/tour/index.html"} {
		if trap, why := r.coord.Refuses(host, "http://"+host+u); !trap || why == "" {
			t.Errorf("%s: trap %v, %q", u, trap, why)
		}
	}
	if trap, why := r.coord.Refuses(host, "http://"+host+"/p/7.html"); trap {
		t.Errorf("a page is taken for a trap: %s", why)
	}
}
