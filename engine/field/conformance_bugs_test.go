package field

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestConformanceBugs: dates and lengths that other programs got wrong, with their right answers.
func TestConformanceBugs(t *testing.T) {
	today := time.Date(2019, 9, 1, 0, 0, 0, 0, time.UTC)
	for _, bug := range []string{"39-spaced-cn-date-year-one", "42-combined-duration", "43-festival-evening-not-night"} {
		dir := shared(t, "cases", "bugs", bug)
		var want struct {
			Dates        []string
			Days, Nights json.RawMessage
		}
		answer, err := os.ReadFile(filepath.Join(dir, "expected.json"))
		if err == nil {
			err = json.Unmarshal(answer, &want)
		}
		input, ierr := os.ReadFile(filepath.Join(dir, "input.txt"))
		if err != nil || ierr != nil {
			t.Fatal(err, ierr)
		}
		days, nights := numbersOf(want.Days), numbersOf(want.Nights)
		for i, text := range strings.Split(strings.TrimSpace(string(input)), "\n") {
			f := Read(text, today)
			if want.Dates != nil && !slices.Equal(f.Dates, want.Dates) {
				t.Errorf("%s: %q: dates %v, want %v", bug, text, f.Dates, want.Dates)
			}
			if want.Dates == nil && (f.Days != days(i) || f.Nights != nights(i)) {
				t.Errorf("%s: %q: %d days, %d nights, want %d and %d", bug, text, f.Days, f.Nights, days(i), nights(i))
			}
		}
	}
}

// numbersOf reads null, or a list of numbers and nulls; null is zero.
func numbersOf(data json.RawMessage) func(i int) int {
	var list []*int
	_ = json.Unmarshal(data, &list) // null, or not there: all zero
	return func(i int) int {
		if i >= len(list) || list[i] == nil {
			return 0
		}
		return *list[i]
	}
}
