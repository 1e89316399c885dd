package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"xunlu/judge"
	"xunlu/storage"
)

// What a template is held against.
const (
	healthPages = 100  // the last pages it matched
	healthLeast = 20   // fewer say nothing
	healthAgree = 0.80 // below this share of agreement it is flagged; the content judge errs too, and one in five is more than its errors
)

// TemplateState is how a template agrees with what its pages say.
type TemplateState struct {
	Template judge.Template `json:"template"`
	Pages    int            `json:"pages"`    // looked at: the last ones it matched, without those the content leaves unsure
	Agree    float64        `json:"agree"`    // share of them whose content says the same
	Flagged  bool           `json:"flagged"`  // it stopped agreeing: the site may have changed its addresses
	Examples []string       `json:"examples"` // addresses that do not agree, newest first
}

// TemplateHealth judges the last pages of each template of a site by their content, as if the template were not there (paper A: URL rules
// need care when the site changes). A person's label counts before the judge.
func (a *App) TemplateHealth(ctx context.Context, site string) ([]TemplateState, error) {
	s, err := a.store.Site(site)
	if err != nil {
		return nil, err
	}
	compiled, err := judge.CompileTemplates(s.Templates)
	if err != nil {
		return nil, fmt.Errorf("site %s: %w", site, err)
	}
	matched := map[judge.Template][]seenPage{}
	err = a.eachContent(ctx, site, func(p *storage.Page, v contentView) {
		if t, ok := compiled.Match(p.URL); ok && !v.unsure {
			matched[t] = append(matched[t], seenPage{p.URL, p.Fetched, v.class == judge.ClassRoute})
		}
	})
	if err != nil {
		return nil, fmt.Errorf("templates of %s: %w", site, err)
	}
	out := make([]TemplateState, 0, len(s.Templates))
	for _, t := range s.Templates {
		out = append(out, stateOf(t, matched[t]))
	}
	return out, nil
}

// seenPage is a page a template matched.
type seenPage struct {
	url     string
	fetched time.Time
	route   bool // by its content
}

func stateOf(t judge.Template, pages []seenPage) TemplateState {
	slices.SortFunc(pages, func(a, b seenPage) int { return cmp.Or(b.fetched.Compare(a.fetched), cmp.Compare(a.url, b.url)) })
	pages = pages[:min(len(pages), healthPages)]
	s := TemplateState{Template: t, Pages: len(pages)}
	says := t.Class == judge.ClassRoute || t.Class == judge.ClassAgency
	agree := 0
	for _, p := range pages {
		if p.route == says {
			agree++
		} else if len(s.Examples) < suggestExamples {
			s.Examples = append(s.Examples, p.url)
		}
	}
	if len(pages) > 0 {
		s.Agree = float64(agree) / float64(len(pages))
	}
	s.Flagged = len(pages) >= healthLeast && s.Agree < healthAgree
	return s
}

// contentView is what a page is by its content, or by a person's label.
type contentView struct {
	class  judge.Class // route, listing, or "" for all else
	unsure bool        // the judge cannot say; class is ""
}

// eachContent walks the stored pages of a site with what their content says, whatever template decided.
func (a *App) eachContent(ctx context.Context, site string, do func(*storage.Page, contentView)) error {
	params := a.coord.Params()
	terms, err := judge.NewTerms(append([]judge.Rules{params.Rules}, params.Beside...)...)
	if err != nil {
		return err
	}
	j, err := judge.Compile(params.Rules, terms)
	if err != nil {
		return err
	}
	labels, err := a.labelOf()
	if err != nil {
		return err
	}
	return a.store.EachPage(0, func(p storage.Page) error {
		if p.Site != site || p.State != storage.Done {
			return ctx.Err()
		}
		e, err := a.evidence(p.ID)
		if err != nil {
			return fmt.Errorf("page %s: %w", p.URL, err)
		}
		if j.Fits(e) {
			do(&p, viewOf(j.Verdict(e), e, labels[p.URL]))
		}
		return ctx.Err()
	})
}

// viewOf turns a verdict on content into a class. A listing is a page that is no route and shows several priced tours, or a long list of links, and next to
// no prose: beside an article many sites show the same.
func viewOf(v judge.Verdict, e *judge.Evidence, label judge.Label) contentView {
	if label != "" {
		v.Label = label
	}
	switch {
	case v.Label == judge.LabelRoute:
		return contentView{class: judge.ClassRoute}
	case v.Label == judge.LabelUnsure:
		return contentView{unsure: true}
	case e.Features.LongText < listingProse && (e.Features.PricedCards >= listingCards || e.Features.LinkShare >= listingLinks && e.Features.LinkItems >= listingItems):
		return contentView{class: judge.ClassListing}
	}
	return contentView{}
}

// What makes a page that is no route a listing.
const (
	listingProse = 0.1 // share of the text in long paragraphs
	listingCards = 4   // priced tours beside each other
	listingLinks = 0.7 // share of the text that stands in links
	listingItems = 15  // links below each other
)
