package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/engine/robots"
	"xunlu/judge"
	"xunlu/storage"
)

// SiteCheckPages is how many pages a check looks at, at most.
const SiteCheckPages = 30

// SiteCheck is what a first look at a site found. Nothing of it is stored.
type SiteCheck struct {
	Site     storage.Site
	Pages    int // read and judged
	Routes   int
	Unsure   int
	Failed   int // pages after the first that could not be read
	Known    int // addresses found
	Failure  storage.Failure
	Error    string // of the start page, with Failure
	Status   int
	Took     time.Duration // of the start page
	Title    string
	Charset  string // the start page was read in
	Declared string // what it says of itself
	Built    bool   // a browser had to build a page
	Robots   RobotsKind
	Reason   string        // why robots.txt has no rules or holds the host
	Delay    time.Duration // between two pages: the site's, or robots' when that is longer
	Sitemaps int           // named in robots.txt
	Examples []RouteLine   // routes found, at most 5
	Against  []string      // titles of pages that are none, at most 3
}

// RobotsKind is what robots.txt says of the start page.
type RobotsKind string

const (
	RobotsFree   RobotsKind = "free"   // there are no rules
	RobotsAllows RobotsKind = "allows" // there are, and they let us in
	RobotsBars   RobotsKind = "bars"   // they do not
	RobotsHolds  RobotsKind = "holds"  // it cannot be read, so nothing may be fetched now
)

// siteChecker walks a few pages of a site that is not stored.
type siteChecker struct {
	fetch  engine.Fetcher
	judge  *Judge
	scope  *engine.Scope
	group  robots.Group
	out    SiteCheck
	queue  []string
	seen   map[string]bool
	shapes map[string]int // pages fetched of a shape of addresses
	tell   func(SiteCheck)
}

// CheckSiteNow looks at the start page of a site and then at some pages it leads to, politely, and judges them. tell, when not nil, gets
// what is known so far after each page. It ends early with what was found when ctx is done.
func (a *App) CheckSiteNow(ctx context.Context, typed string, tell func(SiteCheck)) (SiteCheck, error) {
	s, err := a.NewSite(typed)
	if err != nil {
		return SiteCheck{}, err
	}
	c := &siteChecker{out: SiteCheck{Site: s, Delay: s.Delay}, seen: map[string]bool{}, shapes: map[string]int{}, tell: tell}
	if c.tell == nil {
		c.tell = func(SiteCheck) {}
	}
	if c.scope, err = engine.NewScope(&s); err != nil {
		return c.out, err
	}
	if c.judge, err = NewJudge(a.ActiveRules(), s.Templates, a.extract); err != nil {
		return c.out, err
	}
	c.fetch = permitted{a.fetcher(), s.Private}
	if !c.robots(ctx, permitted{a.fetch, s.Private}, a.Config().Agent) {
		return c.out, nil
	}
	c.add(s.Seeds[0])
	err = c.walk(ctx)
	return c.out, err
}

// permitted is a fetcher that may visit the private addresses a person typed.
type permitted struct {
	engine.Fetcher
	private []string
}

func (p permitted) Fetch(ctx context.Context, r fetch.Request) (*page.Response, *fetch.Error) {
	r.Private = p.private
	return p.Fetcher.Fetch(ctx, r)
}

// robots reads robots.txt and tells whether the start page may be fetched.
func (c *siteChecker) robots(ctx context.Context, f engine.Fetcher, agent string) bool {
	start := c.out.Site.Seeds[0]
	scheme, rest := schemeAndRest(start)
	policy, err := robots.NewCache(engine.RobotsGet(f), robots.CacheOptions{}).Lookup(ctx, scheme, engine.HostOf(start))
	c.out.Reason = policy.Reason
	if err != nil || policy.File == nil {
		c.out.Robots = RobotsHolds
		if err != nil {
			c.out.Reason = err.Error()
		}
		return false
	}
	c.group = policy.File.Group(agent)
	c.out.Sitemaps = len(policy.File.Sitemaps())
	c.out.Delay = max(c.out.Delay, c.group.Delay())
	c.out.Robots = RobotsAllows
	if policy.Reason != "" {
		c.out.Robots = RobotsFree
	}
	if ok, line, rule := c.group.Allowed(rest); !ok {
		c.out.Robots, c.out.Reason = RobotsBars, fmt.Sprintf("line %d: %s", line, rule)
		return false
	}
	return true
}

// add queues an address that belongs to the site and may be fetched.
func (c *siteChecker) add(u string) {
	if c.seen[u] {
		return
	}
	c.seen[u] = true
	if ok, _ := c.scope.Allows(u, 0); !ok {
		return
	}
	_, rest := schemeAndRest(u)
	if ok, _, _ := c.group.Allowed(rest); ok {
		c.queue = append(c.queue, u)
		c.out.Known++
	}
}

// next takes an address of the kind that was looked at least, of those of the most frequent kind: few pages should show what there is.
func (c *siteChecker) next() string {
	waiting := map[string]int{}
	keys := make([]string, len(c.queue))
	for i, u := range c.queue {
		s := shapeOfURL(u)
		keys[i] = s.key()
		waiting[keys[i]]++
	}
	best := 0
	for i := range keys {
		a, b := c.shapes[keys[i]], c.shapes[keys[best]]
		if a < b || a == b && waiting[keys[i]] > waiting[keys[best]] {
			best = i
		}
	}
	u := c.queue[best]
	c.shapes[keys[best]]++
	c.queue = slices.Delete(c.queue, best, best+1)
	return u
}

// walk looks at pages until there are enough, none is left, or ctx is done.
func (c *siteChecker) walk(ctx context.Context) error {
	gap := time.NewTimer(0)
	defer gap.Stop()
	for n := 0; n < SiteCheckPages && len(c.queue) > 0; n++ {
		select {
		case <-gap.C:
		case <-ctx.Done():
			return nil
		}
		u := c.next()
		start := time.Now()
		r, failed := c.fetch.Fetch(ctx, fetch.Request{URL: u, Allow: func(string) bool { return false }})
		if ctx.Err() != nil {
			return nil
		}
		if n == 0 {
			c.out.Took = time.Since(start)
		}
		c.took(n == 0, r, failed)
		c.tell(c.out)
		if c.out.Failure != "" {
			return nil
		}
		gap.Reset(c.out.Delay)
	}
	return nil
}

// took judges a page that came, or notes why none did.
func (c *siteChecker) took(first bool, r *page.Response, failed *fetch.Error) {
	if failed != nil {
		if to, err := page.Canonical(failed.Location); failed.Location != "" && err == nil {
			c.moved(first, to)
			return
		}
		c.out.Failed++
		if first {
			c.out.Failure, c.out.Error, c.out.Status = failed.Kind, failed.Error(), failed.Status
			if errors.Is(failed, fetch.ErrNoBrowser) {
				c.out.Built = true
			}
		}
		return
	}
	p := c.judge.Response(r)
	for _, l := range p.Links {
		c.add(l.URL)
	}
	if c.out.Pages == 0 {
		c.out.Status, c.out.Title, c.out.Charset, c.out.Declared = p.Status, p.Title, p.Charset, p.Declared
	}
	if p.Failure != "" {
		c.out.Failed++
		if first {
			c.out.Failure, c.out.Error = p.Failure, p.Error
		}
		return
	}
	c.out.Pages++
	c.out.Built = c.out.Built || r.Rendered
	switch p.Verdict.Label {
	case judge.LabelRoute:
		c.out.Routes++
		if len(c.out.Examples) < 5 {
			line := RouteLine{URL: p.URL, Title: p.Title, Site: c.out.Site.ID}
			if p.Route != nil {
				line.Title, line.Price = p.Route.Title, p.Route.Price
			}
			c.out.Examples = append(c.out.Examples, line)
		}
		return
	case judge.LabelUnsure:
		c.out.Unsure++
	}
	if len(c.out.Against) < 3 && p.Title != "" {
		c.out.Against = append(c.out.Against, p.Title)
	}
}

// moved follows a redirect by queueing its target; a start page that lives under another name of the site takes that name into the scope.
func (c *siteChecker) moved(first bool, to string) {
	if first {
		if ok, _ := c.scope.Allows(to, 0); !ok {
			c.out.Failure, c.out.Error = storage.FailRedirect, "it leads to "+to+", which is another site; add that one"
			return
		}
		c.out.Site.Seeds = []string{to}
	}
	c.add(to)
}

// schemeAndRest cuts a canonical address into its scheme and what robots.txt is asked for: path and query.
func schemeAndRest(u string) (scheme, rest string) {
	scheme, after, _ := strings.Cut(u, "://")
	i := strings.IndexByte(after, '/')
	if i < 0 {
		return scheme, "/"
	}
	return scheme, after[i:]
}
