package judge

import (
	"errors"
	"fmt"
	"testing"
)

func sitePage(i int) *Page {
	return buildPage(part{Title, fmt.Sprintf("page %d", i), false}, part{Link, "目的地 签证 ", true}, part{Link, "价格", false},
		part{Text, fmt.Sprintf("text %d", i), true}, part{Text, "often", i%2 == 0}, part{Text, " footer 价格 ", true})
}

func TestProfileHoldsWhatStandsEverywhere(t *testing.T) {
	b := NewProfileBuilder()
	for i := range 7 {
		b.Observe(sitePage(i))
	}
	if b.Profile(1) != nil {
		t.Fatal("a profile of seven pages")
	}
	b.Observe(sitePage(7))
	p := b.Profile(4)
	for block, want := range map[string]bool{"目的地 签证 价格": true, "footer 价格": true, "page 1": false, "text 3": false, "often": false} {
		if p.Has(BlockHash([]byte(block))) != want {
			t.Errorf("%q in the profile: %v", block, !want)
		}
	}
	data, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back Profile
	if err := back.UnmarshalBinary(data); err != nil || back.Version != 4 || back.Len() != p.Len() || !back.Has(BlockHash([]byte("footer 价格"))) {
		t.Errorf("decoded %+v: %v", back, err)
	}
	for n := range data {
		if err := back.UnmarshalBinary(data[:n]); !errors.Is(err, ErrProfile) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

func TestProfileBlocksAreNoEvidence(t *testing.T) {
	b := NewProfileBuilder()
	for i := range 20 {
		b.Observe(sitePage(i))
	}
	terms, err := NewTerms(oneFactor(Factor{Name: "a", Words: []string{"价格", "text"}}))
	if err != nil {
		t.Fatal(err)
	}
	p := sitePage(3)
	if got := terms.Find(p, nil).Counts; len(got) != 3 {
		t.Fatalf("without a profile: %v", got)
	}
	profile := b.Profile(1)
	compare(t, terms, p, profile)
	if got := terms.Find(p, profile).Counts; len(got) != 1 || got[0].N != 1 {
		t.Errorf("with the profile: %v", got)
	}
}

func TestProfileBuilderIsBounded(t *testing.T) {
	b := NewProfileBuilder()
	for i := range 60 {
		p := sitePage(i)
		for k := range 1000 {
			start := int32(len(p.Text)) + 1
			p.Text = fmt.Appendf(p.Text, "\nnew %d %d", i, k)
			p.Runs = append(p.Runs, Run{start, int32(len(p.Text)), Text})
		}
		b.Observe(p)
		if len(b.seen) > profileBlocks {
			t.Fatalf("%d blocks after %d pages", len(b.seen), i+1)
		}
	}
	if !b.Profile(1).Has(BlockHash([]byte("footer 价格"))) {
		t.Error("the footer was forgotten")
	}
}
