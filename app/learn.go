package app

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"

	"xunlu/judge"
	"xunlu/judge/learn"
)

// Learned is a fitted rule set with a report a person can decide on.
type Learned struct {
	Rules   judge.Rules  `json:"rules"`
	Labels  int          `json:"labels"`
	Routes  int          `json:"routes"`
	LeftOut int          `json:"left_out"` // labels whose page is not stored
	Before  learn.Report `json:"before"`   // the rules as they were, on all labels
	Cross   learn.Report `json:"cross"`    // fitted on other sites than those judged; of no pages when the labels do not allow it
	Text    string       `json:"text"`     // in plain words
}

// folds of the cross-validation by site.
const folds = 10

// Learn fits the weights of a rule set's factors to labelled pages: logistic regression, or paper A's occurrence counts.
func Learn(labels []Labelled, r judge.Rules, method string) (Learned, error) {
	samples, err := Samples(labels, r)
	if err != nil {
		return Learned{}, err
	}
	return learnFrom(samples, r, method)
}

// learnFrom fits rules to samples counted by the terms of those rules alone.
func learnFrom(samples []learn.Sample, r judge.Rules, method string) (Learned, error) {
	terms, err := judge.NewTerms(r)
	if err != nil {
		return Learned{}, err
	}
	return learnCounted(samples, terms, r, method)
}

// Methods of learning; "" is LearnLogistic.
const (
	LearnLogistic = "logistic" // L2-regularised logistic regression
	LearnPaper    = "paper"    // paper A table 2.1: occurrence counts
)

// fitOf gives the procedure of a method.
func fitOf(method string) (learn.Fit, error) {
	switch method {
	case "", LearnLogistic:
		return func(r judge.Rules, t *judge.Terms, s []learn.Sample) (judge.Rules, error) {
			return learn.Logistic(r, t, s, learn.Options{KeepSign: true, Prior: 4})
		}, nil
	case LearnPaper:
		return learn.PaperFit, nil
	}
	return nil, fmt.Errorf("learning method %q is not %s or %s", method, LearnLogistic, LearnPaper)
}

// learnCounted fits rules to samples whose evidence was counted by terms, and measures before and after.
func learnCounted(samples []learn.Sample, terms *judge.Terms, r judge.Rules, method string) (Learned, error) {
	fit, err := fitOf(method)
	if err != nil {
		return Learned{}, err
	}
	out := Learned{Labels: len(samples)}
	for _, s := range samples {
		if s.Route {
			out.Routes++
		}
	}
	if others := out.Labels - out.Routes; out.Routes < LeastLabels || others < LeastLabels {
		return out, FewLabels{out.Routes, others}
	}
	before, err := learn.Evaluate(r, terms, samples)
	if err != nil {
		return out, err
	}
	cross, err := learn.CrossValidate(fit, r, terms, samples, folds)
	if errors.Is(err, learn.ErrSamples) { // one kind of page on all other sites: nothing can be measured, but learned it can
		cross = nil
	} else if err != nil {
		return out, err
	}
	if out.Rules, err = fit(r, terms, samples); err != nil {
		return out, err
	}
	if out.Before = learn.Measure(before); len(cross) > 0 {
		out.Cross = learn.Measure(cross)
	}
	out.Text = out.report(r)
	return out, nil
}

// report says in plain words what was learned.
func (l *Learned) report(old judge.Rules) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d labelled pages: %d routes, %d others, from %d sites.\n", l.Labels, l.Routes, l.Labels-l.Routes, l.Before.Sites)
	say := func(name string, m learn.Report) {
		fmt.Fprintf(&b, "%s: F1 %.1f %% (95 %% interval %.1f – %.1f), precision %.1f %%, recall %.1f %%.\n", name,
			100*m.F1.Value, 100*m.F1.Low, 100*m.F1.High, 100*m.Precision.Value, 100*m.Recall.Value)
	}
	say("Before", l.Before)
	if l.LeftOut > 0 {
		fmt.Fprintf(&b, "%d labels were left out: their pages are not stored.\n", l.LeftOut)
	}
	if l.Cross.Table.N() > 0 {
		say("Learned, judged on sites it did not learn from", l.Cross)
	}
	type move struct {
		name     string
		from, to float64
	}
	var moves []move
	for i, f := range l.Rules.Factors {
		if i < len(old.Factors) {
			moves = append(moves, move{f.Name, old.Factors[i].Weight, f.Weight})
		}
	}
	sort.Slice(moves, func(i, j int) bool {
		return math.Abs(moves[i].to-moves[i].from) > math.Abs(moves[j].to-moves[j].from)
	})
	for _, m := range moves[:min(8, len(moves))] {
		fmt.Fprintf(&b, "  %-30s %+.3f → %+.3f\n", m.name, m.from, m.to)
	}
	switch {
	case l.Cross.Table.N() == 0:
		b.WriteString("Whether the new weights are better cannot be said: label both kinds of pages on two sites or more.")
	case l.Labels < 100:
		b.WriteString("Label more pages: below 100 the figures say little. Both kinds from every site help most.")
	case l.Routes*5 < l.Labels:
		b.WriteString("Label more route pages: they are fewer than one in five.")
	case l.Cross.F1.Value < l.Before.F1.Value:
		b.WriteString("The new weights are not better on sites they did not see: better keep the old ones.")
	default:
		b.WriteString("The new weights are better on sites they did not see.")
	}
	return b.String()
}
