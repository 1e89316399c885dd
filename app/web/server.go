package web

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"xunlu/app"
)

// Options of Serve.
type Options struct {
	Listen string // "" = a free port on loopback
	LAN    bool   // allow addresses other than loopback
	Token  string // "" = a new random one
	// Control lets the page start and pause the crawl, add sites and start the demo: for whoever sits at this computer. Not with LAN.
	Control bool
	Log     *slog.Logger
}

// ErrLAN: the address can be reached by other computers, and that was not allowed.
var ErrLAN = errors.New("other computers could reach that address; allow it first")

// Server shows the library until Close. Its methods may be called from any goroutine.
type Server struct {
	app      *app.App
	token    string
	control  bool
	listener net.Listener
	http     *http.Server
	done     chan struct{} // closed when the serving goroutine ended
	log      *slog.Logger
}

// Serve starts to answer. Whoever has the token may read everything in the library, and change nothing.
func Serve(ctx context.Context, a *app.App, o Options) (*Server, error) {
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: write an address like 127.0.0.1:8080: %w", o.Listen, err)
	}
	if ip := net.ParseIP(host); !o.LAN && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("listen on %s: %w", o.Listen, ErrLAN)
	}
	if o.Control && o.LAN {
		return nil, errors.New("a page that other computers reach only shows; it cannot start or pause the crawl")
	}
	if o.Token == "" {
		o.Token = rand.Text()
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", o.Listen, err)
	}
	s := &Server{app: a, token: o.Token, control: o.Control, listener: l, done: make(chan struct{}), log: o.Log}
	s.http = &http.Server{Handler: s.guard(s.routes()), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	go func() {
		defer close(s.done)
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			o.Log.Error("the search page stopped", "err", err)
		}
	}()
	return s, nil
}

// Close ends it and waits.
func (s *Server) Close() error {
	err := s.http.Close()
	<-s.done
	return err
}

// Addr is host:port it answers on.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// URL is what to open in a browser: the search page, with the token. It names this PC as others reach it when it listens for them.
func (s *Server) URL() string {
	return "http://" + app.Reachable(s.Addr()) + "/?token=" + url.QueryEscape(s.token)
}

// CopyURL is the address of a stored page, by the id of its route or page.
func (s *Server) CopyURL(id uint64) string {
	return "http://" + s.Addr() + "/copy/" + strconv.FormatUint(id, 10) + "?token=" + url.QueryEscape(s.token)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /app.js", asset("text/javascript; charset=utf-8", script))
	mux.HandleFunc("GET /app.css", asset("text/css; charset=utf-8", style))
	mux.HandleFunc("GET /api/search", s.search)
	mux.HandleFunc("GET /api/route/{id}", s.route)
	mux.HandleFunc("GET /api/tour/{id}", s.tour)
	mux.HandleFunc("GET /api/status", s.status)
	mux.HandleFunc("GET /copy/{id}", s.copy)
	mux.HandleFunc("GET "+picturePath+"{hash}", s.picture)
	if s.control {
		mux.HandleFunc("POST /api/intent", s.intent)
	}
	return mux
}

// cookie holds the token after the first visit, so that links need not.
const cookie = "xunlu"

// guard lets in who has the token. Every answer says that it is to be kept by nobody and read as what it is.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		intent := s.control && r.Method == http.MethodPost && r.URL.Path == "/api/intent" && r.Header.Get(intentHeader) != ""
		if r.Method != http.MethodGet && r.Method != http.MethodHead && !intent {
			http.Error(w, "this page only shows", http.StatusMethodNotAllowed)
			return
		}
		if strings.HasPrefix(r.URL.Path, picturePath) { // has a key of its own
			next.ServeHTTP(w, r)
			return
		}
		given := r.URL.Query().Get("token")
		if given == "" {
			given = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		}
		if given == "" {
			if c, err := r.Cookie(cookie); err == nil {
				given = c.Value
			}
		}
		if subtle.ConstantTimeCompare([]byte(given), []byte(s.token)) != 1 {
			http.Error(w, "this page needs the token that Xunlu shows", http.StatusUnauthorized)
			return
		}
		if r.URL.Query().Has("token") && !strings.HasPrefix(r.URL.Path, "/api/") {
			http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
			if r.URL.Path == "/" { // the token leaves the address bar
				http.Redirect(w, r, "/", http.StatusSeeOther)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func asset(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		if _, err := w.Write([]byte(text)); err != nil {
			return // the reader has gone
		}
	}
}
