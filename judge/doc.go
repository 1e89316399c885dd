// Package judge decides whether a page is a route page (one page = one bookable tour).
//
// It is the ground floor: pure, no I/O, no clock, nothing of ours and nothing third-party below it.
// It refuses to know where a page came from, how it was decoded, and who shows the verdict.
//
// Two papers stand behind it. Method Sum is paper A: W = Σ w(factor i), a route page when W > threshold.
// Method Density is paper B: k = (1/len)·(1/N)·Σ count_i·b_i, a route page when k > threshold.
// Site templates (named URL expressions, paper A's 模板类) decide first when one matches.
//
// The walk: Compile(rules…) builds one Terms (every word and pattern of all rule sets);
// Terms.Find(page) counts them in one pass over the page's text (Evidence, small enough to be stored);
// Judge.Verdict(evidence) weighs the counts. A stored Evidence can be weighed again with other weights at any time.
package judge
