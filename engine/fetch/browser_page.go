package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	devpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"xunlu/engine/page"
	"xunlu/storage"
)

// When a page counts as built.
const (
	lookEvery  = 100 * time.Millisecond
	stableFor  = 300 * time.Millisecond  // nothing under way, nothing changed
	stableThin = 1500 * time.Millisecond // the same while there is hardly any text: a timer may still bring it
	thinText   = 200                     // UTF-16 units of text below which that holds, scripts' own source left out
	weighEvery = 2 * time.Second
)

// job is one page on its way through the browser. What is not constant is guarded by mu, parts but for the wait group.
type job struct {
	// constant after newJob
	b     *Browser
	r     Request
	got   *page.Response
	at    *url.URL // the page's address: that of the answer
	limit time.Duration
	line  chan struct{} // one place: the page's requests go out one after another, as a host with one connection wants it
	open  sync.WaitGroup

	mu     sync.Mutex
	ctx    context.Context // of the page; set before anything is asked
	asked  int             // parts so far
	frames int             // how often the page itself was given to the browser
	active int             // requests being answered
	over   bool            // nothing is begun any more
	left   string          // where a script led the page
	broken error
	signal chan struct{} // closed when left or broken is set
}

func newJob(b *Browser, r Request, got *page.Response) (*job, error) {
	address := got.FinalURL
	if address == "" {
		address = got.URL
	}
	u, err := parse(address)
	if err != nil {
		return nil, err
	}
	u.Fragment = ""
	return &job{b: b, r: r, got: got, at: u, limit: b.opts.Timeout, line: make(chan struct{}, 1), signal: make(chan struct{})}, nil
}

// build loads the page in the tab, waits until it has settled, and reads its DOM. The tab is empty afterwards, or spoiled.
func (p *browserProcess) build(ctx context.Context, j *job) (string, *Error) {
	ctx, cancel := context.WithCancel(ctx)
	j.ctx = ctx
	p.set(j)
	body, err := j.load(ctx, p)
	p.set(nil)
	cancel()
	j.finish()
	failed := j.failure(err)
	if failed != nil && failed.Location == "" {
		p.spoiled = true // what hung or crashed once is not given the next page
		return "", failed
	}
	// Scripts of a page that is done must not go on working.
	clean, stop := context.WithTimeout(p.ctx, stopTime)
	defer stop()
	if _, err := cdp.Call(clean, p.tab, devpage.Navigate, devpage.NavigateParams{URL: "about:blank"}); err != nil {
		p.spoiled = true
	}
	return body, failed
}

func (j *job) load(ctx context.Context, p *browserProcess) (string, error) {
	nav, err := cdp.Call(ctx, p.tab, devpage.Navigate, devpage.NavigateParams{URL: j.at.String()})
	if err != nil {
		return "", fmt.Errorf("navigate: %w", err)
	}
	if nav.ErrorText != "" {
		return "", fmt.Errorf("the browser does not show it: %s", nav.ErrorText)
	}
	if err := j.await(ctx, p); err != nil {
		return "", err
	}
	return j.read(ctx, p)
}

// look is what a page is like at a moment; two equal ones mean that nothing happened.
type look struct {
	Ready string `json:"r"`
	Text  int    `json:"t"`
	Nodes int    `json:"n"`
}

// lookCode measures the DOM. Text of scripts and styles is no text of the page.
const lookCode = `(() => { const b = document.body; let t = b ? b.textContent.length : 0;
for (const s of b ? b.querySelectorAll("script,style,noscript,template") : []) t -= s.textContent.length;
return {r: document.readyState, t: t, n: document.getElementsByTagName("*").length}; })()`

// await returns when the page has settled, or after half the time when it never does: a page that polls for ever is there
// all the same.
func (j *job) await(ctx context.Context, p *browserProcess) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	start := time.Now()
	var last look
	since, weighed := start, start
	for {
		select {
		case <-tick.C:
		case <-j.signal:
			return j.verdict()
		case <-p.lost:
			return errors.New("the browser ended in the middle of the page")
		case <-ctx.Done():
			return ctx.Err()
		}
		now, err := chromedp.Run(chromedpContext(ctx, p), chromedp.Evaluate[look](lookCode))
		if err != nil {
			if ctx.Err() != nil || !p.alive() {
				return fmt.Errorf("look at the page: %w", err)
			}
			since = time.Now() // it was loading anew just then
			continue
		}
		if now != last || j.busy() {
			last, since = now, time.Now()
		}
		need := stableFor
		if now.Text < thinText {
			need = stableThin
		}
		switch t := time.Now(); {
		case now.Ready == "complete" && t.Sub(since) >= need, t.Sub(start) >= j.limit/2:
			return j.verdict()
		case t.Sub(weighed) >= weighEvery:
			weighed = t
			if j.b.overweight(p) {
				return errHeavy
			}
		}
	}
}

// errHeavy is a page that takes more memory than a browser may have.
var errHeavy = errors.New("the page needs more memory than the browser may have")

// chromedpContext is the process's chromedp context with the limits of ctx.
func chromedpContext(ctx context.Context, p *browserProcess) context.Context {
	return joined{Context: ctx, values: p.ctx}
}

// joined ends with one context and knows the values of another.
type joined struct {
	context.Context
	values context.Context
}

func (c joined) Value(key any) any {
	if v := c.Context.Value(key); v != nil {
		return v
	}
	return c.values.Value(key)
}

// read takes the DOM as HTML, through the protocol and not through functions that the page may have replaced.
func (j *job) read(ctx context.Context, p *browserProcess) (string, error) {
	root, err := cdp.Call(ctx, p.tab, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
	if err != nil {
		return "", fmt.Errorf("find the document: %w", err)
	}
	res, err := cdp.Call(ctx, p.tab, dom.GetOuterHTML, dom.GetOuterHTMLParams{ObjectID: root.Result.ObjectID})
	if err != nil {
		return "", fmt.Errorf("read the document: %w", err)
	}
	if int64(len(res.OuterHTML)) > j.b.opts.MaxBytes {
		return "", errLarge
	}
	return res.OuterHTML, nil
}

// errLarge is a page that grew beyond the limit.
var errLarge = errors.New("the built page is longer than the size limit")

// failure names what went wrong. Where a script led is told as a redirect: the crawl takes it as a link.
func (j *job) failure(err error) *Error {
	j.mu.Lock()
	left := j.left
	j.mu.Unlock()
	switch {
	case left != "":
		e := fail(storage.FailRedirect, j.r.URL, fmt.Errorf("a script leads to %s", left))
		e.Status, e.Location = j.got.Status, left
		return e
	case err == nil:
		return nil
	case errors.Is(err, errLarge), errors.Is(err, errHeavy):
		return fail(storage.FailTooLarge, j.r.URL, err)
	case isTimeout(err):
		return fail(storage.FailTimeout, j.r.URL, fmt.Errorf("not built within %s: %w", j.limit, err))
	case errors.Is(err, context.Canceled):
		return fail(storage.FailTimeout, j.r.URL, err)
	}
	return fail(storage.FailProtocol, j.r.URL, err)
}

// errLeft: a script led the page elsewhere.
var errLeft = errors.New("the page was left")

// leave notes where a script leads; the first word counts.
func (j *job) leave(to string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.left == "" && j.broken == nil && !j.over {
		j.left = to
		close(j.signal)
	}
}

func (j *job) fault(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.left == "" && j.broken == nil && !j.over {
		j.broken = err
		close(j.signal)
	}
}

func (j *job) verdict() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.left != "" {
		return errLeft
	}
	return j.broken
}

// begin reports whether a request may still be answered; end must follow then.
func (j *job) begin() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.over {
		return false
	}
	j.active++
	j.open.Add(1)
	return true
}

func (j *job) end() {
	j.mu.Lock()
	j.active--
	j.mu.Unlock()
	j.open.Done()
}

func (j *job) busy() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.active > 0
}

func (j *job) count() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.asked
}

// finish waits for the requests under way, which the page's context has cut off.
func (j *job) finish() {
	j.mu.Lock()
	j.over = true
	j.mu.Unlock()
	j.open.Wait()
}
