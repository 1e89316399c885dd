package app

import (
	"fmt"
	"strings"

	"xunlu/judge"
	"xunlu/judge/learn"
)

// Cross is how a rule set's factors judge labelled pages of sites that its weights were not fitted to.
type Cross struct {
	Eval
	Choices []string // of the nested check: what each fold chose
	Fitted  string   // the procedure
}

// crossGrid is what the nested check may choose from.
var crossGrid = [...]learn.Options{
	{Lambda: 1, Recall: 0.6}, {Lambda: 2, Recall: 0.6}, {Lambda: 4, Recall: 0.6},
	{Lambda: 1, Recall: 1}, {Lambda: 2, Recall: 1}, {Lambda: 4, Recall: 1},
}

// CrossEvaluate fits the weights again for each site, to the labelled pages of all other sites, and judges the site's pages by them.
// Rules with priors are fitted by logistic regression from those; others by the paper's procedure. With nested, the penalty is not
// the one that did best on these pages but chosen anew for each fold of ten, on the pages outside it.
func CrossEvaluate(labels []Labelled, r judge.Rules, nested bool) (Cross, error) {
	samples, err := Samples(labels, r)
	if err != nil {
		return Cross{}, err
	}
	terms, err := judge.NewTerms(r)
	if err != nil {
		return Cross{}, err
	}
	c := Cross{Fitted: "paper A's occurrence counts"}
	fits := []learn.Fit{learn.PaperFit}
	if hasPriors(r) {
		c.Fitted = fmt.Sprintf("logistic regression, λ = %g", learn.ShippedOptions.Lambda)
		fits = []learn.Fit{learn.FromPriors(learn.ShippedOptions)}
		if nested {
			c.Fitted, fits = "logistic regression, λ and balance chosen inside each fold", nil
			for _, o := range crossGrid {
				fits = append(fits, learn.FromPriors(o))
			}
		}
	}
	folds := 0 // each site is one
	if nested {
		folds = 10
	}
	judged, choices, err := learn.Nested(fits, r, terms, samples, folds)
	if err != nil {
		return c, err
	}
	if len(fits) > 1 {
		for _, x := range choices {
			c.Choices = append(c.Choices, fmt.Sprintf("λ %g balance %g", crossGrid[x.Fit].Lambda, crossGrid[x.Fit].Recall))
		}
	}
	return c, c.fill(labels, r, judged)
}

func hasPriors(r judge.Rules) bool {
	for _, f := range r.Factors {
		if f.Prior != 0 {
			return true
		}
	}
	return false
}

// fill makes the tables of judged pages. The reasons of a wrong page are those of the rules as they are shipped: near enough to the weights
// of its fold to see why.
func (c *Cross) fill(labels []Labelled, r judge.Rules, judged []learn.Judged) error {
	j, err := NewJudge(r, nil, nil)
	if err != nil {
		return err
	}
	c.Eval = Eval{Rules: r.Ref()}
	c.tables(labels, judged)
	for i := range labels {
		l, x := &labels[i], judged[i]
		if x.Route == x.Called {
			continue
		}
		p, err := j.labelled(l)
		if err != nil {
			return err
		}
		c.Wrong = append(c.Wrong, Wrong{l.ID, l.Label, x.Score, l.Site, p.Title, strongest(p.Verdict.Reasons)})
	}
	return nil
}

// InLanguage keeps the labels whose language begins with a prefix: "zh" for zh-Hans and zh-Hant.
func InLanguage(labels []Labelled, prefix string) []Labelled {
	var out []Labelled
	for _, l := range labels {
		if strings.HasPrefix(l.Lang, prefix) {
			out = append(out, l)
		}
	}
	return out
}
