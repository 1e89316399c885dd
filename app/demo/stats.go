package demo

import (
	"net"
	"net/http"
	"sync"
)

// Stats is what visitors did to one site.
type Stats struct {
	Site        string `json:"site"`
	Requests    int    `json:"requests"`     // all
	Unique      int    `json:"unique"`       // different HTML pages of the truth table that were answered
	Duplicates  int    `json:"duplicates"`   // answers of a page that had been answered before, 304 not counted
	NotModified int    `json:"not_modified"` // answered 304
	Trapped     int    `json:"trapped"`      // pages of the endless calendar
	Failed      int    `json:"failed"`       // answered 4xx or 5xx
	Disallowed  int    `json:"disallowed"`   // requests that robots.txt forbids
	Robots      int    `json:"robots"`       // requests for robots.txt
	MaxConns    int    `json:"max_conns"`    // most connections open at once
	MaxActive   int    `json:"max_active"`   // most requests under way at once
}

// meter counts for one site.
type meter struct {
	mu     sync.Mutex
	s      Stats          // guarded by mu
	conns  int            // guarded by mu
	active int            // guarded by mu
	seen   map[string]int // guarded by mu: answers of a path
}

func (m *meter) connState(_ net.Conn, state http.ConnState) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch state {
	case http.StateNew:
		m.conns++
		m.s.MaxConns = max(m.s.MaxConns, m.conns)
	case http.StateClosed, http.StateHijacked:
		m.conns--
	}
}

// begin counts a request; the caller calls end.
func (m *meter) begin() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.s.Requests++
	m.active++
	m.s.MaxActive = max(m.s.MaxActive, m.active)
}

func (m *meter) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.active--
}

// count adds one to a counter that pick chooses.
func (m *meter) count(pick func(*Stats) *int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	*pick(&m.s)++
}

// answered notes that a page was sent with its body.
func (m *meter) answered(path string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen[path]++; m.seen[path] > 1 {
		m.s.Duplicates++
	} else {
		m.s.Unique++
	}
}

// firstTry tells whether a faulty page is asked for the first time.
func (m *meter) firstTry(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	id := "fault " + path
	m.seen[id]++
	return m.seen[id] == 1
}

func (m *meter) stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.s
}
