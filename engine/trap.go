package engine

import (
	"fmt"
	"regexp"
	"strings"

	"xunlu/storage"
)

// Limits of the trap rules. A family is a path with its numbers taken out: /calendar and /news/0.html are families.
const (
	maxURLLength  = 2000
	maxSegments   = 20   // path segments, as Heritrix
	maxRepeats    = 2    // the same path segment again, as Heritrix
	trapFamily    = 100  // pages of a family before it can be suspected
	trapYield     = 0.05 // what a family must bring a page: routes, or links to something new elsewhere
	trapChain     = 25   // ancestors of the same family that make a barren one endless
	trapChainDate = 6    // the same when what varies is a date: a calendar
)

var (
	digits   = regexp.MustCompile(`\d+`)
	dateLike = regexp.MustCompile(`(?:19|20)\d\d[-/_.]?(?:0?[1-9]|1[0-2])(?:\D|$)|(?:19|20)\d\d[-/_.]?(?:0[1-9]|1[0-2])[-/_.]?(?:[0-2]\d|3[01])(?:\D|$)|[?&](?:year|month|date|day|ym)=`)
)

// familyOf gives a canonical URL's family.
func familyOf(u string) string {
	_, path := splitURL(u)
	path, _, _ = strings.Cut(path, "?")
	return digits.ReplaceAllString(path, "0")
}

// family counts what the pages of one family brought. Owned by Coordinator.Run.
type family struct {
	links     int // known URLs
	fetched   int
	routes    int // its pages that were judged routes
	elsewhere int // new links from its pages into other families
}

// barren says whether a family has brought next to nothing. Pages named by a date are believed less: a calendar of departures
// reads like a tour, month after month, so only what it leads to counts.
func (f *family) barren(dated bool) bool {
	yield := f.elsewhere
	if !dated {
		yield += f.routes
	}
	return f.links >= trapFamily && f.fetched >= trapFamily/4 && float64(yield) < trapYield*float64(f.fetched)
}

// trapShape refuses addresses that no person made, by their form alone.
func trapShape(u string) (bool, string) {
	if len(u) > maxURLLength {
		return true, fmt.Sprintf("the address is longer than %d characters", maxURLLength)
	}
	_, path := splitURL(u)
	path, _, _ = strings.Cut(path, "?")
	segments := strings.Split(strings.Trim(path, "/"), "/")
	if len(segments) > maxSegments {
		return true, fmt.Sprintf("the path has %d parts", len(segments))
	}
	seen := map[string]int{}
	for _, s := range segments {
		if seen[s]++; s != "" && seen[s] > maxRepeats {
			return true, "the path repeats «" + s + "»"
		}
	}
	return false, ""
}

// trapped says whether a new link would only go deeper into a family that brings nothing: a calendar, a pager without end.
func (c *Coordinator) trapped(st *siteState, u string, from uint64) (bool, string) {
	if bad, why := trapShape(u); bad {
		return true, why
	}
	name := familyOf(u)
	f, dated := st.families[name], dateLike.MatchString(u)
	if f == nil || !f.barren(dated) {
		return false, ""
	}
	limit := trapChain
	if dated {
		limit = trapChainDate
	}
	n := 0
	for id := from; id != 0 && n < limit; n++ {
		l, err := c.store.Link(id)
		if err != nil || familyOf(l.URL) != name {
			break
		}
		id = l.From
	}
	if n < limit {
		return false, ""
	}
	return true, fmt.Sprintf("%s looks endless: %d addresses known, %d pages read, nothing new on them", name, f.links, f.fetched)
}

// familyFor gives the counts of a URL's family, made when new.
func (st *siteState) familyFor(u string) *family {
	name := familyOf(u)
	f := st.families[name]
	if f == nil {
		f = &family{}
		st.families[name] = f
	}
	return f
}

// credit notes what a page brought to its family.
func (st *siteState) credit(o *Outcome, found []storage.Link) {
	f := st.familyFor(o.Task.URL)
	f.fetched++
	if o.Verdict.Route {
		f.routes++
	}
	own := familyOf(o.Task.URL)
	for i := range found {
		if familyOf(found[i].URL) != own {
			f.elsewhere++
		}
	}
}
