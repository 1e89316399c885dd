package engine

import (
	"maps"
	"time"

	"xunlu/storage"
)

// Idle says why nothing is fetched right now.
type Idle string

const (
	IdleNot     Idle = ""        // it is fetching
	IdlePaused  Idle = "paused"  // by the user
	IdleNoSites Idle = "nosites" // nothing to crawl yet
	IdleDone    Idle = "done"    // all is fetched; nothing due
	IdleDelay   Idle = "delay"   // waiting out the delays of the hosts
	IdleRetry   Idle = "retry"   // failed pages wait for their next try
	IdleHold    Idle = "hold"    // hosts are held: robots.txt not readable, or the server asked to wait
	IdleDisk    Idle = "disk"    // the disk is full
	IdleStore   Idle = "store"   // the store cannot be written
	IdleCap     Idle = "cap"     // page caps are reached
	IdleOthers  Idle = "others"  // of one node: what there is to do is of hosts that other nodes have
)

// Status is the crawl now.
type Status struct {
	Paused  bool                    `json:"paused"`
	Over    bool                    `json:"over"` // nothing more to come
	Idle    Idle                    `json:"idle"`
	Until   time.Time               `json:"until,omitzero"` // when waiting ends
	Queued  int                     `json:"queued"`
	Waiting int                     `json:"waiting"`
	Leased  int                     `json:"leased"`
	Fails   map[storage.Failure]int `json:"fails"` // in this run
	Sites   map[string]SiteStatus   `json:"sites"`
	Nodes   []NodeStatus            `json:"nodes"`
	Params  Params                  `json:"-"`
}

// SiteStatus is one site now.
type SiteStatus struct {
	Queued      int       `json:"queued"`
	Waiting     int       `json:"waiting"`
	Leased      int       `json:"leased"`
	Fetched     int       `json:"fetched"`
	Capped      bool      `json:"capped"`
	Paused      bool      `json:"paused"`
	Hold        time.Time `json:"hold,omitzero"`
	Cap         string    `json:"cap,omitempty"`         // which cap: pages, bytes, time
	Blocked     int       `json:"blocked,omitempty"`     // challenge and captcha pages in this run: the site blocks crawlers
	Unreachable bool      `json:"unreachable,omitempty"` // left until the next start or revisit
	Vanished    int       `json:"vanished,omitempty"`    // routes that vanished at once: held until the user says whether they are gone
}

// Status gives a copy; it never waits for the disk.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{Paused: c.paused, Over: c.over(), Queued: c.frontier.ready, Waiting: c.frontier.later,
		Leased: len(c.leases) + c.settling, Fails: maps.Clone(c.fails), Sites: make(map[string]SiteStatus, len(c.sites)),
		Nodes: c.nodeRows(), Params: c.params}
	for id, st := range c.sites {
		s.Sites[id] = SiteStatus{Queued: st.queued, Waiting: st.waiting, Leased: st.leased, Fetched: st.fetched,
			Capped: st.capped(), Paused: st.site.Paused, Vanished: st.held, Unreachable: st.unreachable, Cap: st.capOf(), Blocked: st.blocked}
	}
	held := 0
	now := c.now()
	for _, q := range c.frontier.ring {
		if q.hold.After(now) {
			held++
			row := s.Sites[q.site.site.ID]
			row.Hold = q.hold
			s.Sites[q.site.site.ID] = row
		}
	}
	s.Until, _ = c.nextWake()
	s.Idle = c.idle(&s, held)
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.State == "idle" {
			if n.Idle = s.Idle; n.Idle == IdleNot {
				n.Idle = IdleOthers
			}
		}
	}
	return s
}

// idle finds the reason a person would give. Caller holds mu.
func (c *Coordinator) idle(s *Status, held int) Idle {
	busy := 0
	for _, n := range s.Nodes {
		busy += n.Busy
	}
	switch {
	case c.scarce:
		return IdleDisk
	case c.hold != "":
		return Idle(c.hold)
	case c.paused:
		return IdlePaused
	case len(c.sites) == 0:
		return IdleNoSites
	case s.Over && c.cap > 0 && c.taken >= c.cap:
		return IdleCap
	case s.Over:
		return IdleDone
	case s.Leased > 0 && busy == 0:
		return IdleDelay
	case s.Leased > 0:
		return IdleNot
	case held > 0:
		return IdleHold
	case s.Waiting > 0 && s.Queued == 0:
		return IdleRetry
	}
	return IdleNot
}
