package storage

import (
	"fmt"
	"testing"
	"time"
)

// crawler makes the batches of a crawl out of the same memory, so that the benchmark measures Commit and not itself.
type crawler struct {
	next  int
	known []Link
	batch Batch
}

// group is the batch of the next n pages: each has one new link and 59 known ones, as a site's menus give them, and
// evidence of 300 bytes; every fifth is a route.
func (c *crawler) group(n int) *Batch {
	b := &c.batch
	b.Links, b.Pages, b.Routes = b.Links[:0], b.Pages[:0], b.Routes[:0]
	b.Counters = map[string]SiteCount{"qingwu": {Fetches: int64(n), Bytes: int64(n) * 44000}}
	for i := c.next; i < c.next+n; i++ {
		b.Links = append(b.Links, linkTo(i+1))
		for k := range 59 {
			b.Links = append(b.Links, c.known[(i+k*977)%len(c.known)])
		}
		p := donePage(i)
		p.Evidence = make([]byte, 300)
		b.Pages = append(b.Pages, p)
		if i%5 == 0 {
			b.Routes = append(b.Routes, goodRoute(i))
		}
	}
	c.next += n
	b.Hosts = []Host{{Host: "qingwu.example", Site: "qingwu", NextAt: day}}
	return b
}

func BenchmarkCommit(b *testing.B) {
	for _, size := range []int{1, 16, 64} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := mustOpen(b, b.TempDir())
			first := batchOf(0, 10000)
			commit(b, s, first)
			commit(b, s, &Batch{Links: []Link{linkTo(10000)}})
			c := &crawler{next: 10000, known: first.Links}
			var wall, cpu time.Duration
			for range b.N {
				batch := c.group(size)
				start, used := time.Now(), cpuTime(b)
				commit(b, s, batch)
				wall += time.Since(start)
				cpu += cpuTime(b) - used
			}
			pages := float64(b.N * size)
			b.ReportMetric(float64(cpu.Microseconds())/pages, "cpu-µs/page")
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
