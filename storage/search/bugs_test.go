package search

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xunlu/storage"
)

// bugCase reads a file of a case beside the repository; a test that finds none has nothing to conform to.
func bugCase(t *testing.T, name, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "cases", "bugs", name, file))
	if err != nil {
		t.Skip("the shared cases are not beside the repository: ", err)
	}
	return data
}

// TestConformanceBugs asks the queries of other programs' search bugs.
func TestConformanceBugs(t *testing.T) {
	for _, name := range []string{"50-single-character-query", "51-unigram-before-punctuation", "54-precise-cut-hides-subword"} {
		x := open(t, nil, strings.Fields(string(bugCase(t, name, "input.docs")))...)
		var want struct{ Hits []int }
		if err := json.Unmarshal(bugCase(t, name, "expected.json"), &want); err != nil {
			t.Fatal(err)
		}
		for i, q := range strings.Fields(string(bugCase(t, name, "input.queries"))) {
			if got := find(t, x, Query{Text: q}); len(got) != want.Hits[i] {
				t.Errorf("%s: %s finds %v, want %d", name, q, got, want.Hits[i])
			}
		}
	}
}

// TestOpenAfterAFailedOpen is bug case 57-bleve-lock-kept-after-failed-open: an index that could not be read keeps no lock, and opens
// again in the same process.
func TestOpenAfterAFailedOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	for round := range uint64(3) {
		x, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Apply([]storage.Route{{ID: 1, Title: "桂林"}}, nil, round+1); err != nil {
			t.Fatal(err)
		}
		if got := find(t, x, Query{Text: "桂林"}); len(got) != 1 {
			t.Errorf("round %d finds %v", round, got)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.zap"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%v, %v", files, err)
		}
		if err := os.Truncate(files[len(files)-1], 60); err != nil {
			t.Fatal(err)
		}
	}
}
