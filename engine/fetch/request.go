package fetch

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// Request is one page to fetch.
type Request struct {
	URL          string        // canonical, http or https
	ETag         string        // of the copy at hand: asks for a 304
	LastModified string        // as ETag
	Access       *Access       // of the site it belongs to; nil: no settings, and a jar of cookies a host
	Private      []string      // host:port that may be on a private network, for this request; without a port, the scheme's
	Header       http.Header   // further headers, before our own
	MaxBytes     int64         // of the body, decompressed; 0 = Options.MaxBytes
	Timeout      time.Duration // all hops together, waits left out; 0 = Options.Timeout
	AnyType      bool          // robots.txt, sitemaps: do not insist on HTML
	Post         []byte        // not nil: sent with POST, and no redirect is followed
	Charset      string        // what the page was decoded under; Browser reads scripts that name none by it

	// Allow is asked for the target of each redirect inside the host: robots and scope. nil allows all.
	Allow func(url string) bool
	// Wall is asked in place of Allow when the redirect also changed the cookies: the detour of a cookie wall, which leads
	// back to the page and must be followed here, since its hops are no pages of their own. nil leaves it to Allow.
	Wall func(url string) bool
	// Part is asked for each script and each piece of data that a page in a browser wants: robots.txt and which hosts. It may
	// wait for a robots.txt. nil allows the page's own host.
	Part func(ctx context.Context, url string, script bool) bool
	// Wait is called before each request after the first, so that redirects keep the host's delay. nil does not wait.
	Wait func(ctx context.Context) error
}

// Options are the settings of a Plain; zero values mean the defaults.
type Options struct {
	Agent          string        // User-Agent header; required
	Timeout        time.Duration // of a whole fetch; default 60 s
	HeaderTimeout  time.Duration // from request to the end of the headers; default 30 s
	ConnectTimeout time.Duration // name, connection and, apart, TLS; default 15 s
	MaxBytes       int64         // of a body, decompressed; default 10 MiB
	MaxRedirects   int           // inside one host; default 10
	Proxy          string        // http, https or socks5 URL for every address; "" asks ProxyOf
	// ProxyOf names the proxy of an address, nil for none; a nil ProxyOf goes direct, whatever the environment says.
	ProxyOf func(*url.URL) (*url.URL, error)
	Log     *slog.Logger // default discards
}

func (o Options) withDefaults() Options {
	if o.Timeout <= 0 {
		o.Timeout = 60 * time.Second
	}
	if o.HeaderTimeout <= 0 {
		o.HeaderTimeout = 30 * time.Second
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = 15 * time.Second
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 10 << 20
	}
	if o.MaxRedirects <= 0 {
		o.MaxRedirects = 10
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
