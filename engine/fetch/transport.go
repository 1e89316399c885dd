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

// transport is what colly's client sends through. The two ways out share no connections: an idle one that the user's
// leave opened to a private address must not serve a request without that leave.
type transport struct {
	public http.RoundTripper // dials no private address, or hands on to the proxy
	lan    http.RoundTripper // for hosts and ports the user typed himself
}

func newTransport(o Options, proxy *url.URL, resolver *net.Resolver) *transport {
	guarded := &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: resolver, ControlContext: guard}
	free := &net.Dialer{Timeout: o.ConnectTimeout, KeepAlive: 30 * time.Second, Resolver: resolver}
	t := &transport{public: newHTTP(o, guarded), lan: newHTTP(o, free)}
	if proxy != nil {
		via := newHTTP(o, free) // dials nothing but the proxy, which is often on this machine
		via.Proxy = http.ProxyURL(proxy)
		t.public = via
	}
	return t
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
	if x.lan {
		way = t.lan
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

// CloseIdleConnections lets http.Client close both ways.
func (t *transport) CloseIdleConnections() {
	for _, way := range []http.RoundTripper{t.public, t.lan} {
		if h, ok := way.(*http.Transport); ok {
			h.CloseIdleConnections()
		}
	}
}
