package demo

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ServeHTTP answers one request to the site.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.busy.enter() {
		return
	}
	defer h.busy.leave()
	h.meter.begin()
	defer h.meter.end()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	if !h.wait(r, h.web.opt.Latency) {
		return
	}
	path := r.URL.EscapedPath()
	if h.site.isForbidden(path) {
		h.meter.count(func(s *Stats) *int { return &s.Disallowed })
	}
	if to, ok := h.site.moved[path]; ok {
		http.Redirect(w, r, to, http.StatusMovedPermanently)
		return
	}
	if e := h.site.find(path, r.URL.RawQuery); e != nil {
		h.page(w, r, e)
		return
	}
	h.other(w, r, path)
}

// page answers with a page of the plan, or with what is wrong with it.
func (h *host) page(w http.ResponseWriter, r *http.Request, e *entry) {
	switch e.fault {
	case faultAlways:
		h.fail(w, http.StatusInternalServerError)
		return
	case faultOnce:
		if h.meter.firstTry(e.path) {
			w.Header().Set("Retry-After", "1")
			h.fail(w, http.StatusServiceUnavailable)
			return
		}
	case faultSlow:
		slow := 40 * h.web.opt.Latency
		if slow == 0 {
			slow = time.Second
		}
		if !h.wait(r, slow) {
			return
		}
	}
	status := http.StatusOK
	if e.kind == pkRoute {
		if t := h.site.tours[e.n]; !t.alive() {
			status = t.goneHow
		}
	}
	body, err := h.web.render(h.site, e, h.session(r))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h.html(w, r, status, body, e.path)
}

// session gives the session id that the page's links carry: the visitor's, or a new one. There are few, because
// a visitor without one gets that of the page he enters by.
func (h *host) session(r *http.Request) string {
	name := h.site.design.session
	if name == "" {
		return ""
	}
	if id := r.URL.Query().Get(name); len(id) == 16 && throw(h.site.seed, id, r.URL.Path).chance(97) {
		return id
	}
	return sessionID(h.site, throw(h.site.seed, "session", r.URL.Path).IntN(sessionCount))
}

const sessionCount = 4

func sessionID(s *site, n int) string {
	return fmt.Sprintf("%016x", throw(s.seed, "sid", s.id, n).Uint64())
}

func (h *host) html(w http.ResponseWriter, r *http.Request, status int, body []byte, path string) {
	ct := "text/html"
	if c := h.site.design.header; c != "" {
		ct += "; charset=" + c
	}
	w.Header().Set("Content-Type", ct)
	sum := fnv.New64a()
	if _, err := sum.Write(body); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	tag := `"` + strconv.FormatUint(sum.Sum64(), 16) + `"`
	if status == http.StatusOK {
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			h.meter.count(func(s *Stats) *int { return &s.NotModified })
			w.WriteHeader(http.StatusNotModified)
			return
		}
		if path != "" {
			h.meter.answered(path)
		}
	} else {
		h.meter.count(func(s *Stats) *int { return &s.Failed })
	}
	if h.site.design.gzip {
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			if _, err := z.Write(body); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			if err := z.Close(); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Encoding", "gzip")
			body = b.Bytes()
		}
	}
	send(w, r, status, body)
}

// send writes the body. A visitor that went away is no error of ours.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := w.Write(body); err != nil {
		return
	}
}

func (h *host) fail(w http.ResponseWriter, status int) {
	h.meter.count(func(s *Stats) *int { return &s.Failed })
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<html><head><title>%d</title></head><body><h1>%d %s</h1><hr></body></html>",
		status, status, http.StatusText(status))
}

// other answers what is no page of the plan: robots.txt, sitemaps, the calendar, pictures, scripts, and 404.
func (h *host) other(w http.ResponseWriter, r *http.Request, path string) {
	s, base := h.site, "http://"+r.Host
	var body []byte
	var err error
	kind := ""
	switch {
	case path == "/robots.txt":
		h.meter.count(func(s *Stats) *int { return &s.Robots })
		kind, body = "text/plain; charset=utf-8", s.robots(base)
	case strings.HasPrefix(path, "/sitemap"):
		kind = "application/xml"
		body, err = s.sitemapFile(base, path)
	case s.isTrap(path):
		h.meter.count(func(s *Stats) *int { return &s.Trapped })
		if body, err = h.web.calendar(s, r.URL.Query().Get("ym")); err == nil {
			h.html(w, r, http.StatusOK, body, "")
			return
		}
	case strings.HasPrefix(path, "/img/"):
		kind, body = "image/svg+xml", picture(path)
	case s.design.asset != nil:
		p := &page{w: h.web, s: s, e: &entry{}, d: throw(s.seed, "asset", s.id, path)}
		kind, body = s.design.asset(p, path)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if body != nil {
		w.Header().Set("Content-Type", kind)
		send(w, r, http.StatusOK, body)
		return
	}
	e := &entry{kind: pkMissing, n: 404}
	if body, err = h.web.render(s, e, h.session(r)); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h.html(w, r, http.StatusNotFound, body, "")
}

// wait holds an answer back; false when the visitor or the server gave up meanwhile.
func (h *host) wait(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
	case <-h.done:
	}
	return false
}
