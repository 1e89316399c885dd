package app

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/engine/page"
	"xunlu/storage"
)

// secretHeader are names of headers whose values are secrets.
var secretHeader = regexp.MustCompile(`(?i)auth|token|secret|passw|key|session|credential|signature`)

// IsSecretHeader says whether the value of a header has to go to the keyring.
func IsSecretHeader(name string) bool { return secretHeader.MatchString(name) }

// ownHeaders are set by the program itself, or have a place of their own.
var ownHeaders = map[string]string{
	"User-Agent": "give it as the agent name", "Cookie": "give it as the cookie", "Proxy-Authorization": "give it as the proxy's password",
	"Host": "", "Accept-Encoding": "", "Connection": "", "Content-Length": "", "Content-Type": "", "Transfer-Encoding": "", "Te": "", "Trailer": "", "Upgrade": "", "Range": "",
	"If-None-Match": "", "If-Modified-Since": "", "If-Match": "", "If-Range": "", "If-Unmodified-Since": "", "Origin": "",
}

// Limits of what is sent with every request of a site.
const (
	maxHeaders = 20
	maxHeader  = 4096 // bytes of a name and value, and of an agent name
)

// checkAccess says what is wrong with how a site is entered, in one sentence, and brings addresses and names into their form.
func checkAccess(s *storage.Site, scope *engine.Scope) error {
	a := &s.Access
	if a.Agent = strings.TrimSpace(a.Agent); !httpguts.ValidHeaderFieldValue(a.Agent) || len(a.Agent) > maxHeader {
		return fmt.Errorf("site %s: the agent name must be one line of text", s.Name)
	}
	if a.Proxy = strings.TrimSpace(a.Proxy); a.Proxy != "" && a.Proxy != fetch.ProxyDirect {
		u, err := fetch.CheckProxy(a.Proxy)
		if err != nil {
			return fmt.Errorf("site %s: %w", s.Name, err)
		}
		if a.ProxyPassword && u.User == nil {
			return fmt.Errorf("site %s: the proxy's password needs a user in its address, like socks5://USER@HOST:PORT", s.Name)
		}
	} else {
		a.ProxyPassword = false
	}
	a.Headers = slices.Clone(a.Headers) // of the stored site, which others read
	if err := checkHeaders(a.Headers); err != nil {
		return fmt.Errorf("site %s: %w", s.Name, err)
	}
	if a.Login.URL = strings.TrimSpace(a.Login.URL); a.Login.URL == "" {
		a.Login = storage.Login{}
		return nil
	}
	u, err := page.Canonical(a.Login.URL)
	switch {
	case err != nil:
		return fmt.Errorf("site %s: the login's address «%s»: %w", s.Name, a.Login.URL, err)
	case !scope.HasHost(engine.HostOf(u)):
		return fmt.Errorf("site %s: the login is at %s, which is not among the site's hosts", s.Name, engine.HostOf(u))
	case a.Login.User == "":
		return fmt.Errorf("site %s: the login needs a user name", s.Name)
	}
	a.Login.URL = u
	return nil
}

func checkHeaders(all []storage.Header) error {
	if len(all) > maxHeaders {
		return fmt.Errorf("%d extra headers; %d are allowed", len(all), maxHeaders)
	}
	seen := map[string]bool{}
	for i := range all {
		h := &all[i]
		h.Name, h.Value = HeaderName(h.Name), strings.TrimSpace(h.Value)
		if err := CheckHeader(*h); err != nil {
			return err
		}
		if seen[h.Name] {
			return fmt.Errorf("the header %s stands there twice", h.Name)
		}
		seen[h.Name] = true
	}
	return nil
}

// CheckHeader says why a header cannot be sent, or not be stored as it is.
func CheckHeader(h storage.Header) error {
	instead, own := ownHeaders[h.Name]
	switch {
	case !httpguts.ValidHeaderFieldName(h.Name):
		return fmt.Errorf("«%s» is no name of a header", h.Name)
	case own && instead != "":
		return fmt.Errorf("the header %s has a place of its own: %s", h.Name, instead)
	case own:
		return fmt.Errorf("the header %s is the program's own", h.Name)
	case h.Secret && h.Value != "", !h.Secret && IsSecretHeader(h.Name):
		return fmt.Errorf("the value of the header %s is a secret; leave it out and give it apart, the system's keyring keeps it", h.Name)
	case !h.Secret && (h.Value == "" || !httpguts.ValidHeaderFieldValue(h.Value) || len(h.Value) > maxHeader):
		return fmt.Errorf("the header %s needs a value of one line", h.Name)
	}
	return nil
}

// BelongsTo says whether an address is on one of a site's hosts. The error says that it is no address, or that the site's scope is none.
func BelongsTo(s *storage.Site, address string) (bool, error) {
	u, err := page.Canonical(strings.TrimSpace(address))
	if err != nil {
		return false, err
	}
	scope, err := engine.NewScope(s)
	if err != nil {
		return false, err
	}
	return scope.HasHost(engine.HostOf(u)), nil
}

// ErrProxyPassword is an address of a proxy that holds its password.
var ErrProxyPassword = fetch.ErrProxyPassword

// checkSecret says what is wrong with a secret without repeating it.
func checkSecret(name, text string) error {
	header, isHeader := strings.CutPrefix(name, storage.SecretHeader)
	switch {
	case text == "":
		return fmt.Errorf("%s is empty", name)
	case name == storage.SecretPassword, name == storage.SecretProxy:
		if strings.ContainsAny(text, "\r\n\x00") {
			return fmt.Errorf("%s must be one line", name)
		}
	case name == storage.SecretCookie, isHeader && httpguts.ValidHeaderFieldName(header):
		if !httpguts.ValidHeaderFieldValue(text) || len(text) > 2*maxHeader {
			return fmt.Errorf("%s must be one line of text as a browser shows it", name)
		}
	default:
		return fmt.Errorf("%s is no secret of a site: password, cookie, proxy or header:NAME", name)
	}
	return nil
}

// HeaderName is the usual spelling: Capitals-After-Hyphens.
func HeaderName(name string) string { return http.CanonicalHeaderKey(strings.TrimSpace(name)) }

// ReadHeader reads a line NAME: VALUE. The value of a secret header comes apart.
func ReadHeader(line string) (h storage.Header, secret string, err error) {
	name, value, ok := strings.Cut(line, ":")
	h = storage.Header{Name: HeaderName(name), Value: strings.TrimSpace(value)}
	if !ok || !httpguts.ValidHeaderFieldName(h.Name) {
		return h, "", errors.New("a header is written NAME: VALUE")
	}
	if IsSecretHeader(h.Name) {
		h.Secret, h.Value, secret = true, "", h.Value
	}
	return h, secret, nil
}

// accessOf is how the site of an address is asked for single pages: by its proxy and with its headers and cookie, but without logging in. nil for an
// address of no site.
func (a *App) accessOf(url string) (*fetch.Access, error) {
	s := a.siteOf(url)
	if s == nil {
		return nil, nil
	}
	scope, err := engine.NewScope(s)
	if err != nil {
		return nil, err
	}
	alone := *s
	alone.Access.Login = storage.Login{}
	access, err := fetch.NewAccess(&alone, a.vault.of(&alone), scope.HasHost, 0)
	if err != nil {
		return nil, fmt.Errorf("site %s: %w", s.Name, err)
	}
	return access, nil
}
