package field

import (
	"encoding/json"
	"time"
)

// Fields is what a text says about a tour; zero means that it says nothing.
type Fields struct {
	Price       float64 // what one adult pays, the lowest
	PriceHigh   float64 // when the text gives a span
	MarketPrice float64 // list price, crossed out
	ChildPrice  float64
	Currency    string // ISO 4217
	From        string // as the text writes it
	To          []string
	Days        int
	HalfDay     bool // 半日游; Days is 0 then
	Nights      int
	Transport   string   // flight, train, coach, ship, self_drive, or "flight/train" out and back
	Dates       []string // departures, ISO days, ascending
	Ranges      []Range  // departures within
	Weekly      []string // MO … SU
	Monthly     []int    // days of the month
	Daily       bool
}

// Range is a span of ISO days, both ends included.
type Range struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// Read reads everything that a text says. today is the day the text was seen: it decides the year of a date that names
// none. Only the calendar day of today counts.
func Read(text string, today time.Time) Fields {
	c := clean(text)
	s := fold(c)
	f := prices(s)
	w := departures(s, today)
	f.Dates, f.Ranges, f.Weekly, f.Monthly, f.Daily = w.Dates, w.Ranges, w.Weekly, w.Monthly, w.Daily
	d := duration(s)
	f.Days, f.Nights, f.HalfDay = d.days, d.nights, d.half
	f.Transport = transport(s)
	f.From = departureCity(c, s)
	f.To = destinations(c, s)
	return f
}

// MarshalJSON writes the form that the command line and the window share: what is absent is null or an empty list, and
// half a day is 0.5.
func (f Fields) MarshalJSON() ([]byte, error) {
	number := func(v float64) *float64 {
		if v == 0 {
			return nil
		}
		return &v
	}
	word := func(v string) *string {
		if v == "" {
			return nil
		}
		return &v
	}
	days := float64(f.Days)
	if f.HalfDay {
		days = 0.5
	}
	return json.Marshal(struct {
		Price       *float64 `json:"price"`
		PriceHigh   *float64 `json:"price_high"`
		MarketPrice *float64 `json:"market_price"`
		ChildPrice  *float64 `json:"child_price"`
		Currency    *string  `json:"currency"`
		From        *string  `json:"from"`
		To          []string `json:"to"`
		Days        *float64 `json:"days"`
		Nights      *float64 `json:"nights"`
		Transport   *string  `json:"transport"`
		Dates       []string `json:"dates"`
		Ranges      []Range  `json:"ranges"`
		Weekly      []string `json:"weekly"`
		Monthly     []int    `json:"monthly"`
		Daily       bool     `json:"daily"`
	}{
		number(f.Price), number(f.PriceHigh), number(f.MarketPrice), number(f.ChildPrice), word(f.Currency), word(f.From),
		list(f.To), number(days), number(float64(f.Nights)), word(f.Transport), list(f.Dates), list(f.Ranges),
		list(f.Weekly), list(f.Monthly), f.Daily,
	})
}

// list makes an absent list an empty one.
func list[T any](v []T) []T {
	if v == nil {
		return []T{}
	}
	return v
}
