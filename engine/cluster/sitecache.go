package cluster

import (
	"context"
	"fmt"
	"sync"

	"xunlu/engine"
	"xunlu/engine/fetch"
	"xunlu/judge"
	"xunlu/storage"
)

// siteCache keeps the sites a node works on, so that a task names its site instead of carrying it. Tasks of one version share
// one value, as in the coordinator's process.
type siteCache struct {
	mu  sync.Mutex
	all map[string]cachedSite
}

type cachedSite struct {
	site    *storage.Site
	profile *judge.Profile
	secrets fetch.Secrets
}

// maxCached bounds the sites kept; beyond it the cache begins again.
const maxCached = 10_000

func newSiteCache() *siteCache { return &siteCache{all: map[string]cachedSite{}} }

func (s *siteCache) get(t *wireTask) (cachedSite, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.all[t.Site]
	profile := 0
	if c.profile != nil {
		profile = c.profile.Version
	}
	return c, ok && c.site.Version >= t.SiteVersion && profile >= t.Profile
}

func (s *siteCache) put(w wireSite) error {
	p, err := w.profile()
	if err != nil {
		return fmt.Errorf("site %s: %w", w.Site.ID, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) >= maxCached {
		clear(s.all)
	}
	if old, ok := s.all[w.Site.ID]; ok && old.profile != nil && p != nil && old.profile.Version == p.Version {
		p = old.profile
	}
	s.all[w.Site.ID] = cachedSite{&w.Site, p, w.secrets()}
	return nil
}

// Secrets are what a site's tasks need to be let in, as the coordinator told them with the site.
func (c *Client) Secrets(s *storage.Site) fetch.Secrets {
	c.sites.mu.Lock()
	defer c.sites.mu.Unlock()
	return c.sites.all[s.ID].secrets
}

// tasks gives what was lent its sites; those not known are asked for.
func (c *Client) tasks(ctx context.Context, got []wireTask) ([]engine.Task, error) {
	var missing []string
	asked := map[string]bool{}
	for i := range got {
		if _, ok := c.sites.get(&got[i]); !ok && !asked[got[i].Site] {
			asked[got[i].Site] = true
			missing = append(missing, got[i].Site)
		}
	}
	if len(missing) > 0 {
		var sites []wireSite
		if err := c.askJSON(ctx, verbSites, c.next(), sitesAsk{IDs: missing}, &sites, askWait); err != nil {
			return nil, err
		}
		for _, s := range sites {
			if err := c.sites.put(s); err != nil {
				return nil, fmt.Errorf("%w: %w", engine.ErrAway, err)
			}
		}
	}
	out := make([]engine.Task, 0, len(got))
	for i := range got {
		t := &got[i]
		s, ok := c.sites.get(t)
		if !ok && s.site == nil {
			return nil, fmt.Errorf("%w: site %s is not told", engine.ErrAway, t.Site)
		}
		out = append(out, engine.Task{ID: t.ID, URL: t.URL, Host: t.Host, Depth: t.Depth, Attempt: t.Attempt, Sitemap: t.Sitemap, Revisit: t.Revisit, Site: s.site, Profile: s.profile, Blocks: t.Blocks,
			ETag: t.ETag, LastModified: t.LastModified, Hint: t.Hint, Deadline: t.Deadline, Lease: t.Lease, Node: c.token.Name})
	}
	return out, nil
}
