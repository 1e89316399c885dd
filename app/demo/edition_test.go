package demo

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// renderAll renders every page of a web without serving it, by path under the site's name.
func renderAll(t *testing.T, w *Web) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, s := range w.sites {
		for i := range s.entries {
			e := &s.entries[i]
			body, err := w.render(s, e, "")
			if err != nil {
				t.Fatal(err)
			}
			if s.design.script && e.kind == pkRoute {
				p := &page{w: w, s: s, e: &entry{}, d: throw(s.seed, "asset")}
				_, data := s.design.asset(p, scriptRouteData(e.n))
				body = append(body, data...)
			}
			out[s.base+e.path] = body
		}
	}
	return out
}

func TestSameOptionsSameBytes(t *testing.T) {
	o := Options{Seed: 7, Pages: 720, Edition: 2}
	one, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	two, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	a, b := renderAll(t, one), renderAll(t, two)
	for path := range a {
		if !bytes.Equal(a[path], b[path]) {
			t.Errorf("%s differs between two webs of the same options", path)
		}
	}
	if o.Seed = 8; reflect.DeepEqual(truthOf(t, o), one.Truth()) {
		t.Error("another seed gives the same web")
	}
}

func truthOf(t *testing.T, o Options) []Truth {
	t.Helper()
	w, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return w.Truth()
}

// TestEditionsDifferAsTheTruthSays renders two editions: routes and articles have the same bytes exactly when the truth
// about them is the same.
func TestEditionsDifferAsTheTruthSays(t *testing.T) {
	first, err := New(Options{Pages: 1200})
	if err != nil {
		t.Fatal(err)
	}
	second, err := New(Options{Pages: 1200, Edition: 2})
	if err != nil {
		t.Fatal(err)
	}
	old := map[string]Truth{}
	for _, x := range first.Truth() {
		old[x.URL] = x
	}
	before, after := renderAll(t, first), renderAll(t, second)
	kinds := map[string]int{}
	for _, x := range second.Truth() {
		was, known := old[x.URL]
		same := bytes.Equal(before[x.URL], after[x.URL])
		switch {
		case !known:
			kinds["new "+x.Label]++
			if x.Label == "route" && x.Since != 2 {
				t.Errorf("%s is new and says edition %d", x.URL, x.Since)
			}
		case x.Label == "list":
		case x.Gone:
			kinds["gone"]++
			if same || strings.Contains(string(after[x.URL]), was.Title) {
				t.Errorf("%s is gone and still shows its tour", x.URL)
			}
		case x.Changed:
			kinds["changed"]++
			if same || was.Price == x.Price {
				t.Errorf("%s changed its price and not its page", x.URL)
			}
		case !same:
			t.Errorf("%s (%s) differs and the truth does not say so", x.URL, x.Label)
		default:
			kinds["same"]++
		}
	}
	for _, k := range []string{"new route", "gone", "changed", "same"} {
		if kinds[k] < 3 {
			t.Errorf("only %d %s", kinds[k], k)
		}
	}
	if kinds["new route"] == 0 || kinds["new guide"] > 0 {
		t.Errorf("new pages: %v", kinds)
	}
}

func TestGroupsAreSoldBySeveralAgencies(t *testing.T) {
	sellers := map[string]map[string]string{}
	for _, x := range truthOf(t, Options{}) {
		if x.Label != "route" {
			continue
		}
		if sellers[x.Group] == nil {
			sellers[x.Group] = map[string]string{}
		}
		sellers[x.Group][x.Site] = x.Title
	}
	shared := 0
	for _, s := range sellers {
		if len(s) > 1 {
			shared++
		}
	}
	if shared < 20 {
		t.Errorf("%d of %d tours are sold by more than one agency", shared, len(sellers))
	}
}
