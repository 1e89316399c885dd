package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/engine/robots"
	"xunlu/storage"
)

// grace is how long pages in work may take once the node was told to stop.
const grace = 1500 * time.Millisecond

// Node crawls (paper A: 爬取节点): it leases tasks, keeps robots, delay and connections of their hosts, runs workers and reports
// what they found. It keeps no store. The same Node runs in the window's process and on another PC.
type Node struct {
	// constant after New
	name      string
	version   string
	d         Dispatcher
	fetch     Fetcher
	render    Renderer // nil: pages are judged as they come
	robots    *robots.Cache
	extractor *page.Extractor
	vitals    func() Vitals
	secrets   func(*storage.Site) fetch.Secrets
	doors     *doors
	patience  time.Duration          // after which a worker counts as lost to a slow host
	memoryMax uint64                 // resident bytes above which there are fewer workers, 0 = any
	news      func() <-chan struct{} // nil = none
	log       *slog.Logger
	started   time.Time

	twins  twins
	params atomic.Pointer[Params]
	brain  atomic.Pointer[brain]
	resize chan struct{} // the number of workers changed
	void   chan struct{} // the tasks held are void
	leash  *leash

	// counters
	pages, routes, failures, bytes atomic.Uint64
	busy, held                     atomic.Int64
	squeeze                        atomic.Int32 // times the workers are halved
	parked                         atomic.Int64 // workers lost to slow hosts
	lastErr                        atomic.Pointer[string]

	work     chan *Task    // scheduler → worker
	done     chan finished // worker → scheduler
	leased   chan []Task   // leaser → scheduler
	want     chan int      // scheduler → leaser
	outcomes chan *Outcome // worker → reporter
}

// NodeOptions of a node.
type NodeOptions struct {
	Name, Version string
	Dispatcher    Dispatcher
	Fetcher       Fetcher
	Renderer      Renderer // builds pages that need JavaScript; nil = none
	Robots        *robots.Cache
	Extractor     *page.Extractor
	Secrets       func(*storage.Site) fetch.Secrets // what sites need to be let in; nil = none is known
	Vitals        func() Vitals                     // nil = not known
	News          func() <-chan struct{}            // closed when the parameters changed; nil = they are learned with the next heartbeat
	Patience      time.Duration                     // a fetch that takes longer leaves its worker's place to another; 0 = 3 s
	MemoryMax     uint64                            // resident bytes above which it works with fewer workers; 0 = any
	Log           *slog.Logger
}

// NewNode makes a node; Run starts it.
func NewNode(o NodeOptions) *Node {
	return &Node{
		name: o.Name, version: o.Version, d: o.Dispatcher, fetch: o.Fetcher, render: o.Renderer, secrets: o.Secrets, doors: newDoors(), robots: o.Robots, extractor: o.Extractor,
		vitals: o.Vitals, memoryMax: o.MemoryMax, patience: cmp.Or(o.Patience, slowAfter), news: o.News, log: o.Log.With("part", "node", "node", o.Name), started: time.Now(),
		resize: make(chan struct{}, 1), void: make(chan struct{}, 1), leash: newLeash(), work: make(chan *Task), done: make(chan finished, MaxWorkers),
		leased: make(chan []Task), want: make(chan int, 1), outcomes: make(chan *Outcome, MaxWorkers),
	}
}

// Run crawls until ctx is done, then finishes the pages in work (at most grace), reports them and returns.
func (n *Node) Run(ctx context.Context) error {
	if err := n.join(ctx); err != nil {
		return err
	}
	ctx, refuse := context.WithCancelCause(ctx)
	defer refuse(nil)
	fetching, stopFetching := context.WithCancel(context.WithoutCancel(ctx))
	defer stopFetching()
	cut := context.AfterFunc(ctx, func() {
		t := time.NewTimer(grace)
		defer t.Stop()
		select {
		case <-t.C:
		case <-fetching.Done():
		}
		stopFetching()
	})
	defer cut()

	var crew, rest sync.WaitGroup
	n.leash.hold(fetching)
	rest.Go(func() { n.heartbeat(ctx, refuse) })
	rest.Go(func() { n.leash.watch(ctx, func() time.Duration { return n.params.Load().Every }) })
	rest.Go(func() { n.lease(ctx) })
	reported := make(chan struct{})
	go func() { defer close(reported); n.report(fetching) }()
	crew.Go(func() { n.employ(ctx, fetching, &crew) })
	n.schedule(ctx)
	crew.Wait()
	close(n.outcomes)
	<-reported
	rest.Wait()
	if err := context.Cause(ctx); errors.Is(err, ErrRefused) {
		return err
	}
	return nil
}

// join says hello until the coordinator answers.
func (n *Node) join(ctx context.Context) error {
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		err := n.sync(ctx)
		if !errors.Is(err, ErrAway) {
			return err
		}
		n.log.Warn("the coordinator does not answer yet", "err", err)
		if !pause(ctx, wait) {
			return ctx.Err()
		}
	}
}

// employ keeps as many workers as the parameters say.
func (n *Node) employ(ctx, fetching context.Context, crew *sync.WaitGroup) {
	var running atomic.Int64
	for {
		for int(running.Load()) < n.workers() {
			running.Add(1)
			crew.Go(func() { n.worker(ctx, fetching, &running) })
		}
		select {
		case <-n.resize:
		case <-ctx.Done():
			return
		}
	}
}

// heartbeat tells how the node is and takes new parameters, until ctx is done; refuse ends the node.
func (n *Node) heartbeat(ctx context.Context, refuse context.CancelCauseFunc) {
	news := n.latest()
	told := n.params.Load().Version
	for {
		every := n.params.Load().Every
		if n.params.Load().Version != told {
			every = 0 // so that the nodes list shows at once what the node goes by
		}
		t := time.NewTimer(every)
		select {
		case <-t.C:
		case <-news:
			t.Stop()
		case <-ctx.Done():
			t.Stop()
			return
		}
		n.relieve()
		news, told = n.latest(), n.params.Load().Version
		err := n.sync(ctx)
		if errors.Is(err, ErrRefused) {
			refuse(err)
			return
		}
		if err != nil && ctx.Err() == nil {
			n.log.Warn("heartbeat not answered", "err", err)
		}
	}
}

// latest is closed by the next news; taken before a sync, so that none is missed.
func (n *Node) latest() <-chan struct{} {
	if n.news == nil {
		return nil
	}
	return n.news()
}

// sync exchanges one heartbeat for the parameters and compiles the rules when they are new.
func (n *Node) sync(ctx context.Context) error {
	sent := time.Now()
	p, err := n.d.Sync(ctx, n.Beat())
	if err != nil {
		return err
	}
	old := n.params.Load()
	if old != nil && old.Term != p.Term {
		select {
		case n.void <- struct{}{}:
		default:
		}
		n.params.Store(&p)
	}
	n.leash.answered(sent)
	if old != nil && old.Version == p.Version {
		return nil
	}
	if b := n.brain.Load(); b == nil || b.ref != p.rulesRef() {
		fresh, err := newBrain(p, n.extractor)
		if err != nil {
			return err
		}
		n.brain.Store(fresh)
	}
	n.params.Store(&p)
	select {
	case n.resize <- struct{}{}:
	default:
	}
	return nil
}

// Beat is how the node is now.
func (n *Node) Beat() Heartbeat {
	b := Heartbeat{Node: n.name, Version: n.version, Started: n.started, Running: time.Since(n.started),
		Pages: n.pages.Load(), Routes: n.routes.Load(), Failures: n.failures.Load(), Bytes: n.bytes.Load(),
		Busy: int(n.busy.Load()), Leased: int(n.held.Load())}
	if n.vitals != nil {
		v := n.vitals()
		b.CPU, b.Memory, b.Cores, b.Idle, b.Disk = v.CPU, v.Memory, v.Cores, v.Idle, v.Disk
	}
	if p := n.params.Load(); p != nil {
		b.Params = p.Version
	}
	if e := n.lastErr.Load(); e != nil {
		b.LastErr = *e
	}
	return b
}

// lease asks for work whenever the scheduler wants some.
func (n *Node) lease(ctx context.Context) {
	defer close(n.leased)
	wait := time.Duration(0)
	for {
		var most int
		select {
		case most = <-n.want:
		case <-ctx.Done():
			return
		}
		tasks, err := n.d.Lease(ctx, n.name, most)
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, ErrStopped) || errors.Is(err, ErrRefused) {
				return
			}
			wait = min(max(2*wait, time.Second), 30*time.Second)
			n.log.Warn("no work could be leased", "err", err)
			if !pause(ctx, wait) {
				return
			}
		} else {
			wait = 0
		}
		select {
		case n.leased <- tasks:
		case <-ctx.Done():
			return
		}
	}
}

// waitOut is what a fetch does between two requests of one host.
func waitOut(delay time.Duration) func(context.Context) error {
	return func(ctx context.Context) error {
		if !pause(ctx, delay) {
			return ctx.Err()
		}
		return nil
	}
}

// pause waits d; false when ctx was done first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
