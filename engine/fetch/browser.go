package fetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
)

// ErrNoBrowser says that pages cannot be built by JavaScript here: no browser was found, or it does not start.
var ErrNoBrowser = errors.New("no browser for pages built by JavaScript")

// errStopped ends what is under way when the Browser is closed.
var errStopped = errors.New("the browser was closed")

// RenderedHeader marks the stored answer of a page whose body is a browser's DOM. Only Browser sets it.
const RenderedHeader = "X-Xunlu-Rendered"

// BrowserOptions are the settings of a Browser; zero values mean the defaults.
type BrowserOptions struct {
	Path     string        // of Edge, Chrome or Chromium; "" looks in the usual places
	Timeout  time.Duration // of one page, from the start of its rendering; default 20 s
	Idle     time.Duration // without a page the process ends; default 30 s
	Pages    int           // a process builds before a new one takes over; default 200
	MaxBytes int64         // of a built page and of each part it loads; default 10 MiB
	MaxParts int           // scripts and data one page may load; default 100

	// Memory tells how many bytes a process and its children hold. A process beyond MaxMemory is replaced, in the middle of a
	// page if need be. nil leaves it to Pages and to the limit that JavaScript itself has.
	Memory    func(pid int) (uint64, error)
	MaxMemory uint64 // default 1.5 GiB: four processes, each counting what they share

	Log *slog.Logger // default discards
}

func (o BrowserOptions) withDefaults() BrowserOptions {
	if o.Timeout <= 0 {
		o.Timeout = 20 * time.Second
	}
	if o.Idle <= 0 {
		o.Idle = 30 * time.Second
	}
	if o.Pages <= 0 {
		o.Pages = 200
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 10 << 20
	}
	if o.MaxParts <= 0 {
		o.MaxParts = 100
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = 1536 << 20
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Browser builds pages that need JavaScript in an installed Edge, Chrome or Chromium. It has at most one browser process and
// builds one page at a time; the process starts with the first page and ends when none came for a while, and with Close.
//
// The browser itself reaches no network at all: each of its requests is stopped and, when it may be made, made by the Plain
// it was given. So a script's requests have the same name, cookies, proxy, limits and refused addresses as the crawl's own.
type Browser struct {
	// constant after NewBrowser
	plain  *Plain
	opts   BrowserOptions
	closed context.Context
	close  context.CancelFunc

	turn chan struct{} // holding its one place means owning what follows

	proc   *browserProcess // nil when none runs
	path   string          // found executable
	err    error           // why there is none, or it did not start
	again  time.Time       // when to try once more after err
	parts  *partCache
	quiet  *time.Timer // ends the process
	timers sync.WaitGroup
	ended  bool

	starts atomic.Int64
}

// NewBrowser makes a Browser over p. It starts nothing and looks for nothing yet. When ctx ends, pages are built no more;
// the process still ends with Close only.
func NewBrowser(ctx context.Context, p *Plain, o BrowserOptions) *Browser {
	b := &Browser{plain: p, opts: o.withDefaults(), turn: make(chan struct{}, 1), parts: newPartCache()}
	b.closed, b.close = context.WithCancel(ctx)
	return b
}

// Starts tells how many processes were started so far: for tests and the log.
func (b *Browser) Starts() int { return int(b.starts.Load()) }

// Fetch gets one page over HTTP and builds it.
func (b *Browser) Fetch(ctx context.Context, r Request) (*page.Response, *Error) {
	got, failed := b.plain.Fetch(ctx, r)
	if failed != nil || got.Status == http.StatusNotModified {
		return got, failed
	}
	return b.Render(ctx, r, got)
}

// Render builds a page whose answer has come already, so that it is not asked for twice: got is what its own address
// answers in the browser. r is the request that brought it. The result carries the built page in UTF-8 and no validators,
// since an unchanged frame says nothing about what scripts put into it.
//
// The wait for the browser is not part of the time limit. Errors: ErrNoBrowser inside, when there is none; FailRedirect with
// a Location, when the page leads elsewhere by script; FailTimeout, when it blocks; FailTooLarge.
func (b *Browser) Render(ctx context.Context, r Request, got *page.Response) (*page.Response, *Error) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil, fail(storage.FailTimeout, r.URL, ctx.Err())
	case <-b.closed.Done():
		return nil, fail(storage.FailTimeout, r.URL, errStopped)
	}
	if b.ended {
		return nil, fail(storage.FailTimeout, r.URL, errStopped)
	}
	start := time.Now()
	proc, err := b.running(ctx)
	if err != nil {
		return nil, fail(storage.FailProtocol, r.URL, err)
	}
	j, err := newJob(b, r, got)
	if err != nil {
		return nil, fail(storage.FailProtocol, r.URL, err)
	}
	ctx, cancel := context.WithTimeout(ctx, b.opts.Timeout)
	defer cancel()
	defer context.AfterFunc(b.closed, cancel)()
	body, failed := proc.build(ctx, j)
	b.settle(proc, failed)
	log := b.opts.Log.With("url", r.URL, "took", time.Since(start))
	if failed != nil {
		log.DebugContext(ctx, "not rendered", "err", failed.Err)
		return nil, failed
	}
	log.DebugContext(ctx, "rendered", "parts", j.count())
	return built(got, body, time.Since(start)), nil
}

// built is the answer with the browser's DOM in place of the body that came.
func built(got *page.Response, body string, took time.Duration) *page.Response {
	out := *got
	out.Header = got.Header.Clone()
	if out.Header == nil {
		out.Header = http.Header{}
	}
	for _, k := range []string{"Etag", "Last-Modified", "Content-Length", "Content-Encoding", "Transfer-Encoding"} {
		out.Header.Del(k)
	}
	out.Header.Set("Content-Type", "text/html; charset=utf-8")
	out.Header.Set(RenderedHeader, "1")
	out.Body, out.Rendered, out.Took = []byte(body), true, got.Took+took
	return &out
}

// retryStart is how long a browser that did not start is left alone.
const retryStart = 5 * time.Minute

// running gives the process, starting one when none runs.
func (b *Browser) running(ctx context.Context) (*browserProcess, error) {
	if b.quiet != nil && b.quiet.Stop() {
		b.timers.Done()
	}
	b.quiet = nil
	if b.proc != nil && b.proc.alive() {
		return b.proc, nil
	}
	b.drop()
	if b.err != nil && time.Now().Before(b.again) {
		return nil, b.err
	}
	if b.path == "" {
		if b.path, b.err = findBrowser(b.opts.Path); b.err != nil {
			b.again = time.Now().Add(retryStart)
			return nil, b.err
		}
	}
	proc, err := startBrowser(ctx, b.path, b.plain.opts.Agent, b.opts.Log)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b.err, b.again = fmt.Errorf("%w: %s does not start: %w", ErrNoBrowser, b.path, err), time.Now().Add(retryStart)
		return nil, b.err
	}
	b.err, b.proc = nil, proc
	b.starts.Add(1)
	b.opts.Log.Info("a browser was started", "path", b.path)
	return proc, nil
}

// settle decides after a page whether its process may go on, and sets the clock for the end of an idle one.
func (b *Browser) settle(p *browserProcess, failed *Error) {
	p.pages++
	switch {
	case p.spoiled || !p.alive():
		b.drop()
	case p.pages >= b.opts.Pages:
		b.drop()
	case b.overweight(p):
		b.drop()
	}
	if b.proc == nil {
		return
	}
	b.timers.Add(1)
	b.quiet = time.AfterFunc(b.opts.Idle, func() {
		defer b.timers.Done()
		select {
		case b.turn <- struct{}{}:
		default:
			return // a page has come in between; its end sets the clock anew
		}
		b.drop()
		<-b.turn
	})
}

// overweight asks for the memory of a process. When it cannot be told, the number of pages is limit enough.
func (b *Browser) overweight(p *browserProcess) bool {
	if b.opts.Memory == nil {
		return false
	}
	n, err := b.opts.Memory(p.pid)
	if err != nil {
		b.opts.Log.Debug("the browser's memory cannot be told", "err", err)
		return false
	}
	return n > b.opts.MaxMemory
}

// drop ends the process, if one runs, with all its children and files.
func (b *Browser) drop() {
	if b.proc == nil {
		return
	}
	if err := b.proc.stop(); err != nil {
		b.opts.Log.Debug("the browser did not end cleanly", "err", err)
	}
	b.proc = nil
	b.parts.clear()
}

// Close cuts off a page in work and ends the process. Later calls of Render fail.
func (b *Browser) Close() {
	b.close()
	b.turn <- struct{}{}
	if b.quiet != nil && b.quiet.Stop() {
		b.timers.Done()
	}
	b.ended = true
	b.drop()
	<-b.turn
	b.timers.Wait()
}
