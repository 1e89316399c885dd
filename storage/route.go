package storage

import "time"

// Route is a bookable tour read from one route page. Missing is zero: never a guess.
type Route struct {
	ID          uint64            `json:"id"`  // of its page
	Seq         uint64            `json:"seq"` // as Page.Seq
	URL         string            `json:"url"`
	Site        string            `json:"site"`
	State       RouteState        `json:"state"`
	Title       string            `json:"title"`
	Price       float64           `json:"price,omitempty"`        // what one adult pays, lowest
	PriceHigh   float64           `json:"price_high,omitempty"`   // when the page gives a span
	MarketPrice float64           `json:"market_price,omitempty"` // list price, crossed out
	ChildPrice  float64           `json:"child_price,omitempty"`
	Currency    string            `json:"currency,omitempty"` // ISO 4217
	Days        int               `json:"days,omitempty"`
	Nights      int               `json:"nights,omitempty"`
	From        string            `json:"from,omitempty"`
	To          []string          `json:"to,omitempty"`
	Dates       []string          `json:"dates,omitempty"`  // ISO days
	Ranges      []DateRange       `json:"ranges,omitempty"` // departures daily within
	Weekly      []string          `json:"weekly,omitempty"` // MO … SU
	Monthly     []int             `json:"monthly,omitempty"`
	Daily       bool              `json:"daily,omitempty"`
	Transport   string            `json:"transport,omitempty"` // flight, train, coach, ship, self_drive, or "flight/train" out and back
	Image       string            `json:"image,omitempty"`
	Agency      string            `json:"agency,omitempty"`
	Phone       string            `json:"phone,omitempty"`
	Itinerary   []Day             `json:"itinerary,omitempty"`
	Included    string            `json:"included,omitempty"`
	Excluded    string            `json:"excluded,omitempty"`
	Notice      string            `json:"notice,omitempty"`
	Visa        string            `json:"visa,omitempty"`
	Lang        string            `json:"lang,omitempty"`     // zh-Hans, zh-Hant, en
	Sources     map[string]string `json:"sources,omitempty"`  // field → jsonld, microdata, label, title, heading, text, user
	Disputes    []Dispute         `json:"disputes,omitempty"` // what else the page says of its fields
	First       time.Time         `json:"first,omitzero"`
	Seen        time.Time         `json:"seen,omitzero"`
	History     []Change          `json:"history,omitempty"` // oldest first
}

// RouteState is what the last visits say of a route.
type RouteState string

const (
	RouteNew       RouteState = "new"
	RouteUnchanged RouteState = "unchanged"
	RouteChanged   RouteState = "changed"
	RouteGone      RouteState = "gone"
)

// FieldState is the field of a Change that tells of the route itself: that it went (new value "gone") or is sold again ("back").
const FieldState = "state"

// DateRange is a span of ISO days, both ends included.
type DateRange struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// Day is one day of an itinerary.
type Day struct {
	N     int    `json:"n"`
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	Meals string `json:"meals,omitempty"`
	Hotel string `json:"hotel,omitempty"`
}

// Change is one field that a revisit found different.
type Change struct {
	At    time.Time `json:"at"`
	Field string    `json:"field"`
	Old   string    `json:"old"`
	New   string    `json:"new"`
}
