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
	Attempt      int  // 1 for the first try
	Revisit      bool // its page was read before
	Sitemap      bool // a list of addresses is asked for, not a page
	Site         *storage.Site
	Profile      *judge.Profile
	Blocks       bool   // the coordinator wants Outcome.Blocks: it makes the site's profile
	ETag         string // of the stored copy, for a conditional request
	LastModified string
	Hint         string // charset the host's pages had before
	Deadline     time.Time
	Lease        uint64 // token: a report with another token is late
	Node         string // it is lent to
}

// Params are what a node goes by; they change while it runs. The paper's names: download/parse threads are Workers,
// URL threads and buffers are LeaseSize and CommitGroup.
type Params struct {
	Version     int           `json:"version"`      // grows with each change
	Workers     int           `json:"workers"`      // pages in work at the same time, 1 … 256
	LeaseSize   int           `json:"lease_size"`   // URLs of one host lent at a time, 1 … 256
	CommitGroup int           `json:"commit_group"` // outcomes in one transaction at most, 1 … 1024
	Connections int           `json:"connections"`  // a host at most, 0 = as each site says, up to MaxConnections
	Paused      bool          `json:"paused"`
	Term        uint64        `json:"term"`   // of this node: when it changes, the tasks held from before are void
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
	MaxConnections = 32
)

// Vitals are how a node's process and its PC are.
type Vitals struct {
	CPU    float64 // of this process, in cores
	Memory uint64  // bytes resident
	Cores  int     // of the PC, 0 = not known
	Idle   float64 // cores of the PC that have nothing to do
	Disk   uint64  // bytes free
}

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
	Cores    int           `json:"cores"`  // of its PC, 0 = not known
	Idle     float64       `json:"idle"`   // cores of its PC that have nothing to do
	Disk     uint64        `json:"disk"`   // bytes free, where it keeps its log
	Params   int           `json:"params"` // Params.Version it goes by
	LastErr  string        `json:"last_err,omitempty"`
}
