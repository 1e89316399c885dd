package page

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"testing"
	"time"

	"xunlu/app/demo"
	"xunlu/storage"
)

// score counts exact matches.
type score struct{ right, all int }

func (s score) share() float64 { return float64(s.right) / float64(max(s.all, 1)) }

// fieldScores compares what is read of the demo web's route pages with its truth table: by field, and by field and source.
// It returns how many pages without a price were given one.
func fieldScores(t *testing.T, w *demo.Web, perSite int) (by map[string]score, falsePrices int) {
	t.Helper()
	s, err := w.Start(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: 10 * time.Second}
	x, by, pages := extractor(t), map[string]score{}, map[string]int{}
	for _, want := range w.Truth() {
		if want.Label != "route" || want.Script || want.Gone || want.Status != http.StatusOK || pages[want.Site] >= perSite {
			continue
		}
		resp, err := client.Get(want.URL)
		if err != nil {
			continue
		}
		body, err := io.ReadAll(resp.Body)
		if resp.Body.Close(); err != nil || resp.StatusCode != http.StatusOK {
			continue
		}
		doc, err := Scan(&Response{URL: want.URL, FinalURL: want.URL, Status: 200, Header: resp.Header, Body: body, Fetched: time.Now()}, ScanOptions{})
		if err != nil {
			continue
		}
		pages[want.Site]++
		got := x.Extract(doc, time.Now())
		for name, same := range sameAsTruth(&got, want) {
			for _, key := range []string{name, name + " from " + got.Sources[name], name + " disputed"} {
				if strings.HasSuffix(key, "disputed") && !got.Disputed(name) {
					continue
				}
				c := by[key]
				if c.all++; same {
					c.right++
				} else if key == name {
					t.Logf("%s of %s: %s, want %+v", name, want.URL, valueOf(&got, name), want)
				}
				by[key] = c
			}
		}
		if want.Price == 0 && got.Price != 0 {
			falsePrices++
			t.Logf("false price of %s: %v", want.URL, got.Price)
		}
	}
	return by, falsePrices
}

func valueOf(r *storage.Route, name string) string {
	return map[string]string{"title": r.Title, "price": fmt.Sprint(r.Price, r.Currency), "days": fmt.Sprint(r.Days), "nights": fmt.Sprint(r.Nights), "from": r.From,
		"to": strings.Join(r.To, ","), "dates": fmt.Sprint(r.Dates, r.Ranges, r.Weekly, r.Monthly, r.Daily), "itinerary": fmt.Sprint(len(r.Itinerary))}[name]
}

func sameAsTruth(r *storage.Route, want demo.Truth) map[string]bool {
	var ranges []string
	for _, x := range r.Ranges {
		ranges = append(ranges, fmt.Sprint(x))
	}
	var wanted []string
	for _, x := range want.Ranges {
		wanted = append(wanted, fmt.Sprint(x))
	}
	last := 0
	if n := len(r.Itinerary); n > 0 {
		last = r.Itinerary[n-1].N
	}
	return map[string]bool{
		"title": r.Title == want.Title, "price": r.Price == float64(want.Price) && (want.Price == 0 || r.Currency == want.Currency),
		"days": r.Days == want.Days, "nights": r.Nights == want.Nights,
		"from": r.From == "" && len(want.From) == 0 || slices.Contains(want.From, r.From),
		"to":   slices.Equal(slices.Sorted(slices.Values(r.To)), slices.Sorted(slices.Values(want.To))),
		"dates": slices.Equal(r.Dates, want.Dates) && slices.Equal(ranges, wanted) && slices.Equal(r.Weekly, want.Weekly) &&
			slices.Equal(r.Monthly, want.Monthly) && r.Daily == want.Daily,
		"itinerary": last == want.ItineraryDays,
	}
}

// TestDemoFields holds the extraction to the demo web's truth, on a web of another seed than the one it is shown with.
func TestDemoFields(t *testing.T) {
	w, err := demo.New(demo.Options{Sites: 20, Pages: 1600, Seed: 11})
	if err != nil {
		t.Fatal(err)
	}
	by, falsePrices := fieldScores(t, w, 9)
	for _, name := range slices.Sorted(maps.Keys(by)) {
		t.Logf("%-28s %d of %d, %.3f", name, by[name].right, by[name].all, by[name].share())
	}
	for name, least := range map[string]float64{"title": 0.97, "price": 0.95, "days": 0.98, "nights": 0.97, "from": 0.93, "to": 0.93, "dates": 0.93, "itinerary": 0.95} {
		if s := by[name]; s.all < 100 || s.share() < least {
			t.Errorf("%s: %d of %d right, want %.2f", name, s.right, s.all, least)
		}
	}
	if falsePrices > 0 {
		t.Errorf("%d pages without a price were given one", falsePrices)
	}
}
