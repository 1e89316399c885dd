package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"xunlu/engine"
	"xunlu/engine/page"
	"xunlu/judge"
	"xunlu/storage"
)

// NewSite makes a site out of a typed start address, with the defaults of the config.
func (a *App) NewSite(typed string) (storage.Site, error) { return NewSite(typed, a.Config().Delay) }

// NewSite makes a site out of a typed start address, with the URL rules that come with the program for the large platforms.
// A private or loopback address that a person types is permission for that host alone.
func NewSite(typed string, delay time.Duration) (storage.Site, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return storage.Site{}, ErrNoAddress
	}
	if !strings.Contains(typed, "://") {
		typed = "http://" + typed
	}
	seed, err := page.Canonical(typed)
	if err != nil {
		return storage.Site{}, fmt.Errorf("«%s» is not a web address: %w; type one like https://agency.example/", typed, err)
	}
	host := engine.HostOf(seed)
	s := storage.Site{ID: siteID(host), Name: host, Seeds: []string{seed}, Scope: storage.Scope{Hosts: withAndWithoutWWW(host)},
		Delay: delay, Connections: 1, Added: time.Now(), Order: storage.BFS}
	if privateHost(host) {
		s.Private = []string{withPort(seed)}
	}
	if s.Templates, err = ShippedTemplates(host); err != nil {
		return s, err
	}
	return s, nil
}

// siteID is the host without www: short, stable, readable, good as a key and in a command line.
func siteID(host string) string { return strings.TrimPrefix(strings.ToLower(host), "www.") }

// withAndWithoutWWW gives both spellings of a host: a site that answers under one sends visitors of the other there.
func withAndWithoutWWW(host string) []string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil || !strings.Contains(name, ".") {
		return []string{host}
	}
	if short, ok := strings.CutPrefix(host, "www."); ok {
		return []string{host, short}
	}
	return []string{host, "www." + host}
}

// privateHost says whether a typed host is an address of a private or loopback network, or localhost.
func privateHost(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(name, "[]")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}

// withPort gives host:port of a URL, the default port written out.
func withPort(u string) string {
	p, err := url.Parse(u)
	if err != nil {
		return ""
	}
	if p.Port() != "" {
		return p.Host
	}
	if p.Scheme == "https" {
		return net.JoinHostPort(p.Hostname(), "443")
	}
	return net.JoinHostPort(p.Hostname(), "80")
}

// CheckSite says what is wrong with a site before it is stored: one clear sentence.
func CheckSite(s *storage.Site) error {
	switch {
	case len(s.Seeds) == 0:
		return fmt.Errorf("site %s: no start address", s.Name)
	case s.Delay < 0 || s.Delay > time.Hour:
		return fmt.Errorf("site %s: the delay is %s, it must be between 0 and 1 hour", s.Name, s.Delay)
	case s.Connections < 0 || s.Connections > 32:
		return fmt.Errorf("site %s: %d connections, it must be between 1 and 32", s.Name, s.Connections)
	case s.Daily != "" && s.Daily != scheduleOff && !validClock(s.Daily):
		return fmt.Errorf("site %s: daily %q is not a time of day like 03:00, and not off", s.Name, s.Daily)
	case s.VisitMin < 0 || s.VisitMax < 0 || s.VisitMax > 0 && s.VisitMax < s.VisitMin:
		return fmt.Errorf("site %s: the bounds of the revisit interval must not be below zero, the upper one not below the lower", s.Name)
	case s.MaxPages < 0 || s.MaxDepth < 0 || s.MaxBytes < 0 || s.MaxTime < 0:
		return fmt.Errorf("site %s: a cap must not be below zero", s.Name)
	}
	switch s.Order {
	case "", storage.BFS, storage.DFS, storage.Best:
	default:
		return fmt.Errorf("site %s: order %q is not bfs, dfs or best", s.Name, s.Order)
	}
	switch s.Focus {
	case storage.FocusNone, storage.FocusSoft, storage.FocusHard:
	default:
		return fmt.Errorf("site %s: focus %q is not soft or hard", s.Name, s.Focus)
	}
	for i, u := range s.Seeds {
		c, err := page.Canonical(u)
		if err != nil {
			return fmt.Errorf("site %s: start address %d «%s»: %w", s.Name, i+1, u, err)
		}
		s.Seeds[i] = c
	}
	if _, err := judge.CompileTemplates(s.Templates); err != nil {
		return fmt.Errorf("site %s: %w", s.Name, err)
	}
	scope, err := engine.NewScope(s)
	if err != nil {
		return err
	}
	return checkAccess(s, scope)
}

// AddSite stores a site and begins to crawl it.
func (a *App) AddSite(ctx context.Context, s storage.Site) (storage.Site, error) {
	if err := CheckSite(&s); err != nil {
		return s, err
	}
	for _, u := range s.Seeds { // typed by a person: permission for a private host
		if h := engine.HostOf(u); privateHost(h) {
			s.Private = appendNew(s.Private, withPort(u))
		}
	}
	return a.putSite(ctx, s)
}

// putSite stores a site and tells those who go by the list of sites.
func (a *App) putSite(ctx context.Context, s storage.Site) (storage.Site, error) {
	out, err := a.coord.AddSite(ctx, s)
	a.pictures.poke()
	return out, err
}

func appendNew(list []string, v string) []string {
	for _, x := range list {
		if x == v {
			return list
		}
	}
	return append(list, v)
}

// EditSite stores a changed site; what is queued stays. When its templates changed, its stored pages are judged again, with progress.
func (a *App) EditSite(ctx context.Context, s storage.Site) (storage.Site, error) {
	old, err := a.store.Site(s.ID)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return s, fmt.Errorf("site %s: %w", s.ID, err)
	}
	out, err := a.AddSite(ctx, s)
	if err == nil {
		a.dropSecrets(&old.Access, &out.Access, s.ID)
	}
	if err != nil || slices.Equal(old.Templates, out.Templates) {
		return out, err
	}
	return out, a.rejudgeSite(ctx, out.ID)
}

// PauseSite stops or resumes one site.
func (a *App) PauseSite(ctx context.Context, id string, paused bool) error {
	s, err := a.store.Site(id)
	if err != nil {
		return fmt.Errorf("site %s: %w", id, err)
	}
	s.Paused, s.PausedWhy = paused, ""
	_, err = a.putSite(ctx, s)
	return err
}

// RemoveSite drops a site and everything stored of it; it returns the number of pages that went.
func (a *App) RemoveSite(ctx context.Context, id string) (int, error) {
	s, err := a.store.Site(id)
	if err != nil {
		return 0, fmt.Errorf("site %s: %w", id, err)
	}
	a.dropSecrets(&s.Access, &storage.Access{}, id)
	return a.coord.RemoveSite(ctx, id)
}

// Sites lists the sites in the order they were added.
func (a *App) Sites() ([]storage.Site, error) {
	all, err := a.store.Sites()
	return slices.DeleteFunc(all, func(s storage.Site) bool { return !s.Removed.IsZero() }), err
}

// Site reads one.
func (a *App) Site(id string) (storage.Site, error) { return a.store.Site(id) }

// Revisit queues a site's stored pages again.
func (a *App) Revisit(ctx context.Context, id string, all bool) (int, error) {
	return a.coord.Revisit(ctx, id, all)
}

// Rejected is a line of an import that is not a site, with the reason.
type Rejected struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	Why  string `json:"why"`

	Cause error `json:"-"` // what FaultOf tells the kind of
}

func reject(line int, text string, why error) Rejected {
	return Rejected{Line: line, Text: text, Why: why.Error(), Cause: why}
}

var cells = regexp.MustCompile(`[\t,;，；]`)

// ReadSites makes sites of pasted lines: an address, or "name<tab>address", or CSV of the two in either order.
func (a *App) ReadSites(text string) ([]storage.Site, []Rejected) {
	return ReadSites(text, a.Config().Delay)
}

// ReadSites is the same without a data folder.
func ReadSites(text string, delay time.Duration) ([]storage.Site, []Rejected) {
	var out []storage.Site
	var bad []Rejected
	seen := map[string]bool{}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, addr := "", ""
		for _, c := range cells.Split(line, -1) {
			c = strings.Trim(strings.TrimSpace(c), `"`)
			switch {
			case addr == "" && looksLikeAddress(c):
				addr = c
			case name == "" && c != "":
				name = c
			}
		}
		if addr == "" {
			addr = line
		}
		s, err := NewSite(addr, delay)
		switch {
		case err != nil:
			bad = append(bad, reject(i+1, line, err))
		case !looksLikeAddress(addr):
			bad = append(bad, reject(i+1, line, ErrNotSite))
		case seen[s.ID]:
			bad = append(bad, reject(i+1, line, ErrTwice))
		default:
			seen[s.ID] = true
			if name != "" {
				s.Name = name
			}
			out = append(out, s)
		}
	}
	return out, bad
}

func looksLikeAddress(s string) bool {
	if strings.Contains(s, "://") {
		return true
	}
	host, _, _ := strings.Cut(s, "/")
	return strings.Contains(host, ".") && !strings.ContainsAny(host, " \u3000") || strings.HasPrefix(host, "localhost")
}
