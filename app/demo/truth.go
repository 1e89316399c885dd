package demo

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Truth is what is true of one page. Fields of a tour are set for routes only; what the page does not state is zero.
type Truth struct {
	URL         string   `json:"url"`
	Site        string   `json:"site"`
	Label       string   `json:"label"`
	Status      int      `json:"status"`           // what the page answers in the end
	Script      bool     `json:"script,omitempty"` // its content appears only when its JavaScript runs
	Title       string   `json:"title,omitempty"`
	Price       int      `json:"price,omitempty"` // of one adult
	MarketPrice int      `json:"market_price,omitempty"`
	ChildPrice  int      `json:"child_price,omitempty"`
	Currency    string   `json:"currency,omitempty"`
	Days        int      `json:"days,omitempty"`
	Nights      int      `json:"nights,omitempty"`
	From        []string `json:"from,omitempty"`
	To          []string `json:"to,omitempty"`
	Dates       []string `json:"dates,omitempty"` // ISO days
	Ranges      []Span   `json:"ranges,omitempty"`
	Weekly      []string `json:"weekly,omitempty"` // MO … SU
	Monthly     []int    `json:"monthly,omitempty"`
	Daily       bool     `json:"daily,omitempty"`
	Transport   string   `json:"transport,omitempty"` // flight, train, coach, ship, or out/back
	Agency      string   `json:"agency,omitempty"`
	// ItineraryDays is the number of days the page describes one by one.
	ItineraryDays int `json:"itinerary_days,omitempty"`
	// Group is the same for one tour sold by several agencies under their own titles: the same days, nights, departure,
	// transport and sights. Two products of the catalogue that nobody could tell apart are one.
	Group   string `json:"group,omitempty"`
	Since   int    `json:"since,omitempty"`   // edition in which the route came
	Gone    bool   `json:"gone,omitempty"`    // vanished in this or an earlier edition
	Changed bool   `json:"changed,omitempty"` // its price is not the one it came with
}

// Truth lists every HTML page of the web by site in the order of its plan.
func (w *Web) Truth() []Truth {
	var out []Truth
	for _, s := range w.sites {
		for i := range s.entries {
			out = append(out, s.truth(&s.entries[i]))
		}
	}
	return out
}

// Lookup gives the truth about the page at a URL, whatever session id and tracking parameters the URL carries.
func (w *Web) Lookup(rawURL string) (Truth, bool) {
	s, e := w.find(rawURL)
	if e == nil {
		if s != nil && s.isTrap(rawURL[len(s.base):]) {
			return Truth{URL: rawURL, Site: s.name, Label: "other", Status: 200}, true
		}
		return Truth{}, false
	}
	return s.truth(e), true
}

var weekCodes = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

func (s *site) truth(e *entry) Truth {
	t := Truth{URL: s.base + e.path, Site: s.name, Label: labelOf(e.kind, s.kind), Status: 200}
	if e.fault == faultAlways {
		t.Status, t.Label = 500, "other"
		return t
	}
	if e.kind != pkRoute {
		t.Script = s.design.script && (e.kind == pkList || e.kind == pkHome)
		return t
	}
	x := s.tours[e.n]
	t.Since, t.Group = x.since, s.loc.lang+"-"+x.same()
	if !x.alive() {
		t.Label, t.Status, t.Gone = "other", x.goneHow, true
		return t
	}
	t.Script, t.Title, t.Price, t.MarketPrice, t.ChildPrice = s.design.script, x.title, x.price, x.market, x.child
	if x.price > 0 {
		t.Currency = s.currency()
	}
	t.Changed = x.price != x.first
	t.Days, t.From, t.To, t.Transport = x.days, []string{x.from}, x.to, x.transport
	if x.saysNight {
		t.Nights = x.nights
	}
	if !x.free {
		t.ItineraryDays = x.days
	}
	if t.Agency = s.name; x.supplier != "" {
		t.Agency = x.supplier
	}
	if x.showDates {
		t.Daily, t.Monthly = x.dep.daily, x.dep.monthly
		if len(x.dep.dates) > 0 {
			t.Dates = isoDays(x.dep.dates)
		}
		for _, d := range x.dep.weekly {
			t.Weekly = append(t.Weekly, weekCodes[d])
		}
		if x.dep.span != nil {
			t.Ranges = []Span{*x.dep.span}
		}
	}
	return t
}

// WriteTruth writes the truth table as JSON lines.
func (w *Web) WriteTruth(to io.Writer) error {
	b := bufio.NewWriter(to)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	for _, t := range w.Truth() {
		if err := enc.Encode(t); err != nil {
			return fmt.Errorf("write truth of %s: %w", t.URL, err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write truth: %w", err)
	}
	return nil
}
