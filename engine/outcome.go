package engine

import (
	"time"

	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// Outcome is all that one task produced. A failed page is not an error: Failure says its kind.
type Outcome struct {
	Task      Task
	Failure   storage.Failure
	Error     string // one sentence for people, with Failure
	Status    int
	After     time.Duration // the server's Retry-After
	Redirect  string        // the address it answered with instead of a page, canonical
	Unreached bool          // no connection to the host came about
	Sitemaps  []string      // addresses of sitemaps that robots.txt names, or the usual one; with the answer of a start address
	Barred    string        // why the site cannot be asked until its user did something, one sentence; the task is still to do
	Delay     time.Duration // the host's, as the node kept it: robots.txt may ask for more than the site's setting
	Hold      time.Time     // the whole host waits until then (robots.txt unreachable)
	Response  *page.Response

	// filled when the page was read
	NotModified bool
	Title       string
	Charset     string
	Declared    string
	Canonical   string
	Print       uint64 // page.Print: what the page says, for finding copies
	Facts       uint64 // beside it: the numbers it says
	Twin        bool   // the same bytes came from another address of the site before: not judged, only its links were read
	NoIndex     bool
	NoFollow    bool
	Verdict     judge.Verdict
	Evidence    []byte  // judge.Evidence, encoded
	Blocks      []byte  // for the site's profile: judge.BlockHash of each block with a term, 8 bytes each, little endian; nil when not asked for
	Guided      bool    // the site has a focus and Relevance was counted
	Cards       int     // priced cards on the page: a listing shows many
	Relevance   float64 // paper B's k ÷ its threshold: above 1 the page is on topic
	Route       *storage.Route
	Links       []page.Link
	Problems    []string
}

// after notes the delay that the host has.
func (o *Outcome) after(delay time.Duration) *Outcome {
	o.Delay = delay
	return o
}

// Failed says whether the page could not be read. A redirect is no failure.
func (o *Outcome) Failed() bool { return o.Failure != "" }
