package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"xunlu/app"
	"xunlu/storage"
)

// maxHits is how many routes one answer may hold.
const maxHits = 200

// query reads what docs/api.md describes; an unreadable figure is an error.
func query(v url.Values) (app.Query, error) {
	q := app.Query{Text: v.Get("q"), From: v.Get("from"), To: v.Get("to"), Site: v.Get("site"), Transport: v.Get("transport"), State: v.Get("state"),
		DateFrom: v.Get("date_from"), DateTo: v.Get("date_to"), Sort: v.Get("sort"), Facets: v.Get("facets") == "1", Limit: 20}
	var errs error
	whole := func(name string, to *int, most int) {
		if s := v.Get(name); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 || n > most {
				errs = errors.Join(errs, errors.New(name+" is not a number from 0 to "+strconv.Itoa(most)))
			}
			*to = n
		}
	}
	amount := func(name string, to *float64) {
		if s := v.Get(name); s != "" {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil || !(n >= 0 && n < 1e9) {
				errs = errors.Join(errs, errors.New(name+" is not an amount"))
			}
			*to = n
		}
	}
	whole("days_min", &q.DaysMin, 1000)
	whole("days_max", &q.DaysMax, 1000)
	whole("offset", &q.Offset, 1_000_000)
	whole("limit", &q.Limit, maxHits)
	amount("price_min", &q.PriceMin)
	amount("price_max", &q.PriceMax)
	return q, errs
}

func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	q, err := query(r.URL.Query())
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err)
		return
	}
	found, err := s.app.Search(r.Context(), q)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err)
		return
	}
	for i := range found.Routes { // a list needs no long texts
		x := &found.Routes[i]
		x.Itinerary, x.History, x.Included, x.Excluded, x.Notice, x.Visa, x.Sources = nil, nil, "", "", "", "", nil
	}
	s.answer(w, found)
}

// id reads the number in an address; what is none is refused. what names the thing it should be of.
func (s *Server) id(w http.ResponseWriter, r *http.Request, what string) (uint64, bool) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, errors.New("no number of a "+what))
	}
	return id, err == nil
}

// routeAnswer is a route with its prices over time.
type routeAnswer struct {
	storage.Route
	Prices []app.PricePoint `json:"prices"`
}

func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	id, ok := s.id(w, r, "route")
	if !ok {
		return
	}
	route, err := s.app.Route(id)
	if err != nil {
		s.fail(w, err)
		return
	}
	s.answer(w, routeAnswer{route, app.PriceHistory(&route)})
}

func (s *Server) tour(w http.ResponseWriter, r *http.Request) {
	id, ok := s.id(w, r, "route")
	if !ok {
		return
	}
	t, err := s.app.SameTour(r.Context(), id)
	if err != nil {
		s.fail(w, err)
		return
	}
	s.answer(w, t)
}

// copy shows the stored page of a route.
func (s *Server) copy(w http.ResponseWriter, r *http.Request) {
	id, ok := s.id(w, r, "page")
	if !ok {
		return
	}
	c, err := s.app.Copy(id)
	if err != nil {
		s.fail(w, err)
		return
	}
	body := harmless(c.HTML, c.Base, func(u string) string {
		if id, ok := s.app.CopyOf(u, c.Charset); ok {
			return "/copy/" + strconv.FormatUint(id, 10)
		}
		return ""
	}, func(u string) string { return s.pictureURL(c.Pictures[u]) })
	w.Header().Set("Content-Security-Policy", copyPolicy(r.Host))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if _, err := w.Write(body); err != nil {
		return // the reader has gone
	}
}

func (s *Server) answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	enc := json.NewEncoder(w)
	if err := enc.Encode(v); err != nil {
		s.log.Debug("an answer was not taken", "err", err)
	}
}

// fail tells what is not there from what went wrong.
func (s *Server) fail(w http.ResponseWriter, err error) {
	if errors.Is(err, storage.ErrNotFound) {
		s.refuse(w, http.StatusNotFound, errors.New("it is not in the library"))
		return
	}
	s.log.Error("the search page could not answer", "err", err)
	s.refuse(w, http.StatusInternalServerError, errors.New("it could not be read; the log says why"))
}

func (s *Server) refuse(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	s.answerError(w, err)
}

func (s *Server) answerError(w http.ResponseWriter, err error) {
	if err := json.NewEncoder(w).Encode(map[string]string{"error": err.Error()}); err != nil {
		s.log.Debug("an answer was not taken", "err", err)
	}
}
