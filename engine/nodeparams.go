package engine

import "fmt"

// NodeParams are parameters that one node has for itself; zero means as all others.
type NodeParams struct {
	Workers     int `json:"workers,omitempty"`
	LeaseSize   int `json:"lease_size,omitempty"`
	CommitGroup int `json:"commit_group,omitempty"`
	Connections int `json:"connections,omitempty"`
}

// over puts a node's own parameters over those of all.
func (s NodeParams) over(p Params) Params {
	for _, v := range []struct {
		own int
		all *int
	}{{s.Workers, &p.Workers}, {s.LeaseSize, &p.LeaseSize}, {s.CommitGroup, &p.CommitGroup}, {s.Connections, &p.Connections}} {
		if v.own > 0 {
			*v.all = v.own
		}
	}
	return p
}

// paramsOf are the parameters of one node. Caller holds mu.
func (c *Coordinator) paramsOf(n *nodeState) Params {
	p := n.set.over(c.params)
	p.Term = n.term
	return p
}

// SetNode gives a node parameters of its own and makes it known when it is not: it is listed before it was ever heard of.
func (c *Coordinator) SetNode(name string, own NodeParams, paused bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := own.over(c.params)
	if err := p.Validate(); err != nil {
		return fmt.Errorf("node %s: %w", name, err)
	}
	n := c.nodes[name]
	if n == nil {
		n = &nodeState{every: c.params.Every}
		c.nodes[name] = n
	}
	n.set, n.paused = own, paused
	c.params.Version++
	c.announce()
	c.wake()
	return nil
}

// News is closed when what the nodes go by has changed: they sync at once instead of with their next heartbeat.
func (c *Coordinator) News() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.news
}

// announce: see News. Caller holds mu.
func (c *Coordinator) announce() {
	close(c.news)
	c.news = make(chan struct{})
}
