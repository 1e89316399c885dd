package fetch

import (
	"container/list"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"
)

// Bounds of what servers can make us remember.
const (
	maxCookieJars  = 1024
	maxCookieHosts = 64   // in one jar
	maxCookies     = 50   // a host
	maxCookieSize  = 4096 // bytes of name and value
)

// cookies keeps jars by name, one for a site or a host: enough to pass a cookie wall or stay logged in, and no way for one site to
// set them for another. Safe for concurrent use.
type cookies struct {
	mu     sync.Mutex // guards what follows
	jars   map[string]*list.Element
	recent *list.List // of *jar, most recently used first
}

type jar struct {
	name  string
	jar   *cookiejar.Jar
	names map[string]map[string]bool // of cookies, by the host that set them
}

func newCookies() *cookies {
	return &cookies{jars: map[string]*list.Element{}, recent: list.New()}
}

// header is the Cookie header for u out of a jar, "" for none.
func (c *cookies) header(name string, u *url.URL) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.jars[name]
	if !ok {
		return ""
	}
	c.recent.MoveToFront(e)
	var b strings.Builder
	for _, k := range e.Value.(*jar).jar.Cookies(u) {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(k.Name + "=" + k.Value)
	}
	return b.String()
}

// store takes what an answer of u sets, up to the bounds.
func (c *cookies) store(name string, u *url.URL, h http.Header) error {
	if len(h["Set-Cookie"]) == 0 {
		return nil
	}
	set := (&http.Response{Header: h}).Cookies()
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.jars[name]
	if !ok {
		made, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
		if err != nil {
			return err
		}
		e = c.recent.PushFront(&jar{name: name, jar: made, names: map[string]map[string]bool{}})
		c.jars[name] = e
		if c.recent.Len() > maxCookieJars {
			delete(c.jars, c.recent.Remove(c.recent.Back()).(*jar).name)
		}
	}
	j := e.Value.(*jar)
	names := j.names[u.Host]
	if names == nil {
		if len(j.names) >= maxCookieHosts {
			return nil
		}
		names = map[string]bool{}
		j.names[u.Host] = names
	}
	kept := set[:0]
	for _, k := range set {
		if len(k.Name)+len(k.Value) > maxCookieSize || !names[k.Name] && len(names) >= maxCookies {
			continue
		}
		names[k.Name] = true
		kept = append(kept, k)
	}
	j.jar.SetCookies(u, kept)
	return nil
}
