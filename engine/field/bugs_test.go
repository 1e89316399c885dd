package field

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestConformanceBugs reads the texts of other programs' bugs: 39-spaced-cn-date-year-one, 42-combined-duration and
// 43-festival-evening-not-night.
func TestConformanceBugs(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "cases", "bugs")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the shared cases are not beside the repository: ", err)
	}
	read := func(name string, want any) []string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name, "input.txt"))
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, name, "expected.json"))
		if err == nil {
			err = json.Unmarshal(data, want)
		}
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	var spaced struct{ Dates []string }
	for _, line := range read("39-spaced-cn-date-year-one", &spaced) {
		if got := Departures(line, on("2019-09-01")); !slices.Equal(got.Dates, spaced.Dates) {
			t.Errorf("%s: %v, want %v", line, got.Dates, spaced.Dates)
		}
	}
	var lengths struct{ Days, Nights []*int }
	is := func(got int, want *int) bool { return want == nil && got == 0 || want != nil && got == *want }
	for i, line := range read("42-combined-duration", &lengths) {
		if got := Read(line, on("2026-03-01")); !is(got.Days, lengths.Days[i]) || !is(got.Nights, lengths.Nights[i]) {
			t.Errorf("%s: %d days, %d nights", line, got.Days, got.Nights)
		}
	}
	var evening struct{ Days, Nights *int }
	for _, line := range read("43-festival-evening-not-night", &evening) {
		if got := Read(line, on("2026-03-01")); !is(got.Days, evening.Days) || !is(got.Nights, evening.Nights) {
			t.Errorf("%s: %d days, %d nights", line, got.Days, got.Nights)
		}
	}
}
