package cluster

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"xunlu/engine"
	"xunlu/judge"
	"xunlu/storage"
)

// fill gives every field a value of its own, so that one that is forgotten on the way is seen.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(fmt.Sprintf("值%d", *n))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n % 100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n % 100))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) + 0.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Map:
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(k, n)
		fill(e, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(k, e)
	case reflect.Struct:
		if v.Type() == timeType {
			v.Set(reflect.ValueOf(time.Unix(1_780_000_000+int64(*n), 123).UTC()))
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Type().Field(i).Type != taskType && v.Type().Field(i).Type != reflect.TypeFor[*judge.Profile]() {
				fill(v.Field(i), n)
			}
		}
	}
}

// TestOutcomeTravels: every field of an outcome, those that will be added too, arrives as it was.
func TestOutcomeTravels(t *testing.T) {
	var o engine.Outcome
	n := 0
	fill(reflect.ValueOf(&o).Elem(), &n)
	o.Task = engine.Task{ID: 7, Lease: 9, URL: "http://agency.example/7"}
	var w writer
	appendOutcome(&w, &o)
	appendOutcome(&w, &o)
	got, err := readOutcomes(w.b)
	if err != nil || len(got) != 2 {
		t.Fatalf("%d outcomes, %v", len(got), err)
	}
	for _, g := range got {
		if !reflect.DeepEqual(*g, o) {
			t.Errorf("got  %+v\nwant %+v", *g, o)
		}
	}
	if n < 60 {
		t.Errorf("only %d values filled: the walk is broken", n)
	}
	for cut := range w.b {
		if _, err := readOutcomes(w.b[:cut]); err == nil && cut != len(w.b)/2 && cut != 0 {
			t.Fatalf("cut to %d bytes it still reads", cut)
		}
	}
}

// TestJSONTravels: parameters, heartbeat, site and task keep every field in JSON.
func TestJSONTravels(t *testing.T) {
	for _, v := range []any{new(engine.Params), new(engine.Heartbeat), new(storage.Site), new(wireTask)} {
		n := 0
		fill(reflect.ValueOf(v).Elem(), &n)
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		back := reflect.New(reflect.TypeOf(v).Elem())
		if err := json.Unmarshal(data, back.Interface()); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back.Interface(), v) {
			t.Errorf("%T: got %+v\nwant %+v", v, back.Elem(), v)
		}
	}
}

// TestTaskTravels: a task's fields are either on the wire or known to both ends.
func TestTaskTravels(t *testing.T) {
	known := map[string]bool{"Site": true, "Profile": true, "Node": true}
	wire := reflect.TypeFor[wireTask]()
	for i := range taskType.NumField() {
		f := taskType.Field(i)
		if w, ok := wire.FieldByName(f.Name); !known[f.Name] && (!ok || w.Type != f.Type) {
			t.Errorf("Task.%s does not travel: add it to wireTask, wire and tasks", f.Name)
		}
	}
}

// FuzzReport: no report makes the reader panic or hold more than its size allows.
func FuzzReport(f *testing.F) {
	var w writer
	appendOutcome(&w, &engine.Outcome{Title: "桂林", Links: nil, Route: &storage.Route{Title: "x"}})
	f.Add(w.b)
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := readOutcomes(data)
		if err != nil {
			return
		}
		for _, o := range all {
			_ = check(o, o.Task, time.Now()) // any verdict will do
		}
	})
}
