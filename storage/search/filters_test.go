package search

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"xunlu/storage"
)

// shelf is an index of six routes that differ in every figure.
func shelf(t *testing.T) *Index {
	t.Helper()
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	price := func(before, now string) []storage.Change {
		return []storage.Change{{Field: "title", Old: "a", New: "b"}, {Field: "price", Old: before, New: now}}
	}
	x := open(t, newAtlas())
	err := x.Apply([]storage.Route{
		{ID: 1, Title: "丽江四日", From: "北京", To: []string{"丽江"}, Days: 4, Price: 2000, Site: "a", Transport: "flight", State: "new",
			First: day(1), Dates: []string{"2026-05-01", "2026-06-15"}, History: price("2500", "2000")},
		{ID: 2, Title: "三亚五日", From: "上海", To: []string{"三亚"}, Days: 5, Price: 3000, Site: "a", Transport: "train", State: "changed",
			First: day(2), Ranges: []storage.DateRange{{Start: "2026-03-28", End: "2026-06-02"}}, History: price("2900", "3000")},
		{ID: 3, Title: "桂林六日", From: "南宁", To: []string{"桂林", "阳朔"}, Days: 6, Price: 1800, Site: "b", Transport: "flight/train",
			State: "unchanged", First: day(3), Weekly: []string{"SA"}},
		{ID: 4, Title: "黄山二日", From: "Shanghai", To: []string{"黃山"}, Days: 2, Price: 500, Site: "b", Transport: "coach", State: "gone",
			First: day(4), Daily: true, History: append(price("1000", "500"), storage.Change{Field: "days", Old: "3", New: "2"})},
		{ID: 5, Title: "电询线路", Site: "c", State: "new", First: day(5), Monthly: []int{8}},
		{ID: 6, Title: "西藏九日", From: "成都", To: []string{"Lhasa"}, Days: 9, Site: "c", Transport: "train", State: "new",
			Ranges: []storage.DateRange{{Start: "2026-01-01", End: "2027-12-31"}, {Start: "2030-02-30", End: "x"}}},
	}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestFilters(t *testing.T) {
	x := shelf(t)
	tests := []struct {
		name string
		q    Query
		want []uint64
	}{
		{"nothing asked", Query{}, []uint64{1, 2, 3, 4, 5, 6}},
		{"to", Query{To: "丽江"}, []uint64{1}},
		{"to a province", Query{To: "云南"}, []uint64{1}},
		{"to in other spellings", Query{To: "Huangshan, 麗江"}, []uint64{1, 4}},
		{"to by pinyin of another script", Query{To: "西藏"}, []uint64{6}},
		{"from", Query{From: "上海"}, []uint64{2, 4}},
		{"from a province", Query{From: "广西"}, []uint64{3}},
		{"days", Query{DaysMin: 4, DaysMax: 6}, []uint64{1, 2, 3}},
		{"at most two days", Query{DaysMax: 2}, []uint64{4}},
		{"price", Query{PriceMin: 1800, PriceMax: 2000}, []uint64{1, 3}},
		{"price up", Query{PriceMax: 1800}, []uint64{3, 4}},
		{"site", Query{Site: "b"}, []uint64{3, 4}},
		{"two sites", Query{Site: "a,c"}, []uint64{1, 2, 5, 6}},
		{"transport out or back", Query{Transport: "train"}, []uint64{2, 3, 6}},
		{"state", Query{State: "gone"}, []uint64{4}},
		{"all together", Query{To: "桂林", DaysMin: 5, PriceMax: 2000, Site: "b", Transport: "flight", State: "unchanged"}, []uint64{3}},
		{"a day", Query{DateFrom: "2026-05-01", DateTo: "2026-05-01"}, []uint64{1, 2, 4, 6}},
		{"a saturday", Query{DateFrom: "2026-05-02", DateTo: "2026-05-02"}, []uint64{2, 3, 4, 6}},
		{"the eighth", Query{DateFrom: "2029-08-08", DateTo: "2029-08-08"}, []uint64{4, 5}},
		{"a week", Query{DateFrom: "2026-06-15", DateTo: "2026-06-21"}, []uint64{1, 3, 4, 6}},
		{"half a year", Query{DateFrom: "2026-05-20", DateTo: "2026-11-20"}, []uint64{1, 2, 3, 4, 5, 6}},
		{"from a day on", Query{DateFrom: "2026-06-20", Text: "四日"}, nil},
		{"up to a day", Query{DateTo: "2026-05-01", Text: "四日"}, []uint64{1}},
		{"with text", Query{Text: "六日", Site: "b"}, []uint64{3}},
		{"limits in the text", Query{Text: "3000元以下 4-6天"}, []uint64{1, 2, 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := find(t, x, test.q)
			slices.Sort(got)
			if !slices.Equal(got, test.want) {
				t.Errorf("found %v, want %v", got, test.want)
			}
		})
	}
}

func TestSort(t *testing.T) {
	x := shelf(t)
	tests := []struct {
		sort string
		want []uint64
	}{
		{"", []uint64{5, 4, 3, 2, 1, 6}},
		{SortNewest, []uint64{5, 4, 3, 2, 1, 6}},
		{SortPrice, []uint64{4, 3, 1, 2, 5, 6}},
		{"-" + SortPrice, []uint64{2, 1, 3, 4, 5, 6}},
		{SortPriceDay, []uint64{4, 3, 1, 2, 5, 6}},
		{SortDays, []uint64{4, 1, 2, 3, 6, 5}},
		{SortDrop, []uint64{4, 1, 2, 3, 5, 6}},
	}
	for _, test := range tests {
		if got := find(t, x, Query{Sort: test.sort}); !slices.Equal(got, test.want) {
			t.Errorf("sort %q: %v, want %v", test.sort, got, test.want)
		}
	}
	if _, err := x.Search(t.Context(), Query{Sort: "colour"}); err == nil {
		t.Error("an unknown order was taken")
	}
	if _, err := x.Search(t.Context(), Query{DateFrom: "5月1日"}); err == nil {
		t.Error("a date that is none was taken")
	}
}

func TestPages(t *testing.T) {
	x := shelf(t)
	var got []uint64
	for offset := 0; offset < 8; offset += 4 {
		res, err := x.Search(t.Context(), Query{Sort: SortPrice, Offset: offset, Limit: 4})
		if err != nil {
			t.Fatal(err)
		}
		if res.Total != 6 {
			t.Errorf("total %d at offset %d, want 6", res.Total, offset)
		}
		for _, h := range res.Hits {
			got = append(got, h.ID)
		}
	}
	if want := []uint64{4, 3, 1, 2, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("pages give %v, want %v", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Search(ctx, Query{Text: "丽江"}); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that nobody waits for gave %v", err)
	}
}

func TestFacets(t *testing.T) {
	x := shelf(t)
	res, err := x.Search(t.Context(), Query{Facets: true, PriceMax: 5000, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]Facet{
		"to":        {{"三亚", 1}, {"丽江", 1}, {"桂林", 1}, {"阳朔", 1}, {"黄山", 1}},
		"from":      {{"上海", 2}, {"北京", 1}, {"南宁", 1}},
		"site":      {{"a", 2}, {"b", 2}},
		"transport": {{"flight", 2}, {"train", 2}, {"coach", 1}},
		"state":     {{"changed", 1}, {"gone", 1}, {"new", 1}, {"unchanged", 1}},
		"days":      {{"2", 1}, {"4", 1}, {"5", 1}, {"6", 1}},
		"price":     {{"500-1000", 1}, {"1000-2000", 1}, {"2000-3000", 1}, {"3000-5000", 1}},
	}
	slices.SortFunc(want["price"], func(a, b Facet) int { return compareFacets(a, b) })
	if !reflect.DeepEqual(res.Facets, want) {
		t.Errorf("facets %v\nwant %v", res.Facets, want)
	}
}

func compareFacets(a, b Facet) int {
	if a.Value < b.Value {
		return -1
	}
	return 1
}

// The best come first: in the title before on the way, the place itself before what lies in it, what is gone last.
func TestFit(t *testing.T) {
	tests := []struct {
		name   string
		query  string
		routes []storage.Route // in the order in which they must come
	}{
		{"title, itinerary", "温泉", []storage.Route{
			{ID: 9, Title: "从化温泉二日"},
			{ID: 2, Title: "从化二日", Itinerary: []storage.Day{{N: 1, Title: "碧水湾温泉"}}},
		}},
		{"goal, start", "北京", []storage.Route{
			{ID: 9, Title: "首都五日", To: []string{"北京"}},
			{ID: 2, Title: "桂林五日", From: "北京", To: []string{"桂林"}},
		}},
		{"itself, inside", "云南", []storage.Route{
			{ID: 9, Title: "云南全景八日"},
			{ID: 2, Title: "丽江四日"},
		}},
		{"together, apart", "桂林阳朔", []storage.Route{
			{ID: 9, Title: "桂林阳朔四日"},
			{ID: 2, Title: "阳朔西街、漓江、桂林四日"},
		}},
		{"still sold, gone", "黄山", []storage.Route{
			{ID: 9, Title: "黄山二日", State: "new"},
			{ID: 2, Title: "黄山二日", State: "gone"},
		}},
		{"short, long", "西湖", []storage.Route{
			{ID: 9, Title: "西湖一日"},
			{ID: 2, Title: "西湖、灵隐寺、宋城、西溪湿地、龙井村品茶、运河夜游一日"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			x := open(t, newAtlas())
			if err := x.Apply(test.routes, nil, 1); err != nil {
				t.Fatal(err)
			}
			got := find(t, x, Query{Text: test.query})
			if want := []uint64{9, 2}; !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", test.query, got, want)
			}
		})
	}
}
