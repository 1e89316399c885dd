package storage

import (
	"fmt"
	"testing"
	"time"
)

// crawl makes the batch of n pages that follow page number from: each has one new link and 59 known ones, as a site's
// menus give them; evidence of 300 bytes.
func crawl(from, n int) *Batch {
	b := &Batch{Counters: map[string]SiteCount{"qingwu": {Fetches: int64(n), Bytes: int64(n) * 44000}}}
	ev := make([]byte, 300)
	for i := range ev {
		ev[i] = byte(i * 31)
	}
	for i := from; i < from+n; i++ {
		b.Links = append(b.Links, linkTo(i+1))
		for k := range 59 {
			b.Links = append(b.Links, linkTo((i+k*977)%(i+1)))
		}
		p := donePage(i)
		p.Evidence = ev
		b.Pages = append(b.Pages, p)
		if i%5 == 0 {
			b.Routes = append(b.Routes, goodRoute(i))
		}
	}
	b.Hosts = []Host{{Host: "qingwu.example", Site: "qingwu", NextAt: day}}
	return b
}

func BenchmarkCommit(b *testing.B) {
	for _, size := range []int{1, 16, 64} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := mustOpen(b, b.TempDir())
			commit(b, s, batchOf(0, 10000))
			next := 10000
			commit(b, s, &Batch{Links: []Link{linkTo(next)}})
			var wall time.Duration
			cpu := cpuTime(b)
			var making time.Duration
			b.ResetTimer()
			for range b.N {
				b.StopTimer()
				at := cpuTime(b)
				batch := crawl(next, size)
				making += cpuTime(b) - at
				next += size
				b.StartTimer()
				start := time.Now()
				commit(b, s, batch)
				wall += time.Since(start)
			}
			b.StopTimer()
			pages := float64(b.N * size)
			b.ReportMetric(float64((cpuTime(b)-cpu-making).Microseconds())/pages, "cpu-µs/page")
			b.ReportMetric(pages/wall.Seconds(), "pages/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkOpen reloads a store of a million URLs.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	s := mustOpen(b, dir)
	const million = 1_000_000
	for n := 0; n < million; n += 20000 {
		batch := &Batch{}
		for i := n; i < n+20000; i++ {
			batch.Links = append(batch.Links, linkTo(i))
			if i%5 == 0 {
				batch.Pages = append(batch.Pages, donePage(i))
			}
		}
		commit(b, s, batch)
	}
	if size, err := s.Size(); err == nil {
		b.Logf("%d MB", size>>20)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for range b.N {
			if err := mustOpen(b, dir).Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	s = mustOpen(b, dir)
	b.Run("pending", func(b *testing.B) {
		for range b.N {
			n := 0
			if err := s.Pending(func(Link, Page, bool) error { n++; return nil }); err != nil || n != million {
				b.Fatal(n, err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for range b.N {
			sound(b, s)
		}
	})
	b.Run("link", func(b *testing.B) {
		for i := range b.N {
			if _, err := s.Link(uint64(i%million + 1)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("page", func(b *testing.B) {
		for i := range b.N {
			if _, err := s.Page(uint64(i%200000*5 + 1)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
