package search

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xunlu/assets"
	"xunlu/engine/field"
	"xunlu/storage"
)

// tagged is an invented route with what it is about, as a person sees it.
type tagged struct {
	route storage.Route
	tags  []string
}

// table reads a table of routes below testdata; a day of an itinerary is its title, or title|text.
func table(t testing.TB, name string) []tagged {
	t.Helper()
	var all []tagged
	for _, line := range lines(t, "testdata/"+name)[1:] {
		c := strings.Split(line, "\t")
		if len(c) != 13 {
			t.Fatalf("%s: %d columns in %q", name, len(c), line)
		}
		number := func(s string) int {
			n, err := strconv.Atoi(s)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, line, err)
			}
			return n
		}
		r := storage.Route{
			ID: uint64(number(c[0])), Title: c[1], From: c[2], Days: number(c[4]), Nights: number(c[5]),
			Price: float64(number(c[6])), Transport: c[7], Agency: c[8], Site: c[9], State: storage.RouteState(c[10]),
		}
		if c[3] != "" {
			r.To = strings.Split(c[3], ",")
		}
		for i, day := range strings.Split(c[11], ";") {
			title, text, _ := strings.Cut(day, "|")
			r.Itinerary = append(r.Itinerary, storage.Day{N: i + 1, Title: title, Text: text})
		}
		all = append(all, tagged{route: r, tags: append(strings.Fields(c[12]), c[9])})
	}
	return all
}

func lines(t testing.TB, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(string(b), "\n"), "\n")
}

// is reads a column of queries.tsv: tags, & before , and ! for not.
func (r tagged) is(expression string) bool {
	for either := range strings.SplitSeq(expression, ",") {
		all := either != "" && either != "-"
		for tag := range strings.SplitSeq(either, "&") {
			plain, not := strings.CutPrefix(tag, "!")
			all = all && slices.Contains(r.tags, plain) != not
		}
		if all {
			return true
		}
	}
	return false
}

// TestQueries asks the set that was written with the search.
func TestQueries(t *testing.T) { askAll(t, newAtlas(), "queries.tsv", "routes.tsv") }

// TestOfficeQueries asks a set that was written from what people type, before its writer had read the search, with the
// dictionary that is shipped.
func TestOfficeQueries(t *testing.T) {
	places, err := field.NewPlaces(assets.Places())
	if err != nil {
		t.Fatal(err)
	}
	askAll(t, shipped{places}, "office_queries.tsv", "office_routes.tsv")
}

// shipped is the dictionary that comes with the program, as package app shows it to the search.
type shipped struct{ places *field.Places }

func (s shipped) Names(text string) []string {
	var out []string
	if p, ok := s.places.Lookup(text); ok {
		out = append(out, p.Hans)
	}
	for _, f := range s.places.Find(text) {
		if !slices.Contains(out, f.Place.Hans) {
			out = append(out, f.Place.Hans)
		}
	}
	return out
}

func (s shipped) Spells(text, name string) bool {
	p, ok := s.places.Lookup(text)
	return ok && p.Hans == name
}

func (s shipped) Parents(name string) []string {
	var out []string
	if p, ok := s.places.Lookup(name); ok {
		for _, up := range s.places.Above(p.ID) {
			out = append(out, up.Hans)
		}
	}
	return out
}

// askAll indexes the routes, and for each query compares what is found with what a person expects.
func askAll(t *testing.T, places Places, queries, file string) {
	t.Helper()
	all := table(t, file)
	x := open(t, places)
	var routes []storage.Route
	for _, r := range all {
		routes = append(routes, r.route)
	}
	if err := x.Apply(routes, nil, 1); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines(t, "testdata/"+queries) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(line, "\t")
		if len(c) != 3 {
			t.Fatalf("%s: %d columns in %q", queries, len(c), line)
		}
		t.Run(c[0], func(t *testing.T) {
			got := find(t, x, Query{Text: c[0]})
			some := false
			for _, r := range all {
				found, must := slices.Contains(got, r.route.ID), r.is(c[1])
				some = some || must
				if must && !found {
					t.Errorf("does not find %d %s", r.route.ID, r.route.Title)
				}
				if found && r.is(c[2]) {
					t.Errorf("finds %d %s", r.route.ID, r.route.Title)
				}
			}
			if !some && c[1] != "-" {
				t.Errorf("no route is %s: the query tests nothing", c[1])
			}
			if c[1] == "-" && len(got) > 0 {
				t.Errorf("finds %v, want nothing", got)
			}
		})
	}
}
