package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"xunlu/judge"
	"xunlu/storage"
)

// When a kind of address is offered as a template.
const (
	suggestPages    = 20   // judged pages
	suggestAgree    = 0.95 // share of them that are of the template's class
	suggestKin      = 3    // kinds that differ in one segment before the segment is left open
	suggestExamples = 5
)

// Suggestion is a template that the judged pages of a site offer by themselves.
type Suggestion struct {
	Template judge.Template `json:"template"`
	Pages    int            `json:"pages"`    // judged pages it matches
	Agree    float64        `json:"agree"`    // share of them that are of its class
	Examples []string       `json:"examples"` // addresses that agree
	Against  []string       `json:"against"`  // addresses that do not
}

// SuggestTemplates finds kinds of addresses of a site whose pages the content judges alike: routes, or listings. A person's label counts
// before the judge. What a template of the site matches already is left out. The ones with most pages come first.
func (a *App) SuggestTemplates(ctx context.Context, site string) ([]Suggestion, error) {
	s, err := a.store.Site(site)
	if err != nil {
		return nil, err
	}
	known, err := judge.CompileTemplates(s.Templates)
	if err != nil {
		return nil, fmt.Errorf("site %s: %w", site, err)
	}
	kinds := map[string]*addressKind{}
	err = a.eachContent(ctx, site, func(p *storage.Page, v contentView) {
		if _, ok := known.Match(p.URL); !ok {
			s := shapeOfURL(p.URL)
			kindOf(kinds, s).add(p.URL, v)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("suggest templates for %s: %w", site, err)
	}
	names := map[string]bool{}
	for _, t := range s.Templates {
		names[t.Name] = true
	}
	return offer(kinds, names), nil
}

// AcceptTemplate appends a template to a site's; it decides from the next page on.
func (a *App) AcceptTemplate(ctx context.Context, site string, t judge.Template) (storage.Site, error) {
	s, err := a.store.Site(site)
	if err != nil {
		return s, err
	}
	s.Templates = append(slices.Clone(s.Templates), t)
	return a.EditSite(ctx, s)
}

// addressKind is one kind of address with what its pages are.
type addressKind struct {
	shape   urlShape
	kin     []*addressKind // the kinds a wider one stands for; empty for one that pages were counted in directly
	pages   int
	class   map[judge.Class]int
	of      map[judge.Class][]string // examples
	covered bool                     // an offer stands for it
}

func kindOf(kinds map[string]*addressKind, s urlShape) *addressKind {
	k := kinds[s.key()]
	if k == nil {
		k = &addressKind{shape: s, class: map[judge.Class]int{}, of: map[judge.Class][]string{}}
		kinds[s.key()] = k
	}
	return k
}

func (k *addressKind) add(url string, v contentView) {
	k.pages++
	k.class[v.class]++
	if len(k.of[v.class]) < suggestExamples {
		k.of[v.class] = append(k.of[v.class], url)
	}
}

// widen makes, for every segment, the kind in which it is left open. Kinds that have no kin stay out: one example says nothing about
// what else may stand there.
func widen(kinds map[string]*addressKind) []*addressKind {
	wide := map[string]*addressKind{}
	for _, k := range kinds {
		for i := range k.shape.path {
			s, ok := k.shape.without(i)
			if !ok {
				continue
			}
			w := kindOf(wide, s)
			w.kin = append(w.kin, k)
		}
	}
	var out []*addressKind
	for key, w := range wide {
		if own := kinds[key]; own != nil {
			w.kin = append(w.kin, own) // its pages match the open segment too
		}
		if len(w.kin) < suggestKin {
			continue
		}
		slices.SortFunc(w.kin, func(a, b *addressKind) int {
			return cmp.Or(b.pages-a.pages, strings.Compare(a.shape.key(), b.shape.key()))
		})
		for _, k := range w.kin {
			w.pages += k.pages
			for c, n := range k.class {
				w.class[c] += n
				w.of[c] = append(w.of[c], k.of[c][:min(len(k.of[c]), 2)]...) // of each kind some
			}
		}
		out = append(out, w)
	}
	return out
}

// offer picks the kinds worth a template, the widest first; one whose pages another offer holds already is not offered again.
func offer(kinds map[string]*addressKind, names map[string]bool) []Suggestion {
	all := widen(kinds)
	for _, k := range kinds {
		k.kin = []*addressKind{k}
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b *addressKind) int {
		return cmp.Or(b.pages-a.pages, len(a.kin)-len(b.kin), strings.Compare(a.shape.key(), b.shape.key()))
	})
	var out []Suggestion
	for _, k := range all {
		fresh := 0
		for _, x := range k.kin {
			if !x.covered {
				fresh += x.pages
			}
		}
		class, agree := k.best()
		if k.pages < suggestPages || agree < suggestAgree || fresh*2 < k.pages {
			continue
		}
		if class != judge.ClassRoute && len(k.kin) > 1 {
			continue // a directory not seen yet may hold routes, and nobody would judge them
		}
		for _, x := range k.kin {
			x.covered = true
		}
		t := judge.Template{Name: freshName(k.shape.name(), names), Class: class, Pattern: k.shape.pattern()}
		if _, err := judge.CompileTemplates([]judge.Template{t}); err != nil {
			continue // an address longer than a template may be
		}
		out = append(out, Suggestion{Template: t, Pages: k.pages, Agree: agree, Examples: firstOf(k.of[class]), Against: k.against(class)})
	}
	return out
}

// best gives the class most pages are of, route or listing, and its share.
func (k *addressKind) best() (judge.Class, float64) {
	class := judge.ClassRoute
	if k.class[judge.ClassListing] > k.class[class] {
		class = judge.ClassListing
	}
	return class, float64(k.class[class]) / float64(max(1, k.pages))
}

func (k *addressKind) against(class judge.Class) []string {
	var out []string
	for c, list := range k.of {
		if c != class {
			out = append(out, list...)
		}
	}
	slices.Sort(out)
	return firstOf(out)
}

func firstOf(list []string) []string { return list[:min(len(list), suggestExamples)] }

// freshName gives a name no template of the site has yet, and notes it.
func freshName(name string, taken map[string]bool) string {
	const most = 60
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	out := name
	for n := 2; taken[out]; n++ {
		out = fmt.Sprintf("%s (%d)", name, n)
	}
	taken[out] = true
	return out
}
