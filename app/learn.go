package app

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"xunlu/judge"
	"xunlu/judge/learn"
)

// Learned is a fitted rule set with a report a person can decide on.
type Learned struct {
	Rules  judge.Rules  `json:"rules"`
	Labels int          `json:"labels"`
	Routes int          `json:"routes"`
	Before learn.Report `json:"before"` // the rules as they were, on all labels
	Cross  learn.Report `json:"cross"`  // fitted on other sites than those judged
	Text   string       `json:"text"`   // in plain words
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

func learnFrom(samples []learn.Sample, r judge.Rules, method string) (Learned, error) {
	terms, err := judge.NewTerms(r)
	if err != nil {
		return Learned{}, err
	}
	var fit learn.Fit = func(r judge.Rules, t *judge.Terms, s []learn.Sample) (judge.Rules, error) {
		return learn.Logistic(r, t, s, learn.Options{KeepSign: true, Prior: 4})
	}
	if method == "paper" {
		fit = learn.PaperFit
	}
	out := Learned{Labels: len(samples)}
	for _, s := range samples {
		if s.Route {
			out.Routes++
		}
	}
	if out.Routes < 5 || out.Labels-out.Routes < 5 {
		return out, fmt.Errorf("%d route pages and %d others are labelled; learning needs at least 5 of each", out.Routes, out.Labels-out.Routes)
	}
	before, err := learn.Evaluate(r, terms, samples)
	if err != nil {
		return out, err
	}
	cross, err := learn.CrossValidate(fit, r, terms, samples, folds)
	if err != nil {
		return out, err
	}
	if out.Rules, err = fit(r, terms, samples); err != nil {
		return out, err
	}
	out.Before, out.Cross = learn.Measure(before), learn.Measure(cross)
	out.Text = out.report(r)
	return out, nil
}

// report says in plain words what was learned.
func (l *Learned) report(old judge.Rules) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d labelled pages: %d routes, %d others, from %d sites.\n", l.Labels, l.Routes, l.Labels-l.Routes, l.Cross.Sites)
	say := func(name string, m learn.Report) {
		fmt.Fprintf(&b, "%s: F1 %.1f %% (95 %% interval %.1f – %.1f), precision %.1f %%, recall %.1f %%.\n", name,
			100*m.F1.Value, 100*m.F1.Low, 100*m.F1.High, 100*m.Precision.Value, 100*m.Recall.Value)
	}
	say("Before", l.Before)
	say("Learned, judged on sites it did not learn from", l.Cross)
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
