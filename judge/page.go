package judge

// Page is what the judge looks at: text tagged by place, and facts about the page's structure.
// engine/page makes one in a single pass over the bytes; it is read-only from then on.
type Page struct {
	URL string // canonical
	// Text is UTF-8 with entities decoded. Blocks (p, div, td, li, br …) are separated by '\n', so that no term
	// spans two of them; inline tags join their text. White space is kept as it stands except that '\n', '\r', '\t'
	// inside a block become one space each, U+00A0 becomes a space, NUL goes, and blanks at the ends of a block go.
	Text     []byte
	Runs     []Run // ascending, not overlapping; text outside any run does not exist for the judge
	Features Features
}

// Run is a stretch of Page.Text in one place.
type Run struct {
	Start, End int32 // byte offsets into Page.Text, half open
	Place      Place
}

// Features are structural facts found by the scan. Counts are plain numbers, shares lie in 0…1.
// A factor names a feature by its JSON name.
type Features struct {
	TextLen      int     `json:"text_len"`      // runes of visible text
	LinkShare    float64 `json:"link_share"`    // share of visible runes that stand inside links
	Links        int     `json:"links"`         // a[href]
	Images       int     `json:"images"`        // img
	Tables       int     `json:"tables"`        // table
	Forms        int     `json:"forms"`         // forms that are not a search box
	BookingForm  int     `json:"booking_form"`  // forms with a date, a number of persons, or a booking word on a button
	PricedCards  int     `json:"priced_cards"`  // sibling blocks that hold a link and a price each: a listing shows many
	PriceCount   int     `json:"price_count"`   // amounts of money in the visible text
	DaySequence  int     `json:"day_sequence"`  // longest run of itinerary days counted upwards: 第1天 … 第N天, D1 … DN, Day 1 … N
	LDTrip       int     `json:"ld_trip"`       // JSON-LD or microdata TouristTrip, Trip, Tour
	LDProduct    int     `json:"ld_product"`    // … Product, Offer, AggregateOffer
	LDArticle    int     `json:"ld_article"`    // … Article, NewsArticle, BlogPosting
	LDList       int     `json:"ld_list"`       // … ItemList, CollectionPage, SearchResultsPage
	Breadcrumb   int     `json:"breadcrumb"`    // a breadcrumb trail is there
	URLDepth     int     `json:"url_depth"`     // path segments
	URLDigits    int     `json:"url_digits"`    // longest run of digits in the path or the query
	HeadingCount int     `json:"heading_count"` // h1 … h6
	FactLines    int     `json:"fact_lines"`    // blocks of the form "label: value" and th, dt labels: 出发地：…, Duration: …
	LinkItems    int     `json:"link_items"`    // most sibling blocks that hold a link and little else: lists of articles or tours
	Times        int     `json:"times"`         // clock times: an itinerary or a timetable
	OwnPrices    int     `json:"own_prices"`    // amounts outside priced cards: the page's own
	LongText     float64 `json:"long_text"`     // share of visible runes in blocks of 120 runes or more: prose
}
