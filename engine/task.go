package engine

import (
	"time"

	"xunlu/judge"
	"xunlu/storage"
)

// Task is one URL lent to a node until Deadline. Site and Profile are shared and never changed; a new version is a new value.
type Task struct {
	ID           uint64 // storage.Link.ID
	URL          string
	Host         string
	Depth        int
	Attempt      int // 1 for the first try
	Site         *storage.Site
	Profile      *judge.Profile
	ETag         string // of the stored copy, for a conditional request
	LastModified string
	Hint         string // charset the host's pages had before
	Deadline     time.Time
	Lease        uint64 // token: a report with another token is late
}

// Params are what a node goes by; they change while it runs. The paper's names: download/parse threads are Workers,
// URL threads and buffers are LeaseSize and CommitGroup.
type Params struct {
	Version     int           `json:"version"`      // grows with each change
	Workers     int           `json:"workers"`      // pages in work at the same time, 1 … 256
	LeaseSize   int           `json:"lease_size"`   // URLs of one host lent at a time, 1 … 256
	CommitGroup int           `json:"commit_group"` // outcomes in one transaction at most, 1 … 1024
	Paused      bool          `json:"paused"`
	Rules       judge.Rules   `json:"rules"`  // the judge to go by
	Beside      []judge.Rules `json:"beside"` // further rule sets whose terms are counted, so that a switch needs no refetch
	Agent       string        `json:"agent"`  // product token robots.txt is read for
	Every       time.Duration `json:"every"`  // heartbeat interval
}

// Limits of the live parameters.
const (
	MaxWorkers     = 256
	MaxLeaseSize   = 256
	MaxCommitGroup = 1024
)

// Heartbeat is how a node says it is (paper A: 心跳).
type Heartbeat struct {
	Node     string        `json:"node"`
	Version  string        `json:"version"`
	Started  time.Time     `json:"started"`
	Running  time.Duration `json:"running"`
	Pages    uint64        `json:"pages"`
	Routes   uint64        `json:"routes"`
	Failures uint64        `json:"failures"`
	Bytes    uint64        `json:"bytes"`
	Leased   int           `json:"leased"` // tasks it holds
	Busy     int           `json:"busy"`   // workers at work
	CPU      float64       `json:"cpu"`    // share of one core, of this process
	Memory   uint64        `json:"memory"` // bytes resident
	Params   int           `json:"params"` // Params.Version it goes by
	LastErr  string        `json:"last_err,omitempty"`
}
