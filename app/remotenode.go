package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"xunlu/assets"
	"xunlu/engine"
	"xunlu/engine/cluster"
	"xunlu/engine/fetch"
	"xunlu/engine/field"
	"xunlu/engine/page"
	"xunlu/engine/robots"
)

// Joining is what a PC needs to work for a coordinator elsewhere.
type Joining struct {
	Join      string // HOST:PORT, with #FINGERPRINT when it was copied with it; "" with a NATS server of one's own
	TokenFile string
	NATS      string // addresses of that server, over those of the token file
	Creds     string // credentials file for it
	Config    Config // agent, proxy, browser, page size; the rest comes from the coordinator
	Log       *slog.Logger

	ProxyPassword string // of Config.Proxy's user; kept nowhere
}

// dial reads the token and begins to connect.
func (j *Joining) dial(role cluster.Role) (*cluster.Client, cluster.Token, error) {
	data, err := os.ReadFile(j.TokenFile)
	if err != nil {
		return nil, cluster.Token{}, fmt.Errorf("token file: %w", err)
	}
	tok, err := cluster.ParseToken(data)
	if err != nil {
		return nil, tok, fmt.Errorf("%s: %w", j.TokenFile, err)
	}
	if tok.Role != role {
		return nil, tok, fmt.Errorf("%s: this token is for another use: %s; nodes add makes one for crawling, nodes add --follow one for a copy", j.TokenFile, tok.Role)
	}
	addr := ""
	if j.Join != "" {
		if addr, err = tok.JoinAddress(j.Join); err != nil {
			return nil, tok, err
		}
	}
	if j.NATS != "" {
		tok.NATS = []string{j.NATS}
	}
	if addr == "" && len(tok.NATS) == 0 {
		return nil, tok, errors.New("where is the coordinator? give --join HOST:PORT as its nodes add printed it")
	}
	c, err := cluster.Dial(cluster.DialOptions{Token: tok, Addr: addr, Creds: j.Creds, Log: j.Log})
	return c, tok, err
}

// RemoteNode is a crawl node without a store.
type RemoteNode struct {
	Name    string
	client  *cluster.Client
	node    *engine.Node
	render  *renderer
	machine *machine
	stop    context.CancelFunc
}

// NewRemoteNode wires a node for a coordinator elsewhere.
func NewRemoteNode(ctx context.Context, j Joining) (*RemoteNode, error) {
	places, err := field.NewPlaces(assets.Places())
	if err != nil {
		return nil, err
	}
	cfg := j.Config
	f, err := newFetcher(cfg, func() fetch.Secret { return fetch.NewSecret(j.ProxyPassword) }, j.Log)
	if err != nil {
		return nil, err
	}
	client, tok, err := j.dial(cluster.RoleNode)
	if err != nil {
		return nil, err
	}
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	r := &RemoteNode{Name: tok.Name, client: client, machine: newMachine(), stop: stop}
	o := engine.NodeOptions{Name: tok.Name, Version: Version, Dispatcher: client, Fetcher: f, Secrets: client.Secrets, News: client.News,
		Robots: robots.NewCache(engine.RobotsGet(f), robots.CacheOptions{}), Extractor: &page.Extractor{Places: places},
		Vitals: r.machine.own, Log: j.Log}
	if r.render = newRenderer(run, cfg, f, j.Log); r.render != nil {
		o.Renderer = r.render
	}
	r.node = engine.NewNode(o)
	return r, nil
}

// Run crawls until ctx is done, or until the coordinator refuses this PC, which it says.
func (r *RemoteNode) Run(ctx context.Context) error {
	metering, end := context.WithCancel(ctx)
	metered := make(chan struct{})
	go func() { defer close(metered); r.machine.watch(metering) }()
	err := r.node.Run(ctx)
	end()
	<-metered
	r.render.close()
	r.stop()
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, r.client.Close())
}

// Beat is how the node is, for a line on a terminal.
func (r *RemoteNode) Beat() engine.Heartbeat { return r.node.Beat() }

// watch measures once a second until ctx is done.
func (m *machine) watch(ctx context.Context) {
	t := time.NewTicker(meterEvery)
	defer t.Stop()
	for {
		m.read(".")
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}
