package fetch

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// maxHeaderBytes bounds the headers of an answer.
const maxHeaderBytes = 256 << 10

// transport is what colly's client sends through. The ways out share no connections: an idle one that the user's
// leave opened to a private address must not serve a request without that leave, one whose certificate nobody checked must not serve
// a site that wants it checked, and one that a proxy made for one user must not serve another.
type transport struct {
	public http.RoundTripper // dials no private address
	via    http.RoundTripper // hands on to the program's proxy of an address and dials nothing else; nil without proxies
	lan    http.RoundTripper // for hosts and ports the user typed himself
	proxy  func(*url.URL) (*url.URL, error)

	opts          Options
	guarded, free *net.Dialer

	mu   sync.Mutex
	ways map[way]*http.Transport // of sites with settings of their own
}

// way says what requests must have in common to share connections.
type way struct {
	proxy   string // with its password; "" = none
	lenient bool
	lan     bool
}

// maxWays bounds the ways kept; beyond it they start anew.
const maxWays = 256

func newTransport(o Options, proxy func(*url.URL) (*url.URL, error), resolver *net.Resolver) *transport {
	t := &transport{proxy: proxy, opts: o, ways: map[way]*http.Transport{},
		guarded: &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: resolver, ControlContext: guard},
		free:    &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: resolver}}
	t.public, t.lan = newHTTP(o, t.guarded), newHTTP(o, t.free)
	if proxy != nil {
		via := newHTTP(o, t.free) // a proxy is often on this machine
		via.Proxy = proxyAsked
		t.via = via
	}
	return t
}

// own gives the way of a site's request that none of the common ones may serve.
func (t *transport) own(w way, proxy *url.URL) *http.Transport {
	t.mu.Lock()
	defer t.mu.Unlock()
	if h := t.ways[w]; h != nil {
		return h
	}
	if len(t.ways) >= maxWays {
		for _, h := range t.ways {
			h.CloseIdleConnections()
		}
		clear(t.ways)
	}
	dialer := t.guarded
	if w.lan || proxy != nil {
		dialer = t.free
	}
	h := newHTTP(t.opts, dialer)
	if w.lenient {
		h.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	if proxy != nil {
		h.Proxy = http.ProxyURL(proxy)
		// The proxy itself is always checked: it is given a password.
		h.DialTLSContext = (&tls.Dialer{NetDialer: dialer}).DialContext
	}
	t.ways[w] = h
	return h
}

// proxyAsked is the proxy that Plain.check found: asked once, so that a setting that changes in between cannot send a request out
// unguarded.
func proxyAsked(req *http.Request) (*url.URL, error) {
	if x, ok := req.Context().Value(exchangeKey{}).(*exchange); ok && x.proxy != nil {
		return x.proxy, nil
	}
	return nil, errors.New("request without a proxy")
}

func newHTTP(o Options, d *net.Dialer) *http.Transport {
	return &http.Transport{
		DialContext:            d.DialContext,
		TLSHandshakeTimeout:    o.ConnectTimeout,
		ResponseHeaderTimeout:  o.HeaderTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    8,
		IdleConnTimeout:        90 * time.Second,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
	}
}

// RoundTrip sends a request of Plain; the exchange in its context says which way and takes the answer.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	x, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errors.New("request without an exchange")
	}
	out := t.public
	switch {
	case x.proxy != nil && (x.own || x.lenient):
		out = t.own(way{proxy: x.proxy.String(), lenient: x.lenient}, x.proxy)
	case x.lenient:
		out = t.own(way{lenient: true, lan: x.lan}, nil)
	case x.lan:
		out = t.lan
	case x.proxy != nil:
		out = t.via
	}
	resp, err := out.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if err := x.take(resp); err != nil {
		return nil, errors.Join(err, resp.Body.Close())
	}
	return resp, nil
}

// CloseIdleConnections lets http.Client close all ways.
func (t *transport) CloseIdleConnections() {
	for _, out := range []http.RoundTripper{t.public, t.via, t.lan} {
		if h, ok := out.(*http.Transport); ok {
			h.CloseIdleConnections()
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, h := range t.ways {
		h.CloseIdleConnections()
	}
}
