package engine

import (
	"fmt"
	"regexp"
	"strings"

	"xunlu/engine/order"
	"xunlu/storage"
)

// Limits of the trap rules. A family is the shape of an address: /calendar?ym and /news/*.html.
const (
	maxURLLength                  = 2000
	maxSegments                   = 20       // path segments, as Heritrix
	maxRepeats                    = 2        // the same path segment again, as Heritrix
	trapFamily                    = 100      // pages of a family before it can be suspected
	trapYield                     = 0.05     // what a family must bring a page: routes, or links to something new elsewhere
	trapCopies                    = 20       // pages of a family read before its copies count against it
	trapCopyShare                 = 0.9      // share of copies from which on it brings nothing
	trapCopiesSure, trapSureShare = 60, 0.98 // the same when nothing else speaks against an address
	copiedLook                    = 0.05     // share of such a family that is read all the same, so that an error mends itself
	trapChain                     = 25       // ancestors of the same family that make a barren one endless
	trapChainDate                 = 6        // the same when what varies is a date: a calendar
)

var dateLike = regexp.MustCompile(`(?:19|20)\d\d[-/_.]?(?:0?[1-9]|1[0-2])(?:\D|$)|(?:19|20)\d\d[-/_.]?(?:0[1-9]|1[0-2])[-/_.]?(?:[0-2]\d|3[01])(?:\D|$)|[?&](?:year|month|date|day|ym)=`)

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

// trapped says whether a new link would only go deeper into a family that brings nothing: a calendar, a pager without end. A few
// links of a family of copies are let through all the same. shape is that of u.
func (c *Coordinator) trapped(st *siteState, u string, shape order.Shape, from uint64) (bool, string) {
	why, copies := c.caught(st, u, shape, func(name string, limit int) bool { return c.chain(name, from, limit) })
	if copies && order.Sample(u) <= copiedLook {
		return false, ""
	}
	return why != "", why
}

// caught says which trap rule an address falls under, "" for none; deep says whether a barren family goes on for limit pages in a
// row, copies whether the rule is the one about copies.
func (c *Coordinator) caught(st *siteState, u string, shape order.Shape, deep func(name string, limit int) bool) (why string, copies bool) {
	if bad, why := trapShape(u); bad {
		return why, false
	}
	dated := dateLike.MatchString(u)
	for _, name := range []string{shape.Full, shape.Path} {
		if f := st.families[name]; f != nil && f.barren(dated) && deep(name, chainLimit(dated)) {
			return fmt.Sprintf("%s looks endless: %d addresses known, %d pages read, nothing new on them", name, f.links, f.fetched), false
		}
	}
	if f := st.families[shape.Full]; f != nil && c.copying(f, u) {
		return fmt.Sprintf("%s brings only copies: %d of %d pages read say what others say", f.name, f.copies, f.fetched), true
	}
	return "", false
}

// copied says that nearly all pages of a family were copies of others: parameters in another order, an unknown session id, a "not
// found" page answered with 200.
func (f *family) copied() bool {
	return f.fetched >= trapCopies && float64(f.copies) >= trapCopyShare*float64(f.fetched)
}

// copying says that a link of a family of copies is not worth a look: its path without parameters is known, or the family is large and
// never brought anything else.
func (c *Coordinator) copying(f *family, u string) bool {
	if !f.copied() {
		return false
	}
	bare, _, has := strings.Cut(u, "?")
	if _, known := c.store.Known(bare); has && known {
		return true
	}
	return f.fetched >= trapCopiesSure && float64(f.copies) >= trapSureShare*float64(f.fetched)
}

func chainLimit(dated bool) int {
	if dated {
		return trapChainDate
	}
	return trapChain
}

// chain says whether a page and so many of those that led to it are all of one shape.
func (c *Coordinator) chain(name string, from uint64, limit int) bool {
	for n := 0; n < limit; n++ {
		if from == 0 {
			return false
		}
		l, err := c.store.Link(from)
		if err != nil {
			return false
		}
		if s := order.ShapeOf(l.URL); s.Full != name && s.Path != name {
			return false
		}
		from = l.From
	}
	return true
}

// endless says whether an address that no queue holds is of a family that was cut short as a trap, and of which. Only Run's
// goroutine comes here.
func (c *Coordinator) endless(st *siteState, u string) (bool, string) {
	why, _ := c.caught(st, u, order.ShapeOf(u), func(name string, limit int) bool { return c.longest(st, name) >= limit })
	return why != "", why
}

// longest is the longest chain of links within one shape of a site.
func (c *Coordinator) longest(st *siteState, name string) int {
	depth, most := map[uint64]int{}, 0
	err := c.store.EachLink(0, func(l storage.Link) error {
		if l.Site != st.site.ID {
			return nil
		}
		if s := order.ShapeOf(l.URL); s.Full == name || s.Path == name {
			depth[l.ID] = depth[l.From] + 1
			most = max(most, depth[l.ID])
		}
		return nil
	})
	if err != nil {
		c.log.Error("links not read", "site", st.site.ID, "err", err)
	}
	return most
}
