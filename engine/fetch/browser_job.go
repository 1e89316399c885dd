package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"xunlu/engine/page"
	"xunlu/storage"
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
