package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/gocolly/colly/v2"
	"golang.org/x/net/html"

	"xunlu/app"
	"xunlu/app/demo"
)

// contenders in the order they run; Xunlu first.
func contenders() []string {
	return []string{"xunlu", "colly-tuned", "colly-same-rules", "colly-documented", "net-http"}
}

// serveDemo serves the demo web until it is killed.
func serveDemo(ctx context.Context, sites, pages int) error {
	web, err := demo.New(demo.Options{Sites: sites, Pages: pages})
	if err != nil {
		return err
	}
	s, err := web.Start(ctx, "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer s.Close()
	var starts []string
	for _, site := range web.Sites() {
		starts = append(starts, site.Start)
	}
	if err := json.NewEncoder(os.Stdout).Encode(starts); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// contend runs one contender in this process and prints what it took.
func contend(ctx context.Context, name string, starts []string, most int, heap string) error {
	start := time.Now()
	var n int
	var err error
	switch name {
	case "xunlu":
		n, err = xunlu(ctx, starts, heap)
		name = "Xunlu, everything"
	case "colly-tuned":
		n, err = tuned(starts, most, contains)
		name = "colly + goquery, tuned, paper's words, no storage"
	case "colly-same-rules":
		var c *counter
		if c, err = newCounter(); err != nil {
			return err
		}
		n, err = tuned(starts, most, c.count)
		name = "colly + goquery, tuned, same rules, no storage"
	case "colly-documented":
		n, err = documented(starts, most)
		name = "colly as documented"
	case "net-http":
		n, err = minimal(starts, most)
		name = "net/http + tokenizer"
	default:
		err = fmt.Errorf("no contender is called %s", name)
	}
	if err != nil {
		return err
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return err
	}
	cpu := seconds(u)
	return json.NewEncoder(os.Stdout).Encode(result{Name: name, Pages: n, CPU: cpu, Wall: time.Since(start).Seconds(), Peak: u.Maxrss >> 10})
}

// seconds is what a process has used, user and system.
func seconds(u syscall.Rusage) float64 {
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// cpuSeconds is what this process has used so far.
func cpuSeconds() (float64, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return seconds(u), err
}

// xunlu crawls with everything it does, on a fresh data folder. heap names a file for what its heap holds at the end.
func xunlu(ctx context.Context, starts []string, heap string) (int, error) {
	dir, err := os.MkdirTemp("", "xunlu-bench")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	a, err := app.Open(ctx, app.Options{Dir: dir, Create: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return 0, err
	}
	for _, u := range starts {
		s, err := a.NewSite(u)
		if err != nil {
			return 0, err
		}
		s.Delay = 0
		if _, err := a.AddSite(ctx, s); err != nil {
			return 0, err
		}
	}
	a.Start()
	if err := a.Wait(ctx); err != nil {
		return 0, err
	}
	if err := a.Indexed(ctx); err != nil {
		return 0, err
	}
	n := a.Stored()
	return n, errors.Join(heapTo(heap), a.Close())
}

// heapTo writes a heap profile when a file is named.
func heapTo(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	runtime.GC()
	return errors.Join(pprof.WriteHeapProfile(f), f.Close())
}

func hostsOf(starts []string) []string {
	var out []string
	for _, u := range starts {
		if p, err := url.Parse(u); err == nil {
			out = append(out, p.Hostname())
		}
	}
	return out
}

// documented is the loop of colly's front page with the job of a travel-page judge: every link visited from OnHTML, the paper's words in the
// text of the page; colly keeps the visited addresses: a page is another one for each #fragment, and two workers may take one at the same
// time. Counted is each page once, which is what the user wanted. Nothing is weighed, extracted or stored.
func documented(starts []string, most int) (int, error) {
	var seen sync.Map
	var n atomic.Int64
	c := colly.NewCollector(colly.AllowedDomains(hostsOf(starts)...), colly.Async(true), colly.MaxRequests(uint32(min(4*most, math.MaxUint32))))
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: len(starts)}); err != nil {
		return 0, err
	}
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		_ = e.Request.Visit(e.Attr("href")) // as documented: "already visited" is an error like any other
	})
	c.OnHTML("html", func(e *colly.HTMLElement) {
		contains(e.Text)
		page := *e.Request.URL
		page.Fragment = ""
		if _, had := seen.LoadOrStore(page.String(), true); !had {
			n.Add(1)
		}
	})
	for _, u := range starts {
		if err := c.Visit(u); err != nil {
			return 0, err
		}
	}
	c.Wait()
	return int(n.Load()), nil
}

// queue is the frontier of the two loops that have none of their own.
type queue struct {
	most  int
	mu    sync.Mutex
	seen  map[string]bool
	hosts map[string]bool
	jobs  chan string
	open  sync.WaitGroup
	n     atomic.Int64
}

func newQueue(starts []string, most int) *queue {
	q := &queue{most: most, seen: map[string]bool{}, hosts: map[string]bool{}, jobs: make(chan string, 1<<20)}
	for _, u := range starts {
		if p, err := url.Parse(u); err == nil {
			q.hosts[p.Host] = true
		}
	}
	for _, u := range starts {
		q.add(u)
	}
	return q
}

func (q *queue) add(u string) {
	p, err := url.Parse(u)
	if err != nil || !q.hosts[p.Host] {
		return
	}
	p.Fragment = ""
	u = p.String()
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.seen[u] && len(q.seen) < q.most {
		q.seen[u] = true
		q.open.Add(1)
		q.jobs <- u
	}
}

// work runs workers until nothing is left.
func (q *queue) work(workers int, do func(u string)) int {
	for range workers {
		go func() {
			for u := range q.jobs {
				do(u)
				q.open.Done()
			}
		}()
	}
	q.open.Wait()
	close(q.jobs)
	return int(q.n.Load())
}

// tuned is colly as a fetcher only, with eight workers and kept connections, one goquery parse a page, look on its whole text, and an
// exact set of known addresses in memory. Nothing is decoded, weighed, extracted or stored, and robots.txt is not read. With contains as
// look it asks for each of the paper's words whether it is there; with counter.count how often each term of Xunlu's rule sets is.
func tuned(starts []string, most int, look func(text string) int) (int, error) {
	c := colly.NewCollector(colly.AllowURLRevisit())
	c.WithTransport(&http.Transport{MaxIdleConnsPerHost: 16})
	q := newQueue(starts, most)
	c.OnResponse(func(r *colly.Response) {
		doc, err := goquery.NewDocumentFromReader(bytes.NewReader(r.Body))
		if err != nil {
			return
		}
		q.n.Add(1)
		look(doc.Text())
		doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
			href, _ := s.Attr("href")
			q.add(r.Request.AbsoluteURL(href))
		})
	})
	return q.work(8, func(u string) {
		_ = c.Visit(u) // a page that fails is left out, as in the other loops
	}), nil
}

// minimal is the least a crawler can do: net/http, a tokenizer for the links, the words in the bytes.
func minimal(starts []string, most int) (int, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}, Timeout: time.Minute}
	q := newQueue(starts, most)
	return q.work(8, func(u string) {
		resp, err := client.Get(u)
		if err != nil {
			return
		}
		body, err := io.ReadAll(resp.Body)
		if cerr := resp.Body.Close(); err != nil || cerr != nil || resp.StatusCode != 200 || !strings.Contains(resp.Header.Get("Content-Type"), "html") {
			return
		}
		q.n.Add(1)
		contains(string(body))
		base := resp.Request.URL
		z := html.NewTokenizer(bytes.NewReader(body))
		for z.Next() != html.ErrorToken {
			name, more := z.TagName()
			if string(name) != "a" {
				continue
			}
			for more {
				var k, v []byte
				k, v, more = z.TagAttr()
				if string(k) == "href" {
					if to, err := base.Parse(string(v)); err == nil {
						q.add(to.String())
					}
				}
			}
		}
	}), nil
}
