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

// bestCut is the score above which calling a page a route gives the highest F1: the middle between two neighbouring
// scores, positive.
func bestCut(scores []float64, route []bool) float64 {
	order := make([]int, len(scores))
	positives := 0
	for i := range order {
		order[i] = i
		if route[i] {
			positives++
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	best, cut, tp := -1.0, 1.0, 0
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
		if f1 := 2 * float64(tp) / float64(n+1+positives); f1 > best {
			best, cut = f1, (scores[i]+math.Max(0, below))/2
		}
	}
	return cut
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
