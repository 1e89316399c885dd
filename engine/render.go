package engine

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/publicsuffix"

	"xunlu/engine/fetch"
	"xunlu/engine/page"
)

// Renderer builds a page in a browser out of the answer that has come. fetch.Browser is one. Its error wraps
// fetch.ErrNoBrowser where there is none.
type Renderer interface {
	Render(ctx context.Context, r fetch.Request, got *page.Response) (*page.Response, *fetch.Error)
}

// mayRender tells cheaply whether an answer could be one for the browser.
func (n *Node) mayRender(r *page.Response, ferr *fetch.Error) bool {
	return n.render != nil && ferr == nil && r.Status >= 200 && r.Status < 300 && !r.Truncated
}

// read judges an answer, after a browser has built the page if the site asks for that or the page is but a frame for its
// scripts. When no browser can, the page is judged as it came; when a browser fails on a page that says nothing without, that
// is the page's failure. built says whether a browser was at work.
func (n *Node) read(ctx context.Context, t *Task, req fetch.Request, r *page.Response) (o *Outcome, built bool) {
	o, doc := n.judged(t, r)
	if doc == nil || o.Failed() {
		return o, false
	}
	thin := page.Thin(doc)
	if !thin && !t.Site.Render {
		return o, false
	}
	req.Charset = doc.Charset
	full, ferr := n.render.Render(ctx, req, decoded(r, doc))
	switch {
	case ferr == nil:
		o, _ = n.judged(t, full)
		return o, true
	case errors.Is(ferr, fetch.ErrNoBrowser):
		o.Problems = append(o.Problems, "it seems to need JavaScript, and there is no browser to run it")
		return o, false
	case !thin && ferr.Location == "":
		o.Problems = append(o.Problems, "judged as it came: "+ferr.Error())
		return o, true
	}
	return n.outcome(t, nil, ferr), true
}

// decoded is an answer with its text in UTF-8: a browser need not guess again what Scan has found out.
func decoded(r *page.Response, doc *page.Document) *page.Response {
	out := *r
	out.Header = r.Header.Clone()
	if out.Header == nil {
		out.Header = http.Header{}
	}
	out.Header.Set("Content-Type", "text/html; charset=utf-8")
	out.Body, out.Rendered = doc.HTML, true
	return &out
}

// part decides what a page in a browser may load besides itself: scripts and data of its own host and of hosts under the same
// registered name, and scripts of other hosts, where sites keep their libraries. Each host's robots.txt has its say, unless
// it is the site's own and the user says the site is his.
func (n *Node) part(t *Task, a *fetch.Access) func(ctx context.Context, url string, script bool) bool {
	return func(ctx context.Context, url string, script bool) bool {
		host := HostOf(url)
		if host != t.Host && !script && !sameOwner(host, t.Host) {
			return false
		}
		if t.Site.NoRobots && host == t.Host {
			return true
		}
		scheme := schemeOf(url)
		policy, cached := n.robots.Peek(scheme, host)
		if !cached {
			var err error
			if policy, err = n.robots.Lookup(visiting(ctx, a, t.Site.Private, t.Site.Delay), scheme, host); err != nil {
				n.log.Debug("robots.txt not read", "host", host, "err", err)
				return false
			}
		}
		if policy.Hold.After(time.Now()) {
			return false
		}
		ok, _, _ := policy.File.Group(n.agent(t.Site)).Allowed(pathOf(url))
		return ok
	}
}

// sameOwner reports whether two hosts lie under one registered name. Addresses and single words have none.
func sameOwner(a, b string) bool {
	x, err := publicsuffix.EffectiveTLDPlusOne(nameOf(a))
	if err != nil {
		return false
	}
	y, err := publicsuffix.EffectiveTLDPlusOne(nameOf(b))
	return err == nil && x == y
}

// nameOf is a host without its port.
func nameOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

// Built gives a page as a browser builds it when it is but a frame for its scripts, and else as it came: for single pages
// outside a crawl. Where there is no browser the page is what came.
func Built(ctx context.Context, b Renderer, req fetch.Request, got *page.Response) (*page.Response, *fetch.Error) {
	doc, err := page.Scan(got, page.ScanOptions{})
	if err != nil || !page.Thin(doc) {
		return got, nil // what cannot be read is Process's to say
	}
	req.Charset = doc.Charset
	full, ferr := b.Render(ctx, req, decoded(got, doc))
	if ferr != nil && errors.Is(ferr, fetch.ErrNoBrowser) {
		return got, nil
	}
	return full, ferr
}
