package search

import (
	"os"
	"path/filepath"
	"testing"

	"xunlu/storage"
)

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
