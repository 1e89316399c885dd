package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"xunlu/engine/order"
	"xunlu/storage"
)

// maxFamilies bounds what is kept of a site's addresses; those of further shapes are counted together.
const maxFamilies = 20_000

// family counts what the pages of one shape brought. Owned by Coordinator.Run.
type family struct {
	name      string
	links     int // known URLs
	fetched   int
	routes    int // its pages that were judged routes
	elsewhere int // new links from its pages into other families
	bred      int // routes that were found on its pages first: what makes it a listing
	copies    int // its pages that were copies of another
}

// familyFor gives the counts of a shape, made when new.
func (st *siteState) familyFor(shape string) *family {
	f := st.families[shape]
	if f == nil {
		if len(st.families) >= maxFamilies {
			shape = "*"
			if f = st.families[shape]; f != nil {
				return f
			}
		}
		f = &family{name: shape}
		st.families[shape] = f
	}
	return f
}

// bothFor gives the counts of an address's path and of its path with the names of its parameters; they are one when it has none.
func (st *siteState) bothFor(s order.Shape) (path, full *family) {
	full = st.familyFor(s.Full)
	if s.Path == s.Full {
		return full, full
	}
	return st.familyFor(s.Path), full
}

// count does something to both counts of an address.
func (st *siteState) count(s order.Shape, do func(*family)) {
	path, full := st.bothFor(s)
	do(full)
	if path != full {
		do(path)
	}
}

// credit notes what a page brought to its family.
func (st *siteState) credit(o *Outcome, found []storage.Link) {
	own := order.ShapeOf(o.Task.URL)
	elsewhere := 0
	for i := range found {
		if order.ShapeOf(found[i].URL).Path != own.Path {
			elsewhere++
		}
	}
	st.count(own, func(f *family) {
		f.fetched++
		f.elsewhere += elsewhere
		if o.Verdict.Route {
			f.routes++
		}
	})
}

// recount takes a stored link into the counts. read remembers the families of the pages before it, which may have led to it.
func (st *siteState) recount(l *storage.Link, p *storage.Page, has bool, read map[uint64]*family) {
	shape := order.ShapeOf(l.URL)
	if has {
		read[l.ID] = st.familyFor(shape.Full)
		if from := read[l.From]; from != nil && p.Verdict.Route {
			from.bred++
		}
	}
	st.count(shape, func(f *family) {
		f.links++
		if !has {
			return
		}
		f.fetched++
		if p.State == storage.Duplicate {
			f.copies++
		}
		if p.Verdict.Route {
			f.routes++
		}
	})
}

// Harvest is what the pages of one shape came to.
type Harvest struct {
	Site    string  `json:"site"`
	Shape   string  `json:"shape"`
	Known   int     `json:"known"`
	Fetched int     `json:"fetched"`
	Routes  int     `json:"routes"`
	Per100  float64 `json:"per_100"` // routes a hundred fetches
	Led     int     `json:"led"`     // routes that were found on its pages first
	Copies  int     `json:"copies"`
	Listing bool    `json:"listing"` // its pages lead to routes: revisited for new ones
}

// Harvest tells the routes per 100 fetches of a site by shape of address, the most fetched first; "" means all sites.
func (c *Coordinator) Harvest(ctx context.Context, site string) ([]Harvest, error) {
	var out []Harvest
	err := c.do(ctx, func() error {
		if c.sites[site] == nil && site != "" {
			return fmt.Errorf("no site is called %s", site)
		}
		for id, st := range c.sites {
			if site != "" && id != site {
				continue
			}
			for _, f := range st.families {
				if f.fetched == 0 {
					continue
				}
				out = append(out, Harvest{Site: id, Shape: f.name, Known: f.links, Fetched: f.fetched, Routes: f.routes,
					Per100: 100 * float64(f.routes) / float64(f.fetched), Led: f.bred, Copies: f.copies, Listing: f.listing()})
			}
		}
		return nil
	})
	slices.SortFunc(out, func(a, b Harvest) int {
		return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(b.Fetched, a.Fetched), cmp.Compare(a.Shape, b.Shape))
	})
	return out, err
}

// listing says that a family's pages lead to routes rather than being some.
func (f *family) listing() bool {
	return f.fetched > 0 && f.bred >= 2 && f.bred >= f.fetched && f.routes*2 < f.fetched
}

// hub is what fetching one more page of a family is expected to uncover, 0 … 1. A shape nobody has looked at gets the
// benefit of the doubt.
func (f *family) hub() float32 {
	return min(1, (float32(f.bred)+0.2)/(2*float32(f.fetched)+2))
}
