package learn

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"xunlu/judge"
)

// PaperFormula is how PaperFit turns counts into weights.
const PaperFormula = "weight = max(0, s · ln((r/R + 4/n) / (o/O + 4/n))); r of R route pages and o of O others have the " +
	"factor, n = R+O; s is such that the threshold lies where the F1 of these n pages is highest"

// doubt is the number of pages that are added evenly over both kinds: a factor seen on none of them weighs nothing, and
// one seen once or twice weighs little.
const doubt = 4

// PaperFit is paper A's own procedure (§判别, table 2.1): count on how many route pages and on how many others each
// factor occurs, and give telling factors more weight. The paper does not print its formula; ours is PaperFormula.
// No weight is negative: the paper only adds.
func PaperFit(rules judge.Rules, terms *judge.Terms, samples []Sample) (judge.Rules, error) {
	if rules.Method == judge.Density {
		return densityFit(rules, terms, samples)
	}
	t, err := tabulate(rules, terms, samples)
	if err != nil {
		return judge.Rules{}, err
	}
	out := copyOf(rules)
	t.record(out.Factors)
	raw := make([]float64, len(out.Factors))
	for i, f := range out.Factors {
		if !f.Off {
			raw[i] = math.Max(0, logRatio(f.RouteHits, t.routes, f.OtherHits, len(samples)-t.routes))
		}
	}
	scores := make([]float64, len(samples))
	for s, hits := range t.hits {
		for i, hit := range hits {
			if hit {
				scores[s] += raw[i]
			}
		}
	}
	if out.Threshold <= 0 {
		out.Threshold = 1
	}
	scale := out.Threshold / bestCut(scores, t.route)
	for i := range out.Factors {
		out.Factors[i].Weight = round(raw[i]*scale, 4)
	}
	out.Formula = PaperFormula
	return out, nil
}

// densityFit is the same for paper B's method: weights from how much denser a guide word is on route pages, scaled so
// that the threshold lies where F1 is highest.
func densityFit(rules judge.Rules, terms *judge.Terms, samples []Sample) (judge.Rules, error) {
	t, err := tabulate(rules, terms, samples)
	if err != nil {
		return judge.Rules{}, err
	}
	out := copyOf(rules)
	t.record(out.Factors)
	for i, f := range out.Factors {
		out.Factors[i].Weight = math.Max(0, logRatio(f.RouteHits, t.routes, f.OtherHits, len(samples)-t.routes))
	}
	j, err := judge.Compile(out, terms)
	if err != nil {
		return judge.Rules{}, err
	}
	scores := make([]float64, len(samples))
	for s := range samples {
		scores[s] = j.Verdict(samples[s].Evidence).Score
	}
	if out.Threshold <= 0 {
		out.Threshold = 0.6
	}
	scale := out.Threshold / bestCut(scores, t.route)
	for i := range out.Factors {
		out.Factors[i].Weight = round(out.Factors[i].Weight*scale, 1)
	}
	out.Formula = PaperFormula + "; score k = (1/len)·(1/N)·Σ count·weight"
	return out, nil
}

// logRatio is the logarithm of how much more often a factor occurs on route pages, smoothed by doubt.
func logRatio(r, routes, o, others int) float64 {
	even := doubt / float64(routes+others)
	return math.Log((float64(r)/float64(routes) + even) / (float64(o)/float64(others) + even))
}

// bestCut is the score above which calling a page a route gives the highest F1. Each middle between two neighbouring
// scores is tried; of all that come within plateau of the best one the mean is taken, so that one page more or less does
// not move it far.
func bestCut(scores []float64, route []bool) float64 {
	cuts, f1s, best := f1Cuts(scores, route)
	sum, n := 0.0, 0.0
	for i, cut := range cuts {
		if f1s[i] >= best-plateau {
			sum += cut
			n++
		}
	}
	if n == 0 {
		return 1 // no page scores above zero
	}
	return sum / n
}

// plateau is the loss of F1 that is given for a steadier cut.
const plateau = 0.01

// f1Cuts lists the cuts, from the highest score down to zero, with the F1 of each, and the best F1.
func f1Cuts(scores []float64, route []bool) (cuts, f1s []float64, best float64) {
	order := make([]int, len(scores))
	positives := 0
	for i := range order {
		order[i] = i
		if route[i] {
			positives++
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	tp := 0
	for n, i := range order {
		if route[i] {
			tp++
		}
		below := 0.0
		if n+1 < len(order) {
			below = scores[order[n+1]]
		}
		if scores[i] <= below || scores[i] <= 0 {
			continue // a page with the same score cannot be on the other side
		}
		f1 := 2 * float64(tp) / float64(n+1+positives)
		cuts, f1s = append(cuts, (scores[i]+math.Max(0, below))/2), append(f1s, f1)
		best = math.Max(best, f1)
	}
	return cuts, f1s, best
}

func round(v float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(v*p) / p
}

// Describe is the Source line of a fitted rule set: what it was fitted to.
func Describe(data string, samples []Sample) string {
	routes, sites := 0, make(map[string]bool)
	for _, s := range samples {
		sites[s.Site] = true
		if s.Route {
			routes++
		}
	}
	return fmt.Sprintf("%s: %d pages of %d sites, %d of them route pages", data, len(samples), len(sites), routes)
}
