package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"xunlu/assets"
	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/field"
	"xunlu/engine/order"
	"xunlu/engine/page"
	"xunlu/engine/robots"
	"xunlu/storage"
	"xunlu/storage/archive"
	"xunlu/storage/search"
)

// Version of the program; set when it is built for a release.
var Version = "0.1.0-dev"

// Options of Open.
type Options struct {
	Dir      string        // data folder; "" = DefaultDir
	Create   bool          // make the folder when it is not there
	MaxPages int           // of this run, 0 = no cap
	Paused   bool          // lend nothing until Resume
	GoneGap  time.Duration // between the looks after which a missing page is gone; 0 = 1 hour
	Log      *slog.Logger
	Config   func(*Config)     // flags over the config file; not saved
	Secrets  map[string]string // by SITE/NAME, or "proxy" for the program's: known for this run, and kept nowhere
	Without  order.Groups      // what best-first leaves out, to measure what it adds; 0 = nothing

	mending bool // set by Mend alone
}

// App is the program without a face. One process holds a data folder.
type App struct {
	// constant after Open
	dir     string
	log     *slog.Logger
	store   *storage.Store
	archive *archive.Archive
	kept    *archive.Archive // pictures
	index   *search.Index
	coord   *engine.Coordinator
	node    *engine.Node
	fetch   *fetch.Plain
	vault   *vault
	render  *renderer // nil when the browser is off
	places  *field.Places
	extract *page.Extractor
	rules   *ruleShelf
	machine *machine
	history *history
	works   *works
	others  others
	tuner   *tuner
	profile *profiler
	tours   *tours
	watcher watcher

	pictures  *pictures
	leavingMu sync.Mutex
	leave     *leaving
	moving    sync.RWMutex // held for writing by who moves copies, for reading by who reads many

	config  atomic.Pointer[Config]
	counted atomic.Pointer[countedTerms]
	demo    demoHolder
	opened  time.Time
	root    context.Context // ends when Close is called: for work that outlives one call

	stop    context.CancelFunc // ends root, node and indexer
	halt    context.CancelFunc // ends the coordinator, last
	removal chan struct{}      // a site was set aside
	running sync.WaitGroup     // node, indexer, meters
	writing sync.WaitGroup     // coordinator
	failed  chan error         // first error of a running part
}

// heartbeat is how often a node says how it is.
const heartbeat = 2 * time.Second

// ErrNoData: the folder holds no Xunlu data.
var ErrNoData = errors.New("no Xunlu data there")

// Open opens the data folder and starts coordinator and indexer; Start adds the node that crawls.
func Open(ctx context.Context, o Options) (*App, error) {
	dir, err := dataDir(o)
	if err != nil {
		return nil, err
	}
	if err := mendable(dir); err != nil && !o.mending {
		return nil, advise(dir, fmt.Errorf("open %s: %w", dir, err))
	}
	cfg, err := LoadConfig(dir)
	if err != nil {
		return nil, err
	}
	if o.Config != nil {
		o.Config(&cfg)
		if err := cfg.Validate(); err != nil {
			return nil, err
		}
	}
	a := &App{opened: time.Now(), dir: dir, log: o.Log, failed: make(chan error, 4), removal: make(chan struct{}, 1), history: newHistory(), works: newWorks(), tours: newTours()}
	a.config.Store(&cfg)
	if err := a.openStores(dir); err != nil {
		return nil, advise(dir, errors.Join(err, a.closeStores()))
	}
	a.boundMemory()
	if err := a.wire(ctx, o, cfg); err != nil {
		return nil, advise(dir, errors.Join(err, a.closeStores()))
	}
	return a, nil
}

// dataDir finds the folder and says clearly what is wrong with it.
func dataDir(o Options) (string, error) {
	dir, err := DataDir(o.Dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return "", fmt.Errorf("data folder %s is a file; give a folder with --data", dir)
	case errors.Is(err, os.ErrNotExist) && !o.Create:
		return "", fmt.Errorf("data folder %s: %w; crawl something first (xunlu crawl --demo) or give another folder with --data", dir, ErrNoData)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("data folder %s cannot be read: %w", dir, err)
	}
	if err == nil && !o.Create {
		if _, err := os.Stat(filepath.Join(dir, "store.db")); errors.Is(err, os.ErrNotExist) {
			if err := missingStore(dir); err != nil {
				return "", advise(dir, fmt.Errorf("open %s: %w", dir, err))
			}
			return "", fmt.Errorf("data folder %s: %w; crawl something first (xunlu crawl --demo) or give another folder with --data", dir, ErrNoData)
		}
	}
	return dir, nil
}

// HasData says whether a data folder holds something; "" is the default folder.
func HasData(dir string) bool {
	_, err := dataDir(Options{Dir: dir})
	return err == nil
}

func (a *App) openStores(dir string) (err error) {
	if a.store, err = storage.Open(dir); err != nil {
		return err
	}
	if a.archive, err = archive.Open(filepath.Join(dir, "archive")); err != nil {
		return err
	}
	if a.kept, err = archive.Open(filepath.Join(dir, picturesFolder)); err != nil {
		return err
	}
	if a.places, err = field.NewPlaces(assets.Places()); err != nil {
		return err
	}
	a.index, err = search.Open(filepath.Join(dir, "index"), gazetteer{a.places})
	return err
}

func (a *App) closeStores() error {
	var errs []error
	if a.index != nil {
		errs = append(errs, a.index.Close())
	}
	for _, x := range []*archive.Archive{a.archive, a.kept} {
		if x != nil {
			errs = append(errs, x.Close())
		}
	}
	if a.store != nil {
		errs = append(errs, a.store.Close())
	}
	return errors.Join(errs...)
}

// wire connects the parts; constructors meet here and nowhere else.
func (a *App) wire(ctx context.Context, o Options, cfg Config) (err error) {
	if a.rules, err = newRuleShelf(a.store); err != nil {
		return err
	}
	a.extract = &page.Extractor{Places: a.places}
	a.tuner, a.profile = newTuner(a.store), newProfiler(a)
	folder, err := a.store.Identity()
	if err != nil {
		return err
	}
	a.vault = newVault(folder, o.Secrets)
	if a.fetch, err = newFetcher(cfg, func() fetch.Secret { return a.vault.get("", storage.SecretProxy) }, a.log); err != nil {
		return err
	}
	active := a.rules.active()
	a.coord, err = engine.NewCoordinator(engine.Options{Store: a.store, Archive: a.archive, Log: a.log, MaxPages: o.MaxPages, Without: o.Without, Near: cfg.Near,
		Paused: o.Paused, GoneGap: o.GoneGap, DiskLow: uint64(cfg.DiskLow), DiskFree: func() (uint64, error) { return diskFree(a.dir) }, Params: engine.Params{Version: 1, Workers: cfg.Workers, LeaseSize: cfg.LeaseSize,
			CommitGroup: cfg.CommitGroup, Rules: active, Beside: a.rules.beside(active), Agent: cfg.Agent, Every: heartbeat}})
	if err != nil {
		return err
	}
	if err := a.enlist(); err != nil {
		return err
	}
	a.machine = newMachine()
	// Parts end in order: node and indexer first, the coordinator last, so that what a node still reports is committed.
	run, stop := context.WithCancel(context.WithoutCancel(ctx))
	commit, halt := context.WithCancel(context.WithoutCancel(ctx))
	a.root, a.stop, a.halt = run, stop, halt
	cache := robots.NewCache(engine.RobotsGet(a.fetch), robots.CacheOptions{})
	a.pictures = newPictures(a, engine.NewErrands(a.coord, a.fetch, cache))
	options := engine.NodeOptions{Name: localNode, Version: Version, Dispatcher: a.coord, Fetcher: a.fetch,
		Robots: cache, Extractor: a.extract, Secrets: a.vault.of, MemoryMax: uint64(cfg.MemoryMax), Vitals: a.machine.own, News: a.coord.News, Log: a.log}
	if a.render = newRenderer(run, cfg, a.fetch, a.log); a.render != nil {
		options.Renderer = a.render
	}
	a.node = engine.NewNode(options)
	a.writing.Go(func() { a.note("coordinator", a.coord.Run(commit)) })
	a.running.Go(func() { a.note("indexer", search.Follow(run, a.store, a.index)) })
	a.running.Go(func() { a.note("profiles", a.profile.Run(run)) })
	a.running.Go(func() { a.meter(run) })
	a.running.Go(func() { a.keepWatch(run) })
	a.running.Go(func() { a.note("removal", a.dropAside(run)) })
	return nil
}

// agent is the honest name: product, version, and where its owner can be read about.
func (c *Config) agent() string {
	s := c.Agent + "/" + Version
	if c.AgentURL != "" {
		s += " (+" + c.AgentURL + ")"
	}
	return s
}

// Start lets the local node crawl, the schedule visit again what is due, and pictures be fetched.
func (a *App) Start() {
	a.running.Go(func() { a.note("node", a.node.Run(a.root)) })
	a.running.Go(func() { a.schedule(a.root) })
	a.running.Go(func() { a.keepBackups(a.root) })
	a.running.Go(func() { a.note("pictures", a.pictures.Run(a.root)) })
}

// note keeps the first error of a part that ended.
func (a *App) note(part string, err error) {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, engine.ErrStopped) {
		return
	}
	a.log.Error("a part of the program stopped", "part", part, "err", err)
	select {
	case a.failed <- fmt.Errorf("%s: %w", part, err):
	default:
	}
}

// Close ends the crawl in order and closes the stores: pages in work are finished or given back, everything reported is
// committed, the index is brought up. A move of the data that was prepared comes to its end.
func (a *App) Close() error {
	a.demo.close(a.log)
	a.stop()
	a.running.Wait()
	a.render.close()
	err := a.others.close()
	a.halt()
	a.writing.Wait()
	if err = errors.Join(err, a.closeStores()); err != nil {
		return err
	}
	return a.finishMove(context.WithoutCancel(a.root))
}

// Dir is the data folder. Config is what is in force.
func (a *App) Dir() string    { return a.dir }
func (a *App) Config() Config { return *a.config.Load() }

// SetConfig stores a changed config and acts on what can change while running.
func (a *App) SetConfig(c Config) error {
	if err := c.Save(a.dir); err != nil {
		return err
	}
	a.config.Store(&c)
	return a.coord.SetParams(func(p *engine.Params) {
		p.Workers, p.LeaseSize, p.CommitGroup, p.Agent = c.Workers, c.LeaseSize, c.CommitGroup, c.Agent
	})
}

// Wait returns when the crawl is over or a part failed.
func (a *App) Wait(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	over := make(chan error, 1)
	go func() { over <- a.coord.Wait(ctx) }()
	select {
	case err := <-over:
		if err != nil {
			return err
		}
		return a.profile.finish(ctx)
	case err := <-a.failed:
		return err
	}
}

// Opened is when the data folder was opened.
func (a *App) Opened() time.Time { return a.opened }
