package engine

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/engine/robots"
	"xunlu/storage"
)

// Errands fetch what belongs to a page and is none, such as its pictures. They are no part of the crawl: they take no lease, count
// towards no cap and keep no crawl from its end. They keep its manners: a host is asked by an errand only while the crawl has nothing
// to ask it, by one errand at a time, after robots.txt and with the site's delay before and after. They go out under the
// program's own name, without what a site is entered with: no login, no headers, no pasted cookies.
type Errands struct {
	c      *Coordinator // constant after NewErrands, like the rest
	fetch  Fetcher
	robots *robots.Cache
}

// NewErrands shares fetcher and robots cache with the node of this process.
func NewErrands(c *Coordinator, f Fetcher, cache *robots.Cache) *Errands {
	return &Errands{c: c, fetch: f, robots: cache}
}

// errandTime bounds one fetch, robots.txt apart: so long may the crawl have to wait for a host.
const errandTime = 20 * time.Second

// Fetch gets one address for a site, up to most bytes. from is the page that names it. Redirects to other hosts are not followed: they
// come as Error.Location. An error of kind FailRobots with a RetryAfter means that the host cannot be asked yet. It waits for the host
// as long as ctx lets it.
func (e *Errands) Fetch(ctx context.Context, site *storage.Site, from, address string, most int64) (*page.Response, *fetch.Error) {
	if refused := fetch.Refused(address, site.Private); refused != nil {
		return nil, refused
	}
	host := HostOf(address)
	if err := e.c.borrow(ctx, host, site.Delay); err != nil {
		return nil, &fetch.Error{Kind: storage.FailTimeout, Err: err}
	}
	defer e.c.giveHost(host)
	delay := site.Delay
	var group robots.Group
	if !site.NoRobots {
		policy, cached := e.robots.Peek(schemeOf(address), host)
		if !cached {
			var err error
			if policy, err = e.robots.Lookup(visiting(ctx, nil, site.Private, site.Delay), schemeOf(address), host); err != nil {
				return nil, &fetch.Error{Kind: storage.FailTimeout, Err: err}
			}
		}
		if left := time.Until(policy.Hold); left > 0 {
			return nil, &fetch.Error{Kind: storage.FailRobots, RetryAfter: left, Err: fmt.Errorf("robots.txt of %s cannot be read (%s)", host, policy.Reason)}
		}
		group = policy.File.Group(e.c.agent())
		delay = max(delay, min(group.Delay(), maxCrawlDelay))
		if err := disallowed(group, address); err != nil {
			return nil, &fetch.Error{Kind: storage.FailRobots, Err: err}
		}
		if !cached && !pause(ctx, delay) {
			return nil, &fetch.Error{Kind: storage.FailTimeout, Err: ctx.Err()}
		}
	}
	r, failed := e.fetch.Fetch(ctx, fetch.Request{
		URL: address, Private: site.Private, AnyType: true, MaxBytes: most, Timeout: errandTime, Header: errandHeader(from, address),
		Allow: func(u string) bool {
			ok, _, _ := group.Allowed(pathOf(u))
			return site.NoRobots || ok
		},
		Wait: waitOut(delay),
	})
	pause(ctx, delay) // the host stays taken until the crawl may ask it again
	return r, failed
}

// errandHeader says what is wanted and on which page it stands, as a browser would: hosts of pictures refuse those who do not.
func errandHeader(from, address string) http.Header {
	h := http.Header{"Accept": {"image/avif,image/webp,image/*;q=0.9,*/*;q=0.5"}}
	a, errA := url.Parse(from)
	b, errB := url.Parse(address)
	switch {
	case errA != nil || errB != nil || a.Scheme == "https" && b.Scheme == "http":
	case a.Host == b.Host:
		h.Set("Referer", from)
	default:
		h.Set("Referer", a.Scheme+"://"+a.Host+"/")
	}
	return h
}

// agent is the name looked up in robots.txt.
func (c *Coordinator) agent() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.params.Agent
}

// borrow takes a host for one errand, once the crawl has nothing to ask it and its delay is over; giveHost must follow.
func (c *Coordinator) borrow(ctx context.Context, host string, delay time.Duration) error {
	for {
		c.mu.Lock()
		free, at := c.free(host, delay)
		stopped, changed := c.stopped, c.changed
		if free && !stopped {
			c.errands[host] = true
		}
		c.mu.Unlock()
		switch {
		case stopped:
			return ErrStopped
		case free:
			return nil
		}
		if err := waitFor(ctx, changed, at, !at.IsZero()); err != nil {
			return err
		}
	}
}

// giveHost gives a host back to the crawl.
func (c *Coordinator) giveHost(host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.errands, host)
	c.wake()
}

// free says whether an errand may have a host now, or from when on it may if nothing else happens. Caller holds mu.
func (c *Coordinator) free(host string, delay time.Duration) (bool, time.Time) {
	if c.errands[host] || c.paused || c.scarce || c.hold != "" {
		return false, time.Time{}
	}
	q := c.frontier.hosts[host]
	if q == nil {
		return true, time.Time{}
	}
	now := c.now()
	over := c.cap > 0 && c.taken >= c.cap || q.site.still()
	switch {
	case q.leased > 0,
		!over && len(q.fresh) > 0 && !q.site.capped(),
		!over && len(q.waits) > 0 && !q.waits[0].due.After(now):
		return false, time.Time{}
	}
	at := q.idle.Add(delay)
	if q.hold.After(at) {
		at = q.hold
	}
	return !at.After(now), at
}
