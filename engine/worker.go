package engine

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/engine/robots"
	"xunlu/storage"
)

// maxCrawlDelay bounds what robots.txt may ask for: beyond it a site could stop a crawl for ever without saying no.
const maxCrawlDelay = 60 * time.Second

// worker fetches and processes one page after another until there is no more work or there are more workers than wanted.
func (n *Node) worker(ctx, fetching context.Context, running *atomic.Int64) {
	for t := range n.work {
		n.busy.Add(1)
		if t.Lease < n.params.Load().Term {
			n.done <- finished{task: t, again: true} // void: the scheduler drops it
		} else {
			n.patient(running, func() { n.one(ctx, n.leash.ctx(), t) })
		}
		n.busy.Add(-1)
		for r := running.Load(); r > int64(n.workers()); r = running.Load() {
			if running.CompareAndSwap(r, r-1) {
				return
			}
		}
	}
	running.Add(-1)
}

// one is one URL's walk at the node: robots → fetch → process, with a browser in between for pages that need one. The host's
// delay counts from when its last answer was here; judging adds nothing to it.
func (n *Node) one(ctx, fetching context.Context, t *Task) {
	delay := t.Site.Delay
	door, access := n.door(t.Site)
	if access == nil {
		n.done <- finished{task: t}
		n.tell(&Outcome{Task: *t, Barred: door.barred()})
		return
	}
	var group robots.Group
	var maps []string
	if !t.Site.NoRobots {
		scheme := schemeOf(t.URL)
		policy, cached := n.robots.Peek(scheme, t.Host)
		if !cached {
			if _, err := n.robots.Lookup(visiting(fetching, access, t.Site.Private, t.Site.Delay), scheme, t.Host); err != nil && fetching.Err() == nil {
				n.log.Debug("robots.txt not read", "host", t.Host, "err", err)
			}
			n.done <- finished{task: t, again: true, end: time.Now(), delay: delay}
			return
		}
		if policy.Hold.After(time.Now()) {
			n.done <- finished{task: t, end: time.Now(), delay: delay}
			n.tell(&Outcome{Task: *t, Failure: storage.FailRobots, Hold: policy.Hold,
				Error: "robots.txt of " + t.Host + " cannot be read (" + policy.Reason + "); the host is held"})
			return
		}
		maps = policy.File.Sitemaps()
		group = policy.File.Group(n.agent(t.Site))
		delay = max(delay, min(group.Delay(), maxCrawlDelay))
		if err := disallowed(group, t.URL); err != nil {
			n.done <- finished{task: t, end: time.Time{}, delay: 0}
			n.tell((&Outcome{Task: *t, Failure: storage.FailRobots, Error: err.Error()}).after(delay))
			return
		}
	}
	session, access, o := n.enter(fetching, t, door, delay)
	if session == 0 {
		cut := fetching.Err() != nil
		n.done <- finished{task: t, again: o == nil || cut, end: time.Now(), delay: delay}
		if o != nil && !cut {
			n.tell(o)
		}
		return
	}
	req := n.request(t, access, group, delay)
	r, ferr := n.fetch.Fetch(fetching, req)
	end := time.Now()
	if again := door.outside(t, session, r, ferr); again && fetching.Err() == nil {
		n.done <- finished{task: t, again: true, end: end, delay: delay}
		return
	}
	if t.Sitemap || !n.mayRender(r, ferr) {
		cut := fetching.Err() != nil && ferr != nil
		n.done <- finished{task: t, again: cut, end: end, delay: delay}
		if cut {
			return // by the end of the program, or by the leash: no result; the task is still to do
		}
		n.tell(n.outcome(t, r, ferr).naming(t, maps).after(delay))
		return
	}
	// What a page loads in a browser is asked of its host too: the host is free when that is over.
	o, built := n.read(fetching, t, req, r)
	if built {
		end = time.Now()
	}
	cut := fetching.Err() != nil && o.Failed()
	n.done <- finished{task: t, again: cut, end: end, delay: delay}
	if cut {
		return
	}
	n.tell(o.naming(t, maps).after(delay))
}

// disallowed is the line of robots.txt that forbids an address, nil when none does.
func disallowed(group robots.Group, address string) error {
	if ok, line, rule := group.Allowed(pathOf(address)); !ok {
		return fmt.Errorf("robots.txt line %d does not allow it: %s", line, rule)
	}
	return nil
}

// request is a task as the fetchers want it.
func (n *Node) request(t *Task, a *fetch.Access, group robots.Group, delay time.Duration) fetch.Request {
	if t.Sitemap {
		return n.sitemapRequest(t, a)
	}
	return fetch.Request{
		URL: t.URL, ETag: t.ETag, LastModified: t.LastModified, Access: a, Private: t.Site.Private, Part: n.part(t, a),
		// A crawl follows no redirect by itself: the target is a link like any other, fetched once, by its own robots, scope
		// and delay. Only an address that redirects to itself (a cookie wall) is asked again at once.
		Allow: func(u string) bool { return u == t.URL },
		// A cookie wall may lead through another address of the host and back; robots.txt has its say there too.
		Wall: func(u string) bool {
			ok, _, _ := group.Allowed(pathOf(u))
			return t.Site.NoRobots || ok
		},
		Wait: waitOut(delay),
	}
}

// outcome judges what came, or says why nothing did.
func (n *Node) outcome(t *Task, r *page.Response, ferr *fetch.Error) *Outcome {
	if ferr != nil && ferr.Location != "" {
		if to, err := page.Canonical(ferr.Location); err == nil && to != t.URL {
			return &Outcome{Task: *t, Status: ferr.Status, Redirect: to, Links: []page.Link{{URL: to, Kind: page.Redirect}}}
		}
	}
	if ferr != nil {
		return &Outcome{Task: *t, Failure: ferr.Kind, Status: ferr.Status, After: ferr.RetryAfter, Error: ferr.Error(), Unreached: ferr.Unreached}
	}
	if t.Sitemap {
		return readSitemap(t, r)
	}
	o, _ := n.judged(t, r)
	return o
}

// judged puts an answer through Process by the rules in force.
func (n *Node) judged(t *Task, r *page.Response) (*Outcome, *page.Document) {
	ctx, err := n.brain.Load().context(t)
	if err != nil {
		return &Outcome{Task: *t, Failure: storage.FailProtocol, Error: err.Error()}, nil
	}
	if n.twins.first(t, r) != "" {
		if o, doc := ctx.twin(r); o != nil {
			o.Task = *t
			return o, doc
		}
	}
	o, doc := Process(r, ctx)
	o.Task = *t
	return o, doc
}

// tell counts an outcome and passes it to the reporter.
func (n *Node) tell(o *Outcome) {
	switch {
	case o.Task.Sitemap, o.Barred != "":
	case o.Failed():
		n.failures.Add(1)
	case o.Redirect != "":
	default:
		n.pages.Add(1)
		if o.Route != nil {
			n.routes.Add(1)
		}
	}
	if o.Response != nil {
		n.bytes.Add(uint64(len(o.Response.Body)))
	}
	n.outcomes <- o
}

func pathOf(u string) string {
	_, p := splitURL(u)
	return p
}
