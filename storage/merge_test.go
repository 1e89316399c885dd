package storage

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

func TestMerge(t *testing.T) {
	later := day.AddDate(0, 0, 7)
	for _, tt := range []struct {
		name    string
		edit    func(r *Route)
		state   RouteState
		history []Change
	}{
		{"nothing", func(*Route) {}, RouteUnchanged, nil},
		{"price", func(r *Route) { r.Price = 899.5 }, RouteChanged, []Change{{later, "price", "1000", "899.5"}}},
		{"title and days", func(r *Route) { r.Title, r.Days = "云溪二日", 2 }, RouteChanged,
			[]Change{{later, "title", "云溪1日游", "云溪二日"}, {later, "days", "1", "2"}}},
		{"places", func(r *Route) { r.To = append(r.To, "石桥") }, RouteChanged, []Change{{later, "to", "云溪", "云溪, 石桥"}}},
		{"a date more", func(r *Route) { r.Dates = append(r.Dates, "2026-06-15") }, RouteChanged,
			[]Change{{later, "dates", "2026-06-01, 2026-06-08", "2026-06-01, 2026-06-08, 2026-06-15"}}},
		{"price is missing now", func(r *Route) { r.Price = 0 }, RouteChanged, []Change{{later, "price", "1000", "0"}}},
		{"empty list for none", func(r *Route) { r.Weekly = []string{} }, RouteUnchanged, nil},
		{"other sources only", func(r *Route) { r.Sources = map[string]string{"title": "jsonld"} }, RouteUnchanged, nil},
		{"itinerary", func(r *Route) { r.Itinerary = []Day{{N: 1, Title: "到达", Text: "接站"}} }, RouteChanged,
			[]Change{{later, "itinerary", "", "D1 到达"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustOpen(t, t.TempDir())
			commit(t, s, batchOf(0, 1))
			r := goodRoute(0)
			r.Seen = later
			tt.edit(&r)
			p := donePage(0)
			p.Fetched = later
			commit(t, s, &Batch{Pages: []Page{p}, Routes: []Route{r}})
			got, err := s.Route(1)
			if err != nil {
				t.Fatal(err)
			}
			if got.State != tt.state || !reflect.DeepEqual(got.History, tt.history) {
				t.Errorf("state %s, history %v; want %s, %v", got.State, got.History, tt.state, tt.history)
			}
			if !got.First.Equal(day) || !got.Seen.Equal(later) {
				t.Errorf("first %v, seen %v", got.First, got.Seen)
			}
			sound(t, s)
		})
	}
}

// TestMergeMany follows one route over three visits: history grows at its end and the way back is a change too.
func TestMergeMany(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	commit(t, s, batchOf(0, 1))
	for i, price := range []float64{1200, 1200, 1000} {
		r := goodRoute(0)
		r.Price, r.Seen = price, day.AddDate(0, 0, i+1)
		commit(t, s, &Batch{Routes: []Route{r}})
	}
	got, err := s.RouteOf(urlOf(0))
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{day.AddDate(0, 0, 1), "price", "1000", "1200"}, {day.AddDate(0, 0, 3), "price", "1200", "1000"}}
	if !reflect.DeepEqual(got.History, want) {
		t.Errorf("history %v, want %v", got.History, want)
	}
}

func TestPassedDatesAreNoChange(t *testing.T) {
	old := Route{Dates: []string{"2026-05-01", "2026-05-08", "2026-06-01"}}
	now := Route{Dates: []string{"2026-06-01"}, Seen: time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)}
	now.merge(&old)
	if now.State != RouteUnchanged || len(now.History) != 0 {
		t.Errorf("state %s, history %v", now.State, now.History)
	}
	cancelled := Route{Dates: nil, Seen: now.Seen}
	cancelled.merge(&old)
	if cancelled.State != RouteChanged {
		t.Errorf("a departure that was taken away is %s", cancelled.State)
	}
}

func TestUserFieldsStay(t *testing.T) {
	old := Route{Title: "人写的题", Price: 500, Sources: map[string]string{"title": "user", "price": "label"}}
	now := Route{Title: "页面的题", Price: 600, Sources: map[string]string{"title": "heading", "price": "label"}, Seen: day}
	now.merge(&old)
	if now.Title != "人写的题" || now.Sources["title"] != "user" || now.Price != 600 || len(now.History) != 1 {
		t.Errorf("merged to %+v", now)
	}
	edited := Route{Title: "人又写的题", Price: 600, Sources: map[string]string{"title": "user"}, Seen: day}
	edited.merge(&now)
	if edited.Title != "人又写的题" {
		t.Errorf("a new edit lost against the old one: %q", edited.Title)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	r := Route{Price: 1, Seen: day}
	for i := range 3 * maxHistory {
		next := Route{Price: float64(i + 2), Seen: day}
		next.merge(&r)
		r = next
	}
	if len(r.History) != maxHistory || r.History[maxHistory-1].New != "601" {
		t.Errorf("%d changes, the last %v", len(r.History), r.History[len(r.History)-1])
	}
}

// TestFieldsAreComplete fails when Route gets a field that merge does not know.
func TestFieldsAreComplete(t *testing.T) {
	apart := []string{"ID", "Seq", "URL", "Site", "State", "Lang", "Sources", "Disputes", "First", "Seen", "History"}
	typ := reflect.TypeFor[Route]()
	if known := len(routeFields()) + len(apart); known != typ.NumField() {
		t.Errorf("merge knows %d of %d fields of Route", known, typ.NumField())
	}
	for _, f := range routeFields() {
		var a, b Route
		v := reflect.ValueOf(&a).Elem()
		moved := 0
		for i := range typ.NumField() {
			if slices.Contains(apart, typ.Field(i).Name) {
				continue
			}
			a, b = Route{}, Route{}
			set(reflect.ValueOf(&b).Elem().Field(i))
			if !same(f.value(&a), f.value(&b)) {
				moved++
				f.copy(&a, &b)
				if reflect.DeepEqual(v.Field(i).Interface(), reflect.Zero(v.Field(i).Type()).Interface()) {
					t.Errorf("%s is not copied", f.name)
				}
			}
		}
		if moved != 1 {
			t.Errorf("%s looks at %d fields", f.name, moved)
		}
	}
}

// set gives a field a value that is not zero.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Int:
		v.SetInt(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	}
}
