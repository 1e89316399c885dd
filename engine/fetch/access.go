package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"xunlu/storage"
)

// ProxyDirect as the proxy of a site or of the program means none.
const ProxyDirect = "direct"

// ErrProxyPassword is a proxy's address that holds its password.
var ErrProxyPassword = errors.New("the proxy's address holds a password; leave it out and give it apart, the system's keyring keeps it")

// Access is how the requests of one site go out: pages, robots.txt, sitemaps, the login, and what its pages load in a browser.
// It is shared by them and never changed.
type Access struct {
	name    string                 // of the jar of its cookies
	owns    func(host string) bool // nil owns none: what is for the site alone goes nowhere else
	agent   string
	header  http.Header
	cookie  string // as pasted
	proxy   *url.URL
	direct  bool
	lenient bool
	sealed  bool // there is a session, whose cookies must not get into files
}

// NewAccess puts a site's settings and secrets together. owns tells its hosts. Its cookies are kept in a jar of their own for each
// session. The error is a MissingSecret, or says what is wrong with the proxy.
func NewAccess(s *storage.Site, secrets Secrets, owns func(host string) bool, session int) (*Access, error) {
	set := &s.Access
	for _, name := range set.Secrets() {
		if secrets[name].Reveal() == "" {
			return nil, &MissingSecret{Site: s.Name, Name: name}
		}
	}
	a := &Access{name: fmt.Sprintf("site %s %d", s.ID, session), owns: owns, agent: set.Agent, lenient: set.Lenient, header: http.Header{}}
	a.sealed = set.Cookie || set.Login.URL != ""
	for _, h := range set.Headers {
		value := h.Value
		if h.Secret {
			value = secrets[storage.SecretHeader+h.Name].Reveal()
			a.sealed = true
		}
		a.header.Add(h.Name, value)
	}
	if set.Cookie {
		a.cookie = secrets[storage.SecretCookie].Reveal()
	}
	switch set.Proxy {
	case "":
	case ProxyDirect:
		a.direct = true
	default:
		u, err := ProxyOf(set.Proxy, secrets[storage.SecretProxy])
		if err != nil {
			return nil, err
		}
		a.proxy = u
	}
	return a, nil
}

// MissingSecret says that a site cannot be asked before its user gives something again.
type MissingSecret struct{ Site, Name string }

func (e *MissingSecret) Error() string {
	what := map[string]string{storage.SecretProxy: "the proxy's password", storage.SecretCookie: "the cookie", storage.SecretPassword: "the password of the login"}[e.Name]
	if what == "" {
		what = "the value of the header " + strings.TrimPrefix(e.Name, storage.SecretHeader)
	}
	return fmt.Sprintf("%s is not known on this computer; give it again", what)
}

// ProxyOf is a proxy's address with its password, for the request alone.
func ProxyOf(address string, password Secret) (*url.URL, error) {
	u, err := CheckProxy(address)
	if err != nil {
		return nil, err
	}
	if p := password.Reveal(); p != "" && u.User != nil {
		u.User = url.UserPassword(u.User.Username(), p)
	}
	return u, nil
}

// CheckProxy reads the address of a proxy as it may be stored: without a password.
func CheckProxy(address string) (*url.URL, error) {
	u, err := ParseProxy(address)
	if err != nil {
		return nil, err
	}
	if _, has := u.User.Password(); has {
		return nil, ErrProxyPassword
	}
	return u, nil
}

// mine says whether a host belongs to the site. A nil Access has none.
func (a *Access) mine(host string) bool { return a != nil && a.owns != nil && a.owns(host) }

// jar names the jar that holds the cookies for u: without an access that of the host.
func (a *Access) jar(u *url.URL) string {
	if a == nil {
		return u.Host
	}
	return a.name
}

// dress sets what the site wants over the headers of a request.
func (a *Access) dress(h http.Header, u *url.URL) {
	if a == nil {
		return
	}
	h.Set("User-Agent", a.called(h.Get("User-Agent")))
	if !a.mine(u.Host) {
		return
	}
	for k, v := range a.header {
		h[k] = v
	}
}

// pasted is the part of a pasted Cookie header that the jar knows no newer value of.
func (a *Access) pasted(u *url.URL, jar string) string {
	if a == nil || a.cookie == "" || !a.mine(u.Host) {
		return ""
	}
	if jar == "" {
		return a.cookie
	}
	newer := map[string]bool{}
	for c := range strings.SplitSeq(jar, ";") {
		name, _, _ := strings.Cut(strings.TrimSpace(c), "=")
		newer[name] = true
	}
	var keep []string
	for c := range strings.SplitSeq(a.cookie, ";") {
		c = strings.TrimSpace(c)
		if name, _, _ := strings.Cut(c, "="); c != "" && !newer[name] {
			keep = append(keep, c)
		}
	}
	return strings.Join(keep, "; ")
}

// share names what was fetched from an address for a cache: what a session brought is for it alone.
func (a *Access) share(url string) string {
	if a != nil && a.sealed {
		return a.name + " " + url
	}
	return url
}

// called is the name of the program in a request of the site; usual unless it has one of its own.
func (a *Access) called(usual string) string {
	if a == nil || a.agent == "" {
		return usual
	}
	return a.agent
}

// seal takes the cookies of a session out of an answer: it is archived.
func (a *Access) seal(h http.Header) {
	if a != nil && a.sealed {
		h.Del("Set-Cookie")
	}
}
