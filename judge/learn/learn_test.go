package learn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"xunlu/judge"
)

// world is invented sites whose route pages have factors with known chances.
type world struct {
	rules   judge.Rules
	terms   *judge.Terms
	samples []Sample
}

// newWorld: factor 0 marks routes, 1 leans to routes, 2 is noise, 3 marks others, 4 … are noise too.
func newWorld(t testing.TB, sites, pages, factors int) world {
	t.Helper()
	w := world{rules: judge.Rules{Name: "w", Version: 1, Method: judge.Sum, Threshold: 1}}
	for i := range factors {
		w.rules.Factors = append(w.rules.Factors, judge.Factor{Name: fmt.Sprint("f", i), Weight: 1, Words: []string{word(i)}})
	}
	w.rules.Factors[3].Weight = -1
	var err error
	if w.terms, err = judge.NewTerms(w.rules); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for s := range sites {
		for n := range pages {
			route := rng.Float64() < 0.25
			w.samples = append(w.samples, w.sample(fmt.Sprintf("%d/%d", s, n), fmt.Sprint("site", s), route, rng))
		}
	}
	return w
}

func word(i int) string { return fmt.Sprintf("[%d]", i) }

func (w *world) sample(id, site string, route bool, rng *rand.Rand) Sample {
	chance := func(i int) float64 {
		switch {
		case i == 0 && route:
			return 0.9
		case i == 0:
			return 0.05
		case i == 1 && route, i == 3 && !route:
			return 0.6
		case i == 1, i == 3:
			return 0.2
		}
		return 0.3
	}
	p := &judge.Page{}
	for i := range w.rules.Factors {
		if rng.Float64() < chance(i) {
			p.Text = append(p.Text, word(i)...)
		}
	}
	p.Text = append(p.Text, ' ')
	p.Runs = []judge.Run{{Start: 0, End: int32(len(p.Text)), Place: judge.Text}}
	p.Features.TextLen = len(p.Text)
	return Sample{ID: id, Site: site, Route: route, Evidence: w.terms.Find(p, nil)}
}

func TestPaperFit(t *testing.T) {
	w := newWorld(t, 10, 40, 6)
	r, err := PaperFit(w.rules, w.terms, w.samples)
	if err != nil {
		t.Fatal(err)
	}
	f := r.Factors
	if f[0].Weight <= f[1].Weight || f[1].Weight <= f[2].Weight || f[3].Weight != 0 {
		t.Errorf("weights %v %v %v %v", f[0].Weight, f[1].Weight, f[2].Weight, f[3].Weight)
	}
	if f[0].RouteHits == 0 || f[0].OtherHits == 0 || f[0].RouteHits+f[0].OtherHits > len(w.samples) || r.Formula == "" {
		t.Errorf("counts %d %d, formula %q", f[0].RouteHits, f[0].OtherHits, r.Formula)
	}
	if w.rules.Factors[0].RouteHits != 0 {
		t.Error("the rules that came in were changed")
	}
	judged, err := Evaluate(r, w.terms, w.samples)
	if err != nil {
		t.Fatal(err)
	}
	if f1 := Measure(judged).F1.Value; f1 < 0.75 {
		t.Errorf("F1 %v at the threshold", f1)
	}
}

func TestDensityFit(t *testing.T) {
	w := newWorld(t, 10, 40, 6)
	w.rules.Method, w.rules.Threshold = judge.Density, 0.6
	r, err := PaperFit(w.rules, w.terms, w.samples)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := Evaluate(r, w.terms, w.samples)
	if err != nil {
		t.Fatal(err)
	}
	if f1 := Measure(judged).F1.Value; f1 < 0.7 || r.Threshold != 0.6 {
		t.Errorf("F1 %v at threshold %v", f1, r.Threshold)
	}
}

func TestLogistic(t *testing.T) {
	w := newWorld(t, 10, 40, 6)
	fit := func(r judge.Rules, terms *judge.Terms, s []Sample) (judge.Rules, error) {
		return Logistic(r, terms, s, Options{KeepSign: true})
	}
	r, err := fit(w.rules, w.terms, w.samples)
	if err != nil {
		t.Fatal(err)
	}
	f := r.Factors
	if f[0].Weight <= f[1].Weight || f[1].Weight <= 0 || f[3].Weight >= 0 || math.Abs(f[2].Weight) > 0.3 || r.Threshold != 1 {
		t.Errorf("weights %v %v %v %v, threshold %v", f[0].Weight, f[1].Weight, f[2].Weight, f[3].Weight, r.Threshold)
	}
	judged, err := CrossValidate(fit, w.rules, w.terms, w.samples, 5)
	if err != nil {
		t.Fatal(err)
	}
	report := Measure(judged)
	if report.F1.Value < 0.75 || report.F1.Low > report.F1.Value || report.F1.High < report.F1.Value || report.Sites != 10 {
		t.Errorf("report %+v", report)
	}
	for i, p := range judged {
		if p.ID != w.samples[i].ID {
			t.Fatalf("judged page %d is %s, want %s", i, p.ID, w.samples[i].ID)
		}
	}
}

// With few labels a fit that starts from given weights stays near them.
func TestLogisticPrior(t *testing.T) {
	w := newWorld(t, 10, 40, 6)
	w.rules.Factors[2].Weight = 5
	few := append(append([]Sample(nil), w.samples[:8]...), w.samples[100:108]...)
	free, err := Logistic(w.rules, w.terms, few, Options{})
	if err != nil {
		t.Fatal(err)
	}
	held, err := Logistic(w.rules, w.terms, few, Options{Prior: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := free.Factors[2].Weight, held.Factors[2].Weight; b < a+0.1 {
		t.Errorf("weight %v without a prior, %v with one", a, b)
	}
}

// At the minimum the slope of the loss is zero.
func TestLogisticFindsTheMinimum(t *testing.T) {
	w := newWorld(t, 10, 30, 12)
	tab, err := tabulate(w.rules, w.terms, w.samples)
	if err != nil {
		t.Fatal(err)
	}
	p := newProblem(w.rules.Factors, tab, Options{BySite: true})
	grad, _ := p.derive(p.solve())
	for k, g := range grad {
		if math.Abs(g) > 1e-2 {
			t.Errorf("slope %v in column %d", g, k)
		}
	}
}

func TestFitsRefuseOneKind(t *testing.T) {
	w := newWorld(t, 2, 10, 5)
	var others []Sample
	for _, s := range w.samples {
		if !s.Route {
			others = append(others, s)
		}
	}
	if _, err := PaperFit(w.rules, w.terms, others); !errors.Is(err, ErrSamples) {
		t.Errorf("PaperFit: %v", err)
	}
	if _, err := Logistic(w.rules, w.terms, others, Options{}); !errors.Is(err, ErrSamples) {
		t.Errorf("Logistic: %v", err)
	}
	if _, err := CrossValidate(PaperFit, w.rules, w.terms, nil, 3); !errors.Is(err, ErrSamples) {
		t.Errorf("CrossValidate: %v", err)
	}
	foreign := Sample{ID: "x", Evidence: &judge.Evidence{Set: 1}}
	if _, err := Evaluate(w.rules, w.terms, []Sample{foreign}); err == nil {
		t.Error("evidence of other terms was judged")
	}
}

func TestFoldsKeepSitesWhole(t *testing.T) {
	w := newWorld(t, 9, 7, 5)
	fold := foldsOf(w.samples, 4)
	of, used := make(map[string]int), make(map[int]bool)
	for i, s := range w.samples {
		if k, seen := of[s.Site]; seen && k != fold[i] {
			t.Fatalf("site %s is in folds %d and %d", s.Site, k, fold[i])
		}
		of[s.Site], used[fold[i]] = fold[i], true
	}
	if len(used) != 4 {
		t.Errorf("%d folds", len(used))
	}
}

func TestMeasure(t *testing.T) {
	pages := []Judged{{"1", "a", true, true, 2}, {"2", "a", true, false, 0}, {"3", "a", false, true, 2}, {"4", "b", false, false, 0}, {"5", "b", true, true, 2}}
	r := Measure(pages)
	if r.Table != (Table{TP: 2, FP: 1, FN: 1, TN: 1}) {
		t.Fatalf("table %+v", r.Table)
	}
	got := []float64{r.Accuracy.Value, r.Precision.Value, r.Recall.Value, r.F1.Value, r.SiteAccuracy, r.SitePrecision, r.SiteRecall}
	want := []float64{0.6, 2. / 3, 2. / 3, 2. / 3, (1./3 + 1) / 2, 0.75, 0.75}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("figure %d: %v, want %v", i, got[i], want[i])
		}
	}
	if !reflect.DeepEqual(Measure(pages), r) {
		t.Error("two measurements differ")
	}
	// Wilson 1927; 8 of 10: 0.4902 … 0.9433
	if w := Wilson(8, 10); math.Abs(w.Low-0.4902) > 1e-3 || math.Abs(w.High-0.9433) > 1e-3 {
		t.Errorf("Wilson(8, 10) = %+v", w)
	}
}

func BenchmarkLogistic1000x120(b *testing.B) {
	w := newWorld(b, 25, 40, 120)
	for b.Loop() {
		if _, err := Logistic(w.rules, w.terms, w.samples, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
