// Package learn fits the weights of a rule set to labelled pages, and measures how well a rule set judges.
//
// It works on stored evidence only: no page is read again. What it returns is a rule set like any other, a table that
// a person can read and edit; it knows nothing of where labels come from.
package learn

import (
	"cmp"
	"errors"
	"fmt"

	"xunlu/judge"
)

// Sample is one labelled page.
type Sample struct {
	ID       string
	Site     string // pages of one site are never split between fitting and measuring
	Route    bool   // the label: it is a route page (or whatever the rule set's topic is)
	Evidence *judge.Evidence
	Weight   float64 // how much it counts in Logistic; 0 means 1
}

// Fit learns the weights of rules from samples; the terms are those that the evidence was counted with.
type Fit func(rules judge.Rules, terms *judge.Terms, samples []Sample) (judge.Rules, error)

// ErrSamples is wrapped by fits that cannot learn from what they were given: both kinds of pages are needed.
var ErrSamples = errors.New("not enough labelled pages")

// table is the samples as a fit sees them: which factor hits on which page.
type table struct {
	hits   [][]bool // sample × factor
	route  []bool
	site   []string
	weight []float64
	routes int
}

func tabulate(rules judge.Rules, terms *judge.Terms, samples []Sample) (*table, error) {
	j, err := judge.Compile(rules, terms)
	if err != nil {
		return nil, err
	}
	t := &table{}
	for _, s := range samples {
		if !j.Fits(s.Evidence) {
			return nil, fmt.Errorf("page %s: its evidence was counted with other terms", s.ID)
		}
		t.hits = append(t.hits, j.Hits(s.Evidence, nil))
		t.route = append(t.route, s.Route)
		t.site = append(t.site, s.Site)
		t.weight = append(t.weight, cmp.Or(s.Weight, 1))
		if s.Route {
			t.routes++
		}
	}
	if t.routes == 0 || t.routes == len(samples) {
		return nil, fmt.Errorf("%w: %d route pages and %d others", ErrSamples, t.routes, len(samples)-t.routes)
	}
	return t, nil
}

// record writes into the factors on how many route pages and on how many others each one occurs (paper A table 2.1).
func (t *table) record(factors []judge.Factor) {
	for i := range factors {
		factors[i].RouteHits, factors[i].OtherHits = 0, 0
		for s, hits := range t.hits {
			switch {
			case hits[i] && t.route[s]:
				factors[i].RouteHits++
			case hits[i]:
				factors[i].OtherHits++
			}
		}
	}
}

// copyOf is rules with factors of its own.
func copyOf(rules judge.Rules) judge.Rules {
	rules.Factors = append([]judge.Factor(nil), rules.Factors...)
	return rules
}
