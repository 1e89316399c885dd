package search

import "time"

// Sort orders. A leading minus turns an order round; routes that lack the figure come last either way.
const (
	SortFit      = "fit"       // best match first; the empty string is the same
	SortPrice    = "price"     // cheapest first
	SortPriceDay = "price_day" // cheapest a day first
	SortDays     = "days"      // shortest first
	SortNewest   = "newest"    // last found first
	SortDrop     = "drop"      // largest share off by the last change of price first
)

// Query is what a person asks. Zero values ask nothing.
//
// Text is words, all of which must be there; "a phrase" in any quotes; -without. A name of a place also finds what
// lies in it. 3-5天, 5天以内, 3000元以下 and from 上海 (上海出发, 上海到桂林) are understood as conditions.
type Query struct {
	Text string

	From, To           string // a place, or several with commas between; what lies in it counts
	DaysMin, DaysMax   int
	PriceMin, PriceMax float64  // in the currency of the page
	Site               string   // Site.ID; several with commas
	NotSites           []string // Site.IDs whose routes are left out
	Transport          string   // flight, train, coach, ship, self_drive; several with commas
	State              string   // new, unchanged, changed, gone; several with commas
	DateFrom, DateTo   string   // ISO days, both included; one alone is that day and a year on, or from a year before

	Sort          string
	Offset, Limit int  // Limit 0 gives 20, at most 10,000
	Facets        bool // count values of all that was found
}

// Result is the answer to a Query.
type Result struct {
	Total  uint64
	Hits   []Hit              // from Offset, at most Limit
	Facets map[string][]Facet // to, from, days, price, site, transport, state; most frequent first
	Took   time.Duration

	// Relaxed is true when no route had all that was typed as it was typed and the query was read more loosely: words
	// taken apart, beginnings, other spellings. Corrected lists those spellings, in the order of the words.
	Relaxed   bool
	Corrected []string
}

// Hit is a route found.
type Hit struct {
	ID    uint64
	Score float64 // how well the text fits; 0 without text or when sorted otherwise
	Marks []Span  // in the title
}

// Span is a part of a text, in runes, End not included.
type Span struct{ Start, End int }

// Facet is a value and how many of the routes found have it. Values of days are numbers; of price the lower and upper
// end with a hyphen between, the last without an upper end: 0-500, 500-1000 … 20000-.
type Facet struct {
	Value string
	Count int
}
