package app

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"

	"xunlu/engine/fetch"
)

// newFetcher makes the fetcher a config asks for: by the proxy the user typed, directly, or as the system says. password gives that of
// the proxy's user, when it names one.
func newFetcher(cfg Config, password func() fetch.Secret, log *slog.Logger) (*fetch.Plain, error) {
	o := fetch.Options{Agent: cfg.agent(), MaxBytes: cfg.MaxBytes, Log: log}
	switch cfg.Proxy {
	case fetch.ProxyDirect:
	case "":
		of, err := systemProxy()
		if err != nil {
			return nil, fmt.Errorf("read the system's proxy: %w", err)
		}
		o.ProxyOf = of
	default:
		u, err := fetch.CheckProxy(cfg.Proxy)
		if err != nil {
			return nil, err
		}
		if u.User != nil {
			if u, err = fetch.ProxyOf(cfg.Proxy, password()); err != nil {
				return nil, err
			}
		}
		o.Proxy = u.String()
	}
	return fetch.New(o)
}

// CheckProxy says why a text cannot be Config.Proxy, or that of a site. A wrong one must not be stored: the program would not open with it.
func CheckProxy(s string) error {
	if s == "" || s == fetch.ProxyDirect {
		return nil
	}
	_, err := fetch.CheckProxy(s)
	if err != nil && !errors.Is(err, fetch.ErrProxyPassword) {
		return errors.New("the proxy must be an http, https or socks5 URL like http://HOST:PORT, direct for none, or empty for the system's")
	}
	return err
}

// windowsProxy reads what Windows keeps in its internet settings: server is "HOST:PORT" for everything, or "http=HOST:PORT;https=HOST:PORT;socks=HOST:PORT";
// except lists, with ; between them, patterns of hosts that are reached directly, <local> for names without a dot. nil when no proxy is named.
func windowsProxy(server, except string) func(*url.URL) (*url.URL, error) {
	by := map[string]*url.URL{} // by scheme, "" for all
	for _, part := range strings.FieldsFunc(server, func(r rune) bool { return r == ';' || r == ' ' }) {
		kind, at, named := strings.Cut(part, "=")
		if !named {
			kind, at = "", part
		}
		scheme := "http" // what is spoken to the proxy, also for pages by https
		if strings.EqualFold(kind, "socks") {
			kind, scheme = "", "socks5"
		}
		if s, rest, ok := strings.Cut(at, "://"); ok {
			scheme, at = strings.ToLower(s), rest
		}
		kind = strings.ToLower(kind)
		if u, err := url.Parse(scheme + "://" + strings.TrimSuffix(at, "/")); err == nil && u.Host != "" && by[kind] == nil {
			by[kind] = u
		}
	}
	if len(by) == 0 {
		return nil
	}
	patterns := strings.FieldsFunc(strings.ToLower(except), func(r rune) bool { return r == ';' || r == ',' || r == ' ' })
	return func(u *url.URL) (*url.URL, error) {
		if excepted(strings.ToLower(u.Hostname()), u.Scheme, patterns) {
			return nil, nil
		}
		if p := by[strings.ToLower(u.Scheme)]; p != nil {
			return p, nil
		}
		return by[""], nil
	}
}

// excepted says whether a host is reached without the proxy.
func excepted(host, scheme string, patterns []string) bool {
	for _, p := range patterns {
		if p == "<local>" {
			if _, err := netip.ParseAddr(host); err != nil && !strings.Contains(host, ".") {
				return true
			}
			continue
		}
		if s, rest, ok := strings.Cut(p, "://"); ok {
			if s != scheme {
				continue
			}
			p = rest
		}
		if like(host, p) {
			return true
		}
	}
	return false
}

// like says whether a name has the form of a pattern in which * stands for any characters.
func like(name, pattern string) bool {
	first, rest, star := strings.Cut(pattern, "*")
	if !star {
		return name == pattern
	}
	if !strings.HasPrefix(name, first) {
		return false
	}
	name = name[len(first):]
	for {
		middle, after, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(name, rest)
		}
		i := strings.Index(name, middle)
		if i < 0 {
			return false
		}
		name, rest = name[i+len(middle):], after
	}
}
