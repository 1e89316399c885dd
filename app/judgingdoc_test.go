package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/app"
)

// TestWorkedExample: the numbers of the worked example in docs/judging.md are those of the shipped rules.
func TestWorkedExample(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "docs", "judging.md"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := app.ReadPageFile(filepath.Join("..", "docs", "judging-example.html"))
	if err != nil {
		t.Fatal(err)
	}
	for rules, form := range map[string]string{"paper": "W = %.3f > 1", "density": "= %.3f > 0.6"} {
		r, err := app.ShippedRules(rules)
		if err != nil {
			t.Fatal(err)
		}
		j, err := app.NewJudge(r, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := j.Page("", "", body)
		if err != nil {
			t.Fatal(err)
		}
		want := []string{fmt.Sprintf(form, p.Verdict.Score)}
		for _, reason := range p.Verdict.Reasons {
			if rules == "paper" && reason.Weight > 0 {
				want = append(want, fmt.Sprintf("| %+.3f |", reason.Weight))
			}
		}
		for _, w := range want {
			if !strings.Contains(string(doc), w) {
				t.Errorf("rules %s: the document does not say «%s»", rules, w)
			}
		}
	}
}
