package learn

import (
	"fmt"
	"slices"

	"xunlu/judge"
)

// Evaluate judges samples with rules as they are.
func Evaluate(rules judge.Rules, terms *judge.Terms, samples []Sample) ([]Judged, error) {
	j, err := judge.Compile(rules, terms)
	if err != nil {
		return nil, err
	}
	out := make([]Judged, 0, len(samples))
	for _, s := range samples {
		if !j.Fits(s.Evidence) {
			return nil, fmt.Errorf("page %s: its evidence was counted with other terms", s.ID)
		}
		v := j.Verdict(s.Evidence)
		out = append(out, Judged{ID: s.ID, Site: s.Site, Route: s.Route, Called: v.Route, Score: v.Score})
	}
	return out, nil
}

// CrossValidate fits on all folds but one and judges that one, for each fold in turn. Folds are made of whole sites;
// folds < 2, or more than there are sites, makes each site a fold. A fold whose rest holds one kind of pages only is an
// error. The judged pages come back in the order of the samples.
func CrossValidate(fit Fit, rules judge.Rules, terms *judge.Terms, samples []Sample, folds int) ([]Judged, error) {
	if len(samples) == 0 {
		return nil, ErrSamples
	}
	fold := foldsOf(samples, folds)
	out := make([]Judged, len(samples))
	for k := range slices.Max(fold) + 1 {
		rest, held, at := holdOut(samples, fold, k)
		if err := judgeHeld(fit, rules, terms, rest, held, at, out); err != nil {
			return nil, fmt.Errorf("fold %d: %w", k+1, err)
		}
	}
	return out, nil
}

// holdOut parts the samples of fold k, with their places, from the rest.
func holdOut(samples []Sample, fold []int, k int) (rest, held []Sample, at []int) {
	for i, s := range samples {
		if fold[i] == k {
			held, at = append(held, s), append(at, i)
		} else {
			rest = append(rest, s)
		}
	}
	return rest, held, at
}

// judgeHeld fits to rest and writes how that judges held to their places in out.
func judgeHeld(fit Fit, rules judge.Rules, terms *judge.Terms, rest, held []Sample, at []int, out []Judged) error {
	fitted, err := fit(rules, terms, rest)
	if err != nil {
		return err
	}
	judged, err := Evaluate(fitted, terms, held)
	if err != nil {
		return err
	}
	for n, i := range at {
		out[i] = judged[n]
	}
	return nil
}

// foldsOf deals the sites out, the largest first, each to the fold with the fewest pages so far.
func foldsOf(samples []Sample, folds int) []int {
	pages := make(map[string]int)
	for _, s := range samples {
		pages[s.Site]++
	}
	sites := make([]string, 0, len(pages))
	for site := range pages {
		sites = append(sites, site)
	}
	slices.SortFunc(sites, func(a, b string) int {
		if pages[a] != pages[b] {
			return pages[b] - pages[a]
		}
		if a < b {
			return -1
		}
		return 1
	})
	if folds < 2 || folds > len(sites) {
		folds = max(1, len(sites))
	}
	size, of := make([]int, folds), make(map[string]int)
	for _, site := range sites {
		k := slices.Index(size, slices.Min(size))
		of[site] = k
		size[k] += pages[site]
	}
	out := make([]int, len(samples))
	for i, s := range samples {
		out[i] = of[s.Site]
	}
	return out
}
