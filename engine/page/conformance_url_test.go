package page

import (
	"encoding/json"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// TestSharedWHATWG runs the web platform's URL tests on the step of Resolve before anything is cleaned.
func TestSharedWHATWG(t *testing.T) {
	var raw []json.RawMessage
	if err := json.Unmarshal(mustRead(t, shared(t, "cases", "url"), "wpt_urltestdata.json"), &raw); err != nil {
		t.Fatal(err)
	}
	refused, mustFail, equal, web := 0, 0, 0, 0
	for _, r := range raw {
		var c struct {
			Input, Href string
			Base        *string
			Failure     bool
			RelativeTo  string `json:"relativeTo"`
		}
		if json.Unmarshal(r, &c) != nil {
			continue
		}
		got, err := resolveHref(c.Base, c.Input)
		switch {
		case c.Failure:
			mustFail++
			if err != nil {
				refused++
			} else {
				t.Logf("%q on %v must fail, is %q", c.Input, c.Base, got)
			}
			canonicalFails(t, c.Base, c.Input)
		case strings.HasPrefix(c.Href, "http:") || strings.HasPrefix(c.Href, "https:"):
			web++
			if err == nil && got == c.Href {
				equal++
			} else {
				t.Logf("%q on %v: %q, %v; want %q", c.Input, c.Base, got, err, c.Href)
			}
			canonicalAgrees(t, c.Base, c.Input, c.Href)
		}
	}
	t.Logf("must fail: %d of %d; href equal: %d of %d", refused, mustFail, equal, web)
	if refused < mustFail || equal < web-7 {
		t.Errorf("must fail %d of %d, href equal %d of %d", refused, mustFail, equal, web)
	}
}

func resolveHref(base *string, input string) (string, error) {
	var on *whatwg.Url
	if base != nil {
		u, err := whatwg.Parse(*base)
		if err != nil {
			return "", err
		}
		on = u
	}
	u, err := parseRef(on, input, "utf-8")
	if err != nil {
		return "", err
	}
	return u.Href(false), nil
}

// canonicalFails: what is no address has no canonical form either.
func canonicalFails(t *testing.T, base *string, input string) {
	t.Helper()
	if base == nil {
		if got, err := Canonical(input); err == nil {
			t.Errorf("Canonical(%q) = %q, want an error", input, got)
		}
		return
	}
	if got, err := Resolve(*base, input, "utf-8"); err == nil {
		t.Errorf("Resolve(%q, %q) = %q, want an error", *base, input, got)
	}
}

// canonicalAgrees: two spellings of one address have one canonical form, and it is stable.
func canonicalAgrees(t *testing.T, base *string, input, href string) {
	t.Helper()
	want, err := Canonical(href)
	if err != nil {
		t.Logf("Canonical(%q): %v", href, err)
		return
	}
	got, err := Canonical(input)
	if base != nil {
		got, err = Resolve(*base, input, "utf-8")
	}
	if err != nil || got != want {
		t.Logf("%q: canonical %q, %v; by its href %q", input, got, err, want)
	}
	if again, err := Canonical(want); err != nil || again != want {
		t.Errorf("Canonical(%q) = %q, %v: not stable", want, again, err)
	}
}

func TestSharedURLLists(t *testing.T) {
	dir := shared(t, "cases", "url")
	var urls []string
	if err := json.Unmarshal(mustRead(t, dir, "urlcanon_idempotence.json"), &urls); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nutch_Benchmarks.urls", "nutch_IntranetCrawling.urls", "nutch_WholeWebCrawling.urls", "nutch_fast_test.urls", "cc_weirdToNormalizedUrls.csv"} {
		for _, line := range strings.Split(string(mustRead(t, dir, name)), "\n") {
			line = strings.TrimLeft(line, "+- ")
			if strings.HasPrefix(line, "http") {
				first, _, _ := strings.Cut(line, ", ")
				urls = append(urls, first)
			}
		}
	}
	n := 0
	for _, u := range urls {
		once, err := Canonical(u)
		if err != nil {
			continue
		}
		n++
		if twice, err := Canonical(once); err != nil || twice != once {
			t.Errorf("%q → %q → %q, %v", u, once, twice, err)
		}
	}
	t.Logf("%d of %d addresses have a stable canonical form", n, len(urls))
}

// TestSharedNutchSessions runs the session-id rows of Nutch's normalizer; its other rules (default pages, double slashes)
// change what a server may tell apart and are not ours.
func TestSharedNutchSessions(t *testing.T) {
	n := 0
	for _, line := range strings.Split(string(mustRead(t, shared(t, "cases", "url"), "nutch_regex-normalize-default.test")), "\n") {
		in, want, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || strings.HasPrefix(in, "#") || !strings.Contains(strings.ToLower(in), "sid") && !strings.Contains(strings.ToLower(in), "session") {
			continue
		}
		if strings.Contains(in, "sid=xyz") || strings.Contains(in, "_sessionID=824") {
			want, _ = Canonical(want)
		}
		got, err := Canonical(in)
		if err != nil || got != want {
			t.Logf("%s → %s, %v; Nutch: %s", in, got, err, want)
		}
		n++
	}
	t.Logf("%d rows", n)
}

func TestSharedBugsURL(t *testing.T) {
	dir := shared(t, "cases", "bugs")
	doc := scanBytes(t, mustRead(t, dir, "09-raw-utf8-path-double-encoded", "input.html"), "http://site.test/", "text/html")
	if len(doc.Links) != 1 || doc.Links[0].URL != "http://site.test/%E7%BA%BF%E8%B7%AF/%E4%BA%91%E5%8D%97.html" {
		t.Errorf("09: %v", doc.Links)
	}
	if got, err := Canonical("http://site.test/s?wd=%C0%F6%BD%AD&n=1"); err != nil || got != "http://site.test/s?wd=%C0%F6%BD%AD&n=1" {
		t.Errorf("10: %q, %v", got, err)
	}
	doc = scanBytes(t, mustRead(t, dir, "11-amp-entity-grows", "input.html"), "http://site.test/hot", "text/html")
	if len(doc.Links) != 2 || doc.Links[0].URL != "http://site.test/hot?p=2" || doc.Links[1].URL != "http://site.test/hot?p=3" {
		t.Errorf("11: %v", doc.Links)
	}
	if got, err := Resolve("http://site.test/tour/", "./search.php?sid=0123456789abcdef0123456789abcdef", "utf-8"); err != nil || got != "http://site.test/tour/search.php" {
		t.Errorf("32: %q, %v", got, err)
	}
}
