package engine

import (
	"xunlu/engine/page"
	"xunlu/judge"
)

// priority is a link's predicted relevance for best-first (paper B §URL strategy): what its page was, and how deep it lies.
// Higher is sooner.
func priority(o *Outcome, k page.Link) float32 {
	p := -float32(o.Task.Depth) / 4
	if o.Verdict.Label == judge.LabelRoute {
		p += 0.5 // routes link to their like
	}
	if o.Verdict.Class == judge.ClassListing {
		p += 2
	}
	return p
}
