package engine

import (
	"fmt"

	"xunlu/judge"
	"xunlu/storage"
)

// guideOf compiles the density rules that a focus goes by (paper B §relevance filter): those in force when they are of that method, else
// the first ones counted beside them.
func guideOf(p *Params, terms *judge.Terms) (*judge.Judge, error) {
	for _, r := range append([]judge.Rules{p.Rules}, p.Beside...) {
		if r.Method != judge.Density || r.Threshold <= 0 {
			continue
		}
		j, err := judge.Compile(r, terms)
		if err != nil {
			return nil, fmt.Errorf("rules %s: %w", r.Ref(), err)
		}
		return j, nil
	}
	return nil, nil
}

// guide notes how relevant a page is, for what its links are worth.
func (c *Context) guide(o *Outcome, found *judge.Evidence) {
	if c.Guide == nil {
		return
	}
	v := c.Guide.Verdict(found)
	o.Guided, o.Relevance = true, v.Score/v.Threshold
}

// offTopic says that a hard focus does not follow a page's links: its k is not above the threshold (paper B: k > 0.6). The seeds are
// followed always, a person chose them, and so are listing pages, which a template knows (paper B: 种子型 URL), and redirects, which have
// no text.
func (st *siteState) offTopic(o *Outcome) bool {
	return st.site.Focus == storage.FocusHard && o.Guided && o.Relevance <= 1 && o.Task.Depth > 0 && o.Redirect == "" &&
		o.Verdict.Class != judge.ClassListing
}
