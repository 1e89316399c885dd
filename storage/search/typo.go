package search

import (
	"errors"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// maxSpellings is how many words a mistyped one is taken for.
const maxSpellings = 5

// spellings are the words of the index that differ from a mistyped one by a letter (two in a long word) that is
// missing, added, another one, or in the place of its neighbour. Those with the same first letter are preferred.
func spellings(reader *scorch.IndexSnapshot, w string) ([]string, error) {
	allowed := 1
	switch {
	case len(w) < 4:
		return nil, nil
	case len(w) >= 8:
		allowed = 2
	}
	best := make(map[string]int)
	for _, field := range []string{fieldTitle, fieldPinyin, fieldText} {
		if err := eachNear(reader, field, w, func(candidate string) {
			if d := distance(w, candidate); d <= allowed {
				if candidate[0] != w[0] {
					d += allowed
				}
				best[candidate] = d
			}
		}); err != nil {
			return nil, err
		}
	}
	list := make([]string, 0, len(best))
	least := 2*allowed + 1
	for _, d := range best {
		least = min(least, d)
	}
	for candidate, d := range best {
		if d == least {
			list = append(list, candidate)
		}
	}
	slices.Sort(list)
	return list[:min(len(list), maxSpellings)], nil
}

// eachNear calls fn with the Latin words of a field that are two changes away or less, a swap counting as two.
func eachNear(reader *scorch.IndexSnapshot, field, w string, fn func(string)) (err error) {
	dict, err := reader.FieldDictFuzzy(field, w, 2, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dict.Close()) }()
	for {
		entry, err := dict.Next()
		if err != nil || entry == nil {
			return err
		}
		if isLetter(rune(entry.Term[0])) && len(entry.Term) >= 3 {
			fn(entry.Term)
		}
	}
}

// distance is the number of letters to change, add, leave out or swap with the next one (optimal string alignment).
func distance(a, b string) int {
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev = prev, row
	}
	return prev[len(b)]
}

// correctedRung takes a word for others.
func correctedRung(words []string) rung {
	var r rung
	for _, w := range words {
		r = append(r, alternative{term{fieldTitle, w}, worthBeginning}, alternative{term{fieldText, w}, worthText},
			alternative{term{fieldPinyin, w}, worthBeginning})
	}
	return r
}
