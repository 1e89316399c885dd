package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestConformanceFormulaCells: titles that a spreadsheet would run are text in the table.
func TestConformanceFormulaCells(t *testing.T) {
	file := filepath.Join("..", "..", "shared", "cases", "bugs", "72-export-formula", "input.titles")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("conformance cases are not beside the repository: %v", err)
	}
	for _, title := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		cell := inert(title)
		if !strings.HasSuffix(cell, title) || risky(cell) {
			t.Errorf("%q is written as %q", title, cell)
		}
	}
}
