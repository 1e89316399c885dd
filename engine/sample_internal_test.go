package engine

import (
	"testing"

	"xunlu/storage"
)

// TestSampleWindows: a site's pages are asked for their blocks in the windows before its rungs, as long as a block stands on nearly all of
// them, and the profile is made from the newest window.
func TestSampleWindows(t *testing.T) {
	const menu, redesigned = 7, 8
	for _, c := range []struct {
		name       string
		blocks     func(i int) []uint64
		at30       int // blocks of the profile at each rung
		at120      int
		at480      int
		asked      int // pages of 480 that were asked for their blocks
		duplicates bool
	}{
		{name: "one menu", blocks: func(i int) []uint64 { return []uint64{menu, uint64(1000 + i)} }, at30: 1, at120: 1, at480: 1, asked: 360},
		{name: "nothing in common", blocks: func(i int) []uint64 { return []uint64{uint64(1000 + i)} }, asked: 14 + 26},
		{name: "no blocks", blocks: func(int) []uint64 { return nil }, asked: 13 + 25},
		{name: "a new design", blocks: func(i int) []uint64 {
			if i < 200 {
				return []uint64{menu}
			}
			return []uint64{redesigned}
		}, at30: 1, at120: 1, at480: 1, asked: 360},
		{name: "one body", blocks: func(int) []uint64 { return []uint64{menu} }, asked: 360, duplicates: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			co := &Coordinator{grown: make(chan string, 8), sites: map[string]*siteState{}}
			st, err := newSiteState(storage.Site{ID: "qingwu", Scope: storage.Scope{Hosts: []string{"qingwu.example"}}})
			if err != nil {
				t.Fatal(err)
			}
			co.sites["qingwu"] = st
			asked, at := 0, map[int]int{}
			for i := range 480 {
				s := &settled{Outcome: &Outcome{}}
				s.page.Depth, s.page.Hash = 1, uint64(i)
				if c.duplicates {
					s.page.Hash = 1
				}
				if st.samples() {
					asked++
					s.Blocks = packBlocks(c.blocks(i))
				}
				co.grow(st, s)
				select {
				case <-co.grown:
					p, ok := co.MakeProfile("qingwu", 1)
					if !ok {
						t.Fatalf("at %d the pages have to be read again", i+1)
					}
					at[i+1] = p.Len()
				default:
				}
			}
			if len(at) != 3 || at[30] != c.at30 || at[120] != c.at120 || at[480] != c.at480 || asked != c.asked {
				t.Errorf("profiles %v, asked %d times; want %d, %d, %d and %d", at, asked, c.at30, c.at120, c.at480, c.asked)
			}
		})
	}
}

// TestSampleAfterStart: a site that was begun by another run has its pages read again.
func TestSampleAfterStart(t *testing.T) {
	st, err := newSiteState(storage.Site{ID: "qingwu", Scope: storage.Scope{Hosts: []string{"qingwu.example"}}})
	if err != nil {
		t.Fatal(err)
	}
	st.sample.miss()
	co := &Coordinator{grown: make(chan string, 1), sites: map[string]*siteState{"qingwu": st}}
	for range profileRung {
		co.grow(st, &settled{Outcome: &Outcome{Blocks: []byte{}}})
	}
	if _, ok := co.MakeProfile("qingwu", 1); ok || st.samples() || len(co.grown) != 1 {
		t.Error("the profile is made from what was not seen")
	}
}
