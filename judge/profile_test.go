package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
)

func sitePage(i int) *Page {
	return buildPage(part{Title, fmt.Sprintf("page %d", i), false}, part{Link, "目的地 签证 ", true}, part{Link, "价格", false},
		part{Text, fmt.Sprintf("text %d", i), true}, part{Text, "often", i%2 == 0}, part{Text, " footer 价格 ", true})
}

func anyTerms(t *testing.T) *Terms {
	t.Helper()
	terms, err := NewTerms(oneFactor(Factor{Name: "a", Words: []string{"价格", "text", "签证", "often", "page", "费用包含", "行程安排"}}))
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

func TestProfileHoldsWhatStandsEverywhere(t *testing.T) {
	b := NewProfileBuilder(anyTerms(t))
	for i := range 19 {
		b.Observe(sitePage(i), i%2 == 0)
	}
	if b.Profile(1) != nil {
		t.Fatal("a profile of 19 pages")
	}
	b.Observe(sitePage(19), true)
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
	if err := back.UnmarshalBinary(data); err != nil || back.Version != 4 || back.Pages != 20 || !back.Same(p) || back.On(BlockHash([]byte("footer 价格"))) != 20 {
		t.Errorf("decoded %+v: %v", back, err)
	}
	for n := range data {
		if err := back.UnmarshalBinary(data[:n]); !errors.Is(err, ErrProfile) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var far *Profile
	if err := json.Unmarshal(text, &far); err != nil || !far.Same(p) || far.Version != 4 {
		t.Errorf("from JSON: %+v, %v", far, err)
	}
}

// TestProfileOfRoutePages: on a site of nearly nothing but routes their headings stand on nearly every page and stay evidence all the same,
// because the few other pages do not have them; the menu goes.
func TestProfileOfRoutePages(t *testing.T) {
	b := NewProfileBuilder(anyTerms(t))
	for i := range 60 {
		heads := i >= 3
		parts := []part{{Link, "签证", true}, {Text, fmt.Sprint("text ", i), true}}
		if heads {
			parts = append(parts, part{Heading, "行程安排", true}, part{Heading, "费用包含", true})
		}
		b.Observe(buildPage(parts...), !heads)
	}
	p := b.Profile(1)
	if !p.Has(BlockHash([]byte("签证"))) || p.Has(BlockHash([]byte("行程安排"))) || p.Has(BlockHash([]byte("费用包含"))) {
		t.Errorf("profile %+v", p)
	}
	only := NewProfileBuilder(anyTerms(t))
	for range 60 {
		only.Observe(sitePage(1), false)
	}
	if only.Profile(1) != nil {
		t.Error("a profile of nothing but route pages")
	}
}

func TestProfileBlocksAreNoEvidence(t *testing.T) {
	b := NewProfileBuilder(anyTerms(t))
	for i := range 20 {
		b.Observe(sitePage(i), true)
	}
	r := oneFactor(Factor{Name: "a", Weight: 1, Words: []string{"价格", "text"}})
	terms, err := NewTerms(r)
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
	j, err := Compile(r, terms)
	if err != nil {
		t.Fatal(err)
	}
	if v := j.Explain(p, profile); v.Profile != 1 || len(v.LeftOut) != 2 || v.LeftOut[1] != (LeftOut{"footer 价格", 20, 20}) {
		t.Errorf("explained %+v", v)
	}
}

func TestProfileBuilderIsBounded(t *testing.T) {
	b := NewProfileBuilder(anyTerms(t))
	for i := range 60 {
		p := sitePage(i)
		for k := range 1000 {
			start := int32(len(p.Text)) + 1
			p.Text = fmt.Appendf(p.Text, "\nnew %d %d", i, k)
			p.Runs = append(p.Runs, Run{start, int32(len(p.Text)), Text})
		}
		b.Observe(p, true)
		if len(b.seen) > profileBlocks {
			t.Fatalf("%d blocks after %d pages", len(b.seen), i+1)
		}
	}
	if !b.Profile(1).Has(BlockHash([]byte("footer 价格"))) {
		t.Error("the footer was forgotten")
	}
}

// TestProfileOfNamedBlocks: the blocks that FindBlocks names make the profile that the pages make, also when few blocks are kept.
func TestProfileOfNamedBlocks(t *testing.T) {
	terms := anyTerms(t)
	for _, c := range []struct {
		name   string
		expect int
		half   bool // each second page lacks the menu
	}{{"all kept", 0, false}, {"few kept", 40, false}, {"nothing stands everywhere", 40, true}} {
		whole, named := NewProfileBuilder(terms), NewProfileBuilder(nil)
		named.Expect(c.expect)
		for i := range 40 {
			p := sitePage(i)
			if c.half && i%2 == 0 {
				p = buildPage(part{Text, fmt.Sprintf("text %d", i), true})
			}
			e, blocks := terms.FindBlocks(p, nil)
			if want := terms.Find(p, nil); fmt.Sprint(e) != fmt.Sprint(want) {
				t.Fatalf("%s: evidence %v, want %v", c.name, e, want)
			}
			whole.Observe(p, i%2 == 0)
			named.ObserveBlocks(blocks, i%2 == 0)
		}
		want, got := whole.Profile(1), named.Profile(1)
		if !got.Same(want) || got.Pages != want.Pages || named.Open() == c.half {
			t.Errorf("%s: %d blocks, want %d; open %v", c.name, got.Len(), want.Len(), named.Open())
		}
		p := sitePage(50)
		if _, blocks := terms.FindBlocks(p, want); len(blocks) != func() int { _, all := terms.FindBlocks(p, nil); return len(all) }() {
			t.Errorf("%s: blocks that the profile leaves out are not named", c.name)
		}
	}
}
