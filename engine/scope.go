package engine

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"xunlu/storage"
)

// Scope decides which links belong to a site. It is checked in one place: when the coordinator takes links in.
type Scope struct {
	hosts    map[string]bool
	parents  []string // ".example.com" when subdomains belong to the site
	prefix   string
	exclude  []*regexp.Regexp
	maxDepth int
}

// NewScope compiles a site's scope; a bad expression is named in the error.
func NewScope(s *storage.Site) (*Scope, error) {
	sc := &Scope{hosts: map[string]bool{}, prefix: s.Scope.Prefix, maxDepth: s.MaxDepth}
	for _, h := range s.Scope.Hosts {
		h = strings.ToLower(h)
		sc.hosts[h] = true
		if s.Scope.Subdomains {
			sc.parents = append(sc.parents, "."+strings.TrimPrefix(h, "www."))
		}
	}
	for i, e := range s.Scope.Exclude {
		if len(e) > 1000 {
			return nil, fmt.Errorf("site %s: exclusion %d is longer than 1,000 characters", s.ID, i+1)
		}
		re, err := regexp.Compile(e)
		if err != nil {
			return nil, fmt.Errorf("site %s: exclusion %d «%s»: %w", s.ID, i+1, e, err)
		}
		sc.exclude = append(sc.exclude, re)
	}
	if s.Access.Login.URL != "" || s.Access.Cookie {
		sc.exclude = append(sc.exclude, leaving)
	}
	return sc, nil
}

// leaving are the addresses that end a session: a crawl that is logged in must not follow them.
var leaving = regexp.MustCompile(`(?i)(^|[/?&=._-])(log|sign|login)[-_]?(out|off)([/?&=._-]|$)`)

// Allows says whether a canonical URL found depth links from a seed belongs to the site; when not, the rule that says so.
func (sc *Scope) Allows(u string, depth int) (bool, string) {
	host, path := splitURL(u)
	if !sc.host(host) {
		return false, "host " + host + " is not part of the site"
	}
	if sc.maxDepth > 0 && depth > sc.maxDepth {
		return false, fmt.Sprintf("%d links from a start address, the limit is %d", depth, sc.maxDepth)
	}
	if sc.prefix != "" && !strings.HasPrefix(path, sc.prefix) {
		return false, "the path does not begin with " + sc.prefix
	}
	for _, re := range sc.exclude {
		if re.MatchString(u) {
			return false, "excluded by " + re.String()
		}
	}
	return true, ""
}

// HasHost says whether a host, with its port as in an address, is one of the site's.
func (sc *Scope) HasHost(host string) bool { return sc.host(strings.ToLower(host)) }

func (sc *Scope) host(h string) bool {
	if sc.hosts[h] {
		return true
	}
	for _, p := range sc.parents {
		if strings.HasSuffix(h, p) {
			return true
		}
	}
	return false
}

// splitURL cuts a canonical URL into host (with port) and path with query; no parsing is needed on a canonical form.
func splitURL(u string) (host, path string) {
	i := strings.Index(u, "://")
	if i < 0 {
		return "", u
	}
	rest := u[i+3:]
	j := strings.IndexByte(rest, '/')
	if j < 0 {
		return rest, "/"
	}
	return rest[:j], rest[j:]
}

// HostOf gives host:port of a canonical URL as it stands there.
func HostOf(u string) string {
	h, _ := splitURL(u)
	return h
}

// schemeOf gives "http" or "https" of a canonical URL.
func schemeOf(u string) string {
	scheme, _, _ := strings.Cut(u, "://")
	return scheme
}

// Refuses says why a site would not queue an address that is within its scope, by the rules that ask no page: a template that
// ignores it, the shape of a trap, a family that turned out endless.
func (c *Coordinator) Refuses(site, u string) (bool, string) {
	type answer struct {
		no  bool
		why string
	}
	got := make(chan answer, 1)
	err := c.do(context.Background(), func() error {
		c.mu.Lock()
		st := c.sites[site]
		c.mu.Unlock()
		if st == nil {
			got <- answer{}
			return nil
		}
		if ok, why := st.wants(u, 0); !ok {
			got <- answer{true, why}
			return nil
		}
		no, why := c.endless(st, u)
		got <- answer{no, why}
		return nil
	})
	if err != nil {
		return false, ""
	}
	a := <-got
	return a.no, a.why
}
