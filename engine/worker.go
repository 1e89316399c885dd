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
		n.one(ctx, fetching, t)
		n.busy.Add(-1)
		for r := running.Load(); r > int64(n.params.Load().Workers); r = running.Load() {
			if running.CompareAndSwap(r, r-1) {
				return
			}
		}
	}
	running.Add(-1)
}

// one is one URL's walk at the node: robots → fetch → process. The host is free for its next page as soon as the answer is
// here; judging does not hold it.
func (n *Node) one(ctx, fetching context.Context, t *Task) {
	delay := t.Site.Delay
	var group robots.Group
	if !t.Site.NoRobots {
		scheme := schemeOf(t.URL)
		policy, cached := n.robots.Peek(scheme, t.Host)
		if !cached {
			if _, err := n.robots.Lookup(withPrivate(fetching, t.Site.Private), scheme, t.Host); err != nil && fetching.Err() == nil {
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
		group = policy.File.Group(n.params.Load().Agent)
		delay = max(delay, min(group.Delay(), maxCrawlDelay))
		if ok, line, rule := group.Allowed(pathOf(t.URL)); !ok {
			n.done <- finished{task: t, end: time.Time{}, delay: 0}
			n.tell(&Outcome{Task: *t, Failure: storage.FailRobots,
				Error: fmt.Sprintf("robots.txt line %d does not allow it: %s", line, rule)})
			return
		}
	}
	// A crawl follows no redirect by itself: the target is a link like any other, fetched once, by its own robots, scope and
	// delay. Only an address that redirects to itself (a cookie wall) is asked again at once.
	allow := func(u string) bool { return u == t.URL }
	// A cookie wall may lead through another address of the host and back; robots.txt has its say there too.
	wall := func(u string) bool {
		ok, _, _ := group.Allowed(pathOf(u))
		return t.Site.NoRobots || ok
	}
	wait := func(ctx context.Context) error {
		if !pause(ctx, delay) {
			return ctx.Err()
		}
		return nil
	}
	r, ferr := n.fetch.Fetch(fetching, fetch.Request{URL: t.URL, ETag: t.ETag, LastModified: t.LastModified,
		Private: t.Site.Private, Allow: allow, Wall: wall, Wait: wait})
	n.done <- finished{task: t, end: time.Now(), delay: delay}
	if fetching.Err() != nil && ctx.Err() != nil && ferr != nil {
		return // cut off by the end of the program: no result; the link is still queued at the next start
	}
	n.tell(n.outcome(t, r, ferr))
}

// outcome judges what came, or says why nothing did.
func (n *Node) outcome(t *Task, r *page.Response, ferr *fetch.Error) *Outcome {
	if ferr != nil && ferr.Location != "" {
		if to, err := page.Canonical(ferr.Location); err == nil && to != t.URL {
			return &Outcome{Task: *t, Status: ferr.Status, Redirect: to, Links: []page.Link{{URL: to, Kind: page.Redirect}}}
		}
	}
	if ferr != nil {
		return &Outcome{Task: *t, Failure: ferr.Kind, Status: ferr.Status, After: ferr.RetryAfter, Error: ferr.Error()}
	}
	ctx, err := n.brain.Load().context(t)
	if err != nil {
		return &Outcome{Task: *t, Failure: storage.FailProtocol, Error: err.Error()}
	}
	o, _ := Process(r, ctx)
	o.Task = *t
	return o
}

// tell counts an outcome and passes it to the reporter.
func (n *Node) tell(o *Outcome) {
	switch {
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
