package judge

import "math"

// Matrix holds which factors hit on many pages, factor by factor, so that a changed weight costs one addition a page on which its factor
// hits: W grows by Δw · x (paper A's sum), whatever the other factors are. Not safe for concurrent use.
type Matrix struct {
	judge  *Judge
	pages  int
	scale  []float64 // paper B: 1 ÷ len of a page's text, without N; 1 of the sum
	cols   []column
	scores []float64 // by weights, before scale
	shown  []float64 // scores × scale ÷ N, where the method is density
	weight []float64 // by which scores were made; nil when they must be made anew
	steps  int       // changes since scores were made anew
	times  []uint32
	hits   []bool
}

// column is the pages on which one factor hits, and how often where that matters.
type column struct {
	pages []uint32
	times []uint16 // of method density
}

// remake is how many changed columns are added up before the scores are made anew: each addition may err in the last digit.
const remake = 256

// NewMatrix makes an empty matrix for the factors of a judge, whatever their weights.
func NewMatrix(j *Judge) *Matrix {
	return &Matrix{judge: j, cols: make([]column, len(j.factors))}
}

// Pages is the number of pages added.
func (m *Matrix) Pages() int { return m.pages }

// Add appends a page; its evidence must fit the judge.
func (m *Matrix) Add(e *Evidence) {
	density := m.judge.by == ByDensity
	m.hits = m.judge.Hits(e, m.hits)
	if density {
		m.times = m.judge.Times(e, m.times)
		scale := 0.0
		if e.Features.TextLen > 0 {
			scale = 1 / float64(e.Features.TextLen)
		}
		m.scale = append(m.scale, scale)
	}
	for f, hit := range m.hits {
		if !hit {
			continue
		}
		c := &m.cols[f]
		c.pages = append(c.pages, uint32(m.pages))
		if density {
			c.times = append(c.times, uint16(min(max(m.times[f], 1), math.MaxUint16)))
		}
	}
	m.pages++
	m.weight = nil
}

// Hits calls do for each page on which a factor hits.
func (m *Matrix) Hits(factor int, do func(page int)) {
	for _, p := range m.cols[factor].pages {
		do(int(p))
	}
}

// Scores gives W, or k, of every page by other weights of the same factors. The slice is the matrix's and holds until the next call.
func (m *Matrix) Scores(r Rules) []float64 {
	w := make([]float64, len(m.cols))
	guides := 0.0
	for i := range min(len(w), len(r.Factors)) {
		if !r.Factors[i].Off {
			w[i] = r.Factors[i].Weight
			guides++
		}
	}
	if m.weight == nil || m.steps > remake {
		m.scores, m.weight, m.steps = zeroed(m.scores, m.pages), make([]float64, len(w)), 0
	}
	for f := range m.cols {
		if by := w[f] - m.weight[f]; by != 0 {
			m.cols[f].add(m.scores, by)
			m.steps++
		}
	}
	m.weight = w
	if m.judge.by != ByDensity {
		return m.scores
	}
	m.shown = zeroed(m.shown, m.pages)
	for i, s := range m.scores {
		m.shown[i] = s * m.scale[i] / max(guides, 1)
	}
	return m.shown
}

func (c *column) add(scores []float64, by float64) {
	if c.times == nil {
		for _, p := range c.pages {
			scores[p] += by
		}
		return
	}
	for i, p := range c.pages {
		scores[p] += by * float64(c.times[i])
	}
}
