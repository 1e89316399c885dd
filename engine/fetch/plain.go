package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/gocolly/colly/v2"

	"xunlu/engine/page"
	"xunlu/storage"
)

// Plain fetches over HTTP. Safe for concurrent use; it starts no goroutines of its own.
type Plain struct {
	opts      Options          // constant after New, like what follows
	collector *colly.Collector // cloned for each request, to carry its context; the client behind it is shared
	transport *transport
	cookies   *cookies
	resolver  *net.Resolver
}

// New makes a Plain. The error says which option cannot be used.
func New(o Options) (*Plain, error) { return newPlain(o, net.DefaultResolver) }

func newPlain(o Options, resolver *net.Resolver) (*Plain, error) {
	o = o.withDefaults()
	if o.Agent == "" {
		return nil, errors.New("fetch: an agent name is required")
	}
	proxy := o.ProxyOf
	if o.Proxy != "" {
		u, err := ParseProxy(o.Proxy)
		if err != nil {
			return nil, err
		}
		proxy = func(*url.URL) (*url.URL, error) { return u, nil }
	}
	t := newTransport(o, proxy, resolver)
	c := colly.NewCollector()
	c.UserAgent = o.Agent
	c.Headers = nil
	c.AllowURLRevisit = true
	c.IgnoreRobotsTxt = true
	c.ParseHTTPErrorResponse = true
	c.MaxBodySize = 0 // counted in body, after decompression
	c.MaxDepth, c.MaxRequests, c.CacheDir = 0, 0, ""
	c.AllowedDomains, c.DisallowedDomains = nil, nil
	c.Async, c.DetectCharset, c.TraceHTTP, c.CheckHead = false, false, false, false
	c.DisableCookies()
	c.SetRequestTimeout(0) // the context's deadline counts
	c.WithTransport(t)
	return &Plain{opts: o, collector: c, transport: t, cookies: newCookies(), resolver: resolver}, nil
}

// ParseProxy reads the address of a proxy. The error does not repeat it: it may hold a password.
func ParseProxy(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" && u.Scheme != "socks5h" {
		return nil, errors.New("fetch: the proxy must be an http, https or socks5 URL")
	}
	return u, nil
}

// Close drops idle connections. Fetches under way are not disturbed.
func (p *Plain) Close() { p.transport.CloseIdleConnections() }

// Fetch gets one page. A Response comes with the Error when the server sent a body that is of use: of a refusal, or cut
// at the size limit.
func (p *Plain) Fetch(ctx context.Context, r Request) (*page.Response, *Error) {
	t := trip{p: p, r: r, left: p.opts.Timeout}
	if r.Timeout > 0 {
		t.left = r.Timeout
	}
	resp, failed := t.run(ctx)
	log := p.opts.Log.With("url", r.URL, "took", t.took)
	switch {
	case failed != nil:
		log.DebugContext(ctx, "fetch failed", "status", failed.Status, "err", failed.Err)
	default:
		log.DebugContext(ctx, "fetched", "status", resp.Status)
	}
	return resp, failed
}

// Get makes one request whatever the type, follows nothing and judges nothing: what a cache of robots.txt wants. A body
// beyond MaxBytes is cut there. The error is an *Error.
func (p *Plain) Get(ctx context.Context, r Request) (status int, header http.Header, body []byte, err error) {
	u, err := parse(r.URL)
	if err != nil {
		return 0, nil, nil, fail(storage.FailProtocol, r.URL, err)
	}
	limit := p.opts.Timeout
	if r.Timeout > 0 {
		limit = r.Timeout
	}
	r.AnyType = true
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	x, err := p.send(ctx, u, &r)
	if err != nil {
		return 0, nil, nil, fail(kindOf(err, x.answered), r.URL, err)
	}
	return x.status, x.header, x.body, nil
}

// send makes one request through colly. The exchange is never nil, and says how far it came when err is not nil.
func (p *Plain) send(ctx context.Context, u *url.URL, r *Request) (*exchange, error) {
	x := &exchange{lan: permitted(r.Private, u), anyType: r.AnyType, limit: r.MaxBytes}
	if x.limit <= 0 {
		x.limit = p.opts.MaxBytes
	}
	x.lenient = r.Access.mine(u.Host) && r.Access.lenient
	if r.Access != nil {
		x.proxy, x.own = r.Access.proxy, r.Access.proxy != nil
	}
	if !x.lan {
		if err := p.check(ctx, u, x, r.Access); err != nil {
			return x, err
		}
	}
	c := p.collector.Clone()
	c.Context = context.WithValue(ctx, exchangeKey{}, x)
	var contentType []string
	c.OnResponseHeaders(func(resp *colly.Response) {
		contentType = (*resp.Headers)["Content-Type"]
		good := resp.StatusCode >= 200 && resp.StatusCode < 300
		if good && !x.anyType && mediaOf(x.kind) == mediaOther {
			resp.Request.Abort()
			return
		}
		// With its type gone, colly passes the bytes on as they came.
		resp.Headers.Set("Content-Type", "application/octet-stream")
	})
	method, data := http.MethodGet, io.Reader(nil)
	if r.Post != nil {
		method, data = http.MethodPost, bytes.NewReader(r.Post)
	}
	err := c.Request(method, u.String(), data, nil, p.headers(u, r))
	if x.answered {
		delete(x.header, "Content-Type")
		if contentType != nil {
			x.header["Content-Type"] = contentType
		}
	}
	if errors.Is(err, colly.ErrAbortedAfterHeaders) {
		return x, fmt.Errorf("%w: content type %q", errNotPage, x.kind)
	}
	if named := (*url.Error)(nil); errors.As(err, &named) {
		return x, named.Err // the URL is named by the caller
	}
	return x, err
}

// check refuses what can be refused before dialling, and notes the proxy of an address: the site's own, or that of all. Without one the
// dialer sees the address itself.
func (p *Plain) check(ctx context.Context, u *url.URL, x *exchange, a *Access) error {
	if err := checkHost(u); err != nil {
		return err
	}
	if x.proxy == nil && p.transport.proxy != nil && (a == nil || !a.direct) {
		var err error
		if x.proxy, err = p.transport.proxy(u); err != nil {
			return err
		}
	}
	if x.proxy == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, p.opts.ConnectTimeout)
	defer cancel()
	return checkResolved(ctx, p.resolver, u)
}

func (p *Plain) headers(u *url.URL, r *Request) http.Header {
	h := make(http.Header, 8)
	for k, v := range r.Header {
		h[http.CanonicalHeaderKey(k)] = append([]string(nil), v...)
	}
	h.Set("User-Agent", p.opts.Agent)
	r.Access.dress(h, u)
	h.Set("Accept-Encoding", accepted)
	setDefault(h, "Accept-Language", "zh-CN,zh;q=0.9,en;q=0.5")
	if r.AnyType {
		setDefault(h, "Accept", "*/*")
	} else {
		setDefault(h, "Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1")
	}
	if r.ETag != "" {
		h.Set("If-None-Match", r.ETag)
	}
	if r.LastModified != "" {
		h.Set("If-Modified-Since", r.LastModified)
	}
	jar := p.cookies.header(r.Access.jar(u), u)
	var all []string
	for _, c := range []string{h.Get("Cookie"), r.Access.pasted(u, jar), jar} {
		if c != "" {
			all = append(all, c)
		}
	}
	if len(all) > 0 {
		h.Set("Cookie", strings.Join(all, "; "))
	}
	return h
}

func setDefault(h http.Header, key, value string) {
	if h.Get(key) == "" {
		h.Set(key, value)
	}
}
