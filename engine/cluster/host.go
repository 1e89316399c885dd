package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/judge"
	"xunlu/storage"
)

// Host answers nodes on other PCs for the coordinator. It keeps a little of each: the session, the last lease it was given, a
// report that is arriving. It believes a sender to be who the subject says, which the server's permissions make sure of.
type Host struct {
	// constant after NewHost
	cell   string
	coord  *engine.Coordinator
	store  *storage.Store
	broker *Broker // nil with a server of one's own
	nc     *nats.Conn
	pack   *packer
	shape  uint64
	secret func(*storage.Site) fetch.Secrets // nil: none is told
	log    *slog.Logger
	grudge *grumbler
	root   context.Context
	stop   context.CancelFunc
	work   sync.WaitGroup

	gate sync.RWMutex // held for reading while a message is taken
	shut bool         // guarded by gate

	mu      sync.Mutex
	peers   map[string]*peer // those admitted
	sites   map[string]*lentSite
	trouble map[string]string // what was last refused of a name
}

type lentSite struct {
	site    *storage.Site
	profile *judge.Profile
}

// HostOptions of a host: a broker, or the address and credentials of a server of one's own.
type HostOptions struct {
	Cell        string
	Coordinator *engine.Coordinator
	Store       *storage.Store                    // for followers
	Secrets     func(*storage.Site) fetch.Secrets // what sites need to be let in; nil = none
	Broker      *Broker
	URL, Creds  string
	Log         *slog.Logger
}

// maxPending bounds what waits to be answered, in messages and bytes.
const (
	maxPendingMsgs  = 8192
	maxPendingBytes = 256 << 20
)

// NewHost connects and answers until Close.
func NewHost(ctx context.Context, o HostOptions) (*Host, error) {
	p, err := newPacker()
	if err != nil {
		return nil, err
	}
	log := o.Log.With("part", "cluster")
	h := &Host{cell: o.Cell, coord: o.Coordinator, store: o.Store, broker: o.Broker, pack: p, shape: wireShape(), log: log, grudge: newGrumbler(log),
		peers: map[string]*peer{}, sites: map[string]*lentSite{}, trouble: map[string]string{}}
	h.root, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	opts := append(lineOptions("coordinator "+o.Cell, root+"."+o.Cell+".host"), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		h.grudge.say("line", "an error of the line", "err", err)
	}))
	if o.Broker != nil || encrypted(o.URL) {
		h.secret = o.Secrets
	}
	to := o.URL
	if o.Broker != nil {
		seed, err := seedOption(o.Broker.own)
		if err != nil {
			return nil, err
		}
		to, opts = "", append(opts, nats.InProcessServer(o.Broker.server), seed)
	} else {
		if err := safeURLs(o.URL); err != nil {
			return nil, err
		}
		if o.Creds != "" {
			creds, err := credsOption(o.Creds)
			if err != nil {
				return nil, err
			}
			opts = append(opts, creds)
		}
	}
	if h.nc, err = nats.Connect(to, opts...); err != nil {
		return nil, fmt.Errorf("connect to NATS %s: %w", to, err)
	}
	if err := h.listen(); err != nil {
		h.nc.Close()
		return nil, err
	}
	h.work.Go(h.announce)
	h.work.Go(h.grown)
	return h, nil
}

func (h *Host) listen() error {
	for _, s := range []struct {
		role Role
		verb string
		do   func(p *peer, h head, body []byte, msg *nats.Msg)
	}{{RoleNode, verbSync, h.onSync}, {RoleNode, verbLease, h.onLease}, {RoleNode, verbReport, h.onReport}, {RoleNode, verbSites, h.onSites},
		{RoleFollower, verbRows, h.onRows}} {
		sub, err := h.nc.Subscribe(verbSubject(h.cell, s.role, "*", s.verb), func(m *nats.Msg) { h.receive(m, s.role, s.do) })
		if err != nil {
			return fmt.Errorf("listen for nodes: %w", err)
		}
		if err := sub.SetPendingLimits(maxPendingMsgs, maxPendingBytes); err != nil {
			return fmt.Errorf("listen for nodes: %w", err)
		}
	}
	return h.nc.FlushTimeout(dialWait)
}

// receive checks sender, pace, place of the answer and form, in this order: the cheapest first.
func (h *Host) receive(m *nats.Msg, role Role, do func(p *peer, h head, body []byte, msg *nats.Msg)) {
	h.gate.RLock()
	defer h.gate.RUnlock()
	if h.shut {
		return
	}
	name, _ := splitSubject(m.Subject)
	h.mu.Lock()
	p := h.peers[name]
	h.mu.Unlock()
	if p == nil || p.role != role {
		h.refuse(name, "a message of one who was not added, or was removed", nil)
		h.reply(m, ansRefused, []byte("this PC was removed from the nodes, or never added"))
		return
	}
	if !p.pace.take(time.Now()) {
		h.refuse(name, "too many messages", nil)
		if p.pace.flooding() && h.broker != nil {
			h.broker.Kick(name)
		}
		return
	}
	hd, body, err := parseHead(m.Data)
	if err != nil {
		h.refuse(name, err.Error(), nil)
		if errors.Is(err, errVersion) {
			h.reply(m, ansRefused, []byte("this PC runs a newer version of Xunlu than the coordinator; install the same one"))
		}
		return
	}
	do(p, hd, body, m)
}

// refuse logs once and remembers what for the nodes list.
func (h *Host) refuse(name, what string, err error) {
	h.mu.Lock()
	if h.peers[name] != nil {
		h.trouble[name] = what
	}
	h.mu.Unlock()
	if err != nil {
		h.grudge.say(name, what, "err", err)
		return
	}
	h.grudge.say(name, what)
}

// reply answers into the sender's own inbox and nowhere else: a node could name another's.
func (h *Host) reply(m *nats.Msg, code byte, body []byte) {
	name, _ := splitSubject(m.Subject)
	in := inboxOf(h.cell, name) + "."
	if len(m.Reply) <= len(in) || m.Reply[:len(in)] != in {
		if m.Reply != "" {
			h.refuse(name, "an answer to somebody else's address", nil)
		}
		return
	}
	if err := h.nc.Publish(m.Reply, h.pack.answer(code, body)); err != nil {
		h.grudge.say(name, "not answered", "err", err)
	}
}

func (h *Host) replyJSON(m *nats.Msg, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		h.refuse("coordinator", "an answer that cannot be written", err)
		return
	}
	h.reply(m, ansOK, data)
}

// Admit lets a name in; the broker gets its key too.
func (h *Host) Admit(key string, role Role, name string) {
	if h.broker != nil {
		h.broker.Admit(key, role, name)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.peers[name] == nil {
		h.peers[name] = &peer{name: name, role: role, pace: newPace()}
	}
}

// Expel lets a name out: its key is revoked, its connections are cut, what it holds comes back.
func (h *Host) Expel(name string) {
	h.mu.Lock()
	p := h.peers[name]
	delete(h.peers, name)
	delete(h.trouble, name)
	h.mu.Unlock()
	if h.broker != nil {
		h.broker.Expel(name)
	}
	if p != nil {
		h.coord.Recall(name)
	}
}

// Trouble is what was last refused of a name, "" = nothing.
func (h *Host) Trouble(name string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.trouble[name]
}

// Close stops answering. Reports that are being committed are finished.
func (h *Host) Close() error {
	h.gate.Lock()
	h.shut = true
	h.gate.Unlock()
	h.stop()
	h.work.Wait()
	if err := h.nc.FlushTimeout(time.Second); err != nil {
		h.grudge.say("line", "the last answers may not have gone out", "err", err)
	}
	h.nc.Close()
	return h.pack.close()
}

// announce tells all nodes at once that what they go by has changed.
func (h *Host) announce() {
	news := h.coord.News()
	for {
		select {
		case <-news:
			news = h.coord.News()
			if err := h.nc.Publish(newsSubject(h.cell), nil); err != nil && h.root.Err() == nil {
				h.grudge.say("line", "news not sent", "err", err)
			}
		case <-h.root.Done():
			return
		}
	}
}
