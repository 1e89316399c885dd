package judge

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMatrixSaysWhatVerdictSays: whatever weights came before, by both methods.
func TestMatrixSaysWhatVerdictSays(t *testing.T) {
	for _, method := range []Method{Sum, Density} {
		r := richRules()
		r.Method = method
		if method == Density {
			var words []Factor
			for _, f := range r.Factors {
				if f.Feature == "" && f.AtLeast <= 1 {
					f.Weight = math.Abs(f.Weight)
					words = append(words, f)
				}
			}
			r.Factors = words
		}
		j := compiled(t, r)
		rng := rand.New(rand.NewPCG(3, 4))
		full := j.Terms().Find(benchPage(), nil)
		m := NewMatrix(j)
		var pages []*Evidence
		for i := range 200 {
			e := &Evidence{Set: full.Set, Features: full.Features}
			e.Features.TextLen = i // one has no text
			for _, c := range full.Counts {
				if rng.IntN(2) == 0 {
					e.Counts = append(e.Counts, c)
				}
			}
			pages = append(pages, e)
			m.Add(e)
		}
		for range 600 {
			f := rng.IntN(len(r.Factors))
			r.Factors = append([]Factor(nil), r.Factors...)
			r.Factors[f].Weight, r.Factors[f].Off = rng.Float64(), rng.IntN(5) == 0
			scores := m.Scores(r)
			k, err := Compile(r, j.Terms())
			if err != nil {
				t.Fatal(err)
			}
			i := rng.IntN(len(pages))
			if want := k.Verdict(pages[i]).Score; math.Abs(want-scores[i]) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%s: page %d has %v, its verdict %v", method, i, scores[i], want)
			}
		}
		n := 0
		m.Hits(0, func(int) { n++ })
		if n == 0 || n == len(pages) || m.Pages() != len(pages) {
			t.Errorf("factor 0 hits on %d of %d pages", n, m.Pages())
		}
	}
}
