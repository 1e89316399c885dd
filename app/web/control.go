package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"xunlu/app/demo"
)

// Control is the page of the one who sits at this computer, where no window can be shown: besides reading it starts and pauses the
// crawl, adds a site, and starts the demo. Only a loopback address may have it.

// intentHeader must come with every intent: no page of another site can send it without being asked first, and this server says no.
const intentHeader = "X-Xunlu-Intent"

// maxIntent bounds an intent's JSON, bytes.
const maxIntent = 64 << 10

// statusAnswer is what stands in the line under the search field.
type statusAnswer struct {
	Pages   int     `json:"pages"`
	Routes  int     `json:"routes"`
	Queued  int     `json:"queued"`
	Rate    float64 `json:"rate"` // pages a second
	Sites   int     `json:"sites"`
	Paused  bool    `json:"paused"`
	Idle    string  `json:"idle"`    // why nothing is fetched; "" while something is
	Control bool    `json:"control"` // this page may start, pause and add
}

func (s *Server) status(w http.ResponseWriter, _ *http.Request) {
	now := s.app.Snapshot()
	s.answer(w, statusAnswer{Pages: now.Counts.Total.Pages, Routes: now.Counts.Total.Routes, Queued: now.Status.Queued + now.Status.Waiting,
		Rate: now.Rate, Sites: len(now.Sites), Paused: now.Status.Paused, Idle: string(now.Status.Idle), Control: s.control})
}

// intent reads what the page asks for: {"do": "start" | "pause" | "demo" | "add", "url": …}.
func (s *Server) intent(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Do  string `json:"do"`
		URL string `json:"url"`
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxIntent))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		s.refuse(w, http.StatusBadRequest, fmt.Errorf("this is no intent: %w", err))
		return
	}
	var err error
	switch in.Do {
	case "start", "pause":
		s.app.PauseAll(in.Do == "pause")
	case "demo":
		err = s.app.StartDemo(r.Context(), demo.Options{})
	case "add":
		err = s.add(r, strings.TrimSpace(in.URL))
	default:
		err = fmt.Errorf("intent %q is not start, pause, demo or add", in.Do)
	}
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err)
		return
	}
	s.status(w, r)
}

func (s *Server) add(r *http.Request, address string) error {
	if address == "" {
		return errors.New("type the address of a site first")
	}
	site, err := s.app.NewSite(address)
	if err != nil {
		return err
	}
	_, err = s.app.AddSite(r.Context(), site)
	return err
}
