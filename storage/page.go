package storage

import (
	"time"

	"xunlu/judge"
)

// State of a known URL.
type State string

const (
	Queued    State = "queued"    // never fetched; no Page row yet
	Retry     State = "retry"     // failed, will be tried again at Due
	Failed    State = "failed"    // gave up until the next revisit
	Done      State = "done"      // fetched and judged
	Redirect  State = "redirect"  // answered by another URL
	Duplicate State = "duplicate" // same content as Of
	Listed    State = "sitemap"   // a sitemap that was read or is not there: no page
	Gone      State = "gone"      // the site said so, repeatedly
)

// Failure is the kind of a failed fetch; "" when it did not fail.
type Failure string

const (
	FailRobots    Failure = "robots"
	FailPrivate   Failure = "private" // address on a private network
	FailDNS       Failure = "dns"
	FailConnect   Failure = "connect"
	FailTLS       Failure = "tls"
	FailTimeout   Failure = "timeout"
	FailStatus    Failure = "status"  // 4xx, 5xx
	FailBlocked   Failure = "blocked" // challenge or captcha page
	FailTooLarge  Failure = "too_large"
	FailTruncated Failure = "truncated" // fewer bytes than promised
	FailNotHTML   Failure = "not_html"
	FailCharset   Failure = "charset"
	FailRedirect  Failure = "redirect" // loop, too many, or nowhere
	FailProtocol  Failure = "protocol" // not HTTP
	FailBrowser   Failure = "browser"  // needs JavaScript, and nothing runs it; a note among problems, never stored
)

// Link is a discovered URL: one row of the append-only frontier log. ID is its place in the log and the identity of its page.
type Link struct {
	ID       uint64
	URL      string // canonical
	Host     string // host:port as in the URL, lower case
	Site     string // Site.ID
	From     uint64 // the link whose page it was found on; 0 for a seed
	Depth    int
	Priority float32 // higher is sooner
	Text     string  // anchor text
	Found    time.Time
	Sitemap  bool      // a list of addresses, not a page
	Modified time.Time // when the site's sitemap says the page changed; zero when none says so
	Deleted  bool      // the user deleted its page: known, never fetched again
	New      bool      // set by Commit: this row made the URL known; never stored
}

// Page is the row a page that paper B's database interface asks for.
type Page struct {
	ID          uint64        `json:"id"`
	Seq         uint64        `json:"seq"` // sequence number of the last commit that wrote it; the indexer follows it
	URL         string        `json:"url"`
	FinalURL    string        `json:"final_url,omitempty"`
	Site        string        `json:"site"`
	Depth       int           `json:"depth"`
	State       State         `json:"state"`
	Failure     Failure       `json:"failure,omitempty"`
	Error       string        `json:"error,omitempty"`
	Status      int           `json:"status,omitempty"`
	Attempts    int           `json:"attempts,omitempty"`
	Due         time.Time     `json:"due,omitzero"` // next try or next visit
	First       time.Time     `json:"first,omitzero"`
	Fetched     time.Time     `json:"fetched,omitzero"` // last good fetch
	Took        time.Duration `json:"took,omitempty"`
	ContentType string        `json:"content_type,omitempty"`
	Declared    string        `json:"declared_charset,omitempty"` // what the header or the page claims
	Charset     string        `json:"charset,omitempty"`          // what it really is
	ETag        string        `json:"etag,omitempty"`
	Modified    string        `json:"last_modified,omitempty"`
	Title       string        `json:"title,omitempty"`
	Size        int           `json:"size,omitempty"`    // bytes as they came, decompressed
	Archive     string        `json:"archive,omitempty"` // place of the copy: "segment:offset:length"
	Hash        uint64        `json:"hash,omitempty"`    // of the body
	Links       int           `json:"links,omitempty"`
	Print       uint64        `json:"print,omitempty"`      // fingerprint of what it says, 0 = it says too little
	Facts       uint64        `json:"facts,omitempty"`      // hash of its title and of all that holds a number
	Canonical   string        `json:"canonical,omitempty"`  // the address it names as its own (rel=canonical)
	Verdict     judge.Verdict `json:"verdict"`              // without reasons
	Evidence    []byte        `json:"-"`                    // judge.Evidence, encoded; written by Commit when not nil, read by EvidenceOf
	Note        string        `json:"note,omitempty"`       // written by the user
	Of          string        `json:"of,omitempty"`         // URL it duplicates or redirects to
	GoneCount   int           `json:"gone_count,omitempty"` // visits in a row that found it missing while its site answered
	Interval    time.Duration `json:"interval,omitempty"`   // between two visits, as last adapted; 0 = not decided yet
	Checked     time.Time     `json:"checked,omitzero"`     // last visit that the site answered, whatever it said
}
