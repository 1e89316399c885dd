package judge

import (
	"bytes"
	"reflect"
	"testing"
)

func TestFormatReadsBack(t *testing.T) {
	r := testRules()
	r.Version, r.Unsure, r.Source = 4, 0.1, "data & procedure <here>"
	data, err := r.Format()
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseRules(data)
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	if !reflect.DeepEqual(r, back) {
		t.Errorf("became %+v", back)
	}
	if n := bytes.Count(data, []byte("\n    {")); n != len(r.Factors) {
		t.Errorf("%d lines of factors, want %d", n, len(r.Factors))
	}
}
