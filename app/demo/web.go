package demo

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
)

// Web is an invented web. Its plan is constant after New; it may be asked from any goroutine.
type Web struct {
	opt   Options
	sites []*site

	mu      sync.Mutex
	serving bool // guarded by mu: a web is served by one Server at a time
}

// New plans a web.
func New(o Options) (*Web, error) {
	o, err := o.normal()
	if err != nil {
		return nil, err
	}
	locales := map[string]*locale{}
	for lang, files := range map[string][]string{"zh-CN": {"words", "articles", "other"}, "zh-TW": {"words"}, "en": {"words"}} {
		suffix := map[string]string{"zh-CN": "_cn", "zh-TW": "_tw", "en": "_en"}[lang]
		if locales[lang], err = loadLocale(lang, suffix, files...); err != nil {
			return nil, err
		}
	}
	w := &Web{opt: o}
	for i := range o.Agencies {
		dsg := agencyDesigns[i%len(agencyDesigns)]
		w.sites = append(w.sites, newSite(o, len(w.sites), KindAgency, dsg, locales[dsg.lang]))
	}
	for i := range o.Platforms {
		dsg := platformDesigns[i%len(platformDesigns)]
		w.sites = append(w.sites, newSite(o, len(w.sites), KindPlatform, dsg, locales[dsg.lang]))
	}
	for i := range o.Others {
		k := otherKinds[i%len(otherKinds)]
		dsg := otherDesigns[i%len(otherDesigns)]
		w.sites = append(w.sites, newSite(o, len(w.sites), k, dsg, locales[dsg.lang]))
	}
	w.name()
	w.planAll()
	return w, nil
}

var otherKinds = []Kind{KindNews, KindSport, KindShop, KindForum, KindRecipes}

// name gives every site its own name, so that no two agencies are confused.
func (w *Web) name() {
	used := map[string]bool{}
	for _, s := range w.sites {
		d := throw(w.opt.Seed, "name", s.id)
		for try := 0; s.name == "" || used[s.name]; try++ {
			s.name = siteName(d, s)
			if try > 40 {
				s.name = fmt.Sprintf("%s%d", s.name, s.id)
			}
		}
		used[s.name] = true
		s.base = "http://" + loopbackIP(s.id)
	}
}

func siteName(d dice, s *site) string {
	switch s.kind {
	case KindAgency:
		if s.loc.lang == "en" {
			return one(d, s.loc.pool("agency")) + " " + one(d, s.loc.pool("agencytail"))
		}
		city := ""
		if d.chance(55) {
			city = s.city
		}
		return city + one(d, s.loc.pool("agency")) + one(d, s.loc.pool("agencytail"))
	case KindPlatform:
		return one(d, s.loc.pool("agency")) + one(d, s.loc.pool("platformtail"))
	case KindNews:
		return one(d, s.loc.pool("newssite"))
	case KindSport:
		return one(d, s.loc.pool("sportsite"))
	case KindShop:
		return one(d, s.loc.pool("shopsite"))
	case KindForum:
		return one(d, s.loc.pool("forumsite"))
	}
	return one(d, s.loc.pool("foodsite"))
}

// planAll spreads the pages over the sites; all but the last differ a little in size.
func (w *Web) planAll() {
	plain := 0
	for _, s := range w.sites {
		if w.opt.PlatformPages == 0 || s.kind != KindPlatform {
			plain++
		}
	}
	left, seen := w.opt.Pages, 0
	for _, s := range w.sites {
		pages := w.opt.PlatformPages
		if pages == 0 || s.kind != KindPlatform {
			seen++
			pages = left
			if seen < plain {
				even := left / (plain - seen + 1)
				pages = max(minSitePages, even*throw(w.opt.Seed, "size", s.id).between(85, 115)/100)
				pages = min(pages, left-minSitePages*(plain-seen))
			}
			left -= pages
		}
		s.plan(pages, max(w.opt.Pages/10, 60))
	}
}

// Sites lists the sites in a fixed order: agencies, platforms, others. URLs have their port once the web is served.
func (w *Web) Sites() []Site {
	out := make([]Site, len(w.sites))
	for i, s := range w.sites {
		out[i] = Site{
			Name: s.name, Start: s.base + "/", Kind: s.kind, Charset: s.design.charset, Design: s.design.name,
			Script: s.design.script, Session: s.design.session, Templates: s.templates(),
		}
	}
	return out
}

// find gives the entry behind a URL of the web, whatever session ids and tracking parameters it carries.
func (w *Web) find(raw string) (*site, *entry) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, nil
	}
	for _, s := range w.sites {
		if s.base == u.Scheme+"://"+u.Host {
			return s, s.find(u.EscapedPath(), u.RawQuery)
		}
	}
	return nil, nil
}

// find gives the entry at a path, nil when there is none.
func (s *site) find(path, query string) *entry {
	id := key(path, query)
	if id == s.urls.home {
		id = "/"
	}
	if i, ok := s.byKey[id]; ok {
		return &s.entries[i]
	}
	return nil
}

func splitPath(p string) (path, query string) {
	path, query, _ = strings.Cut(p, "?")
	return path, query
}
