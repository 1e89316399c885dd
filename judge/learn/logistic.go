package learn

import (
	"fmt"
	"math"

	"xunlu/judge"
)

// Options of Logistic; the zero value is sensible.
type Options struct {
	Lambda   float64 // strength of the L2 penalty; 0 means 1
	KeepSign bool    // a factor keeps the sign of the weight it came with; one with weight 0 is free
	BySite   bool    // every site weighs the same, however many of its pages are labelled
	Recall   float64 // weight of the route pages against the others when both are balanced; 0 means 1
}

// LogisticFormula names the procedure in the rule set.
const LogisticFormula = "L2-regularised logistic regression on factor hits, classes balanced; " +
	"weights scaled so that probability 0.5 lies at the threshold"

const (
	maxNewton    = 50
	maxSweeps    = 200
	tolerance    = 1e-6
	maxIntercept = -0.2 // the intercept becomes the threshold, so it stays below zero
)

// Logistic fits weights by L2-regularised, class-balanced logistic regression, by Newton steps whose quadratic is
// solved by coordinate descent inside the bounds. The threshold stays where it is; the unsure band becomes
// probability 0.35 … 0.65 if the rules had one.
func Logistic(rules judge.Rules, terms *judge.Terms, samples []Sample, o Options) (judge.Rules, error) {
	if rules.Method == judge.Density {
		return judge.Rules{}, fmt.Errorf("learn %s: logistic regression fits method sum only", rules.Name)
	}
	t, err := tabulate(rules, terms, samples)
	if err != nil {
		return judge.Rules{}, err
	}
	out := copyOf(rules)
	t.record(out.Factors)
	p := newProblem(out.Factors, t, o)
	beta := p.solve()
	if out.Threshold <= 0 {
		out.Threshold = 1
	}
	scale := out.Threshold / -beta[0]
	for i := range out.Factors {
		out.Factors[i].Weight = round(beta[i+1]*scale, 4)
	}
	if out.Unsure > 0 {
		out.Unsure = round(math.Log(0.65/0.35)*scale, 4)
	}
	out.Formula = LogisticFormula
	return out, nil
}

// problem is one regression; column 0 is the intercept.
type problem struct {
	rows   [][]int // a sample: its columns that are 1, the intercept first
	y      []float64
	weight []float64
	lambda []float64
	lo, hi []float64
}

func newProblem(factors []judge.Factor, t *table, o Options) *problem {
	d := len(factors) + 1
	p := &problem{lambda: make([]float64, d), lo: make([]float64, d), hi: make([]float64, d)}
	lambda := o.Lambda
	if lambda <= 0 {
		lambda = 1
	}
	for k := range d {
		p.lambda[k], p.lo[k], p.hi[k] = lambda, math.Inf(-1), math.Inf(1)
	}
	p.lambda[0], p.hi[0] = 0, maxIntercept
	for i, f := range factors {
		switch {
		case f.Off:
			p.lo[i+1], p.hi[i+1] = 0, 0
		case o.KeepSign && f.Weight > 0:
			p.lo[i+1] = 0
		case o.KeepSign && f.Weight < 0:
			p.hi[i+1] = 0
		}
	}
	p.weight = t.weights(o)
	for s, hits := range t.hits {
		row := []int{0}
		for i, hit := range hits {
			if hit {
				row = append(row, i+1)
			}
		}
		p.rows = append(p.rows, row)
		y := 0.0
		if t.route[s] {
			y = 1
		}
		p.y = append(p.y, y)
	}
	return p
}

// weights balances the classes, and inside a class the sites if asked to. They sum to the number of samples.
func (t *table) weights(o Options) []float64 {
	type cell struct {
		route bool
		site  string
	}
	pages, sites := make(map[cell]float64), make(map[bool]float64)
	for s := range t.route {
		c := cell{t.route[s], t.site[s]}
		if pages[c] == 0 {
			sites[c.route]++
		}
		pages[c]++
	}
	n := float64(len(t.route))
	class := map[bool]float64{true: float64(t.routes), false: n - float64(t.routes)}
	share := map[bool]float64{true: 0.5, false: 0.5}
	if o.Recall > 0 {
		share[true], share[false] = o.Recall/(1+o.Recall), 1/(1+o.Recall)
	}
	w := make([]float64, len(t.route))
	for s := range w {
		r := t.route[s]
		w[s] = n * share[r] / class[r]
		if o.BySite {
			w[s] = n * share[r] / sites[r] / pages[cell{r, t.site[s]}]
		}
	}
	return w
}

// solve runs damped Newton steps until the loss stands still.
func (p *problem) solve() []float64 {
	d := len(p.lambda)
	beta := make([]float64, d)
	beta[0] = math.Min(-1, p.hi[0])
	loss := p.loss(beta)
	for range maxNewton {
		grad, hess := p.derive(beta)
		step := p.descend(beta, grad, hess)
		size, next, nextLoss := 1.0, beta, loss
		for range 30 {
			next = make([]float64, d)
			for k := range d {
				next[k] = beta[k] + size*step[k]
			}
			if nextLoss = p.loss(next); nextLoss <= loss {
				break
			}
			size /= 2
		}
		if loss-nextLoss < tolerance*(1+math.Abs(loss)) {
			if nextLoss <= loss {
				return next
			}
			return beta
		}
		beta, loss = next, nextLoss
	}
	return beta
}

// descend minimises the quadratic at beta by coordinate descent and returns the step to the minimum.
func (p *problem) descend(beta, grad []float64, hess [][]float64) []float64 {
	d := len(beta)
	step := make([]float64, d)
	slope := append([]float64(nil), grad...)
	for range maxSweeps {
		moved := 0.0
		for k := range d {
			to := math.Min(p.hi[k], math.Max(p.lo[k], beta[k]+step[k]-slope[k]/hess[k][k]))
			by := to - beta[k] - step[k]
			if by == 0 {
				continue
			}
			step[k] += by
			for m := range d {
				slope[m] += by * hess[k][m]
			}
			moved = math.Max(moved, math.Abs(by))
		}
		if moved < tolerance {
			break
		}
	}
	return step
}

func (p *problem) loss(beta []float64) float64 {
	sum := 0.0
	for s, row := range p.rows {
		z := dot(beta, row)
		// ln(1+e^z) − y·z without overflow
		sum += p.weight[s] * (math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - p.y[s]*z)
	}
	for k, b := range beta {
		sum += p.lambda[k] / 2 * b * b
	}
	return sum
}

// derive gives gradient and Hessian of the loss at beta.
func (p *problem) derive(beta []float64) ([]float64, [][]float64) {
	d := len(beta)
	grad, hess := make([]float64, d), make([][]float64, d)
	for k := range d {
		hess[k] = make([]float64, d)
		hess[k][k] = p.lambda[k] + 1e-9
		grad[k] = p.lambda[k] * beta[k]
	}
	for s, row := range p.rows {
		prob := 1 / (1 + math.Exp(-dot(beta, row)))
		g := p.weight[s] * (prob - p.y[s])
		h := p.weight[s] * prob * (1 - prob)
		for _, a := range row {
			grad[a] += g
			line := hess[a]
			for _, b := range row {
				line[b] += h
			}
		}
	}
	return grad, hess
}

func dot(beta []float64, row []int) float64 {
	z := 0.0
	for _, k := range row {
		z += beta[k]
	}
	return z
}
