package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"xunlu/engine"
	"xunlu/engine/cluster"
)

// NodeParams are the parameters that one node has for itself; zero = as all.
type NodeParams = engine.NodeParams

// Member is another PC that was given a token.
type Member struct {
	Name   string       `json:"name"`
	Key    string       `json:"key"` // public
	Role   cluster.Role `json:"role"`
	Added  time.Time    `json:"added"`
	Paused bool         `json:"paused,omitempty"`
	Own    NodeParams   `json:"own"`
}

// Sharing is how other PCs reach this one.
type Sharing struct {
	Cell   string   `json:"cell"`
	On     bool     `json:"on"`
	Listen string   `json:"listen,omitempty"` // HOST:PORT of the own broker
	NATS   string   `json:"nats,omitempty"`   // or a server of one's own, with the coordinator's credentials file
	Creds  string   `json:"creds,omitempty"`
	Nodes  []Member `json:"nodes"`
}

// sharingSetting is its key in the store.
const sharingSetting = "sharing"

// DefaultListen is where other PCs are expected unless told otherwise.
const DefaultListen = ":4333"

// localNode is the node in this process.
const localNode = "local"

// others holds what serves other PCs while that is allowed.
type others struct {
	mu     sync.Mutex
	broker *cluster.Broker
	host   *cluster.Host
}

// close ends it.
func (o *others) close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var err error
	if o.host != nil {
		err = o.host.Close()
	}
	if o.broker != nil {
		o.broker.Close()
	}
	o.host, o.broker = nil, nil
	return err
}

// sharing reads the setting; a cell's name is made once.
func (a *App) sharing() (Sharing, error) {
	var s Sharing
	_, err := a.store.Setting(sharingSetting, &s)
	if s.Cell == "" {
		s.Cell = strings.ToLower(rand.Text()[:8])
	}
	return s, err
}

// reshare changes the setting between two commits.
func (a *App) reshare(ctx context.Context, change func(*Sharing) error) (s Sharing, err error) {
	err = a.coord.Edit(ctx, func() error {
		if s, err = a.sharing(); err != nil {
			return err
		}
		if err := change(&s); err != nil {
			return err
		}
		return a.store.PutSetting(sharingSetting, s)
	})
	return s, err
}

// enlist makes the nodes that were given a token known to the coordinator, before any of them is heard of.
func (a *App) enlist() error {
	s, err := a.sharing()
	if err != nil {
		return err
	}
	for _, m := range s.Nodes {
		if m.Role != cluster.RoleNode {
			continue
		}
		if err := a.coord.SetNode(m.Name, m.Own, m.Paused); err != nil {
			a.log.Warn("a node's own parameters are out of range", "node", m.Name, "err", err)
		}
	}
	return nil
}

// AllowOthers lets other PCs in: over the own broker, listening on listen, or over a NATS server of one's own. It holds across starts.
func (a *App) AllowOthers(ctx context.Context, listen, nats, creds string) error {
	s, err := a.reshare(ctx, func(s *Sharing) error {
		if nats == "" {
			listen = cmp.Or(listen, s.Listen, DefaultListen)
		}
		s.On, s.Listen, s.NATS, s.Creds = true, listen, nats, creds
		return nil
	})
	if err != nil {
		return err
	}
	return a.share(s)
}

// ResumeOthers does what AllowOthers was told in an earlier run; nothing when other PCs are not allowed.
func (a *App) ResumeOthers() error {
	s, err := a.sharing()
	if err != nil || !s.On {
		return err
	}
	return a.share(s)
}

// share starts broker and host.
func (a *App) share(s Sharing) error {
	if err := a.others.close(); err != nil {
		return err
	}
	a.others.mu.Lock()
	defer a.others.mu.Unlock()
	o := cluster.HostOptions{Cell: s.Cell, Coordinator: a.coord, Store: a.store, Secrets: a.vault.of, URL: s.NATS, Creds: s.Creds, Log: a.log}
	if s.NATS == "" {
		cert, err := cluster.Certificate(a.dir)
		if err != nil {
			return err
		}
		b, err := cluster.NewBroker(cluster.BrokerOptions{Cell: s.Cell, Listen: s.Listen, Cert: cert, Log: a.log})
		if err != nil {
			return err
		}
		a.others.broker, o.Broker = b, b
		for _, m := range s.Nodes {
			b.Admit(m.Key, m.Role, m.Name)
		}
	}
	h, err := cluster.NewHost(a.root, o)
	if err != nil {
		if a.others.broker != nil {
			a.others.broker.Close()
			a.others.broker = nil
		}
		return err
	}
	for _, m := range s.Nodes {
		h.Admit(m.Key, m.Role, m.Name)
	}
	a.others.host = h
	return nil
}

// ForbidOthers stops listening; the nodes wait, what they hold comes back.
func (a *App) ForbidOthers(ctx context.Context) error {
	_, err := a.reshare(ctx, func(s *Sharing) error { s.On = false; return nil })
	return errors.Join(err, a.others.close())
}

// Others tells how other PCs reach this one, and where it listens now; "" when it does not.
func (a *App) Others() (Sharing, string, error) {
	s, err := a.sharing()
	a.others.mu.Lock()
	defer a.others.mu.Unlock()
	switch {
	case a.others.broker != nil:
		return s, a.others.broker.Addr(), err
	case a.others.host != nil:
		return s, s.NATS, err
	}
	return s, "", err
}

// Ticket is what the other PC needs: the token file and the one command.
type Ticket struct {
	Name    string         `json:"name"`
	Command string         `json:"command"`
	File    string         `json:"-"` // content of the token file
	Rights  cluster.Rights `json:"rights"`
	Key     string         `json:"key"` // public: what a NATS server of one's own must know
	Join    string         `json:"join,omitempty"`
}

// TokenFile is the name of a node's token file.
func TokenFile(name string) string { return "xunlu-" + name + ".token" }

// AddNode gives another PC a token: to crawl, or to follow. The token is shown once and not kept.
func (a *App) AddNode(ctx context.Context, name string, follow bool) (Ticket, error) {
	role := cluster.RoleNode
	if follow {
		role = cluster.RoleFollower
	}
	if name == localNode {
		return Ticket{}, fmt.Errorf("%q is the node in this program; give another name", name)
	}
	var tok cluster.Token
	var key string
	s, err := a.reshare(ctx, func(s *Sharing) error {
		if slices.ContainsFunc(s.Nodes, func(m Member) bool { return m.Name == name }) {
			return fmt.Errorf("a node is called %s already; remove it first, or give another name", name)
		}
		print, urls := "", []string(nil)
		if s.NATS == "" {
			cert, err := cluster.Certificate(a.dir)
			if err != nil {
				return err
			}
			print = cluster.Fingerprint(cert)
		} else {
			urls = strings.Split(s.NATS, ",")
		}
		var err error
		if tok, key, err = cluster.NewToken(s.Cell, role, name, print, urls); err != nil {
			return err
		}
		s.Nodes = append(s.Nodes, Member{Name: name, Key: key, Role: role, Added: time.Now()})
		return nil
	})
	if err != nil {
		return Ticket{}, err
	}
	file, err := tok.File()
	if err != nil {
		return Ticket{}, err
	}
	a.others.mu.Lock()
	defer a.others.mu.Unlock()
	if a.others.host != nil {
		a.others.host.Admit(key, role, name)
	}
	if role == cluster.RoleNode {
		if err := a.coord.SetNode(name, NodeParams{}, false); err != nil {
			return Ticket{}, err
		}
	}
	t := Ticket{Name: name, File: string(file), Key: key, Rights: cluster.RightsOf(s.Cell, role, name)}
	verb := "node"
	if follow {
		verb = "serve --follow"
	}
	t.Command = "xunlu " + verb + " --token-file " + TokenFile(name)
	if s.NATS == "" {
		listen := cmp.Or(s.Listen, DefaultListen) // where it will listen, when nobody may join yet
		if a.others.broker != nil {
			listen = a.others.broker.Addr()
		}
		t.Join = Reachable(listen) + "#" + tok.Fingerprint
		t.Command = "xunlu " + verb + " --join " + t.Join + " --token-file " + TokenFile(name)
	}
	return t, nil
}

// Params gives the live parameters of the nodes.
func (a *App) Params() engine.Params { return a.coord.Params() }

// SetParams changes the live parameters; they act at once.
func (a *App) SetParams(change func(*engine.Params)) error { return a.coord.SetParams(change) }

// SetNode gives one node parameters of its own; zero = as all.
func (a *App) SetNode(ctx context.Context, name string, change func(own *NodeParams, paused *bool)) error {
	nodes := a.coord.Status().Nodes
	at := slices.IndexFunc(nodes, func(n engine.NodeStatus) bool { return n.Node == name })
	if at < 0 {
		return fmt.Errorf("no node is called %s", name)
	}
	own, paused := nodes[at].Set, nodes[at].Paused
	change(&own, &paused)
	if err := a.coord.SetNode(name, own, paused); err != nil {
		return err
	}
	_, err := a.reshare(ctx, func(s *Sharing) error {
		for i := range s.Nodes {
			if s.Nodes[i].Name == name {
				s.Nodes[i].Own, s.Nodes[i].Paused = own, paused
			}
		}
		return nil
	})
	return err
}

// PauseAll stops or resumes the crawl; pages in work are finished.
func (a *App) PauseAll(paused bool) { a.coord.PauseAll(paused) }

// PauseNode stops or resumes one node.
func (a *App) PauseNode(name string, paused bool) error {
	return a.SetNode(a.root, name, func(_ *NodeParams, p *bool) { *p = paused })
}

// RemoveNode revokes a node's token, cuts its line and takes back what it holds.
func (a *App) RemoveNode(name string) error {
	had := false
	_, err := a.reshare(a.root, func(s *Sharing) error {
		n := len(s.Nodes)
		s.Nodes = slices.DeleteFunc(s.Nodes, func(m Member) bool { return m.Name == name })
		had = len(s.Nodes) < n
		return nil
	})
	if err != nil {
		return err
	}
	a.others.mu.Lock()
	if a.others.host != nil {
		a.others.host.Expel(name)
	}
	a.others.mu.Unlock()
	if err := a.coord.RemoveNode(name); err != nil && !had {
		return err
	}
	return nil
}

// NodeTrouble is what was last refused of a node, "" = nothing.
func (a *App) NodeTrouble(name string) string {
	a.others.mu.Lock()
	defer a.others.mu.Unlock()
	if a.others.host == nil {
		return ""
	}
	return a.others.host.Trouble(name)
}
