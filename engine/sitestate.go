package engine

import (
	"fmt"

	"xunlu/judge"
	"xunlu/storage"
)

// siteState is what the coordinator knows of a site while it runs. Guarded by Coordinator.mu; site, scope, templates and
// profile are replaced, never changed.
type siteState struct {
	site      *storage.Site
	scope     *Scope
	templates *judge.Templates
	profile   *judge.Profile
	families  map[string]*family // owned by Coordinator.Run
	best      *bestFirst         // nil in other orders

	queued  int // in the frontier
	waiting int // for a retry
	leased  int
	fetched int // pages that were tried: what MaxPages counts
}

func newSiteState(s storage.Site) (*siteState, error) {
	st := &siteState{families: map[string]*family{}}
	if err := st.set(s); err != nil {
		return nil, err
	}
	return st, nil
}

// set takes a new version of the site; on an error nothing changed.
func (st *siteState) set(s storage.Site) error {
	scope, err := NewScope(&s)
	if err != nil {
		return err
	}
	templates, err := judge.CompileTemplates(s.Templates)
	if err != nil {
		return fmt.Errorf("site %s: %w", s.ID, err)
	}
	st.site, st.scope, st.templates = &s, scope, templates
	return nil
}

// capped says whether the site has had its share of pages.
func (st *siteState) capped() bool {
	return st.site.MaxPages > 0 && st.fetched+st.leased >= st.site.MaxPages
}

// open counts what is still to come of the site: nothing queued counts while it is paused or capped, leases always do.
func (st *siteState) open() int {
	if st.site.Still() || st.capped() {
		return st.leased
	}
	return st.queued + st.waiting + st.leased
}

// wants says whether a link should be followed; when not, why.
func (st *siteState) wants(u string, depth int) (bool, string) {
	if ok, why := st.scope.Allows(u, depth); !ok {
		return false, why
	}
	if t, ok := st.templates.Match(u); ok && t.Class == judge.ClassIgnore {
		return false, "template " + t.Name + " says ignore"
	}
	return true, ""
}
