package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Missed heartbeats: late after 3, gone after 10.
const (
	lateAfter = 3
	goneAfter = 10
)

// nodeState is what the coordinator knows of a node. Guarded by Coordinator.mu.
type nodeState struct {
	beat   Heartbeat
	at     time.Time
	every  time.Duration
	paused bool
	pulse  rate // pages over time
	set    NodeParams
	term   uint64  // see Params.Term; 0 = a new one is due
	busy   float64 // workers at work, smoothed
	given  int     // hosts it got since its last heartbeat
}

func (n *nodeState) late(now time.Time) bool { return now.Sub(n.at) > lateAfter*n.every }
func (n *nodeState) gone(now time.Time) bool { return now.Sub(n.at) > goneAfter*n.every }

// NodeStatus is one row of the nodes table.
type NodeStatus struct {
	Heartbeat
	At     time.Time  `json:"at"`            // of the last heartbeat
	State  string     `json:"state"`         // running, idle, paused, late, gone, new = never heard of
	Idle   Idle       `json:"why,omitempty"` // an idle one has nothing to do
	Rate   float64    `json:"rate"`          // pages a second, over the last 10 s
	Leases int        `json:"leases"`
	Spare  float64    `json:"spare"` // pages a second it could do more, measured
	Paused bool       `json:"paused"`
	Set    NodeParams `json:"set"`   // its own parameters
	Hosts  []string   `json:"hosts"` // it holds, at most 20
}

// Sync implements Dispatcher.
func (c *Coordinator) Sync(_ context.Context, b Heartbeat) (Params, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return Params{}, ErrStopped
	}
	n := c.nodes[b.Node]
	if n == nil {
		n = &nodeState{}
		c.nodes[b.Node] = n
	}
	now := c.now()
	if n.term == 0 || n.gone(now) {
		c.recall(n, b.Node)
	}
	n.beat, n.at, n.every, n.given = b, now, c.params.Every, 0
	n.busy += (float64(b.Busy) - n.busy) / 2
	n.pulse.add(n.at, b.Pages)
	p := c.paramsOf(n)
	p.Paused = p.Paused || c.paused || n.paused
	return p, nil
}

// Params gives the parameters in force.
func (c *Coordinator) Params() Params {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.params
}

// SetParams changes the live parameters; a value out of range is named and nothing changes.
func (c *Coordinator) SetParams(change func(*Params)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.params
	change(&p)
	if err := p.Validate(); err != nil {
		return err
	}
	p.Version = c.params.Version + 1
	c.params = p
	c.announce()
	c.wake()
	return nil
}

// Validate says which parameter is out of range.
func (p *Params) Validate() error {
	for _, r := range []struct {
		name     string
		v, limit int
	}{{"workers", p.Workers, MaxWorkers}, {"lease size", p.LeaseSize, MaxLeaseSize}, {"commit group", p.CommitGroup, MaxCommitGroup}, {"connections", max(1, p.Connections), MaxConnections}} {
		if r.v < 1 || r.v > r.limit {
			return fmt.Errorf("%s is %d, it must be between 1 and %d", r.name, r.v, r.limit)
		}
	}
	if p.Every <= 0 {
		return fmt.Errorf("the heartbeat interval must be above zero")
	}
	return nil
}

// PauseNode stops or resumes giving work to one node.
func (c *Coordinator) PauseNode(name string, paused bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := c.nodes[name]
	if n == nil {
		return fmt.Errorf("no node is called %s", name)
	}
	n.paused = paused
	c.params.Version++
	c.announce()
	c.wake()
	return nil
}

// RemoveNode forgets a node; what it held comes back.
func (c *Coordinator) RemoveNode(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.nodes[name] == nil {
		return fmt.Errorf("no node is called %s", name)
	}
	c.recall(c.nodes[name], name)
	delete(c.nodes, name)
	c.wake()
	return nil
}

// nodeRows lists the nodes by name. Caller holds mu.
func (c *Coordinator) nodeRows() []NodeStatus {
	now := c.now()
	leases, hosts := map[string]int{}, map[string]map[string]bool{}
	for _, l := range c.leases {
		leases[l.node]++
		if hosts[l.node] == nil {
			hosts[l.node] = map[string]bool{}
		}
		hosts[l.node][l.queue.host] = true
	}
	rows := make([]NodeStatus, 0, len(c.nodes))
	for name, n := range c.nodes {
		r := NodeStatus{Heartbeat: n.beat, At: n.at, State: "running", Rate: n.pulse.per(now), Leases: leases[name],
			Spare: max(0, c.spare(n, now)), Paused: n.paused, Set: n.set}
		for h := range hosts[name] {
			r.Hosts = append(r.Hosts, h)
		}
		slices.Sort(r.Hosts)
		r.Hosts = r.Hosts[:min(len(r.Hosts), 20)]
		switch {
		case n.at.IsZero():
			r.State, r.Node = "new", name
		case n.gone(now):
			r.State = "gone"
		case n.late(now):
			r.State = "late"
		case n.paused || c.paused:
			r.State = "paused"
		case r.Leases == 0:
			r.State = "idle"
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b NodeStatus) int { return strings.Compare(a.Node, b.Node) })
	return rows
}
