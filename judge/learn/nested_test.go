package learn

import (
	"errors"
	"reflect"
	"testing"
)

// TestNested: with one fit it is CrossValidate; among fits each fold takes one that does well on the others; the answer is repeatable.
func TestNested(t *testing.T) {
	w := newWorld(t, 10, 30, 6)
	good := FromPriors(Options{Lambda: 1})
	bad := FromPriors(Options{Lambda: 1e9})
	plain, err := CrossValidate(good, w.rules, w.terms, w.samples, 5)
	if err != nil {
		t.Fatal(err)
	}
	one, choices, err := Nested([]Fit{good}, w.rules, w.terms, w.samples, 5)
	if err != nil || !reflect.DeepEqual(one, plain) || len(choices) != 5 {
		t.Errorf("one fit: %d choices, %v, differs from CrossValidate: %v", len(choices), err, !reflect.DeepEqual(one, plain))
	}
	two, choices, err := Nested([]Fit{bad, good}, w.rules, w.terms, w.samples, 5)
	if err != nil || !reflect.DeepEqual(two, plain) {
		t.Errorf("two fits: %v, %v", choices, err)
	}
	for i, c := range choices {
		if c.Fold != i || c.Fit != 1 {
			t.Errorf("fold %d took fit %d", c.Fold, c.Fit)
		}
	}
	if _, _, err := Nested(nil, w.rules, w.terms, w.samples, 5); !errors.Is(err, ErrSamples) {
		t.Errorf("no fits: %v", err)
	}
}
