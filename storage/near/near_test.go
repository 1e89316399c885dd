package near_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"xunlu/storage/near"
)

func printOf(pieces ...string) uint64 {
	var s near.Sketch
	for _, p := range pieces {
		s.Add([]byte(p))
	}
	return s.Sum()
}

// TestPrint: a text with one short piece changed stays near, another text does not.
func TestPrint(t *testing.T) {
	var text []string
	for i := range 200 {
		text = append(text, fmt.Sprintf("第%d句话说的是行程里的一处风景", i))
	}
	a := printOf(text...)
	text[7] = "改"
	b := printOf(text...)
	if d := near.Distance(a, b); d > near.MaxLimit {
		t.Errorf("one piece of 200 changed %d bits", d)
	}
	for i := range text {
		text[i] += "别"
	}
	if d := near.Distance(a, printOf(text...)); d < 12 {
		t.Errorf("another text differs in %d bits only", d)
	}
	if printOf() != 0 {
		t.Error("a text without pieces has a fingerprint")
	}
}

// TestIndex: the index finds exactly what a look at every entry finds, each once.
func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var x near.Index
	var all []uint64
	for i := range 3000 {
		p := r.Uint64()
		if i%3 > 0 {
			p = all[r.IntN(len(all))] ^ 1<<r.IntN(64) ^ 1<<r.IntN(64)
		}
		all = append(all, p)
		x.Add(p, uint64(i), uint32(i%2))
	}
	for _, anyGroup := range []bool{true, false} {
		for i := range 300 {
			want, got := map[uint64]int{}, map[uint64]int{}
			for j, p := range all {
				if d := near.Distance(p, all[i]); d <= 3 && (anyGroup || j%2 == i%2) {
					want[uint64(j)] = d
				}
			}
			x.Find(all[i], 3, uint32(i%2), anyGroup, func(id uint64, d int) bool {
				if _, twice := got[id]; twice {
					t.Errorf("%d found twice", id)
				}
				got[id] = d
				return true
			})
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("entry %d: found %v, want %v", i, got, want)
			}
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	piece := []byte("第三天早餐后乘车前往龙脊梯田景区")
	var s near.Sketch
	for b.Loop() {
		s.Add(piece)
	}
}
