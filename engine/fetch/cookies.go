package fetch

import (
	"container/list"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
)

// Bounds of what servers can make us remember.
const (
	maxCookieHosts = 1024
	maxCookies     = 50   // a host
	maxCookieSize  = 4096 // bytes of name and value
)

// cookies remembers the cookies of each host for itself: enough to pass a cookie wall once, and no way for one site to
// set them for another. Safe for concurrent use.
type cookies struct {
	mu     sync.Mutex // guards what follows
	hosts  map[string]*list.Element
	recent *list.List // of *hostCookies, most recently used first
}

type hostCookies struct {
	host  string
	jar   *cookiejar.Jar
	names map[string]bool
}

func newCookies() *cookies {
	return &cookies{hosts: map[string]*list.Element{}, recent: list.New()}
}

// header is the Cookie header for u, "" for none.
func (c *cookies) header(u *url.URL) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.hosts[u.Host]
	if !ok {
		return ""
	}
	c.recent.MoveToFront(e)
	var b strings.Builder
	for _, k := range e.Value.(*hostCookies).jar.Cookies(u) {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(k.Name + "=" + k.Value)
	}
	return b.String()
}

// store takes what an answer of u sets, up to the bounds.
func (c *cookies) store(u *url.URL, h http.Header) error {
	if len(h["Set-Cookie"]) == 0 {
		return nil
	}
	set := (&http.Response{Header: h}).Cookies()
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.hosts[u.Host]
	if !ok {
		jar, err := cookiejar.New(nil)
		if err != nil {
			return err
		}
		e = c.recent.PushFront(&hostCookies{host: u.Host, jar: jar, names: map[string]bool{}})
		c.hosts[u.Host] = e
		if c.recent.Len() > maxCookieHosts {
			delete(c.hosts, c.recent.Remove(c.recent.Back()).(*hostCookies).host)
		}
	}
	host := e.Value.(*hostCookies)
	kept := set[:0]
	for _, k := range set {
		if len(k.Name)+len(k.Value) > maxCookieSize || !host.names[k.Name] && len(host.names) >= maxCookies {
			continue
		}
		host.names[k.Name] = true
		kept = append(kept, k)
	}
	host.jar.SetCookies(u, kept)
	return nil
}
