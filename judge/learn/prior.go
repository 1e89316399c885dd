package learn

import "xunlu/judge"

// pull is how much of what was expected the penalty pulls a weight to.
const pull = 0.3

// ShippedOptions are those the shipped rule set xunlu was fitted with.
var ShippedOptions = Options{Lambda: 2, Recall: 0.6}

// FromPriors fits by Logistic from what is expected of the factors, not from the weights that a set came with: those have seen
// the pages they were fitted to, and judging such pages by what was fitted from there would flatter. Lambda and Recall of o are
// used. A set of which nothing is expected starts from zero, its signs free.
func FromPriors(o Options) Fit {
	return func(rules judge.Rules, terms *judge.Terms, samples []Sample) (judge.Rules, error) {
		start, o := copyOf(rules), o // folds fit at the same time
		expected := false
		for i := range start.Factors {
			start.Factors[i].Weight = start.Factors[i].Prior
			expected = expected || start.Factors[i].Prior != 0
		}
		o.KeepSign, o.Prior = expected, pull
		return Logistic(start, terms, samples, o)
	}
}
