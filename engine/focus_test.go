package engine_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/judge"
	"xunlu/storage"
)

// guideRules have k = (1/len)·(1/N)·Σ count·b with N = 1: a page whose text is half guide word is above the threshold.
func guideRules() judge.Rules {
	return judge.Rules{Name: "guide", Version: 1, Method: judge.Density, Threshold: 0.6, Factors: []judge.Factor{
		{Name: "tour", Weight: 10, Words: []string{"线路"}}}}
}

// forked is a site whose start page leads to a page off the topic and to one on it, with ten pages below each.
type forked struct {
	mu    sync.Mutex
	asked []string // paths in order, robots.txt left out
}

func (f *forked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		w.WriteHeader(404)
		return
	}
	f.mu.Lock()
	f.asked = append(f.asked, r.URL.Path)
	f.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	text := strings.Repeat("今天的比赛在晚上举行。", 20)
	if strings.HasPrefix(r.URL.Path, "/on") {
		text = strings.Repeat("线路介绍。", 20)
	}
	fmt.Fprintf(w, "<html><head><title>页</title></head><body><p>%s %s</p>", r.URL.Path, text)
	switch r.URL.Path {
	case "/":
		fmt.Fprint(w, `<a href="/off">其他</a><a href="/on">线路</a>`)
	case "/on", "/off":
		for i := range 10 {
			fmt.Fprintf(w, `<a href="%s/%d">下一页</a>`, r.URL.Path, i)
		}
	}
	fmt.Fprint(w, "</body></html>")
}

// crawlForked crawls the site with a focus and gives the paths in the order they were asked for.
func crawlForked(t *testing.T, ip string, focus storage.Focus) []string {
	t.Helper()
	l, err := net.Listen("tcp", ip+":0")
	if err != nil {
		t.Fatal(err)
	}
	f := &forked{}
	srv := &http.Server{Handler: f}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	r := open(t, t.TempDir(), func(o *engine.Options) { o.Params.LeaseSize, o.Params.Beside = 1, []judge.Rules{guideRules()} })
	defer r.stop()
	r.add(&site{host: l.Addr().String()}, func(s *storage.Site) { s.Focus, s.Delay = focus, time.Millisecond })
	r.wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

// TestFocus: without a focus everything is read, breadth first; hard leaves out what stands below a page off the topic; soft reads it last.
func TestFocus(t *testing.T) {
	below := func(asked []string, prefix string) (n, rank int) {
		for i, p := range asked {
			if strings.HasPrefix(p, prefix) {
				n++
				rank += i
			}
		}
		return n, rank
	}
	for i, c := range []struct {
		focus   storage.Focus
		on, off int
	}{{storage.FocusNone, 10, 10}, {storage.FocusHard, 10, 0}, {storage.FocusSoft, 10, 10}} {
		asked := crawlForked(t, fmt.Sprintf("127.0.3.%d", 60+i), c.focus)
		on, onRank := below(asked, "/on/")
		off, offRank := below(asked, "/off/")
		if on != c.on || off != c.off {
			t.Errorf("focus %q: %d pages on the topic, %d off it, want %d and %d", c.focus, on, off, c.on, c.off)
		}
		if c.focus == storage.FocusNone && onRank < offRank {
			t.Errorf("without a focus the pages found first are read first: %v", asked)
		}
		if c.focus == storage.FocusSoft && onRank > offRank {
			t.Errorf("soft focus read what is off the topic first: %v", asked)
		}
	}
}
