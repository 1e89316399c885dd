package archive

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// corpus is real pages when a folder of them lies beside the repository, and invented ones otherwise.
func corpus(b *testing.B) (records []Record, size int) {
	b.Helper()
	names, err := filepath.Glob("../../../shared/corpus/pages/*.html")
	if err != nil {
		b.Fatal(err)
	}
	for i, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		r := page(i)
		r.Body = body
		records = append(records, r)
		size += len(body)
	}
	for i := 0; len(names) == 0 && i < 300; i++ {
		records = append(records, page(i))
		size += len(records[i].Body)
	}
	return records, size
}

func BenchmarkAppend(b *testing.B) {
	records, size := corpus(b)
	a := mustOpen(b, b.TempDir())
	b.SetBytes(int64(size / len(records)))
	b.ResetTimer()
	for i := range b.N {
		if _, err := a.Append(records[i%len(records)]); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	if b.N >= len(records) {
		total, err := a.Size()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(b.N)*float64(size)/float64(len(records))/float64(total), "ratio")
	}
}

func BenchmarkRead(b *testing.B) {
	records, size := corpus(b)
	a := mustOpen(b, b.TempDir())
	var places []string
	for _, r := range records {
		at, err := a.Append(r)
		if err != nil {
			b.Fatal(err)
		}
		places = append(places, at)
	}
	b.SetBytes(int64(size / len(records)))
	b.ResetTimer()
	for i := range b.N {
		if _, err := a.Read(places[i%len(places)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCodecs compares ways to pack a record, one frame each.
func BenchmarkCodecs(b *testing.B) {
	records, size := corpus(b)
	var packed [][]byte
	for _, r := range records {
		packed = append(packed, appendRecord(nil, r))
	}
	measure := func(name string, pack func([]byte) int) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size / len(records)))
			for i := range b.N {
				pack(packed[i%len(packed)])
			}
			b.StopTimer()
			total := 0
			for _, p := range packed {
				total += pack(p)
			}
			b.ReportMetric(float64(size)/float64(total), "ratio")
		})
	}
	measure("gzip-6", func(p []byte) int {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		if _, err := w.Write(p); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		return out.Len()
	})
	for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedDefault, zstd.SpeedBetterCompression} {
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(level), zstd.WithWindowSize(window))
		if err != nil {
			b.Fatal(err)
		}
		measure("zstd-"+level.String(), func(p []byte) int { return len(enc.EncodeAll(p, nil)) })
		if level == zstd.SpeedFastest { // as a commit packs them: pages together in a frame
			var frame []byte
			held, total := 0, 0
			flush := func() {
				total, frame, held = total+len(enc.EncodeAll(frame, nil)), frame[:0], 0
			}
			b.Run("zstd-fastest-sixteen-a-frame", func(b *testing.B) {
				b.SetBytes(int64(size / len(records)))
				plain := 0
				for i := range b.N {
					p := packed[i%len(packed)]
					frame, held, plain = append(frame, p...), held+1, plain+len(p)
					if held == 16 {
						flush()
					}
				}
				flush()
				b.ReportMetric(float64(plain)/float64(total), "ratio")
				total = 0
			})
		}
		if err := enc.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
