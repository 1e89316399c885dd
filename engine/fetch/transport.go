package fetch

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"
)

// maxHeaderBytes bounds the headers of an answer.
const maxHeaderBytes = 256 << 10

// transport is what colly's client sends through. The ways out share no connections: an idle one that the user's
// leave opened to a private address must not serve a request without that leave.
type transport struct {
	public http.RoundTripper // dials no private address
	via    http.RoundTripper // hands on to the proxy of an address and dials nothing else; nil without proxies
	lan    http.RoundTripper // for hosts and ports the user typed himself
	proxy  func(*url.URL) (*url.URL, error)
}

func newTransport(o Options, proxy func(*url.URL) (*url.URL, error), resolver *net.Resolver) *transport {
	guarded := &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: resolver, ControlContext: guard}
	free := &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: resolver}
	t := &transport{public: newHTTP(o, guarded), lan: newHTTP(o, free), proxy: proxy}
	if proxy != nil {
		via := newHTTP(o, free) // a proxy is often on this machine
		via.Proxy = proxyAsked
		t.via = via
	}
	return t
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
	way := t.public
	switch {
	case x.lan:
		way = t.lan
	case x.proxy != nil:
		way = t.via
	}
	resp, err := way.RoundTrip(req)
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
	for _, way := range []http.RoundTripper{t.public, t.via, t.lan} {
		if h, ok := way.(*http.Transport); ok {
			h.CloseIdleConnections()
		}
	}
}
