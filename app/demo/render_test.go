package demo

import "testing"

// BenchmarkRender renders all pages of the default web.
func BenchmarkRender(b *testing.B) {
	w, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	pages, size := 0, 0
	for b.Loop() {
		for _, s := range w.sites {
			for i := range s.entries {
				body, err := w.render(s, &s.entries[i], "")
				if err != nil {
					b.Fatal(err)
				}
				pages++
				size += len(body)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(pages), "µs/page")
	b.ReportMetric(float64(size)/float64(pages), "bytes/page")
}
