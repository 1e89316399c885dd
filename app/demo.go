package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"xunlu/app/demo"
	"xunlu/engine"
	"xunlu/judge"
)

// demoDelay is the pace on the demo web: it is our own, and nobody likes to wait for a demonstration.
const demoDelay = 20 * time.Millisecond

// demoHolder keeps the demo web that this process serves.
type demoHolder struct {
	mu     sync.Mutex
	server *demo.Server
	web    *demo.Web
}

func (d *demoHolder) running() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.server != nil
}

func (d *demoHolder) close(log *slog.Logger) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.server != nil {
		if err := d.server.Close(); err != nil {
			log.Warn("the demo web was not closed cleanly", "err", err)
		}
		d.server = nil
	}
}

// portOf gives the port of an address that names one.
func portOf(u string) string {
	_, port, err := net.SplitHostPort(engine.HostOf(u))
	if err != nil {
		return "0"
	}
	return port
}

// demoSetting is where the store keeps the address the demo web had, so that a crawl can go on after a restart: the stored
// URLs name its port.
const demoSetting = "demo"

type demoState struct {
	Listen  string       `json:"listen"`
	Options demo.Options `json:"options"`
}

// StartDemo serves the demo web on loopback and adds its sites. A demo that was begun before is served at the same place.
func (a *App) StartDemo(ctx context.Context, o demo.Options) error {
	a.demo.mu.Lock()
	defer a.demo.mu.Unlock()
	if a.demo.server != nil {
		return nil
	}
	if o.Today.IsZero() {
		o.Today = time.Now() // departures lie ahead of whoever looks at them
	}
	state := demoState{Listen: "127.0.0.1:0", Options: o}
	if _, err := a.store.Setting(demoSetting, &state); err != nil {
		return err
	}
	state.Options.Edition = max(o.Edition, state.Options.Edition)
	web, err := demo.New(state.Options)
	if err != nil {
		return fmt.Errorf("demo web: %w", err)
	}
	server, err := web.Start(a.root, state.Listen)
	if err != nil {
		return fmt.Errorf("demo web: %w", err)
	}
	a.demo.web, a.demo.server = web, server
	state.Listen = "127.0.0.1:" + portOf(server.URL(0))
	if err := a.coord.Edit(ctx, func() error { return a.store.PutSetting(demoSetting, state) }); err != nil {
		return err
	}
	for _, ds := range web.Sites() {
		s, err := a.NewSite(ds.Start)
		if err != nil {
			return fmt.Errorf("demo web: %w", err)
		}
		if known, err := a.store.Site(s.ID); err == nil {
			s = known
		} else {
			s.Name, s.Delay, s.Templates = ds.Name, demoDelay, demoTemplates(ds)
		}
		if _, err := a.AddSite(ctx, s); err != nil {
			return fmt.Errorf("demo web: %w", err)
		}
	}
	return nil
}

func demoTemplates(ds demo.Site) []judge.Template {
	var out []judge.Template
	for _, t := range ds.Templates {
		out = append(out, judge.Template{Name: t.Name, Class: judge.Class(t.Class), Pattern: t.Pattern})
	}
	return out
}

// ResumeDemo serves the demo web again when the store holds pages of it.
func (a *App) ResumeDemo(ctx context.Context) error {
	var state demoState
	ok, err := a.store.Setting(demoSetting, &state)
	if err != nil || !ok {
		return err
	}
	return a.StartDemo(ctx, state.Options)
}
