package storage

import (
	"time"

	"xunlu/judge"
)

// Site is what the user adds: where to start, how far to go, how gently.
type Site struct {
	ID          string           `json:"id"` // short, stable, made from the first seed's host; unique
	Version     int              `json:"version"`
	Name        string           `json:"name"`
	Seeds       []string         `json:"seeds"` // canonical
	Scope       Scope            `json:"scope"`
	Templates   []judge.Template `json:"templates,omitempty"`
	Order       Order            `json:"order,omitempty"`
	Focus       Focus            `json:"focus,omitempty"`
	Delay       time.Duration    `json:"delay"`                 // between two fetches of one host; robots' Crawl-delay can only lengthen it
	Connections int              `json:"connections,omitempty"` // a host; 0 = 1
	MaxPages    int              `json:"max_pages,omitempty"`   // 0 = no cap
	MaxDepth    int              `json:"max_depth,omitempty"`   // links from a seed; 0 = no cap
	MaxBytes    int64            `json:"max_bytes,omitempty"`   // of bodies in one run of the program; 0 = no cap
	MaxTime     time.Duration    `json:"max_time,omitempty"`    // since the first fetch of a run; 0 = no cap
	Daily       string           `json:"daily,omitempty"`       // HH:MM of the daily revisit, "off" = never, "" = the program's setting
	VisitMin    time.Duration    `json:"visit_min,omitempty"`   // bounds of the adaptive interval between two visits of a page; 0 = the defaults
	VisitMax    time.Duration    `json:"visit_max,omitempty"`
	Charset     string           `json:"charset,omitempty"`     // overrides what pages say
	Render      bool             `json:"render,omitempty"`      // needs a browser
	NoRobots    bool             `json:"no_robots,omitempty"`   // the user owns the site and says so
	Access      Access           `json:"access,omitzero"`       // headers, proxy, login
	Private     []string         `json:"private,omitempty"`     // host:port that may be on a private or loopback network: typed by the user
	NoSitemaps  bool             `json:"no_sitemaps,omitempty"` // do not read the lists of addresses it publishes
	KeepDays    int              `json:"keep_days,omitempty"`   // pages that are gone for longer leave; 0 = they stay
	Mine        bool             `json:"mine,omitempty"`        // our own agency
	Pictures    bool             `json:"pictures,omitempty"`    // keep the pictures of its route pages
	Paused      bool             `json:"paused,omitempty"`
	PausedWhy   string           `json:"paused_why,omitempty"` // when the program paused it by itself: what failed, with the codes
	Added       time.Time        `json:"added"`
	Removed     time.Time        `json:"removed,omitzero"` // set aside by the user, to be dropped for good a little later
}

// Still tells whether nothing is to be fetched of the site: it is paused or set aside.
func (s *Site) Still() bool { return s.Paused || !s.Removed.IsZero() }

// Scope says which links belong to a site: any of Hosts (exact or a parent domain when Subdomains), path under Prefix,
// matching no Exclude.
type Scope struct {
	Hosts      []string `json:"hosts"` // host or host:port as in canonical URLs
	Subdomains bool     `json:"subdomains,omitempty"`
	Prefix     string   `json:"prefix,omitempty"`
	Exclude    []string `json:"exclude,omitempty"` // RE2 over the canonical URL
}

// Order is the order in which the frontier is emptied (paper B §URL strategy).
type Order string

const (
	BFS  Order = "bfs"
	DFS  Order = "dfs"
	Best Order = "best"
)

// Focus is what paper B's relevance k does to the frontier (§relevance filter): nothing, order it, or gate it.
type Focus string

const (
	FocusNone Focus = ""
	FocusSoft Focus = "soft" // links from pages of high k come first, whatever Order says
	FocusHard Focus = "hard" // only links from pages above the threshold are followed
)
