package judge

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestEvidenceSurvivesEncoding(t *testing.T) {
	terms, err := NewTerms(testRules())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		e := terms.Find(randomPage(rng), nil)
		e.Features = Features{TextLen: rng.IntN(1e6), LinkShare: rng.Float64(), Links: rng.IntN(900), LongText: 1}
		data, err := e.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Evidence
		if err := back.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*e, back) {
			t.Fatalf("encoded %+v, decoded %+v", *e, back)
		}
	}
}

func TestEvidenceRefusesDamage(t *testing.T) {
	e := Evidence{Set: 7, Counts: []Count{{1, Text, 3}, {300, Title | Link, 1}}, Features: Features{LinkShare: 0.3, Links: 70}}
	data, err := e.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		var back Evidence
		if err := back.UnmarshalBinary(data[:n]); !errors.Is(err, ErrEvidence) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	var back Evidence
	if err := back.UnmarshalBinary(append(data, 0)); !errors.Is(err, ErrEvidence) {
		t.Errorf("one byte more: %v", err)
	}
	if _, err := (&Evidence{Counts: []Count{{2, Text, 1}, {1, Text, 1}}}).MarshalBinary(); err == nil {
		t.Error("unsorted counts were encoded")
	}
	nan := Evidence{Features: Features{LongText: math.NaN()}}
	if data, err = nan.MarshalBinary(); err != nil {
		t.Fatal(err)
	}
	if err := back.UnmarshalBinary(data); !errors.Is(err, ErrEvidence) {
		t.Errorf("a feature that is not a number: %v", err)
	}
}

func FuzzEvidence(f *testing.F) {
	data, err := (&Evidence{Set: 1, Counts: []Count{{1, Text, 3}}}).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Evidence
		if e.UnmarshalBinary(data) != nil {
			return
		}
		again, err := e.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Evidence
		if err := back.UnmarshalBinary(again); err != nil || !reflect.DeepEqual(e, back) {
			t.Fatalf("%+v became %+v: %v", e, back, err)
		}
	})
}

// Every field of Features must have a name for rules and a place in stored evidence.
func TestFeatureTableIsComplete(t *testing.T) {
	typ := reflect.TypeFor[Features]()
	for i := range typ.NumField() {
		name := strings.Split(typ.Field(i).Tag.Get("json"), ",")[0]
		ft, ok := featureNamed(name)
		if !ok {
			t.Errorf("field %s: no feature %q", typ.Field(i).Name, name)
			continue
		}
		var f Features
		ft.set(&f, 3)
		got := reflect.ValueOf(f).Field(i)
		if ft.get(&f) != 3 || got.IsZero() {
			t.Errorf("feature %q does not read and write field %s", name, typ.Field(i).Name)
		}
	}
	if typ.NumField() != len(features) {
		t.Errorf("%d fields, %d features", typ.NumField(), len(features))
	}
}
