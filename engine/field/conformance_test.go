package field

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// shared is the folder of cases beside the repository; the tests that need it say so when it is missing.
func shared(t *testing.T, path ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	p := filepath.Join(append([]string{dir, "..", "shared"}, path...)...)
	if _, err := os.Stat(p); err != nil {
		t.Skipf("conformance cases are not beside the repository: %v", err)
	}
	return p
}

func rows(t *testing.T, file string) [][]string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for _, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n")[1:] {
		out = append(out, strings.Split(strings.TrimRight(line, "\r"), "\t"))
	}
	return out
}

func col(r []string, i int) string {
	if i < len(r) {
		return strings.TrimSpace(r[i])
	}
	return ""
}

func TestConformancePricesAndDays(t *testing.T) {
	n := 0
	means := map[string]string{"双飞": "flight", "双卧": "train", "高铁": "train", "卧去飞回": "train/flight"}
	for _, r := range rows(t, shared(t, "cases", "text-zh", "price_days_own.tsv")) {
		n++
		text := r[0]
		f := Read(text, time.Date(2015, 3, 2, 0, 0, 0, 0, time.UTC))
		wantPrice, currency := col(r, 1), "CNY"
		if note := col(r, 5); strings.HasPrefix(note, "price in ") {
			p := strings.Fields(note)
			currency, wantPrice = p[2], p[3]
		}
		want := func(name, w string, got float64) {
			v := 0.0
			if w != "" {
				var err error
				if v, err = strconv.ParseFloat(w, 64); err != nil {
					t.Fatal(err)
				}
			}
			if v != got {
				t.Errorf("%s: %s is %v, want %q", text, name, got, w)
			}
		}
		want("price", wantPrice, f.Price)
		if wantPrice != "" && f.Currency != currency {
			t.Errorf("%s: currency %q, want %q", text, f.Currency, currency)
		}
		want("market price", col(r, 2), f.MarketPrice)
		days := float64(f.Days)
		if f.HalfDay {
			days = 0.5
		}
		want("days", col(r, 3), days)
		want("nights", col(r, 4), float64(f.Nights))
		if w := means[col(r, 5)]; w != "" && w != f.Transport {
			t.Errorf("%s: transport %q, want %q", text, f.Transport, w)
		}
	}
	t.Logf("prices and days: %d rows", n)
}

func TestConformanceDates(t *testing.T) {
	n := 0
	for _, r := range rows(t, shared(t, "cases", "text-zh", "dates_own.tsv")) {
		today, err := time.Parse(time.DateOnly, r[1])
		if err != nil {
			t.Fatal(err)
		}
		n++
		got := Read(r[0], today)
		want := strings.TrimSpace(r[2])
		var dates, ranges, weekly, monthly string
		daily := false
		for cut := true; cut; {
			want, _, cut = strings.Cut(want, " (")
		}
		want = strings.TrimSuffix(want, " holiday")
		switch {
		case strings.HasPrefix(want, "weekly "):
			weekly = want[7:]
		case strings.HasPrefix(want, "monthly "):
			monthly = want[8:]
		case want == "daily":
			daily = true
		case strings.HasPrefix(want, "invalid"), strings.HasPrefix(want, "not"), strings.HasPrefix(want, "valid"), want == "none":
		case strings.Contains(want, "/"):
			ranges = want
		case len(want) == 7:
			first, err := time.Parse("2006-01", want)
			if err != nil {
				t.Fatal(err)
			}
			ranges = want + "-01/" + iso(first.AddDate(0, 1, -1))
		default:
			dates = want
		}
		var rs, ms []string
		for _, x := range got.Ranges {
			rs = append(rs, x.Start+"/"+x.End)
		}
		for _, x := range got.Monthly {
			ms = append(ms, strconv.Itoa(x))
		}
		for _, c := range []struct{ name, got, want string }{
			{"dates", strings.Join(got.Dates, ","), dates}, {"ranges", strings.Join(rs, ","), ranges},
			{"weekly", strings.Join(got.Weekly, ","), weekly}, {"monthly", strings.Join(ms, ","), monthly},
			{"daily", strconv.FormatBool(got.Daily), strconv.FormatBool(daily)},
		} {
			if c.got != c.want {
				t.Errorf("%s (%s): %s %q, want %q", r[0], r[1], c.name, c.got, c.want)
			}
		}
	}
	t.Logf("dates: %d rows", n)
}
