package learn

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Table is a confusion table: route pages and others, called right and wrong.
type Table struct {
	TP int `json:"tp"`
	FP int `json:"fp"`
	FN int `json:"fn"`
	TN int `json:"tn"`
}

// Add counts one page.
func (t *Table) Add(route, called bool) {
	switch {
	case route && called:
		t.TP++
	case route:
		t.FN++
	case called:
		t.FP++
	default:
		t.TN++
	}
}

// N is the number of pages.
func (t Table) N() int { return t.TP + t.FP + t.FN + t.TN }

// Accuracy, Precision, Recall and F1 lie in 0…1; they are 0 where nothing can be divided.
func (t Table) Accuracy() float64  { return ratio(t.TP+t.TN, t.N()) }
func (t Table) Precision() float64 { return ratio(t.TP, t.TP+t.FP) }
func (t Table) Recall() float64    { return ratio(t.TP, t.TP+t.FN) }
func (t Table) F1() float64        { return ratio(2*t.TP, 2*t.TP+t.FP+t.FN) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Interval is a value with its 95 % interval.
type Interval struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Wilson is the share hits of n with its 95 % Wilson score interval.
func Wilson(hits, n int) Interval {
	if n == 0 {
		return Interval{0, 0, 1}
	}
	const z = 1.959963984540054
	p, m := float64(hits)/float64(n), float64(n)
	mid := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	// p lies within: rounding must not put it outside at 0 and 1
	return Interval{p, min(p, max(0, mid-half)), max(p, min(1, mid+half))}
}

// Judged is one labelled page and what a judge called it.
type Judged struct {
	ID     string  `json:"id"`
	Site   string  `json:"site"`
	Route  bool    `json:"route"`
	Called bool    `json:"called"`
	Score  float64 `json:"score"`
}

// Report is how well pages were judged, all together and averaged over sites: one site with many alike pages must not
// stand for the others.
type Report struct {
	Table     Table    `json:"table"`
	Accuracy  Interval `json:"accuracy"`
	Precision Interval `json:"precision"`
	Recall    Interval `json:"recall"`
	F1        Interval `json:"f1"` // interval by bootstrap over sites
	Sites     int      `json:"sites"`
	// Means over sites: of the accuracy over all, of the recall over those with route pages, of the precision over
	// those with pages called routes; F1 is the harmonic mean of the latter two.
	SiteAccuracy  float64 `json:"site_accuracy"`
	SitePrecision float64 `json:"site_precision"`
	SiteRecall    float64 `json:"site_recall"`
	SiteF1        float64 `json:"site_f1"`
	// The same three with intervals, by the bootstrap over sites that F1's interval comes from.
	BySite SiteIntervals `json:"site_intervals"`
}

// SiteIntervals are means over sites with their 95 % intervals.
type SiteIntervals struct {
	Precision Interval `json:"precision"`
	Recall    Interval `json:"recall"`
	F1        Interval `json:"f1"`
}

// bootstraps is the number of resamplings; the seed is fixed so that a report is repeatable.
const bootstraps = 2000

// Measure makes the report of judged pages.
func Measure(pages []Judged) Report {
	var r Report
	bySite := make(map[string]*Table)
	for _, p := range pages {
		r.Table.Add(p.Route, p.Called)
		if bySite[p.Site] == nil {
			bySite[p.Site] = &Table{}
		}
		bySite[p.Site].Add(p.Route, p.Called)
	}
	t := r.Table
	r.Accuracy = Wilson(t.TP+t.TN, t.N())
	r.Precision = Wilson(t.TP, t.TP+t.FP)
	r.Recall = Wilson(t.TP, t.TP+t.FN)
	names := make([]string, 0, len(bySite))
	for name := range bySite {
		names = append(names, name)
	}
	slices.Sort(names)
	tables := make([]Table, len(names))
	for i, name := range names {
		tables[i] = *bySite[name]
	}
	r.average(tables)
	r.bootstrap(tables)
	return r
}

func (r *Report) average(sites []Table) {
	var acc, prec, rec mean
	for _, t := range sites {
		acc.add(t.Accuracy())
		if t.TP+t.FP > 0 {
			prec.add(t.Precision())
		}
		if t.TP+t.FN > 0 {
			rec.add(t.Recall())
		}
	}
	r.Sites = len(sites)
	r.SiteAccuracy, r.SitePrecision, r.SiteRecall = acc.value(), prec.value(), rec.value()
	if s := r.SitePrecision + r.SiteRecall; s > 0 {
		r.SiteF1 = 2 * r.SitePrecision * r.SiteRecall / s
	}
}

// mean of numbers as they come; 0 of none.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(x float64) { m.sum, m.n = m.sum+x, m.n+1 }

func (m *mean) value() float64 {
	if m.n == 0 {
		return 0
	}
	return m.sum / float64(m.n)
}

// bootstrap draws whole sites with replacement: pages of a site are too alike to count as independent.
func (r *Report) bootstrap(sites []Table) {
	all := Interval{0, 0, 1}
	r.F1, r.BySite = all, SiteIntervals{all, all, all}
	if len(sites) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var drawn [4][]float64
	picked := make([]Table, len(sites))
	for range bootstraps {
		var d Report
		for i := range picked {
			s := sites[rng.IntN(len(sites))]
			picked[i] = s
			d.Table.TP, d.Table.FP, d.Table.FN, d.Table.TN = d.Table.TP+s.TP, d.Table.FP+s.FP, d.Table.FN+s.FN, d.Table.TN+s.TN
		}
		d.average(picked)
		for i, v := range [...]float64{d.Table.F1(), d.SitePrecision, d.SiteRecall, d.SiteF1} {
			drawn[i] = append(drawn[i], v)
		}
	}
	r.F1 = middle(r.Table.F1(), drawn[0])
	r.BySite = SiteIntervals{middle(r.SitePrecision, drawn[1]), middle(r.SiteRecall, drawn[2]), middle(r.SiteF1, drawn[3])}
}

// middle is a value with the middle 95 % of what was drawn.
func middle(value float64, drawn []float64) Interval {
	slices.Sort(drawn)
	return Interval{value, drawn[bootstraps*25/1000], drawn[bootstraps*975/1000]}
}
