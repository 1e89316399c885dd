package robots

import (
	"container/list"
	"context"
	"net/http"
	"sync"
	"time"
)

// Get fetches one URL without following redirects: a 3xx comes back with its Location header. err means that no answer
// came: name, connection, TLS, time.
type Get func(ctx context.Context, url string) (status int, header http.Header, body []byte, err error)

// CacheOptions bounds a Cache; zero values mean the defaults.
type CacheOptions struct {
	Hosts      int           // remembered at most; default 4096
	Bytes      int           // of robots.txt remembered at most; default 16 MiB
	TTL        time.Duration // of a good answer; default and ceiling 24 h (RFC 9309 §2.4)
	Backoff    time.Duration // first hold after a failure, doubled at each further one; default 5 min
	MaxBackoff time.Duration // default 6 h
}

// Policy is what a host's robots.txt comes to at the moment.
type Policy struct {
	File   *File     // nil while on hold
	Hold   time.Time // nothing of the host may be fetched before; zero when not on hold
	Reason string    // why on hold or why without rules; "" when a file was read
	Status int       // of the last answer, 0 when none came
}

// Cache remembers the Policy of each host. Safe for concurrent use; a host is asked once however many wait for it.
type Cache struct {
	get  Get // constant after NewCache
	opts CacheOptions

	mu      sync.Mutex // guards what follows
	entries map[string]*list.Element
	recent  *list.List // of *entry, most recently asked first
	bytes   int
	flights map[string]*flight
}

// entry is one host's remembered policy.
type entry struct {
	key      string
	policy   Policy
	expires  time.Time
	failures int // in a row
}

// flight is one fetch under way; done is closed when the entry is in place or the fetch was given up.
type flight struct{ done chan struct{} }

// NewCache returns an empty cache that fetches through get.
func NewCache(get Get, opts CacheOptions) *Cache {
	if opts.Hosts <= 0 {
		opts.Hosts = 4096
	}
	if opts.Bytes <= 0 {
		opts.Bytes = 16 << 20
	}
	if opts.TTL <= 0 || opts.TTL > 24*time.Hour {
		opts.TTL = 24 * time.Hour
	}
	if opts.Backoff <= 0 {
		opts.Backoff = 5 * time.Minute
	}
	if opts.MaxBackoff < opts.Backoff {
		opts.MaxBackoff = max(6*time.Hour, opts.Backoff)
	}
	return &Cache{
		get: get, opts: opts,
		entries: map[string]*list.Element{}, recent: list.New(), flights: map[string]*flight{},
	}
}

// Lookup returns the policy of a host (host or host:port), fetching its robots.txt when it is not known, too old, or its
// hold is over. The error is ctx's: a host that cannot be reached is a Policy on hold, not an error.
func (c *Cache) Lookup(ctx context.Context, scheme, host string) (Policy, error) {
	key := scheme + "://" + host
	for {
		c.mu.Lock()
		if policy, ok := c.fresh(key); ok {
			c.mu.Unlock()
			return policy, nil
		}
		if f, busy := c.flights[key]; busy {
			c.mu.Unlock()
			select {
			case <-f.done:
				continue
			case <-ctx.Done():
				return Policy{}, ctx.Err()
			}
		}
		f := &flight{done: make(chan struct{})}
		c.flights[key] = f
		c.mu.Unlock()
		return c.fly(ctx, key, f)
	}
}

// Forget drops what is known of a host, so that the next Lookup asks it again.
func (c *Cache) Forget(scheme, host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[scheme+"://"+host]; ok {
		c.drop(e)
	}
}

// fly fetches for everyone who waits. A fetch that ends with its caller's context leaves no trace: the next waiter takes
// over.
func (c *Cache) fly(ctx context.Context, key string, f *flight) (Policy, error) {
	defer close(f.done)
	defer func() {
		c.mu.Lock()
		delete(c.flights, key)
		c.mu.Unlock()
	}()
	got := c.ask(ctx, key)
	if err := ctx.Err(); err != nil && got.failed {
		return Policy{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.keep(key, got), nil
}

// fresh returns a policy that still holds. Called with mu held.
func (c *Cache) fresh(key string) (Policy, bool) {
	e, ok := c.entries[key]
	if !ok || !time.Now().Before(e.Value.(*entry).expires) {
		return Policy{}, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*entry).policy, true
}

// keep turns an answer into the host's entry and makes room. Called with mu held.
func (c *Cache) keep(key string, got answer) Policy {
	n := &entry{key: key}
	if e, ok := c.entries[key]; ok {
		n.failures = e.Value.(*entry).failures
		c.drop(e)
	}
	now := time.Now()
	n.policy = Policy{File: got.file, Reason: got.reason, Status: got.status}
	if got.failed {
		n.failures++
		n.expires = now.Add(max(c.backoff(n.failures), got.retryAfter))
		n.policy.Hold = n.expires
	} else {
		n.failures = 0
		n.expires = now.Add(c.opts.TTL)
	}
	c.entries[key] = c.recent.PushFront(n)
	c.bytes += n.size()
	for c.recent.Len() > 1 && (c.recent.Len() > c.opts.Hosts || c.bytes > c.opts.Bytes) {
		c.drop(c.recent.Back())
	}
	return n.policy
}

func (c *Cache) drop(e *list.Element) {
	n := c.recent.Remove(e).(*entry)
	delete(c.entries, n.key)
	c.bytes -= n.size()
}

// backoff is the hold after the given number of failures in a row.
func (c *Cache) backoff(failures int) time.Duration {
	d := c.opts.Backoff
	for range failures - 1 {
		if d *= 2; d >= c.opts.MaxBackoff {
			return c.opts.MaxBackoff
		}
	}
	return d
}

func (n *entry) size() int {
	if n.policy.File == nil {
		return 0
	}
	return n.policy.File.size
}
