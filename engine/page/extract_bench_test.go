package page

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkExtract reads the invented route pages of testdata, and the pages of the corpus when it is beside the repository.
func BenchmarkExtract(b *testing.B) {
	x := extractor(b)
	for name, glob := range map[string]string{"invented": "testdata/extract/*.html", "corpus": "../../../shared/corpus/pages/*.html", "demo": os.Getenv("XUNLU_BENCH_PAGES")} {
		files, err := filepath.Glob(glob)
		if err != nil {
			b.Fatal(err)
		}
		if len(files) == 0 {
			continue
		}
		var docs []*Document
		size := 0
		for _, f := range files {
			body, err := os.ReadFile(f)
			if err != nil {
				b.Fatal(err)
			}
			d, err := Scan(&Response{URL: "https://www.example.com/line/1.html", Header: http.Header{"Content-Type": {"text/html"}}, Body: body}, ScanOptions{})
			if err != nil {
				continue
			}
			docs, size = append(docs, d), size+len(d.HTML)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				x.Extract(docs[n%len(docs)], today)
				n++
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/page")
			b.ReportMetric(float64(size)/float64(len(docs)), "bytes/page")
		})
	}
}
