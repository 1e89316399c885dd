package engine

import (
	"fmt"
	"time"

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
	listers   map[uint64]bool    // pages that routes were found on; owned by Coordinator.Run

	queued  int // in the frontier
	waiting int // for a retry
	leased  int
	fetched int // pages that were tried: what MaxPages counts

	read     int       // pages that were read
	rung     int       // of read, at which the profile is made next
	bytes    int64     // of bodies in this run
	began    time.Time // first lease of this run
	overtime bool      // it has had its time
	blocked  int       // challenge pages in this run
	tries    []try     // answers of the last minutes, for the auto-pause
	sample   *sample   // what its profile is made from

	answered    time.Time       // last good answer of any page
	visiting    map[uint64]bool // revisits queued or lent
	vanished    map[uint64]bool // pages found missing often enough, not decided on
	asked       int             // of them, known at the last decision
	held        int             // routes that wait for the user to say whether they are gone
	unreachable bool            // no host of it was reached for long; until the next start or revisit
}

func newSiteState(s storage.Site) (*siteState, error) {
	st := &siteState{families: map[string]*family{}, listers: map[uint64]bool{}, visiting: map[uint64]bool{}, vanished: map[uint64]bool{}, rung: profileRung, sample: newSample()}
	if err := st.set(s); err != nil {
		return nil, err
	}
	return st, nil
}

// siteNamed finds a site by its id. Caller does not hold mu.
func (c *Coordinator) siteNamed(id string) (*siteState, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if st := c.sites[id]; st != nil {
		return st, nil
	}
	return nil, fmt.Errorf("no site is called %s", id)
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

// capped says whether the site has had its share of pages, bytes or time.
func (st *siteState) capped() bool {
	return st.capOf() != ""
}

// open counts what is still to come of the site: nothing queued counts while it is paused, nothing but waiting pages while it is capped (they
// had their share before), leases always do.
func (st *siteState) open() int {
	switch {
	case st.still():
		return st.leased
	case st.capped():
		return st.waiting + st.leased
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

// still says whether nothing of the site is to be lent for now.
func (st *siteState) still() bool { return st.site.Still() || st.unreachable }
