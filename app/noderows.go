package app

import (
	"context"
	"errors"

	"xunlu/engine"
	"xunlu/engine/cluster"
)

// NodeRow is one line of the nodes table.
type NodeRow struct {
	engine.NodeStatus
	Role    string `json:"role"`              // node, follow; local for the one in this process
	Trouble string `json:"trouble,omitempty"` // what was last refused of it
}

// NodeRows lists the nodes, those never heard of and the followers too.
func (a *App) NodeRows() []NodeRow {
	rows := []NodeRow{}
	s, _, err := a.Others()
	if err != nil {
		a.log.Warn("the list of nodes cannot be read", "err", err)
	}
	for _, n := range a.coord.Status().Nodes {
		role := string(cluster.RoleNode)
		if n.Node == localNode {
			role = localNode
		}
		rows = append(rows, NodeRow{n, role, a.NodeTrouble(n.Node)})
	}
	for _, m := range s.Nodes {
		if m.Role == cluster.RoleFollower {
			rows = append(rows, NodeRow{engine.NodeStatus{Heartbeat: engine.Heartbeat{Node: m.Name}, State: "copy", Hosts: nil}, string(m.Role), a.NodeTrouble(m.Name)})
		}
	}
	return rows
}

// ChangeNode changes one node's parameters, or with "all" those that all go by, and pauses or resumes it.
func (a *App) ChangeNode(ctx context.Context, name string, change func(*NodeParams), pause, resume bool) error {
	if pause && resume {
		return errors.New("pause or resume, not both")
	}
	if name != "all" {
		return a.SetNode(ctx, name, func(own *NodeParams, paused *bool) {
			change(own)
			*paused = (*paused || pause) && !resume
		})
	}
	if pause || resume {
		a.PauseAll(pause)
	}
	p := a.Params()
	n := NodeParams{Workers: p.Workers, LeaseSize: p.LeaseSize, CommitGroup: p.CommitGroup, Connections: p.Connections}
	change(&n)
	if err := a.SetParams(func(p *engine.Params) {
		p.Workers, p.LeaseSize, p.CommitGroup, p.Connections = n.Workers, n.LeaseSize, n.CommitGroup, n.Connections
	}); err != nil {
		return err
	}
	c := a.Config()
	c.Workers, c.LeaseSize, c.CommitGroup = n.Workers, n.LeaseSize, n.CommitGroup
	return a.SetConfig(c)
}
