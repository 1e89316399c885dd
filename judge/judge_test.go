package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func compiled(t testing.TB, r Rules) *Judge {
	t.Helper()
	terms, err := NewTerms(r)
	if err != nil {
		t.Fatal(err)
	}
	j, err := Compile(r, terms)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestVerdictSum(t *testing.T) {
	r := Rules{Name: "r", Version: 3, Method: Sum, Threshold: 1, Factors: []Factor{
		{Name: "days in title", Weight: 0.6, Where: []string{"title"}, Words: []string{"日游", "自由行"}},
		{Name: "fees", Weight: 0.5, Words: []string{"费用包含"}},
		{Name: "many days", Weight: 0.3, AtLeast: 3, Patterns: []string{`第[一二三四]天`}},
		{Name: "menu", Weight: -0.4, Where: []string{"link"}, Words: []string{"攻略"}},
		{Name: "off", Weight: 9, Off: true, Words: []string{"费用包含"}},
		{Name: "form", Weight: 0.25, Feature: "booking_form", Min: 1},
	}}
	tests := []struct {
		name  string
		page  *Page
		form  int
		score float64
		label Label
	}{
		{"nothing", buildPage(part{Text, "公司简介", false}), 0, 0, LabelOther},
		{"the threshold itself is not above it", buildPage(part{Title, "桂林三日游", false}, part{Text, "第一天第二天第三天", true}), 0, 0.9, LabelOther},
		{"title words count in the title only", buildPage(part{Text, "桂林三日游 费用包含", false}), 0, 0.5, LabelOther},
		{"above", buildPage(part{Title, "桂林三日游", false}, part{Text, "费用包含", true}), 0, 1.1, LabelRoute},
		{"a hit across an inline link", buildPage(part{Title, "日游", false}, part{Text, "费用", true}, part{Link, "包含", false}), 0, 1.1, LabelRoute},
		{"no hit across blocks", buildPage(part{Title, "日游", false}, part{Text, "费用", true}, part{Text, "包含", true}), 0, 0.6, LabelOther},
		{"negative evidence", buildPage(part{Title, "日游", false}, part{Text, "费用包含", true}, part{Link, "攻略", true}), 0, 0.7, LabelOther},
		{"too few", buildPage(part{Text, "第一天第二天", true}), 0, 0, LabelOther},
		{"feature", buildPage(part{Title, "日游", false}, part{Text, "费用包含", true}), 2, 1.35, LabelRoute},
	}
	j := compiled(t, r)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.page.Features.BookingForm = tt.form
			v := j.Verdict(j.Terms().Find(tt.page, nil))
			if math.Abs(v.Score-tt.score) > 1e-9 || v.Label != tt.label || v.Route != (tt.label == LabelRoute) {
				t.Errorf("score %v label %v route %v, want %v %v", v.Score, v.Label, v.Route, tt.score, tt.label)
			}
			if v.By != BySum || v.Rules != "r@3" || v.Threshold != 1 {
				t.Errorf("verdict %+v", v)
			}
		})
	}
}

func TestVerdictUnsureBand(t *testing.T) {
	r := oneFactor(Factor{Name: "a", Weight: 1.1, Words: []string{"x"}})
	r.Unsure = 0.2
	j := compiled(t, r)
	if v := j.Verdict(j.Terms().Find(buildPage(part{Text, "x", false}), nil)); v.Label != LabelUnsure || v.Route {
		t.Errorf("score %v in the band: %v", v.Score, v.Label)
	}
}

func TestVerdictDensity(t *testing.T) {
	r := Rules{Name: "d", Method: Density, Threshold: 0.6, Factors: []Factor{
		{Name: "行程", Weight: 30, Words: []string{"行程"}},
		{Name: "费用", Weight: 10, Words: []string{"费用"}},
		{Name: "off", Weight: 99, Off: true, Words: []string{"费用"}},
	}}
	j := compiled(t, r)
	p := buildPage(part{Text, "行程费用费用" + strings.Repeat("字", 14), false}) // 20 runes
	v := j.Verdict(j.Terms().Find(p, nil))
	if want := (1*30 + 2*10) / 20.0 / 2; math.Abs(v.Score-want) > 1e-12 || !v.Route || v.By != ByDensity {
		t.Errorf("k = %v, want %v; %+v", v.Score, want, v)
	}
	if v := j.Verdict(j.Terms().Find(&Page{}, nil)); v.Score != 0 || v.Route {
		t.Errorf("a page without text: %+v", v)
	}
}

func TestVerdictOnForeignEvidence(t *testing.T) {
	j := compiled(t, oneFactor(Factor{Name: "a", Weight: 2, Words: []string{"x"}}))
	if v := j.Verdict(&Evidence{Set: 1, Counts: []Count{{0, Text, 1}}}); v.Label != LabelUnsure || v.Score != 0 {
		t.Errorf("foreign evidence: %+v", v)
	}
	other, err := NewTerms(oneFactor(Factor{Name: "a", Words: []string{"y"}}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compile(j.Rules(), other); err == nil {
		t.Error("rules compiled over terms that lack theirs")
	}
}

func TestTermsAreSharedAndOrderless(t *testing.T) {
	a, b := testRules(), oneFactor(Factor{Name: "a", Words: []string{"价格", "NEW"}})
	one, err := NewTerms(a, b)
	if err != nil {
		t.Fatal(err)
	}
	two, err := NewTerms(b, a)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := NewTerms(a)
	if err != nil {
		t.Fatal(err)
	}
	if one.ID() != two.ID() || one.Len() != alone.Len()+1 || one.ID() == alone.ID() {
		t.Errorf("ids %x %x %x, %d and %d terms", one.ID(), two.ID(), alone.ID(), one.Len(), alone.Len())
	}
}

func TestExplainAgreesWithVerdict(t *testing.T) {
	j := compiled(t, testRules())
	rng := rand.New(rand.NewPCG(9, 9))
	for range 500 {
		p := randomPage(rng)
		e := j.Terms().Find(p, nil)
		v, x := j.Verdict(e), j.Explain(p, nil)
		if v.Score != x.Score || v.Label != x.Label {
			t.Fatalf("verdict %v, explained %v", v, x)
		}
		sum, hits := 0.0, 0
		for _, r := range x.Reasons {
			sum += r.Weight
			if r.Start < 0 || r.End <= r.Start || !strings.Contains(r.Snippet, strings.TrimSpace(string(p.Text[r.Start:r.End]))) {
				t.Fatalf("reason %+v on %q", r, p.Text)
			}
		}
		for _, hit := range j.Hits(e, nil) {
			if hit {
				hits++
			}
		}
		if math.Abs(sum-x.Score) > 1e-9 || hits != len(x.Reasons) {
			t.Fatalf("reasons sum to %v of %v, %d of %d hits", sum, x.Score, len(x.Reasons), hits)
		}
	}
}

func TestExplainReasons(t *testing.T) {
	r := Rules{Name: "r", Method: Sum, Threshold: 1, Factors: []Factor{
		{Name: "price", NameZH: "价格", Weight: 0.2, Words: []string{"市场价", "价格"}},
		{Name: "guide", Weight: -0.9, Words: []string{"攻略"}},
		{Name: "links", Weight: 0.5, Feature: "links", Min: 3},
	}}
	long := strings.Repeat("长", 100)
	p := buildPage(part{Title, "价格", false}, part{Text, long + "市场价" + long, true}, part{Link, "攻略", true})
	p.Features.Links = 5
	v := compiled(t, r).Explain(p, nil)
	if len(v.Reasons) != 3 || v.Reasons[0].Factor != "guide" || v.Reasons[1].Factor != "links" || v.Reasons[2].FactorZ != "价格" {
		t.Fatalf("reasons %+v", v.Reasons)
	}
	price := v.Reasons[2]
	if price.Count != 2 || price.Where != "title,text" || price.Term != "价格" || price.Snippet != "价格" || price.Start != 0 {
		t.Errorf("price %+v", price)
	}
	if links := v.Reasons[1]; links.Count != 5 || links.Start != -1 || links.Where != "page" {
		t.Errorf("links %+v", links)
	}
	r.Factors[0].Words = []string{"市场价"}
	v = compiled(t, r).Explain(p, nil)
	if s := v.Reasons[2].Snippet; utf8.RuneCountInString(s) != 60 || !strings.Contains(s, "长市场价长") {
		t.Errorf("snippet %q", s)
	}
}

func TestVerdictDoesNotAllocate(t *testing.T) {
	j := compiled(t, testRules())
	e := j.Terms().Find(randomPage(rand.New(rand.NewPCG(5, 5))), nil)
	if n := testing.AllocsPerRun(100, func() { j.Verdict(e) }); n > 0 {
		t.Errorf("%v allocations a verdict", n)
	}
}

func TestTemplates(t *testing.T) {
	ts, err := CompileTemplates([]Template{
		{"tickets", ClassTicket, `/ticket/\d+`},
		{"routes", ClassRoute, `^https?://[^/]+/line/\d+\.html$`},
		{"agency", ClassAgency, `/shop\d+/line`},
	})
	if err != nil {
		t.Fatal(err)
	}
	j := compiled(t, testRules())
	tests := []struct {
		url   string
		name  string
		route bool
	}{
		{"http://a.example/line/12.html", "routes", true},
		{"http://a.example/ticket/12", "tickets", false},
		{"http://a.example/shop3/line/x", "agency", true},
		{"http://a.example/", "", false},
	}
	for _, tt := range tests {
		tpl, ok := ts.Match(tt.url)
		if ok != (tt.name != "") || tpl.Name != tt.name {
			t.Errorf("%s matches %q", tt.url, tpl.Name)
			continue
		}
		if v := j.ByTemplate(tpl); ok && (v.Route != tt.route || v.By != ByTemplate || v.Template != tt.name) {
			t.Errorf("%s: %+v", tt.url, v)
		}
	}
	var none *Templates
	if _, ok := none.Match("x"); ok || none.Len() != 0 {
		t.Error("nil templates match")
	}
	for _, bad := range []Template{{"a", ClassRoute, "["}, {"", ClassRoute, "a"}, {"a", "hotel", "a"}, {"a", ClassRoute, ""}, {"a", ClassRoute, strings.Repeat("a", 1001)}} {
		if _, err := CompileTemplates([]Template{bad}); err == nil || !strings.Contains(err.Error(), "template 1 «"+bad.Name+"»") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
