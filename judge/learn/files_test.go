package learn_test

import (
	"testing"

	"xunlu/judge"
)

// Every shipped rule file is valid, names its factors in both languages and says where its weights come from.
func TestShippedFiles(t *testing.T) {
	var all []judge.Rules
	for name, factors := range map[string]int{"paper": 16, "density": 100, "news": 0, "xunlu": 0} {
		r := rules(t, name)
		all = append(all, r)
		if r.Name != name || r.Title == "" || r.TitleZH == "" || r.Source == "" || r.Formula == "" {
			t.Errorf("%s.json: its head is incomplete: %s, %q, %q", name, r.Ref(), r.Title, r.Source)
		}
		if len(r.Factors) > 120 || factors > 0 && len(r.Factors) != factors {
			t.Errorf("%s.json: %d factors", name, len(r.Factors))
		}
		for _, f := range r.Factors {
			if f.NameZH == "" {
				t.Errorf("%s.json: factor %s has no Chinese name", name, f.Name)
			}
		}
	}
	terms, err := judge.NewTerms(all...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if _, err := judge.Compile(r, terms); err != nil {
			t.Error(err)
		}
	}
}
