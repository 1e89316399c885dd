package learn

import (
	"fmt"
	"runtime"
	"sync"

	"xunlu/judge"
)

// innerFolds is how often the pages to learn from are split again to choose among fits.
const innerFolds = 4

// Choice of a Nested: which fit each outer fold took.
type Choice struct {
	Fold int // from 0
	Fit  int // index into the fits
}

// Nested is CrossValidate with the choice among fits (other penalties, say) inside: for each fold the fit is taken that has the
// highest F1 when the other folds are cross-validated among themselves, by sites. So the pages judged had no say in the
// choice either. Folds are fitted at the same time on all cores; the answer does not depend on how many there are.
func Nested(fits []Fit, rules judge.Rules, terms *judge.Terms, samples []Sample, folds int) ([]Judged, []Choice, error) {
	if len(samples) == 0 || len(fits) == 0 {
		return nil, nil, ErrSamples
	}
	fold := foldsOf(samples, folds)
	n := 0
	for _, k := range fold {
		n = max(n, k+1)
	}
	out, choices, errs := make([]Judged, len(samples)), make([]Choice, n), make([]error, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for k := range next {
				choices[k].Fold = k
				choices[k].Fit, errs[k] = nestedFold(fits, rules, terms, samples, fold, k, out)
			}
		})
	}
	for k := range n {
		next <- k
	}
	close(next)
	wg.Wait()
	for k, err := range errs {
		if err != nil {
			return nil, nil, fmt.Errorf("fold %d: %w", k+1, err)
		}
	}
	return out, choices, nil
}

// nestedFold chooses a fit for one fold, and judges the fold by it into out.
func nestedFold(fits []Fit, rules judge.Rules, terms *judge.Terms, samples []Sample, fold []int, k int, out []Judged) (int, error) {
	rest, held, at := holdOut(samples, fold, k)
	best, bestF1 := 0, -1.0
	for i := range fits {
		if len(fits) == 1 {
			break
		}
		judged, err := CrossValidate(fits[i], rules, terms, rest, innerFolds)
		if err != nil {
			return 0, err
		}
		var t Table
		for _, j := range judged {
			t.Add(j.Route, j.Called)
		}
		if t.F1() > bestF1 {
			best, bestF1 = i, t.F1()
		}
	}
	return best, judgeHeld(fits[best], rules, terms, rest, held, at, out)
}
