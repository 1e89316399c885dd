package engine

import (
	"xunlu/judge"
	"xunlu/storage"
)

// maxRelevance bounds what k adds to a priority: a page of one guide word repeated must not outrun everything.
const maxRelevance = 2

// priority is a link's predicted relevance for best-first (paper B §URL strategy): what its page was, and how deep it lies.
// Higher is sooner. With a soft focus the page's k counts too.
func (st *siteState) priority(o *Outcome) float32 {
	p := -float32(o.Task.Depth) / 4
	if o.Verdict.Label == judge.LabelRoute {
		p += 0.5 // routes link to their like
	}
	if o.Verdict.Class == judge.ClassListing {
		p += 2
	}
	if st.site.Focus == storage.FocusSoft && o.Guided {
		p += float32(min(o.Relevance, maxRelevance))
	}
	return p
}
