package page

import (
	"net/http"
	"time"
)

// Response is one answer as it came. Body is decompressed but not decoded.
type Response struct {
	URL       string // asked for, canonical
	FinalURL  string // answered by, after redirects inside the same host
	Status    int
	Header    http.Header
	Body      []byte
	Truncated bool // the size limit was reached: never judged, never stored as whole
	Fetched   time.Time
	Took      time.Duration
	Rendered  bool // the body is the DOM of a browser, already UTF-8
}
