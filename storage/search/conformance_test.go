package search

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConformanceBugs: Chinese queries that other search programs answered wrongly.
func TestConformanceBugs(t *testing.T) {
	for _, bug := range []string{"50-single-character-query", "51-unigram-before-punctuation", "54-precise-cut-hides-subword"} {
		dir := filepath.Join("..", "..", "..", "shared", "cases", "bugs", bug)
		if _, err := os.Stat(dir); err != nil {
			t.Skipf("conformance cases are not beside the repository: %v", err)
		}
		read := func(name string) []string {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			return strings.Split(strings.TrimSpace(string(data)), "\n")
		}
		var want struct{ Hits []int }
		if err := json.Unmarshal([]byte(strings.Join(read("expected.json"), "\n")), &want); err != nil {
			t.Fatal(err)
		}
		x := open(t, nil, read("input.docs")...)
		for i, q := range read("input.queries") {
			if got := len(find(t, x, Query{Text: q})); got != want.Hits[i] {
				t.Errorf("%s: %q finds %d, want %d", bug, q, got, want.Hits[i])
			}
		}
	}
}
