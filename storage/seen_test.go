package storage

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"unsafe"
)

func TestSeenSet(t *testing.T) {
	s := newSeenSet()
	const n = 50000
	for i := range n {
		if _, ok := s.lookup(urlOf(i)); ok {
			t.Fatalf("%s is known before it was added", urlOf(i))
		}
		s.add(urlOf(i), uint64(i+1))
	}
	for i := range n {
		if id, ok := s.lookup(urlOf(i)); !ok || id != uint64(i+1) {
			t.Fatalf("%s has id %d, %v", urlOf(i), id, ok)
		}
	}
	for i := n; i < 2*n; i++ {
		if id, ok := s.lookup(urlOf(i)); ok {
			t.Fatalf("%s was never added but has id %d", urlOf(i), id)
		}
	}
	if s.len() != n {
		t.Errorf("len %d, want %d", s.len(), n)
	}
	if per := float64(s.bytes()) / n; per > 24 {
		t.Errorf("%.1f bytes a url, want at most 24", per)
	}
}

// bytes is the memory of the slots.
func (s *seenSet) bytes() int {
	n := 0
	for i := range s.shards {
		n += len(s.shards[i].slots) * int(unsafe.Sizeof(slot{}))
	}
	return n
}

// TestSeenTwins gives two URLs the same key: both are known, each by its own id.
func TestSeenTwins(t *testing.T) {
	s := newSeenSet()
	hash, print := s.keyString("http://a.example/")
	s.insert(hash, print, 1, func() string { return "http://a.example/" })
	s.insert(hash, print, 2, func() string { return "http://b.example/" })
	if id, ok := s.lookup("http://a.example/"); !ok || id != 1 {
		t.Errorf("a has id %d, %v", id, ok)
	}
	if id, ok := s.lookup("http://b.example/"); !ok || id != 2 {
		t.Errorf("b has id %d, %v", id, ok)
	}
}

func TestSeenConcurrent(t *testing.T) {
	s := newSeenSet()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := range 5000 {
				if id, ok := s.lookup(urlOf(i)); ok && id != uint64(i+1) {
					t.Errorf("%s has id %d", urlOf(i), id)
				}
			}
		})
	}
	for i := range 5000 {
		s.add(urlOf(i), uint64(i+1))
	}
	wg.Wait()
}

func BenchmarkSeenKnown(b *testing.B) {
	s := newSeenSet()
	urls := make([]string, 1<<20)
	for i := range urls {
		urls[i] = fmt.Sprintf("http://www.site%04d.example/tour/line/detail-%07d.html", i%1000, i)
		s.add(urls[i], uint64(i+1))
	}
	b.ReportMetric(float64(s.bytes())/float64(len(urls)), "B/url")
	b.ResetTimer()
	for i := range b.N {
		if _, ok := s.lookup(urls[(i*7919)&(1<<20-1)]); !ok {
			b.Fatal("lost")
		}
	}
}

// BenchmarkSeenFiveMillion reports the memory of five million URLs, tables and all.
func BenchmarkSeenFiveMillion(b *testing.B) {
	for range b.N {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s := newSeenSet()
		for i := range 5_000_000 {
			s.add(fmt.Sprintf("http://www.site%04d.example/%d", i%1000, i), uint64(i+1))
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
		runtime.KeepAlive(s)
	}
}
