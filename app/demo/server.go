package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server serves a web. It is safe for use from any goroutine.
type Server struct {
	web    *Web
	hosts  []*host
	wg     sync.WaitGroup // serving goroutines
	busy   *busy
	stop   func() bool // ends the wait for the context
	closed chan struct{}
	once   sync.Once

	frontAddr string       // constant after Start; empty without a front page
	frontSrv  *http.Server // nil without one
	failed    chan error   // a listener that broke; room for all
	err       error        // of closing; written inside once
}

// host serves one site.
type host struct {
	web   *Web
	site  *site
	meter meter
	srv   *http.Server
	done  chan struct{} // closed when the server stops: ends slow answers
	busy  *busy
}

// busy counts requests under way, so that Close can wait for them.
type busy struct {
	mu     sync.Mutex
	n      int           // guarded by mu
	closed bool          // guarded by mu
	idle   chan struct{} // closed when closed is set and n is 0
}

// enter is false when the server is closing.
func (b *busy) enter() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	b.n++
	return true
}

func (b *busy) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n--; b.closed && b.n == 0 {
		close(b.idle)
	}
}

// shut lets nobody in any more; it is called once.
func (b *busy) shut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed = true; b.n == 0 {
		close(b.idle)
	}
}

// ErrServing means that the web is being served already.
var ErrServing = errors.New("the demo web is being served already")

// Start serves every site on a host of its own until ctx is done or Close is called. listen is a loopback address,
// empty for 127.0.0.1 with a free port. Sites and Truth name the addresses from then on and must not be called
// meanwhile.
func (w *Web) Start(ctx context.Context, listen string) (*Server, error) {
	if listen == "" {
		listen = "127.0.0.1:0"
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.serving {
		return nil, ErrServing
	}
	ls, err := listenAll(listen, len(w.sites))
	if err != nil {
		return nil, fmt.Errorf("demo web: %w", err)
	}
	w.serving = true
	s := &Server{web: w, closed: make(chan struct{}), busy: &busy{idle: make(chan struct{})}, failed: make(chan error, len(ls)+1)}
	for i, x := range w.sites {
		x.base = "http://" + ls[i].Addr().String()
		h := &host{web: w, site: x, done: s.closed, busy: s.busy}
		h.meter.seen = map[string]int{}
		h.meter.s.Site = x.name
		h.srv = &http.Server{Handler: h, ConnState: h.meter.connState, ReadHeaderTimeout: 10 * time.Second}
		s.hosts = append(s.hosts, h)
	}
	for i, h := range s.hosts {
		s.wg.Go(func() {
			if err := h.srv.Serve(ls[i]); !errors.Is(err, http.ErrServerClosed) {
				s.failed <- fmt.Errorf("serve %s: %w", h.site.base, err)
			}
		})
	}
	s.serveFront(ls[0].Addr().(*net.TCPAddr).Port)
	s.stop = context.AfterFunc(ctx, func() { s.shut() })
	return s, nil
}

// URL is the start address of site i, in the order of Web.Sites.
func (s *Server) URL(i int) string { return s.hosts[i].site.base + "/" }

// Stats tells what visitors did, a row a site.
func (s *Server) Stats() []Stats {
	out := make([]Stats, len(s.hosts))
	for i, h := range s.hosts {
		out[i] = h.meter.stats()
	}
	return out
}

// Close stops serving and waits until nothing of the server runs.
func (s *Server) Close() error {
	s.stop()
	s.shut()
	s.wg.Wait()
	<-s.busy.idle
	err := s.err
	for {
		select {
		case e := <-s.failed:
			err = errors.Join(err, e)
		default:
			return err
		}
	}
}

func (s *Server) shut() {
	s.once.Do(func() {
		close(s.closed)
		s.busy.shut()
		var errs []error
		for _, h := range s.hosts {
			errs = append(errs, h.srv.Close())
		}
		if s.frontSrv != nil {
			errs = append(errs, s.frontSrv.Close())
		}
		s.err = errors.Join(errs...)
		s.web.mu.Lock()
		s.web.serving = false
		s.web.mu.Unlock()
	})
}
