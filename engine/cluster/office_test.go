package cluster_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/engine/cluster"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
	"xunlu/storage/archive"
)

// logBook keeps what was logged at Warn and above.
type logBook struct {
	mu    sync.Mutex
	lines []string
}

func (l *logBook) Enabled(_ context.Context, v slog.Level) bool { return v >= slog.LevelWarn }
func (l *logBook) WithAttrs([]slog.Attr) slog.Handler           { return l }
func (l *logBook) WithGroup(string) slog.Handler                { return l }
func (l *logBook) Handle(_ context.Context, r slog.Record) error {
	s := r.Message
	r.Attrs(func(a slog.Attr) bool { s += fmt.Sprintf(" %s=%v", a.Key, a.Value); return true })
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, s)
	return nil
}

func (l *logBook) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string{}, l.lines...)
}

// office is a coordinator on real stores with a broker on loopback.
type office struct {
	t      *testing.T
	store  *storage.Store
	files  *archive.Archive
	coord  *engine.Coordinator
	broker *cluster.Broker
	host   *cluster.Host
	print  string
	log    *logBook
	secret func(*storage.Site) fetch.Secrets // set before a node joins
	close  func()
}

const cell = "c1"

func rules(version int) judge.Rules {
	return judge.Rules{Name: "test", Version: version, Method: judge.Sum, Threshold: 1, Factors: []judge.Factor{
		{Name: "title", Weight: 2, Where: []string{"title"}, Words: []string{"日游"}},
		{Name: "never", Weight: -1, Words: []string{"不存在的词"}}}}
}

// openOffice starts one; wire says whether there is a broker.
func openOffice(t *testing.T, dir string, wire bool, change func(*engine.Options)) *office {
	t.Helper()
	o := &office{t: t, log: &logBook{}}
	var err error
	if o.store, err = storage.Open(dir); err != nil {
		t.Fatal(err)
	}
	if o.files, err = archive.Open(filepath.Join(dir, "archive")); err != nil {
		t.Fatal(err)
	}
	opts := engine.Options{Store: o.store, Archive: o.files, Log: slog.New(slog.DiscardHandler), Params: engine.Params{Version: 1, Workers: 8,
		LeaseSize: 4, CommitGroup: 32, Rules: rules(1), Beside: []judge.Rules{}, Agent: "Xunlu", Every: 10 * time.Second}}
	if change != nil {
		change(&opts)
	}
	if o.coord, err = engine.NewCoordinator(opts); err != nil {
		t.Fatal(err)
	}
	run, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- o.coord.Run(run) }()
	if wire {
		o.listen(dir, "127.0.0.1:0")
	}
	o.close = func() {
		if o.host != nil {
			if err := o.host.Close(); err != nil {
				t.Error(err)
			}
			o.broker.Close()
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := o.files.Close(); err != nil {
			t.Error(err)
		}
		if err := o.store.Close(); err != nil {
			t.Error(err)
		}
	}
	return o
}

func (o *office) listen(dir, addr string) {
	o.t.Helper()
	cert, err := cluster.Certificate(dir)
	if err != nil {
		o.t.Fatal(err)
	}
	o.print = cluster.Fingerprint(cert)
	log := slog.New(o.log)
	if o.broker, err = cluster.NewBroker(cluster.BrokerOptions{Cell: cell, Listen: addr, Cert: cert, Log: log}); err != nil {
		o.t.Fatal(err)
	}
	if o.host, err = cluster.NewHost(o.t.Context(), cluster.HostOptions{Cell: cell, Coordinator: o.coord, Store: o.store, Broker: o.broker, Log: log, Secrets: o.secrets}); err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) secrets(s *storage.Site) fetch.Secrets {
	if o.secret == nil {
		return nil
	}
	return o.secret(s)
}

// token makes one and lets its holder in.
func (o *office) token(role cluster.Role, name string) cluster.Token {
	o.t.Helper()
	tok, key, err := cluster.NewToken(cell, role, name, o.print, nil)
	if err != nil {
		o.t.Fatal(err)
	}
	o.host.Admit(key, role, name)
	return tok
}

func (o *office) dial(tok cluster.Token) *cluster.Client {
	o.t.Helper()
	c, err := cluster.Dial(cluster.DialOptions{Token: tok, Addr: o.broker.Addr(), Log: slog.New(o.log)})
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() {
		if err := c.Close(); err != nil {
			o.t.Error(err)
		}
	})
	return c
}

// join dials and waits for the first heartbeat's answer.
func (o *office) join(name string) *cluster.Client {
	o.t.Helper()
	c := o.dial(o.token(cluster.RoleNode, name))
	o.sync(c, name)
	return c
}

func (o *office) sync(d engine.Dispatcher, name string) engine.Params {
	o.t.Helper()
	return eventually(o.t, func() (engine.Params, error) { return d.Sync(o.t.Context(), engine.Heartbeat{Node: name}) })
}

func eventually[T any](t *testing.T, do func() (T, error)) T {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(30 * time.Second)
	for {
		v, err := do()
		if err == nil {
			return v
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("it never came: %v", err)
		}
	}
}

// site adds a site of n seeds.
func (o *office) site(host string, n int) {
	o.t.Helper()
	s := storage.Site{ID: host, Name: "测试旅行社", Scope: storage.Scope{Hosts: []string{host}}, Delay: time.Millisecond, Connections: 2,
		Templates: []judge.Template{{Name: "tour", Class: judge.ClassRoute, Pattern: "/tour/"}}, Added: time.Now()}
	for i := range n {
		s.Seeds = append(s.Seeds, fmt.Sprintf("http://%s/%d", host, i))
	}
	if _, err := o.coord.AddSite(o.t.Context(), s); err != nil {
		o.t.Fatal(err)
	}
}

// crawled is what a node would report of a task.
func crawled(t engine.Task, body string) *engine.Outcome {
	return &engine.Outcome{Task: t, Status: 200, Title: "桂林五日游", Charset: "utf-8",
		Response: &page.Response{URL: t.URL, FinalURL: t.URL, Status: 200, Header: http.Header{"Content-Type": {"text/html"}},
			Body: []byte(body), Fetched: time.Now()},
		Verdict: judge.Verdict{Label: judge.LabelRoute, Route: true, By: judge.BySum, Score: 2, Threshold: 1, Rules: "test@1"},
		Route:   &storage.Route{Title: "桂林五日游", Price: 1680, Currency: "CNY", Days: 5, To: []string{"桂林"}}}
}
