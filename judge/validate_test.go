package judge

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func oneFactor(f Factor) Rules {
	return Rules{Name: "r", Version: 1, Method: Sum, Threshold: 1, Factors: []Factor{f}}
}

func TestValidateNamesThePlace(t *testing.T) {
	word := Factor{Name: "price", NameZH: "价格", Words: []string{"价格"}}
	with := func(change func(*Factor)) Rules {
		f := word
		change(&f)
		return oneFactor(f)
	}
	tests := []struct {
		name  string
		rules Rules
		want  string
	}{
		{"right", oneFactor(word), ""},
		{"pattern", Rules{Name: "r", Method: Sum, Factors: []Factor{{Name: "a", Words: []string{"x"}}, {Name: "b", Words: []string{"x"}},
			{Name: "price", NameZH: "价格", Patterns: []string{"a", "[ab"}}}}, "factor 3 «价格»: pattern 2: missing closing ]"},
		{"no set name", Rules{Method: Sum}, "rules: has no name"},
		{"at sign", Rules{Name: "a@b", Method: Sum}, "must not contain @"},
		{"method", Rules{Name: "r", Method: "product"}, `unknown method "product"`},
		{"threshold", Rules{Name: "r", Method: Sum, Threshold: math.NaN()}, "threshold is not a number"},
		{"band", Rules{Name: "r", Method: Sum, Unsure: -1}, "unsure band"},
		{"no name", with(func(f *Factor) { f.Name = " " }), "factor 1 «价格»: has no name"},
		{"weight", with(func(f *Factor) { f.Weight = math.Inf(1) }), "factor 1 «价格»: the weight is not a number"},
		{"place", with(func(f *Factor) { f.Where = []string{"footer"} }), `unknown place "footer"`},
		{"feature", oneFactor(Factor{Name: "a", Feature: "colour"}), `factor 1 «a»: unknown feature "colour"`},
		{"feature with words", oneFactor(Factor{Name: "a", Feature: "links", Words: []string{"x"}}), "a feature takes no words"},
		{"feature in density", Rules{Name: "r", Method: Density, Factors: []Factor{{Name: "a", Feature: "links"}}}, "cannot be counted"},
		{"min without feature", with(func(f *Factor) { f.Min = 2 }), "min needs a feature"},
		{"empty", oneFactor(Factor{Name: "a"}), "factor 1 «a»: has no words, no patterns and no feature"},
		{"empty word", with(func(f *Factor) { f.Words = []string{"x", " "} }), "word 2: is empty"},
		{"line break", with(func(f *Factor) { f.Words = []string{"a\nb"} }), "word 1: contains a line break"},
		{"bad UTF-8", with(func(f *Factor) { f.Words = []string{"\xff"} }), "word 1: is not valid UTF-8"},
		{"long pattern", with(func(f *Factor) { f.Patterns = []string{strings.Repeat("a", 1001)} }), "pattern 1: is longer than 1000 bytes"},
		{"repeat bomb", with(func(f *Factor) { f.Patterns = []string{"((a{100}){100}){100}"} }), "pattern 1: invalid repeat count"},
		{"big program", with(func(f *Factor) { f.Patterns = []string{"(?:abcdefghij){900}"} }), "pattern 1: repeats too much"},
		{"matches nothing", with(func(f *Factor) { f.Patterns = []string{`\s*`} }), "pattern 1: matches the empty text"},
		{"same name", Rules{Name: "r", Method: Sum, Factors: []Factor{word, word}}, `factor 2 «价格»: has the same name "price" as factor 1`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.rules.Validate()
			if tt.want == "" {
				if err != nil {
					t.Fatalf("Validate: %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Validate: %v, want it to contain %q", err, tt.want)
			}
		})
	}
	many := Rules{Name: "r", Method: Sum}
	for i := range 2001 {
		many.Factors = append(many.Factors, Factor{Name: fmt.Sprint(i), Words: []string{"x"}})
	}
	if err := many.Validate(); err == nil || !strings.Contains(err.Error(), "2001 factors") {
		t.Errorf("2001 factors: %v", err)
	}
}

func TestParseRulesIsStrict(t *testing.T) {
	good := `{"name":"r","version":2,"method":"sum","threshold":1,"factors":[{"name":"a","weight":1,"words":["x"]}]}`
	tests := []struct{ name, in, want string }{
		{"good", good, ""},
		{"byte order mark", "\ufeff" + good, ""},
		{"unknown field", strings.Replace(good, `"weight"`, `"wieght"`, 1), `unknown field "wieght"`},
		{"more after it", good + "{}", "there is more after the rule set"},
		{"not JSON", "name: r", "read rules"},
		{"invalid", strings.Replace(good, `["x"]`, `[]`, 1), "has no words"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ParseRules([]byte(tt.in))
			switch {
			case tt.want == "" && (err != nil || r.Ref() != "r@2"):
				t.Fatalf("ParseRules: %v, %v", r.Ref(), err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Fatalf("ParseRules: %v, want it to contain %q", err, tt.want)
			}
		})
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add([]byte(`{"name":"r","method":"sum","threshold":1,"factors":[{"name":"a","weight":1,"patterns":["a{2,3}|b"]}]}`))
	f.Add([]byte(`{"name":"r","method":"density","threshold":0.6,"factors":[{"name":"a","words":["x"],"where":["body"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseRules(data)
		if err != nil {
			return
		}
		terms, err := NewTerms(r)
		if err != nil {
			t.Fatalf("valid rules do not compile: %v", err)
		}
		if _, err := Compile(r, terms); err != nil {
			t.Fatalf("valid rules do not compile: %v", err)
		}
	})
}

// TestParseRulesNamesThePlace: a number that JSON does not know is found by its line and what stands there.
func TestParseRulesNamesThePlace(t *testing.T) {
	for _, number := range []string{"NaN", "1e999"} {
		_, err := ParseRules([]byte("{\"name\": \"x\", \"method\": \"sum\", \"factors\": [\n{\"name\": \"a\", \"weight\": " + number + "}]}"))
		if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "weight") {
			t.Errorf("%s: %v", number, err)
		}
	}
}
